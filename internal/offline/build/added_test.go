package build_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/datasheet"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/testing/foundation"
	"github.com/gevel/gevel/internal/value/explain"
)

// foundationConfig is a town whose homes have risks, by id.
func foundationConfig(t *testing.T, table build.Table) build.Config {
	t.Helper()
	path := writeTown(t)
	plain, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{foundation.Header, "no id;3", "0363010000000000;5"}
	for i, id := range homesOf(t, plain) {
		lines = append(lines, fmt.Sprintf("%s;%d", id, i%5))
	}
	writeFile(t, filepath.Join(filepath.Dir(path), "risks.csv"), strings.Join(lines, "\n"))
	writeFile(t, path, readFile(t, path)+"  foundation_risks:\n    file: risks.csv\n    published: 2019-05-01\n")
	if _, err := build.ReadConfig(path); err == nil || !strings.Contains(err.Error(), "foundation_risks") {
		t.Errorf("without its row the build file is read: %v", err)
	}
	c, err := table.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	c.Editions = t.TempDir()
	return c
}

func TestASourceIsOnePackageAndOneRow(t *testing.T) {
	table := build.StandardTable().With(foundation.Row)
	c := foundationConfig(t, table)
	first := mustRun(t, c)

	n := first.Counts[foundation.Name]
	if n.Used == 0 || n.Used != int(found[foundation.Found](t, first)) || n.NoHomes != 1 || n.Rejected != 1 || n.Read != n.Used+2 {
		t.Errorf("its rows became %+v", n)
	}
	m := first.Manifest
	if m.Licences[foundation.Name] != "CC0, invented" || m.AsOf[foundation.Name] != gevel.NewDate(2019, time.May, 1) {
		t.Errorf("the manifest says %v, %v", m.Licences, m.AsOf)
	}
	var summary, report bytes.Buffer
	if err := reports.Build(first, time.Second).WriteText(&summary); err != nil {
		t.Fatal(err)
	}
	v := openValuer(t, first)
	data := datasheet.Of(v, datasheet.Options{Day: townDay, MadeBy: "test", Table: table})
	if err := reports.DataSheet(data).WriteHTML(&report); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"foundation_risks  2019-05-01", "risks.csv  ", foundation.Origin,
		fmt.Sprintf("foundations of %d homes", n.Used),
	} {
		if !strings.Contains(summary.String(), want) {
			t.Errorf("the summary lacks %q:\n%s", want, &summary)
		}
	}
	for _, want := range []string{"foundation risks", "CC0, invented", foundation.Origin} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	checkFoundations(t, first)

	again := mustRun(t, c)
	if !again.Carried.Homes || again.Manifest.ID != m.ID || again.Counts[foundation.Name] != n {
		t.Errorf("built again it is %s, not %s, with %+v and %+v carried", again.Manifest.ID, m.ID, again.Counts, again.Carried)
	}
	foundationsOf(c.Sources).Published = "2019-06-01"
	if later := mustRun(t, c); later.Carried.Homes {
		t.Error("with another day of publication its homes are carried on")
	}
	foundationsOf(c.Sources).Published = "2025-03-15"
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "published: 2025-03-15 lies after today") {
		t.Errorf("of tomorrow: %v", err)
	}
	foundationsOf(c.Sources).Published = "2019-06-01"
	*labelFileOf(c.Sources) = foundationsOf(c.Sources).File
	if _, err := build.Run(t.Context(), c, options()); err == nil ||
		!strings.Contains(err.Error(), "it belongs to sources.foundation_risks of the build file, and not to sources.energy_labels") {
		t.Errorf("as a file of labels: %v", err)
	}
	*labelFileOf(c.Sources), foundationsOf(c.Sources).File = "", salesOf(c.Sources)[0].File
	if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), "looks like a sales file") {
		t.Errorf("of a file of sales: %v", err)
	}
}

// checkFoundations holds what homes of an edition and explanations of their values have of it.
func checkFoundations(t *testing.T, s *build.Summary) {
	t.Helper()
	v := openValuer(t, s)
	e := v.Edition()
	risk := e.Sales().Attributes.Column(foundation.Risk)
	said := 0
	for d := range e.Dwellings {
		from := d.ProvenanceOn(townDay, risk)
		row := e.Sources().Row(from.Source)
		if before := d.ProvenanceOn(gevel.NewDate(2019, time.May, 1), risk); row.Name != foundation.Origin || before.Source != gevel.NoSource {
			t.Fatalf("the risk of %s is from %+v, and before from %+v", d.ID, from, before)
		}
		a, _ := e.MainAddress(d.ID)
		explained, err := explain.New(v).Explain(gevel.Inquiry{Date: townDay, AddressQuery: gevel.AddressQuery{
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
		}})
		if err != nil {
			continue
		}
		for _, k := range explained.Characteristics {
			if k.Name == foundation.Risk {
				said++
				if got := words.Dutch.From(k); !strings.HasPrefix(got, "funderingsregister van ") {
					t.Fatalf("in Dutch the risk is from %q", got)
				}
			}
		}
		if said > 3 {
			return
		}
	}
	t.Errorf("%d explanations name the risk", said)
}

func TestFaultsInAnAddedKeyNameItsLine(t *testing.T) {
	table := build.StandardTable().With(foundation.Row)
	for text, want := range map[string]string{
		"{file: f.csv, publish: 2019-05-01}":    `line 7: unknown field "publish"`,
		"{file: f.csv, published: yesterday}":   "line 7: sources.foundation_risks.published",
		"{file: [f.csv], published: yesterday}": "line 7:",
	} {
		path := writeBuildFile(t, "editions: e\nseed: 2\nsources:\n  bag: b.zip\n  sales:\n    - file: s.csv\n  foundation_risks: "+text+"\n")
		if _, err := table.ReadConfig(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
