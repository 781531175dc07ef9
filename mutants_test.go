package gevel_test

// The list of mutants that were judged: it names files and tests, which are renamed.

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestJudgedMutantsNameFilesAndTests(t *testing.T) {
	f, err := os.Open("docs/mutants.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll() // as many cells in each row
	if err != nil {
		t.Fatal(err)
	}
	tests := declaredTests(t)
	test := regexp.MustCompile(`\b(Test|Fuzz)\w+`)
	for _, row := range rows[1:] {
		file, judgement, why := row[0], row[3], row[4]
		if _, err := os.Stat(file); err != nil {
			t.Errorf("docs/mutants.csv names %s, which does not exist", file)
		}
		for _, name := range test.FindAllString(why, -1) {
			if judgement == "noticed" && !tests[name] {
				t.Errorf("docs/mutants.csv names %s, which is no test", name)
			}
		}
	}
}

// declaredTests returns the names of all tests of the module.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range declared.FindAllSubmatch(source, -1) {
			names[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
