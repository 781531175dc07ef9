package gevel_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// dialect are turns of phrase that a colleague stumbles over, each a sign that a sentence should be written anew: subject,
// verb, object.
var dialect = regexp.MustCompile(`(?i)\b(of which|what became|that which|whoever|nobody|by how|that of|those of|all the same|is let|as [a-z]+ has it)\b`)

func TestCommentsAndDocumentsAreInPlainEnglish(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "internal/testing/") {
			return err
		}
		for _, phrase := range dialectIn(t, path) {
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

// dialectIn returns the place and the words of each turn of phrase in a file's comments.
func dialectIn(t *testing.T, file string) (found []string) {
	t.Helper()
	places := token.NewFileSet()
	parsed, err := parser.ParseFile(places, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range parsed.Comments {
		for _, phrase := range phrasesOf(group.Text()) {
			found = append(found, fmt.Sprintf("%v: %q: write the sentence anew", places.Position(group.Pos()), phrase))
		}
	}
	return found
}

// phrasesOf returns the turns of phrase in a text, also where a line ends within one.
func phrasesOf(text string) []string {
	return dialect.FindAllString(strings.Join(strings.Fields(text), " "), -1)
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
