// The systems of a release: types are checked for each, without making machine code, which would take minutes of a
// processor for each. What an assembler or a linker would find is not. Run by GEVEL_TEST_SYSTEMS=1 go test . -run EverySystem

package gevel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func TestTheProgramIsValidOnEverySystemOfARelease(t *testing.T) {
	if os.Getenv("GEVEL_TEST_SYSTEMS") == "" {
		t.Skip("GEVEL_TEST_SYSTEMS is not set")
	}
	watchTree(t)
	script, err := os.ReadFile("deploy/release")
	if err != nil {
		t.Fatal(err)
	}
	systems := regexp.MustCompile(`RELEASE_TARGETS:-([^}]+)}`).FindSubmatch(script)
	if systems == nil {
		t.Fatal("deploy/release names no systems")
	}
	for system := range strings.FieldsSeq(string(systems[1])) {
		goos, goarch, _ := strings.Cut(system, "/")
		if goos == runtime.GOOS && goarch == runtime.GOARCH {
			continue // the compiler has read the code for this one
		}
		t.Run(system, func(t *testing.T) {
			if err := checkTypes(t, goos, goarch); err != nil {
				t.Error(err)
			}
		})
	}
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Standard        bool
}

// checkTypes checks the program and all that it imports.
func checkTypes(t *testing.T, goos, goarch string) error {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Standard", "./cmd/gevel")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*types.Package{"unsafe": types.Unsafe}
	for packages := json.NewDecoder(bytes.NewReader(out)); ; { // each stands behind those that it imports
		var p listed
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if p.ImportPath == "unsafe" {
			continue
		}
		if known[p.ImportPath], err = p.check(known, types.SizesFor("gc", goarch)); err != nil {
			return err
		}
	}
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// check checks the types of a package; of Go's own without what its functions do.
func (p listed) check(known map[string]*types.Package, sizes types.Sizes) (*types.Package, error) {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	config := types.Config{Sizes: sizes, IgnoreFuncBodies: p.Standard, Importer: importer(func(path string) (*types.Package, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		return known[path], nil
	})}
	return config.Check(p.ImportPath, files, parsed, nil)
}
