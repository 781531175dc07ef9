package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoFileKnowsACommandOfAnother holds that only main.go, which lists the commands, names a type or a function of a
// command's file: what commands share stands in files without a command.
func TestNoFileKnowsACommandOfAnother(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files, commandOf := make(map[string]*ast.File), make(map[string]string) // by path; the path by name
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		if files[path], err = parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		}
		names := declared(files[path])
		if strings.Contains(strings.Join(names, " ")+" ", "Cmd ") {
			for _, name := range names {
				commandOf[name] = path
			}
		}
	}
	if commandOf["valueCmd"] != "value.go" {
		t.Fatal("gevel value is not found")
	}
	for path, file := range files {
		members := make(map[*ast.Ident]bool) // of other types and packages, and so of any name
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				members[n.Sel] = true
			case *ast.FuncDecl:
				members[n.Name] = n.Recv != nil
			case *ast.Ident:
				if at := commandOf[n.Name]; at != "" && at != path && path != "main.go" && !members[n] {
					t.Errorf("%s uses %s of %s: move it to a file without a command", path, n.Name, at)
				}
			}
			return true
		})
	}
}

// declared returns the types and functions that a file declares.
func declared(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					names = append(names, s.Name.Name)
				}
			}
		}
	}
	return names
}
