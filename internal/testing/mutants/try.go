// The files of packages, and the tests of a package with one of them changed.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gevel/gevel/internal/testing/kept"
)

// A file of a package.
type file struct {
	path string // from the folder where the program runs
	pkg  string // import path
}

// listFiles returns the files of the packages that are no tests.
func listFiles(patterns []string) ([]file, error) {
	list := exec.Command("go", append([]string{
		"list", "-f", `{{$p := .}}{{range .GoFiles}}{{$p.Dir}}/{{.}} {{$p.ImportPath}}{{"\n"}}{{end}}`, "--",
	}, patterns...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list packages %s: %w", strings.Join(patterns, " "), err)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var files []file
	for line := range strings.Lines(string(out)) {
		path, pkg, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			continue // between packages
		}
		if path, err = filepath.Rel(here, path); err != nil {
			return nil, err
		}
		files = append(files, file{path, pkg})
	}
	return files, nil
}

// A result is the outcome of a mutant.
type result string

const (
	noticed  result = "noticed"  // a test failed, or was too slow
	survived result = "survived" // all tests passed
	unbuilt  result = "unbuilt"  // the compiler refused it
)

// try runs the tests of a mutant's package; go build reads the mutant in place of the file.
func try(m mutant, patience time.Duration) (result, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.write(dir)
	if err != nil {
		return "", err
	}
	test := exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-failfast", "-timeout", patience.String(), m.file.pkg)
	test.Env = append(os.Environ(), kept.Variable+"=off") // towns are to be trained by the mutant
	out, err := test.CombinedOutput()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case !errors.As(err, &failed):
		return "", fmt.Errorf("run tests of %s: %w", m.file.pkg, err)
	case bytes.Contains(out, []byte("[build failed]")):
		return unbuilt, nil
	default:
		return noticed, nil
	}
}

// write puts the changed file into a folder, with the overlay that says what it replaces, and returns the overlay's path.
func (m mutant) write(dir string) (overlay string, err error) {
	source, err := os.ReadFile(m.file.path)
	if err != nil {
		return "", err
	}
	path, err := filepath.Abs(m.file.path)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(path))
	if err := os.WriteFile(changed, m.apply(source), 0o600); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

func (m mutant) apply(source []byte) []byte {
	return bytes.Join([][]byte{source[:m.start], []byte(m.text), source[m.end:]}, nil)
}
