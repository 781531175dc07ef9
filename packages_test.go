// The page of packages: docs/reference/packages.md has a table a group, in the order of the house, written from the
// comments that the packages begin with.

package gevel_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/reference/packages.md anew")

const packagesPage = "docs/reference/packages.md"

func TestPackagesAreListed(t *testing.T) {
	page := describePackages(t)
	if *update {
		if err := os.WriteFile(packagesPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(packagesPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(there) != page {
		t.Errorf("%s is old: go test . -run PackagesAreListed -update", packagesPage)
	}
}

// describePackages returns the page. A package without a comment is a fault.
func describePackages(t *testing.T) string {
	t.Helper()
	watchTree(t)
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var root string
	rows := map[string]*strings.Builder{}
	for line := range strings.Lines(string(out)) {
		path, says, _ := strings.Cut(strings.TrimSpace(line), "\t")
		path = inTree(path)
		if words := strings.SplitN(says, " ", 3); len(words) == 3 { // Package name says
			says = words[2]
		}
		switch {
		case path == "deploy": // tests alone
			says = "tests the files that are shipped."
		case path == "deploy/licences": // tests alone
			says = "tests that THIRD_PARTY_LICENSES has the licences of all third-party parts of the gevel binary."
		case says == "":
			t.Errorf("%s does not say what it is for: begin it with a comment", path)
		}
		if path == "." {
			root = says
			continue
		}
		of, _ := groupOf(path)
		of.name = cmp.Or(of.name, "command")
		if rows[of.name] == nil {
			rows[of.name] = &strings.Builder{}
		}
		fmt.Fprintf(rows[of.name], "| `%s` | %s |\n", path, says)
	}

	var page strings.Builder
	fmt.Fprintf(&page, "# Packages\n\nWritten from the comments in the code. The root %s\n", root)
	for _, group := range append(slices.Clone(house), group{name: "command", knows: "flags and wiring"}) {
		fmt.Fprintf(&page, "\n## %s\n\n%s.", group.name, upper(group.knows))
		if len(group.may) > 0 {
			fmt.Fprintf(&page, " May import %s.", strings.Join(group.may, ", "))
		}
		fmt.Fprintf(&page, "\n\n| package | |\n|---|---|\n%s", rows[group.name])
	}
	return page.String()
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
