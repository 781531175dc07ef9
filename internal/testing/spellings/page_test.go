package spellings_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/spellings"
)

var update = flag.Bool("update", false, "write docs/spellings.md")

const (
	root = "../../.."
	page = root + "/docs/spellings.md"
)

// held is how a test holds a door to the rows of a kind.
var held = regexp.MustCompile(`spellings\.(Files|Query)\(t, "([^"]+)", spellings\.(\w+),`)

// kinds are those of the table by the names of their constants, in the order of the page.
var kinds = []struct {
	name string
	kind spellings.Kind
}{
	{"PostalCode", spellings.PostalCode},
	{"HouseNumber", spellings.HouseNumber},
	{"Extension", spellings.Extension},
	{"ID", spellings.ID},
	{"Day", spellings.Day},
	{"Number", spellings.Number},
	{"Surface", spellings.Surface},
	{"Price", spellings.Price},
	{"YesNo", spellings.YesNo},
	{"HouseType", spellings.HouseType},
	{"Missing", spellings.Missing},
}

// doors returns by door the names of the kinds to which a test holds it.
func doors(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, folder := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range held.FindAllStringSubmatch(string(text), -1) {
				found[m[2]] = append(found[m[2]], m[3])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func TestPageSaysWhatEachDoorReads(t *testing.T) {
	want := pageOf(doors(t))
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil || string(got) != want {
		t.Errorf("docs/spellings.md is not what the table says (%v); write it with go test ./internal/testing/spellings -update", err)
	}
}

func pageOf(doors map[string][]string) string {
	var b strings.Builder
	b.WriteString(`# Spellings

What is read, and as what. Written by ` + "`go test ./internal/testing/spellings -update`" + ` from the table to which a test holds
each door.

## Doors

| door |`)
	for _, k := range kinds {
		fmt.Fprintf(&b, " %s |", k.kind)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(kinds)) + "\n")
	names := make([]string, 0, len(doors))
	for name := range doors {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "| %s |", name)
		for _, k := range kinds {
			mark := ""
			if slices.Contains(doors[name], k.name) {
				mark = "x"
			}
			fmt.Fprintf(&b, " %s |", mark)
		}
		b.WriteString("\n")
	}
	b.WriteString(`
A query has one notation for each thing and a few others that clients send; all other doors read what files read. Where a
file has many rows, those decide what one leaves open: the decimal sign of 1.234 by column, the order of day and month of
3/1/2016 by file. ` + "`decimal` and `date`" + ` in the mapping of a build file say it where the rows don't. A house type with
no known word leaves a sale with the register's, counted under faults.
`)
	for _, k := range kinds {
		fmt.Fprintf(&b, "\n## %s\n\n| written | files | query |\n|---|---|---|\n", strings.ToUpper(string(k.kind)[:1])+string(k.kind)[1:])
		for _, r := range spellings.Table {
			if r.Kind == k.kind {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Text, shown(r.Files), shown(r.Query))
			}
		}
	}
	b.WriteString(`
## Columns

The names of gevel's columns that every door knows beside its own. Capitals, spaces, underscores, hyphens and full stops
don't count, nor does a unit behind a name: (€), in euro, m2. Thousands, cents and other units are refused by name. A
name with a * is taken only where no other of its column is there.

| column | also |
|---|---|
`)
	aliases := spelling.Aliases()
	for _, column := range slices.Sorted(maps.Keys(aliases)) {
		var names []string
		for _, name := range aliases[column] {
			if spelling.IsLast(name) {
				name += "*"
			}
			names = append(names, name)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", column, strings.Join(names, ", "))
	}
	return b.String()
}

func shown(want string) string {
	if want == "" {
		return "refused"
	}
	return want
}
