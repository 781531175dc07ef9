// What the documents name exists: identifiers, tests, files, flags and subcommands in
// backticks or in a line that calls gevel. Decisions and experiments speak of the past:
// of these only the links are followed.

package gevel_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// How a document names things, each by its first group.
var (
	linkTo       = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	filePath     = regexp.MustCompile(`^(?:\./)?((?:internal|cmd|docs|deploy|\.ci)/[\w./-]*\w|\w+\.go)/?$`)
	flagName     = regexp.MustCompile(`^--([a-z][a-z-]*)$`)
	selectedTest = regexp.MustCompile(`-(?:run|bench|fuzz) '?([A-Z]\w+)`)
	exportedName = regexp.MustCompile(`^[a-z]+\.([A-Z]\w*)$`)
	// programName is a word that only a program has: with a capital or an underline inside.
	programName = regexp.MustCompile(`^([A-Za-z]\w*(?:[a-z0-9][A-Z]|_)\w*)$`)
	subcommand  = regexp.MustCompile(`^(?:go run \./cmd/)?gevel ([a-z]+)`)

	fenced = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	quoted = regexp.MustCompile("(?m)`[^`]+`|^    +(?:go run \\./cmd/)?gevel .*")
	word   = regexp.MustCompile(`[^\s=,;:'"()|]+`)
)

// tree is what documents can name.
type tree struct {
	paths   map[string]bool // files and folders, and Go files by their last name too
	source  strings.Builder // of all Go files, the data beside them, and alerts
	names   map[string]bool // the words in it
	options map[string]bool // flags and subcommands of gevel
}

func TestWhatTheDocumentsNameExists(t *testing.T) {
	house := readTree(t)
	for path, content := range readDocuments(t, append(written, "docs/reference/*.md")...) {
		for _, missing := range house.missing(path, content) {
			t.Errorf("%s names %s, which does not exist", path, missing)
		}
	}
}

// written are the documents that people write; those below docs/reference are generated.
var written = []string{
	"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md", "docs/decisions/*.md", "docs/sources/*.md",
}

// readDocuments returns the text of each document that a pattern names; each pattern must name some.
func readDocuments(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	documents := map[string]string{}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("documents %s: %v, %v", pattern, paths, err)
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			documents[path] = string(content)
		}
	}
	return documents
}

// Most words of a document, of a decision, and of all below docs but decisions and what is generated.
const (
	mostWordsOfOperations = 5_000
	mostWordsOfADecision  = 350
	mostWords             = 28_000
)

func isDecision(path string) bool { return strings.HasPrefix(path, "docs/decisions/") }

func TestDocumentsAreShort(t *testing.T) {
	all := 0
	for path, content := range readDocuments(t, "docs/*.md", "docs/decisions/*.md", "docs/sources/*.md") {
		words := len(strings.Fields(content))
		switch {
		case path == "docs/spellings.md": // generated
			continue
		case path == "docs/operations.md" && words > mostWordsOfOperations,
			isDecision(path) && words > mostWordsOfADecision:
			t.Errorf("%s has %d words", path, words)
		}
		if !isDecision(path) {
			all += words
		}
	}
	if all > mostWords {
		t.Errorf("the documents have %d words, and %d at most: shorten", all, mostWords)
	}
}

var (
	anchored   = regexp.MustCompile(`\]\(([^)#:]*)#([^)]+)\)`)
	heading    = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notAnchors = regexp.MustCompile(`[^a-z0-9 _-]`)
)

func TestLinksLeadToHeadings(t *testing.T) {
	documents := readDocuments(t, append(written, "docs/reference/*.md")...)
	for path, content := range documents {
		for _, link := range anchored.FindAllStringSubmatch(content, -1) {
			to := path
			if link[1] != "" {
				to = filepath.Join(filepath.Dir(path), link[1])
			}
			found := false
			for _, title := range heading.FindAllStringSubmatch(documents[to], -1) {
				found = found || link[2] == strings.ReplaceAll(notAnchors.ReplaceAllString(strings.ToLower(title[1]), ""), " ", "-")
			}
			if !found {
				t.Errorf("%s links to %s, which has no heading %s", path, to, link[2])
			}
		}
	}
}

func readTree(t *testing.T) *tree {
	t.Helper()
	house := &tree{paths: map[string]bool{}, names: map[string]bool{}, options: map[string]bool{"help": true}}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if path == ".git" && d.IsDir() {
			return fs.SkipDir
		}
		house.paths[path] = true
		data := strings.HasPrefix(path, "internal/") && !strings.Contains(path, "/testdata/") &&
			slices.Contains([]string{".yaml", ".txt"}, filepath.Ext(path))
		if err != nil || filepath.Ext(path) != ".go" && !data && filepath.Dir(path) != "deploy/alerts" || path == "docs_test.go" {
			return err
		}
		house.paths[filepath.Base(path)] = true
		content, err := os.ReadFile(path)
		house.source.Write(content)
		house.addOptions(string(content)) // settings are a subject's own
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range gevel.Standard() { // a flag each, of gevel value
		house.options[strings.ReplaceAll(a.Column, "_", "-")] = true
	}
	for _, name := range regexp.MustCompile(`\w+`).FindAllString(house.source.String(), -1) {
		house.names[name] = true
	}
	return house
}

var (
	optionField = regexp.MustCompile("(?m)^\\s*(\\w+) +\\S.*`(?:.*\\bname:\"([\\w-]+)\")?.*\\b(?:help|cmd):\".*`$")
	innerWord   = regexp.MustCompile(`([a-z0-9])([A-Z])`)
)

// addOptions notes the flags and subcommands of a file: the fields that have a help or a cmd tag.
func (house *tree) addOptions(source string) {
	for _, field := range optionField.FindAllStringSubmatch(source, -1) {
		house.options[strings.ToLower(innerWord.ReplaceAllString(field[1], "$1-$2"))] = true
		house.options[field[2]] = true
	}
}

// missing returns the names in a document that the tree does not have.
func (house *tree) missing(path, text string) (missing []string) {
	note := func(exists bool, name string) {
		if !exists {
			missing = append(missing, name)
		}
	}
	for _, link := range linkTo.FindAllStringSubmatch(text, -1) {
		note(house.paths[filepath.Join(filepath.Dir(path), link[1])], link[1])
	}
	if filepath.Base(path) == "experiments.md" || strings.Contains(path, "decisions/") {
		return missing
	}
	for _, q := range quoted.FindAllString(fenced.ReplaceAllStringFunc(text, indent), -1) {
		q = strings.Trim(q, "` ")
		if sub := subcommand.FindStringSubmatch(q); sub != nil {
			note(house.options[sub[1]], "gevel "+sub[1])
		}
		for _, test := range selectedTest.FindAllStringSubmatch(q, -1) {
			note(strings.Contains(house.source.String(), test[1]), test[1])
			q = strings.ReplaceAll(q, test[1], "")
		}
		for _, w := range word.FindAllString(q, -1) {
			note(house.has(w), w)
		}
	}
	return missing
}

// indent makes a fenced block an indented one.
func indent(block string) string {
	return strings.ReplaceAll(strings.ReplaceAll(block, "`", ""), "\n", "\n    ")
}

// has reports whether the tree has what a word names; most words name nothing.
func (house *tree) has(w string) bool {
	for _, kind := range []struct {
		pattern *regexp.Regexp
		known   map[string]bool
	}{{filePath, house.paths}, {flagName, house.options}, {exportedName, house.names}, {programName, house.names}} {
		if m := kind.pattern.FindStringSubmatch(w); m != nil {
			return kind.known[m[1]]
		}
	}
	return true
}
