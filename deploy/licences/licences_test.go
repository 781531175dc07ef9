// Package licences tests THIRD_PARTY_LICENSES: the licences of all third-party parts of the gevel binary, for the systems
// of its releases.
package licences

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/swaggest/swgui/v5/static"
)

const root = "../.."

var update = flag.Bool("update", false, "write THIRD_PARTY_LICENSES anew")

func TestThirdPartyLicencesAreUpToDate(t *testing.T) {
	want, err := collect(root)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, target), want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(root, target))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is linked and embedded; go test ./deploy/licences -update writes it anew", target)
	}
	for _, work := range []string{
		"standard library, LICENSE", "github.com/alecthomas/kong v", "modernc.org/sqlite v", "Swagger UI " + swaggerUI + ", NOTICE",
	} {
		if !strings.Contains(string(want), work) {
			t.Errorf("the licences lack %s", work)
		}
	}
}

func TestSwaggerUIIsOfTheVersionWhoseLicencesAreKept(t *testing.T) {
	packed, err := static.FS.Open("swagger-ui-bundle.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	script, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(script, []byte(`PACKAGE_VERSION:"`+swaggerUI+`"`)) {
		t.Errorf("Swagger UI is not of version %s: renew deploy/licences/swagger-ui", swaggerUI)
	}
}

// target is the written file, in the root of the repository.
const target = "THIRD_PARTY_LICENSES"

// systems are the releases' systems: linked modules differ between them.
var systems = []string{"linux", "darwin"}

// embedded are the folders with licences of embedded parts that come without, by the part's name.
var embedded = map[string]string{"Swagger UI " + swaggerUI: "deploy/licences/swagger-ui"}

// swaggerUI is the version within the module github.com/swaggest/swgui.
const swaggerUI = "5.29.0"

// licence is one file and the part that it covers.
type licence struct {
	text string
	of   []string
}

// collect returns the content of the target. Licences with the same text appear once.
func collect(root string) ([]byte, error) {
	toolchain, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	files := map[string]string{ // by part and file name
		"Go standard library, LICENSE": filepath.Join(strings.TrimSpace(string(toolchain)), "LICENSE"),
	}
	for _, system := range systems {
		if err := addModules(files, root, system); err != nil {
			return nil, err
		}
	}
	for what, dir := range embedded {
		if err := addFolder(files, what, filepath.Join(root, dir)); err != nil {
			return nil, err
		}
	}
	if err := addVendored(files, root); err != nil {
		return nil, err
	}
	return write(files)
}

// linked is a package as go list describes it.
type linked struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// addModules adds the licences of all modules that gevel links on a system.
func addModules(files map[string]string, root, system string) error {
	list := exec.Command("go", "list", "-deps", "-json=Dir,Standard,Module", "./cmd/gevel")
	list.Dir, list.Env, list.Stderr = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("%v: %w", list, err)
	}
	modules := map[string]bool{}
	seen := map[string]bool{}
	for packages := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linked
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("what go list prints: %w", err)
		}
		if p.Standard || p.Module == nil || p.Module.Main {
			continue
		}
		name := p.Module.Path + " " + p.Module.Version
		modules[name] = true
		// A package may have its own licence, in a folder between it and its module.
		for dir := p.Dir; strings.HasPrefix(dir, p.Module.Dir); dir = filepath.Dir(dir) {
			if !seen[dir] {
				seen[dir] = true
				below, _ := filepath.Rel(p.Module.Dir, dir)
				if err := addDir(files, name, dir, below); err != nil {
					return err
				}
			}
		}
	}
	for of := range files {
		name, _, _ := strings.Cut(of, ", ")
		delete(modules, name)
	}
	for name := range modules {
		return fmt.Errorf("module %s has no file with a licence", name)
	}
	return nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$|(?i)\.licen[cs]e(\.txt)?$`)

// isLicence reports whether a file is a licence by its name, and not a source such as notice.js.
func isLicence(name string) bool {
	return licenceName.MatchString(name) && !slices.Contains([]string{".go", ".js"}, filepath.Ext(name))
}

// addDir adds the licences in a folder, without its subfolders.
func addDir(files map[string]string, name, dir, below string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Type().IsRegular() && isLicence(entry.Name()) {
			files[name+", "+filepath.ToSlash(filepath.Join(below, entry.Name()))] = filepath.Join(dir, entry.Name())
		}
	}
	return nil
}

// addFolder adds the licences of an embedded part; at least one must be there.
func addFolder(files map[string]string, name, dir string) error {
	n := len(files)
	if err := addDir(files, name, dir, ""); err != nil {
		return err
	}
	if len(files) == n {
		return fmt.Errorf("%s has no licence of %s", dir, name)
	}
	return nil
}

// addVendored adds the licences beside what is vendored and embedded.
func addVendored(files map[string]string, root string) error {
	internal := filepath.Join(root, "internal")
	return filepath.WalkDir(internal, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.Type().IsRegular() && isLicence(d.Name()):
			below, _ := filepath.Rel(root, path)
			files[filepath.ToSlash(below)] = path
		}
		return nil
	})
}

// write writes all licences, each once, ordered by part.
func write(files map[string]string) ([]byte, error) {
	byText := map[string]*licence{}
	for of, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(strings.ReplaceAll(string(content), "\r\n", "\n"))
		if byText[text] == nil {
			byText[text] = &licence{text: text}
		}
		byText[text].of = append(byText[text].of, of)
	}
	var all []*licence
	for _, l := range byText {
		slices.Sort(l.of)
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b *licence) int { return strings.Compare(a.of[0], b.of[0]) })
	var b bytes.Buffer
	b.WriteString("The gevel binary has these works of others in it, each under the licence below it. Made by: go test " +
		"./deploy/licences -update\n")
	for _, l := range all {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(l.of, "\n"), strings.Repeat("-", 80), l.text)
	}
	return b.Bytes(), nil
}
