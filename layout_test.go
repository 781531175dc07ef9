// The import rules of the house: who may know whom. Two tops, build and api, stand
// on one base and never meet; the base knows as little as it can.

package gevel_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gevel/gevel"

// A layoutRule says what some packages never import, not even through others.
// Packages are named as in the tree, below the module; a name stands also for the
// packages below it, and one that does not exist yet breaks no rule. The root
// package is ".".
type layoutRule struct {
	name     string
	packages []string
	never    []string // packages, or one of the words below
	but      []string // packages that may be imported although they are of never
	// through are packages whose own imports do not count: what they bring is theirs.
	through []string
}

// Words for many packages at once.
const (
	ours       = "ours"        // any package of this module
	thirdParty = "third-party" // any package of another module
)

var (
	offline = []string{
		"internal/build", "internal/source", "internal/register", "internal/train", "internal/backtest",
		"internal/demo", "internal/report", "internal/page", "internal/datasheet", "internal/export", "internal/flatfile",
		"internal/geopackage", "internal/filekind", "internal/lot", "internal/portfolio",
	}
	online = []string{
		"internal/api", "internal/pmtiles", "internal/tile", "internal/live", "internal/web", "internal/keystore", "internal/photos",
		"internal/valuelog", "internal/logsink",
	}
	// shared stands on both sides. The service values with the very code that training values
	// holdouts with.
	shared = []string{
		"internal/usage",
		"internal/market", "internal/edition", "internal/vintage", "internal/valuation", "internal/explain",
		"internal/words", "internal/present", "internal/bulk", "internal/checkup", "internal/bucket", "internal/textfile",
		"internal/atomicfile", "internal/spelling", "internal/zipfile", "internal/pricecheck", "internal/mirror",
		"internal/search", "internal/tested", "internal/footprint", "internal/propertyreport",
	}
	// models are the ways of valuing and what they are made of.
	models = []string{
		"internal/hedonic", "internal/gbm", "internal/index", "internal/comps", "internal/kriging", "internal/traits",
		"internal/impute", "internal/reconcile", "internal/spread", "internal/vintage", "internal/valuation",
		"internal/explain", "internal/area", "internal/ratio",
	}
	numbers = []string{"internal/gbm", "internal/stats", "internal/geo", "internal/parallel"}
	// invented is what tests alone use.
	invented = []string{"internal/smalltown", "internal/pmtilestest", "internal/s3test", "internal/postgrestest"}
)

var layoutRules = []layoutRule{
	{name: "the root is the vocabulary", packages: []string{"."}, never: []string{ours, thirdParty}},
	{name: "numbers know no houses", packages: numbers, never: []string{ours, thirdParty}},
	{
		name: "weights and spread are numbers", packages: []string{"internal/reconcile", "internal/spread"},
		never: []string{ours, thirdParty}, but: numbers,
	},
	{name: "online never knows offline", packages: online, never: offline},
	{name: "offline never knows online", packages: offline, never: online},
	{name: "what both sides share knows neither", packages: shared, never: slices.Concat(online, offline)},
	{name: "an edition knows no way of valuing", packages: []string{"internal/edition"}, never: models},
	{name: "ways of valuing know neither top", packages: models, never: slices.Concat(online, offline)},
	{
		name: "sales and footprints in memory are plain", packages: []string{"internal/market", "internal/footprint"},
		never: []string{thirdParty},
	},
	{name: "invented towns are for tests", packages: []string{"internal", "cmd"}, never: invented},
	{
		name:     "what decides a value is our own code",
		packages: []string{"internal/index", "internal/comps", "internal/ratio", "internal/reconcile", "internal/spread"},
		never:    []string{thirdParty},
	},
}

func TestLayoutIsHeld(t *testing.T) {
	g := listImports(t)
	rules := append(slices.Clone(layoutRules), sourcesApart(g)...)
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			for _, chain := range g.violations(rule) {
				t.Errorf("%s imports %s", chain[0], strings.Join(chain[1:], ", which imports "))
			}
		})
	}
}

