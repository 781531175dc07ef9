package build_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/sales"
)

func TestTheSameSourcesGiveTheSameEdition(t *testing.T) {
	c, first := builtTown(t)
	if first.Outcome != edition.Published {
		t.Errorf("the first build %s, want %s", first.Outcome, edition.Published)
	}
	second := mustRun(t, c)
	if second.Outcome != edition.Stands || second.Dir != first.Dir {
		t.Errorf("the second build of %s %s in %s", first.Dir, second.Outcome, second.Dir)
	}
	c.Editions = filepath.Join(t.TempDir(), "elsewhere")
	third := mustRun(t, c)
	if third.Outcome != edition.Published || filepath.Base(third.Dir) != filepath.Base(first.Dir) {
		t.Errorf("the build elsewhere gives %s and not %s", third.Dir, first.Dir)
	}
	for name := range first.Manifest.Files {
		if readFile(t, first.Dir, name) != readFile(t, third.Dir, name) {
			t.Errorf("%s differs", name)
		}
	}
	checkSummary(t, first)
}

// checkSummary checks that it accounts for each row, and that the
// edition holds what is used.
func checkSummary(t *testing.T, s *build.Summary) {
	t.Helper()
	for source, read := range s.Manifest.Read {
		n, listed := s.Counts[source], 0
		for _, r := range s.Manifest.Rejects[source] {
			listed += r.Count
		}
		if n.Read != read || n.Used+n.Past+n.Withdrawn+n.NoHomes+n.Rejected != read || n.Used == 0 {
			t.Errorf("the counts of %s, %+v, do not add up to the %d read", source, n, read)
		}
		if n.Rejected+n.Faults != listed {
			t.Errorf("of %s %d are rejected with %d faults, and %d are listed", source, n.Rejected, n.Faults, listed)
		}
	}
	if s.Counts["sales"].Rejected == 0 {
		t.Error("no sale was rejected")
	}
	e, err := edition.Open(t.Context(), s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := e.Sales().Len(), s.Counts["sales"].Used; got != want {
		t.Errorf("the edition holds %d sales, want %d", got, want)
	}
	for _, key := range []string{"min_price", "area_factor", "resale_months"} { // as the build file calls them
		if !strings.Contains(string(s.Manifest.Parameters), `"`+key+`"`) {
			t.Errorf("the parameters %s do not name %s", s.Manifest.Parameters, key)
		}
	}
	if len(e.Models()) != 2*len(s.Models) || len(s.Models) != 1 { // each has two files
		t.Errorf("the edition has models %v, and the summary says %v", e.Models(), s.Models)
	}
	if got, want := s.Models[0], gevel.NewDate(townDay.Year(), 1, 1); got != want {
		t.Errorf("the model is of %s, want %s", got, want)
	}
}

func readFile(t *testing.T, elements ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestAStoppedBuildPublishesNothing(t *testing.T) {
	c := townConfig(t)
	for _, stage := range []build.Stage{"register", "sales", build.StageTrain, build.StagePublish} {
		ctx, stop := context.WithCancel(t.Context())
		o := options()
		o.Progress = func(at build.Step) {
			if at.Stage == stage {
				stop()
			}
		}
		if _, err := build.Run(ctx, c, o); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped during %s: %v, want %v", stage, err, context.Canceled)
		}
		stop()
		checkFolder(t, c.Editions)
	}
}

// checkFolder checks that a folder holds the editions want, and nothing else but
// the lock and images.
func checkFolder(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, entry := range entries {
		if entry.Name() != ".lock" && entry.Name() != ".images" {
			got = append(got, entry.Name())
		}
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %v, want %v", dir, got, want)
	}
}

func TestRejectsHaveALimit(t *testing.T) {
	c := townConfig(t)
	salesOf(c.Sources)[0].Mapping = sales.Mapping{Mapping: flatfile.Mapping{Columns: map[string]string{"price": "ownership_share"}}}
	_, err := build.Run(t.Context(), c, options())
	for _, want := range []string{
		"rows of sales.csv.gz are rejected, more than the 50 % allowed", "bad_price 2",
		"such as sales.csv.gz line 2: price", "max_reject_share",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a mapping that is off gives %v, which does not say %q", err, want)
		}
	}
	if gevel.CodeOf(err) != gevel.Internal {
		t.Errorf("code is %s", gevel.CodeOf(err))
	}
	checkFolder(t, c.Editions)
	salesOf(c.Sources)[0].Mapping = sales.Mapping{}
	for share, want := range map[float64]string{
		0:    "20 of the 225 rows of sales.csv.gz are rejected, more than the 0 % allowed: auction",
		0.09: "more than the 9 % allowed: resale", // with what screening rejects
	} {
		c.MaxRejectShare = share
		if _, err := build.Run(t.Context(), c, options()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a share of %g allowed, and the build gives %v", share, err)
		}
	}
}

