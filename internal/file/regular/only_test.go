package regular_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// opensByPath is a call that opens whatever lies at a path.
var opensByPath = regexp.MustCompile(`\bos\.(Open|ReadFile)\(`)

// mayOpen are the files and folders whose paths no one names to the program, or that open folders.
var mayOpen = []string{
	"deploy", "internal/testing", "internal/offline/demo", "internal/file/atomicfile", "internal/file/regular", "cmd/gevel/demodir.go",
}

// TestFilesThatPeopleNameAreOpenedHereAlone keeps the rule that a pipe or a device is not opened.
func TestFilesThatPeopleNameAreOpenedHereAlone(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != root:
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"),
			slices.ContainsFunc(mayOpen, func(may string) bool { return name == may || strings.HasPrefix(name, may+"/") }):
			return nil
		}
		text, err := os.ReadFile(path)
		if found := opensByPath.Find(text); found != nil {
			t.Errorf("%s has %s: use regular.Open", name, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