// sourcesApart returns a rule per source: none knows another.
func sourcesApart(g imports) []layoutRule {
	var sources []string
	for path := range g {
		if name, ok := strings.CutPrefix(path, "internal/source/"); ok {
			name, _, _ = strings.Cut(name, "/")
			sources = append(sources, "internal/source/"+name)
		}
	}
	slices.Sort(sources)
	sources = slices.Compact(sources)
	rules := make([]layoutRule, len(sources))
	for i, source := range sources {
		rules[i] = layoutRule{
			name: source + " knows no other source", packages: []string{source},
			never: slices.DeleteFunc(slices.Clone(sources), func(other string) bool { return other == source }),
		}
	}
	return rules
}

// imports are the packages of the module and what they depend on: what each
// imports, without the standard library. Ours are named as in the tree.
type imports map[string][]string

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

// watchTree looks at the directories that go list reads, so that a result that
// go test has kept is not taken for a changed tree.
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

// violations returns, per package of the rule, the shortest chain of imports to
// each package that it must not know directly or through packages allowed to it.
func (g imports) violations(rule layoutRule) [][]string {
	var from []string
	for path := range g {
		if slices.ContainsFunc(rule.packages, func(name string) bool { return within(path, name) }) {
			from = append(from, path)
		}
	}
	slices.Sort(from)
	var chains [][]string
	for _, path := range from {
		chains = append(chains, g.chains(path, rule)...)
	}
	return chains
}

// chains walks breadth first from a package and ends each way at a violation.
func (g imports) chains(start string, rule layoutRule) (found [][]string) {
	seen := map[string]bool{start: true}
	for ways := [][]string{{start}}; len(ways) > 0; ways = ways[1:] {
		way := ways[0]
		for _, next := range g[way[len(way)-1]] {
			if seen[next] {
				continue
			}
			seen[next] = true
			chain := append(slices.Clone(way), next)
			switch {
			case rule.forbids(next):
				found = append(found, chain)
			case !slices.Contains(rule.through, next):
				ways = append(ways, chain)
			}
		}
	}
	return found
}

func (r layoutRule) forbids(path string) bool {
	if slices.ContainsFunc(r.but, func(name string) bool { return within(path, name) }) {
		return false
	}
	isOurs := path == "." || within(path, "internal") || within(path, "cmd")
	return slices.ContainsFunc(r.never, func(name string) bool {
		switch name {
		case ours:
			return isOurs
		case thirdParty:
			return !isOurs
		}
		return within(path, name)
	})
}

func within(path, name string) bool { return path == name || strings.HasPrefix(path, name+"/") }

func TestLayoutRulesNameTheWayToAViolation(t *testing.T) {
	g := imports{
		".":                   nil,
		"internal/api":        {".", "internal/valuation"},
		"internal/valuation":  {"internal/edition", "internal/source/bag"},
		"internal/edition":    {".", "parquet"},
		"internal/source/bag": {".", "sax"},
		"internal/comps":      {"internal/edition", "internal/geo"},
		"internal/geo":        {"."},
		"internal/demo":       {"internal/source/bag"},
		"parquet":             {"zstd"},
	}
	for _, tt := range []struct {
		name string
		rule layoutRule
		want string
	}{
		{"not there", layoutRule{packages: []string{"internal/web"}, never: offline}, "[]"},
		{
			"through another",
			layoutRule{packages: online, never: offline},
			"[[internal/api internal/valuation internal/source/bag]]",
		},
		{"held", layoutRule{packages: offline, never: online}, "[]"},
		{"the root is ours", layoutRule{packages: numbers, never: []string{ours}}, "[[internal/geo .]]"},
		{
			"but what is allowed",
			layoutRule{
				packages: []string{"internal/comps"}, never: []string{ours},
				but: []string{"internal/geo", "internal/edition"},
			},
			"[[internal/comps internal/edition .]]",
		},
		{
			"what edition brings",
			layoutRule{packages: []string{"internal/comps"}, never: []string{thirdParty}},
			"[[internal/comps internal/edition parquet]]",
		},
		{"what edition may bring", layoutRule{
			packages: []string{"internal/comps"}, never: []string{thirdParty},
			through: []string{"internal/edition"},
		}, "[]"},
	} {
		if got := fmt.Sprint(g.violations(tt.rule)); got != tt.want {
			t.Errorf("%s: violations are %s, want %s", tt.name, got, tt.want)
		}
	}
}
