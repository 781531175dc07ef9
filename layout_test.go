// The import rules of the house: which group of packages may know which. A package belongs to the group whose folder it
// lies in, so a new one needs no line here; one outside every group fails.

package gevel_test

import (
	"bytes"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gevel/gevel"

// A group is a folder below internal/, with the groups that its packages may import beside their own. The root package
// may be imported by all but those that are numbers only, a third-party module by all but the own and the bare.
type group struct {
	name  string
	knows string
	may   []string
}

// house has the groups in an order in which each stands above those that it may import.
var house = []group{
	{"num", "numbers only: no homes, no third party", nil},
	{"file", "files of others and of ours, as rows", nil},
	{"market", "sales and homes in memory", []string{"num", "file"}},
	{"edition", "the artefact between offline and online: no way of valuing", []string{"file", "market"}},
	{"source", "a file to rows, with rejects: a package a source", []string{"num", "file"}},
	{"register", "homes merged from the sources", []string{"num", "file", "edition", "source"}},
	{"model", "the parts of the model: no file", []string{"num", "market", "edition"}},
	{"judge", "values beside prices: measures, standards, and the document that reports are made of", []string{"num", "market", "edition", "model"}},
	{"value", "values and explanations", []string{"num", "file", "market", "edition", "model", "judge"}},
	{"present", "values for people", []string{"num", "market", "model", "judge", "value"}},
	{"offline", "makes and judges editions", []string{"num", "file", "market", "edition", "source", "register", "model", "judge", "value", "present"}},
	{"serve", "answers: no source, nothing offline", []string{"num", "file", "market", "edition", "model", "judge", "value", "present"}},
	{"testing", "for tests alone", []string{"num", "file", "market", "edition", "source", "register", "model", "judge", "value", "present", "offline", "serve"}},
}

// A ban says what the packages below some folders never import, not even through packages of ours.
type ban struct {
	name   string
	within []string // folders of the tree; "." is the root package alone
	never  func(path string) bool
}

var bans = []ban{
	{"the root is the vocabulary", []string{"."}, anything},
	{"numbers know no homes", []string{"internal/num"}, isBeyondNumbers},
	{"weights and spread are numbers", []string{"internal/model/reconcile", "internal/model/spread"}, isBeyondNumbers},
	{
		"what decides a value is our own code",
		[]string{"internal/market", "internal/model/index", "internal/model/comps", "internal/judge/ratio"},
		isThirdParty,
	},
	{"only tests import what is for tests", []string{"internal", "cmd", "deploy"}, func(path string) bool {
		return within(path, "internal/testing")
	}},
}

func TestLayoutIsHeld(t *testing.T) {
	for _, fault := range listImports(t).faults() {
		t.Error(fault)
	}
}

// imports maps each package of the module to the packages that it imports, without the standard library. Names are as in
// the tree; the root is ".".
type imports map[string][]string

// faults returns a sentence for each import that bends a rule, and for each package that is in no group.
func (g imports) faults() []string {
	var faults []string
	for _, path := range g.paths() {
		if isThirdParty(path) {
			continue
		}
		faults = append(faults, g.groupFaults(path)...)
		for _, ban := range bans {
			if !slices.ContainsFunc(ban.within, func(folder string) bool { return within(path, folder) }) {
				continue
			}
			for _, chain := range g.chains(path, ban.never) {
				if within(path, "internal/testing") && within(chain[len(chain)-1], "internal/testing") {
					continue
				}
				faults = append(faults, ban.name+": "+chain[0]+" imports "+strings.Join(chain[1:], ", which imports "))
			}
		}
		faults = append(faults, g.sourceFaults(path)...)
	}
	return faults
}

func (g imports) groupFaults(path string) []string {
	if !within(path, "internal") {
		return nil
	}
	own, known := groupOf(path)
	if !known {
		return []string{path + " is in no group: move it to the folder of one, or give the house another group"}
	}
	var faults []string
	for _, to := range g[path] {
		other, known := groupOf(to)
		if known && other.name != own.name && !slices.Contains(own.may, other.name) {
			faults = append(faults, path+" imports "+to+": "+own.name+" may not know "+other.name)
		}
	}
	return faults
}

// sourceFaults names the sources that a source imports. The table of sources, internal/source itself, may know them all.
func (g imports) sourceFaults(path string) []string {
	const sources = "internal/source/"
	if !strings.HasPrefix(path, sources) {
		return nil
	}
	own, _, _ := strings.Cut(path[len(sources):], "/")
	var faults []string
	for _, to := range g[path] {
		if other, is := strings.CutPrefix(to, sources); is && !within(other, own) {
			faults = append(faults, path+" imports "+to+": no source knows another")
		}
	}
	return faults
}

// chains returns the shortest import chain from a package to each forbidden one. A chain ends at the first forbidden package.
func (g imports) chains(start string, never func(string) bool) (found [][]string) {
	seen := map[string]bool{start: true}
	for ways := [][]string{{start}}; len(ways) > 0; ways = ways[1:] {
		way := ways[0]
		for _, next := range g[way[len(way)-1]] {
			if seen[next] {
				continue
			}
			seen[next] = true
			chain := append(slices.Clone(way), next)
			if never(next) {
				found = append(found, chain)
				continue
			}
			ways = append(ways, chain)
		}
	}
	return found
}

func (g imports) paths() []string {
	var paths []string
	for path := range g {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths
}

func groupOf(path string) (group, bool) {
	for _, one := range house {
		if within(path, "internal/"+one.name) {
			return one, true
		}
	}
	return group{}, false
}

func anything(string) bool { return true }

func isBeyondNumbers(path string) bool { return !within(path, "internal/num") }

func isThirdParty(path string) bool {
	return path != "." && !within(path, "internal") && !within(path, "cmd") && !within(path, "deploy")
}

func within(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func listImports(t *testing.T) imports {
	t.Helper()
	watchTree(t)
	var fault bytes.Buffer
	list := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`,
		"./...")
	list.Stderr = &fault
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", list, err, fault.Bytes())
	}
	g := imports{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		for i, path := range paths {
			paths[i] = inTree(path)
		}
		g[paths[0]] = paths[1:]
	}
	for from, to := range g { // the standard library was not listed
		g[from] = slices.DeleteFunc(to, func(path string) bool { _, known := g[path]; return !known })
	}
	return g
}

// watchTree reads the directories that go list reads, so that go test does not reuse a cached
// result for a changed tree.
func watchTree(t *testing.T) {
	t.Helper()
	for _, dir := range []string{"cmd", "internal"} {
		if err := filepath.WalkDir(dir, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
			t.Fatal(err)
		}
	}
}

func inTree(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

func TestTheHouseStandsOnItsLowerGroups(t *testing.T) {
	for i, above := range house {
		for _, below := range above.may {
			if !slices.ContainsFunc(house[:i], func(g group) bool { return g.name == below }) {
				t.Errorf("%s may import %s, which is no group below it", above.name, below)
			}
		}
	}
}

func TestLayoutFaultsNameTheBentRule(t *testing.T) {
	for _, tt := range []struct {
		name string
		tree imports
		want string
	}{
		{"held", imports{"internal/serve/api": {".", "internal/value/valuation"}, "internal/value/valuation": {"internal/edition"}}, ""},
		{
			"a new package that knows both tops",
			imports{"internal/value/both": {"internal/serve/keystore", "internal/offline/train"}},
			"internal/value/both imports internal/serve/keystore: value may not know serve\n" +
				"internal/value/both imports internal/offline/train: value may not know offline",
		},
		{
			"a package outside the groups",
			imports{"internal/utils": nil},
			"internal/utils is in no group: move it to the folder of one, or give the house another group",
		},
		{
			"a source that knows another",
			imports{"internal/source/cbs": {"internal/source/bag"}},
			"internal/source/cbs imports internal/source/bag: no source knows another",
		},
		{"a source of two packages", imports{"internal/source/bag": {"internal/source/bag/walls"}}, ""},
		{
			"through another",
			imports{"internal/model/comps": {"internal/edition"}, "internal/edition": {"parquet"}},
			"what decides a value is our own code: internal/model/comps imports internal/edition, which imports parquet",
		},
		{
			"numbers of the root",
			imports{"internal/num/geo": {"."}},
			"numbers know no homes: internal/num/geo imports .",
		},
		{
			"a command that serves an invented town",
			imports{"cmd/gevel": {"internal/testing/smalltown"}, "internal/testing/smalltown": {"internal/testing/s3test"}},
			"only tests import what is for tests: cmd/gevel imports internal/testing/smalltown",
		},
	} {
		if got := strings.Join(tt.tree.faults(), "\n"); got != tt.want {
			t.Errorf("%s: faults are\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}
