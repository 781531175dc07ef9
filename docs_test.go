// What the documents name exists: identifiers, tests, files, flags and subcommands in
// backticks or in a line that calls gevel. Decisions and experiments speak of the past:
// of these only the links are followed.

package gevel_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
	source  strings.Builder // of all Go files, and of presets
	names   map[string]bool // the words in it
	options map[string]bool // flags and subcommands of gevel
}

func TestWhatTheDocumentsNameExists(t *testing.T) {
	house := readTree(t)
	for _, pattern := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md", "docs/decisions/*.md"} {
		documents, err := filepath.Glob(pattern)
		if err != nil || len(documents) == 0 {
			t.Fatalf("documents %s: %v, %v", pattern, documents, err)
		}
		for _, path := range documents {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, missing := range house.missing(path, string(content)) {
				t.Errorf("%s names %s, which does not exist", path, missing)
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
		isPreset := filepath.Dir(path) == "internal/offline/build/presets"
		if err != nil || filepath.Ext(path) != ".go" && !isPreset || path == "docs_test.go" {
			return err
		}
		house.paths[filepath.Base(path)] = true
		content, err := os.ReadFile(path)
		house.source.Write(content)
		if filepath.Dir(path) == "cmd/gevel" || strings.HasPrefix(path, "internal/serve/") { // settings are a subject's own
			house.addOptions(string(content))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
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
