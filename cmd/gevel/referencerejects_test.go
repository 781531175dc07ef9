package main

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// rejecting are the folders whose packages reject rows.
var rejecting = []string{
	"internal/file/flatfile", "internal/source", "internal/register", "internal/offline/build", "internal/serve/photos",
}

// TestReferenceOfRejects writes each reason for which a row, or a part of it, is not used: the constants Reason... and
// Fault..., with what is said behind them.
func TestReferenceOfRejects(t *testing.T) {
	tree := readSource(t, append([]string{"error.go"}, rejecting...)...)
	page := newReference("Rejects and faults", "A row that can't be used is **rejected**, once, under the first reason that holds. A **fault**\n"+
		"is a part that a row is kept without. Summary, report and manifest of an edition count both by reason, with samples\n"+
		"that name file and line. A reason that ends in `<column>` names the column. Files of sales, characteristics and\n"+
		"monuments share the reasons of file/flatfile.")
	for _, p := range tree.packages {
		page.reasons(t, p, tree.constants(p))
	}
	page.presetReasons(t)
	page.keepFresh(t, "rejects.md")
}

var reasonName = regexp.MustCompile(`^(?:[Rr]eason|[Ff]ault)[A-Z]`)

func (page *referencePage) reasons(t *testing.T, p *sourcePackage, constants []named) {
	t.Helper()
	var rows [][]string
	for _, c := range constants {
		if !reasonName.MatchString(c.name) {
			continue
		}
		if c.value == "" || c.means == "" && !strings.Contains(c.value, " ") {
			t.Errorf("%s.%s: say behind the constant what is wrong with such a row", p.path, c.name)
		}
		kind := "rejected"
		if strings.EqualFold(c.name[:len("fault")], "fault") {
			kind = "fault"
		}
		if strings.HasSuffix(c.value, "_") {
			c.value += "<column>"
		}
		rows = append(rows, []string{code(c.value), kind, sentence(c.means)})
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b []string) int { return -strings.Compare(a[1], b[1]) })
	about := strings.TrimPrefix(p.about, "Package "+p.files[0].Name.Name+" ")
	page.line("\n## %s\n\n%s", strings.TrimPrefix(p.path, "internal/"), sentence(about))
	page.table([]string{"reason", "kind", "when"}, rows)
}

// presetReasons writes the reasons that presets bring.
func (page *referencePage) presetReasons(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob("../../internal/offline/build/presets/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var rows [][]string
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var preset struct {
			Mapping struct {
				Rules yaml.MapSlice `yaml:"rules"`
			} `yaml:"mapping"`
		}
		if err := yaml.Unmarshal(text, &preset); err != nil {
			t.Fatal(err)
		}
		for _, rule := range preset.Mapping.Rules {
			said := rule.Value.(map[string]any)
			rows = append(rows, []string{
				code(said["otherwise"].(string)), strings.TrimSuffix(filepath.Base(path), ".yaml"),
				code(rule.Key.(string)) + " below " + number(said["least"]) + " or above " + number(said["most"]) + ".",
			})
		}
	}
	page.line("\n## Presets")
	page.table([]string{"reason", "preset", "when"}, rows)
}

func number(v any) string { return strings.Trim(strings.TrimSpace(yamlText(v)), `"`) }

func yamlText(v any) string {
	text, err := yaml.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// rejecters are the functions that are given a reason, as the first text among what they are given.
var rejecters = []string{"Fail", "Reject", "reject", "fault", "drop", "refuse", "count"}

// TestEveryReasonIsInTheReference finds reasons that are no constants, which the page would not have.
func TestEveryReasonIsInTheReference(t *testing.T) {
	tree := readSource(t, rejecting...)
	found := 0
	for _, p := range tree.packages {
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if p.path == "internal/offline/build" && isFaultOfBuildFile(n) {
					return true
				}
				for _, given := range reasonsOf(n) {
					found++
					if literal, ok := given.(*ast.BasicLit); ok && looksLikeAReason(literal) {
						t.Errorf("%s: %s is a reason without a constant that says what it is", p.path, literal.Value)
					}
				}
				return true
			})
		}
	}
	if found < 50 {
		t.Errorf("only %d reasons were looked at", found)
	}
}

// reasonsOf returns what stands where a reason is due: in a call of a rejecter, in Rejects.Add, in a Rule.
func reasonsOf(n ast.Node) (found []ast.Expr) {
	switch n := n.(type) {
	case *ast.CallExpr:
		called := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			called = f.Name
		case *ast.SelectorExpr:
			called = f.Sel.Name
			if on, ok := f.X.(*ast.SelectorExpr); ok && strings.HasPrefix(called, "Add") &&
				(on.Sel.Name == "Rejects" || on.Sel.Name == "Faults") {
				return n.Args[:1]
			}
		}
		if slices.Contains(rejecters, called) && len(n.Args) > 1 {
			for _, arg := range n.Args[:2] {
				if binary, ok := arg.(*ast.BinaryExpr); ok {
					arg = binary.X
				}
				found = append(found, arg)
			}
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Otherwise" {
			found = append(found, n.Value)
		}
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Refuse" {
			if values, ok := n.Value.(*ast.CompositeLit); ok {
				for _, pair := range values.Elts {
					found = append(found, pair.(*ast.KeyValueExpr).Value)
				}
			}
		}
	}
	return found
}

// isFaultOfBuildFile reports whether a call is about a key of the build file and no row.
func isFaultOfBuildFile(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "fault"
}

// looksLikeAReason distinguishes a reason from a sentence.
func looksLikeAReason(literal *ast.BasicLit) bool {
	text, err := strconv.Unquote(literal.Value)
	return literal.Kind == token.STRING && err == nil && regexp.MustCompile(`^[a-z]+(_[a-z0-9]*)*$`).MatchString(text)
}
