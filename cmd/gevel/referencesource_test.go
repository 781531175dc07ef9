package main

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sourcePackage is a package as its files have it.
type sourcePackage struct {
	path  string // below the module, such as internal/source/bag
	about string // the first sentence of its comment
	files []*ast.File
}

// named is a constant with the comment behind it.
type named struct {
	name, value, means string
}

// sourceTree is code of the module, read for what its constants are called and mean.
type sourceTree struct {
	packages []*sourcePackage
	values   map[string]string // of constants, by package name and their own
}

// readSource reads the packages in and below some folders, without their tests.
func readSource(t *testing.T, folders ...string) *sourceTree {
	t.Helper()
	tree := &sourceTree{values: map[string]string{}}
	byPath := map[string]*sourcePackage{}
	set := token.NewFileSet()
	for _, folder := range folders {
		root := filepath.Join("..", "..", folder)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			at, _ := filepath.Rel(filepath.Join("..", ".."), filepath.Dir(path))
			p := byPath[at]
			if p == nil {
				p = &sourcePackage{path: filepath.ToSlash(at)}
				byPath[at] = p
				tree.packages = append(tree.packages, p)
			}
			if about := file.Doc.Text(); about != "" {
				p.about = new(doc.Package).Synopsis(about)
			}
			p.files = append(p.files, file)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // some constants are defined by others
		for _, p := range tree.packages {
			for _, c := range tree.constants(p) {
				if c.value != "" {
					tree.values[p.files[0].Name.Name+"."+c.name] = c.value
				}
			}
		}
	}
	return tree
}

// constants returns the text constants of a package, in the order of its files.
func (tree *sourceTree) constants(p *sourcePackage) (all []named) {
	for _, file := range p.files {
		for _, declared := range file.Decls {
			group, ok := declared.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				value := spec.(*ast.ValueSpec)
				for i := range value.Values {
					all = append(all, named{
						value.Names[i].Name, tree.text(p, value.Values[i]), strings.TrimSpace(value.Comment.Text()),
					})
				}
			}
		}
	}
	return all
}

// text works out a constant expression: a literal, another constant, or a conversion to string.
func (tree *sourceTree) text(p *sourcePackage, of ast.Expr) string {
	switch e := of.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.Ident:
		return tree.values[p.files[0].Name.Name+"."+e.Name]
	case *ast.SelectorExpr:
		if from, ok := e.X.(*ast.Ident); ok {
			return tree.values[from.Name+"."+e.Sel.Name]
		}
	case *ast.CallExpr:
		if len(e.Args) == 1 {
			return tree.text(p, e.Args[0])
		}
	}
	return ""
}
