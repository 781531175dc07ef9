// Where a file can be changed, and into what.

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
)

// A mutant is a file with one piece of its text replaced.
type mutant struct {
	file     file
	line     int
	code     string // the line before the change
	function string // in which the change is; empty in declarations
	change   string // in words
	start    int    // bytes of the file
	end      int
	text     string // what stands there instead
}

// opposite are the operators that take each other's place.
var opposite = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
}

// findMutants returns all mutants of a file, in its order.
func findMutants(f file) ([]mutant, error) {
	source, err := os.ReadFile(f.path)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, f.path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	x := finder{file: f, set: set, source: source}
	for _, d := range tree.Decls {
		x.function = ""
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.function = d.Name.Name
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
		}
		ast.Inspect(d, x.look)
	}
	return x.found, nil
}

type finder struct {
	file     file
	set      *token.FileSet
	source   []byte
	function string
	found    []mutant
}

// look notes the changes of one node.
func (x *finder) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		x.swap(n.OpPos, n.Op)
	case *ast.IfStmt:
		x.note(n.Cond.Pos(), n.Cond.End(), "condition negated", "!("+x.textOf(n.Cond)+")")
	case *ast.BasicLit:
		x.literal(n)
	case *ast.IncDecStmt, *ast.ExprStmt:
		x.drop(n)
	case *ast.AssignStmt:
		x.swap(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE {
			x.drop(n)
		}
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE && n.Label == nil {
			x.note(n.Pos(), n.End(), "continue is break", "break")
		}
	case *ast.FuncDecl:
		x.early(n)
	case *ast.Field: // tags and lengths of types
		return false
	}
	return true
}

func (x *finder) swap(at token.Pos, op token.Token) {
	if to, ok := opposite[op]; ok {
		x.note(at, at+token.Pos(len(op.String())), fmt.Sprintf("%s is %s", op, to), to.String())
	}
}

func (x *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		x.note(n.Pos(), n.End(), n.Value+" is one more", "("+n.Value+"+1)")
	case token.FLOAT:
		if v, err := strconv.ParseFloat(n.Value, 64); err == nil && v != 0 { // a tenth more than nothing is the same
			x.note(n.Pos(), n.End(), n.Value+" is a tenth more", "("+n.Value+"*1.1)")
		}
	}
}

// drop takes a statement out. What it no longer uses stays used, so that the mutant builds.
func (x *finder) drop(n ast.Node) {
	text := ""
	if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
		for range a.Rhs {
			text += ", _"
		}
		if len(a.Lhs) != len(a.Rhs) {
			return
		}
		text = text[2:] + " = " + x.text(a.Rhs[0].Pos(), a.Rhs[len(a.Rhs)-1].End())
	}
	x.note(n.Pos(), n.End(), "dropped: "+firstLine(x.textOf(n)), text)
}

// early lets a function without results return at once, and one that answers yes or no give the opposite.
func (x *finder) early(n *ast.FuncDecl) {
	if n.Body == nil {
		return
	}
	if n.Type.Results == nil {
		x.note(n.Body.Lbrace, n.Body.Lbrace+1, "returns at once", "{ if true { return };")
		return
	}
	only := n.Type.Results.List
	if name, ok := only[0].Type.(*ast.Ident); len(only) != 1 || len(only[0].Names) > 0 || !ok || name.Name != "bool" {
		return
	}
	for _, s := range n.Body.List {
		if r, ok := s.(*ast.ReturnStmt); ok {
			x.note(r.Results[0].Pos(), r.Results[0].End(), "answer negated", "!("+x.textOf(r.Results[0])+")")
		}
	}
}

func (x *finder) note(from, to token.Pos, change, text string) {
	at := x.set.Position(from)
	start, end := at.Offset, x.set.Position(to).Offset
	line := x.source[bytes.LastIndexByte(x.source[:start], '\n')+1:]
	x.found = append(x.found, mutant{
		file: x.file, line: at.Line, code: firstLine(string(line)), function: x.function, change: change,
		start: start, end: end, text: text,
	})
}

func (x *finder) textOf(n ast.Node) string { return x.text(n.Pos(), n.End()) }

func (x *finder) text(from, to token.Pos) string {
	return string(x.source[x.set.Position(from).Offset:x.set.Position(to).Offset])
}

func firstLine(text string) string {
	for i, r := range text {
		if r == '\n' {
			return text[:i]
		}
	}
	return text
}
