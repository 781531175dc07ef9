package gevel_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// dialect are turns of phrase that a colleague stumbles over, each a sign that a sentence should be written anew: subject,
// verb, object.
var dialect = regexp.MustCompile(`(?i)\b(of which|what became|that which|whoever|nobody|by how|that of|those of|all the same|is let|as [a-z]+ has it)\b`)

func TestCommentsStringsAndDocumentsAreInPlainEnglish(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/testing/") {
			return err
		}
		for _, phrase := range dialectIn(t, path, nil) {
			t.Error(phrase)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range readDocuments(t, "README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "docs/sources/*.md") {
		for _, phrase := range phrasesOf(content) {
			t.Errorf("%s: %q: write the sentence anew", path, phrase)
		}
	}
}

// dialectIn returns the place and the words of each turn of phrase in a file's comments and strings.
func dialectIn(t *testing.T, file string, source any) (found []string) {
	t.Helper()
	places := token.NewFileSet()
	parsed, err := parser.ParseFile(places, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	note := func(at token.Pos, text string) {
		for _, phrase := range phrasesOf(text) {
			found = append(found, fmt.Sprintf("%v: %q: write the sentence anew", places.Position(at), phrase))
		}
	}
	for _, group := range parsed.Comments {
		note(group.Pos(), group.Text())
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		if expression, ok := node.(ast.Expr); ok {
			note(expression.Pos(), textOf(expression))
		}
		return true
	})
	return found
}

// textOf returns the text of a string, also of one in several parts.
func textOf(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil {
			return text
		}
	case *ast.BinaryExpr:
		return textOf(e.X) + textOf(e.Y)
	}
	return ""
}

// phrasesOf returns the turns of phrase in a text, also where a line ends within one.
func phrasesOf(text string) []string {
	return dialect.FindAllString(strings.Join(strings.Fields(text), " "), -1)
}

func TestDialectIsFoundInAStringOfSeveralParts(t *testing.T) {
	for source, want := range map[string]bool{
		`"the level that" +
			" of a year"`: true,
		`f("a level and " + g("that of another"))`: true,
		`"a level" + "of a year"`:                  false,
	} {
		if found := dialectIn(t, "a.go", "package a\nvar a = "+source); (len(found) > 0) != want {
			t.Errorf("%s: %q, want some: %v", source, found, want)
		}
	}
}

func TestDialectIsFoundOverTheEndOfALine(t *testing.T) {
	for text, want := range map[string]int{
		"the level of a month and that\nof its year": 1, "Whoever asks": 1, "as JSON has it": 1,
		"the level of a month": 0, "asks by how often": 1, "that often": 0,
	} {
		if got := phrasesOf(text); len(got) != want {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
	}
}