func TestFaultsAreFoundBeforeTheWorkBegins(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*build.Config)
		want   string
	}{
		{"no sales file", func(c *build.Config) { salesOf(c.Sources)[0].File = "/none/sales.csv" }, "/none/sales.csv"},
		{"no register", func(c *build.Config) { *bagOf(c.Sources) = "/none/bag.zip" }, "/none/bag.zip"},
		{
			"no list of municipalities", func(c *build.Config) { *municipalitiesOf(c.Sources) = "/none/names.csv" },
			"/none/names.csv",
		},
		{
			"no file of characteristics", func(c *build.Config) {
				(*ownOf(c.Sources)) = []facts.Entry{{File: "/none/woz.csv"}}
			}, "/none/woz.csv",
		},
		{
			"a file that is known tomorrow", func(c *build.Config) {
				(*ownOf(c.Sources)) = []facts.Entry{{File: *bagOf(c.Sources), KnownDate: "2025-03-15"}}
			}, "known_date 2025-03-15 lies after today, 2025-03-14",
		},
		{
			"a model of tomorrow", func(c *build.Config) { c.AsOf = townDay + 1 },
			"as_of 2025-03-15 lies after today, 2025-03-14",
		},
	} {
		c := townConfig(t)
		tt.change(&c)
		o := options()
		o.Progress = func(at build.Step) { t.Errorf("%s: %s began", tt.name, at.Stage) }
		_, err := build.Run(t.Context(), c, o)
		if err == nil || !strings.Contains(err.Error(), tt.want) || gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%s: %v, want a word of %q", tt.name, err, tt.want)
		}
	}
}

func TestTooFewSalesAreAnError(t *testing.T) {
	c := townConfig(t)
	c.AsOf = gevel.NewDate(2014, 1, 1)
	if _, err := build.Run(t.Context(), c, options()); err == nil ||
		!strings.Contains(err.Error(), "sales are known before") {
		t.Errorf("a model of before the sales gives %v", err)
	}
	few := filepath.Join(t.TempDir(), "few.csv")
	if err := os.WriteFile(few, []byte("sale_id,dwelling_id,sale_date,price\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c = townConfig(t)
	salesOf(c.Sources)[0].File = few
	if _, err := build.Run(t.Context(), c, options()); err == nil ||
		!strings.Contains(err.Error(), "0 sales are left to learn from") {
		t.Errorf("a file without sales gives %v", err)
	}
	checkFolder(t, c.Editions)

	// Enough for one model, and not for the one that teaches it how sure it is.
	c = townConfig(t)
	writeLastSales(t, few, salesOf(c.Sources)[0].File, 70)
	salesOf(c.Sources)[0].File = few
	if _, err := build.Run(t.Context(), c, options()); err == nil ||
		!strings.Contains(err.Error(), "sales are left to learn from; a model, and an earlier one") {
		t.Errorf("a file of 70 sales gives %v", err)
	}
}

// writeLastSales writes the last sales of a gzipped file.
func writeLastSales(t *testing.T, to, from string, n int) {
	t.Helper()
	f, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSpace(string(text)), "\n")
	if err := os.WriteFile(to, []byte(lines[0]+strings.Join(lines[len(lines)-n:], "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSecondBuildInAFolderIsRefused(t *testing.T) {
	c := townConfig(t)
	release, err := edition.Lock(c.Editions)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if _, err := build.Run(t.Context(), c, options()); gevel.CodeOf(err) != gevel.Unavailable {
		t.Errorf("a second build gives %v", err)
	}
}

func TestAnEditionKnowsTheStretches(t *testing.T) {
	_, s := builtTown(t)
	e, err := edition.Open(t.Context(), s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	homes := map[gevel.BAGID]gevel.Dwelling{}
	places := map[gevel.Point]int{}
	for d := range e.Dwellings {
		homes[d.ID] = d
		places[d.Place]++
	}
	if most := slices.Max(slices.Collect(maps.Values(places))); most < 10 || len(places) < 5 {
		t.Errorf("%d homes have %d places, at most %d homes at one", len(homes), len(places), most)
	}
	for row, place := range e.Sales().Place {
		d := homes[gevel.BAGID(e.Sales().DwellingID(row))]
		if place != d.Place || e.Sales().At[row] != d.At {
			t.Fatalf("sale %s has its place at %v, its home at %v", e.Sales().ID(row), place, d.Place)
		}
	}
}
