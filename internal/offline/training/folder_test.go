package training_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// set is what the models of a small town learn from, with one price changed by some euros.
func set(more gevel.Euro) training.Set {
	m := smalltown.New(4, smalltown.FewStreets)
	m.Sold[0].Price += more
	return training.Set{
		Sales: market.NewSales(m.Attributes, m.Sold), Seed: 1, MadeBy: "gevel test",
		Calendar: train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate},
	}
}

// folder writes a set to a location and opens it.
func folder(t *testing.T, location string, s training.Set) *training.Folder {
	t.Helper()
	id, err := s.Write(t.Context(), location, time.Unix(1_700_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	f, err := training.Open(t.Context(), location, filepath.Join(location, id), s.MadeBy)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func fitAll(t *testing.T, f *training.Folder) (outcomes []training.Outcome) {
	t.Helper()
	for _, task := range f.Tasks() {
		o, err := f.Fit(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes
}

func refused(t *testing.T, f *training.Folder, of training.Set, words string) {
	t.Helper()
	if _, err := f.Gather(t.Context(), of); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("gathering says %v, not: %s", err, words)
	}
}

func TestGatheredVintagesAreThoseOfOneMachine(t *testing.T) {
	location := t.TempDir()
	if _, err := folder(t, location, set(0)).Gather(t.Context(), set(0)); gevel.CodeOf(err) != gevel.Internal || !strings.Contains(err.Error(), "is not fitted yet") {
		t.Errorf("before vintages are fitted, gathering says %v", err)
	}
	for _, o := range fitAll(t, folder(t, location, set(0))) {
		if o.There {
			t.Error("a vintage was there before it was fitted")
		}
	}
	for _, o := range fitAll(t, folder(t, location, set(0))) {
		if !o.There {
			t.Error("a vintage that was there is fitted again")
		}
	}
	gathered, err := folder(t, location, set(0)).Gather(t.Context(), set(0))
	if err != nil {
		t.Fatal(err)
	}
	s := set(0)
	together, _, err := train.Carry(t.Context(), s.Sales, train.Before{}, s.Calendar, train.Options{Seed: s.Seed})
	if err != nil {
		t.Fatal(err)
	}
	got, want := smalltown.Encode(t, gathered), smalltown.Encode(t, together)
	if !maps.EqualFunc(got, want, bytes.Equal) {
		t.Errorf("the vintages %v are not %v to the bit", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}

	// Files of another training, and damaged ones, are refused by name, and fitted again.
	foreign := folder(t, location, set(1))
	refused(t, foreign, set(0), "was prepared from other sales: sale")
	seeded := set(1)
	seeded.Seed = 2
	refused(t, foreign, seeded, "was prepared with seed 1, and the build has 2")
	unseasonal := set(1)
	unseasonal.Season = index.UnknownSeason
	refused(t, foreign, unseasonal, `was prepared with season "", and the build has "unknown"`)
	serial := set(1)
	serial.Series = gevel.PriceSeries{{Month: smalltown.End.Month() - 3, Known: smalltown.End - 50, Value: 100}}
	refused(t, foreign, serial, "was prepared with another price series: a figure known on "+(smalltown.End-50).String())
	other := set(1)
	other.Calendar.Years = 1
	refused(t, foreign, other, "was prepared for other vintages")
	refused(t, foreign, set(1), ".vintage: it is stale or from elsewhere: it was fitted on the training set")
	f := folder(t, location, set(0))
	task := f.Tasks()[0]
	path := filepath.Join(location, "fitted", task.String()+".vintage")
	if err := os.Truncate(path, 2000); err != nil {
		t.Fatal(err)
	}
	if err := f.Check(t.Context(), task); err == nil || !strings.Contains(err.Error(), "it is damaged") {
		t.Errorf("a file that was cut short: %v", err)
	}
	if o, err := f.Fit(t.Context(), task); err != nil || o.There || o.Stale == nil {
		t.Errorf("a file that was cut short is not replaced: %+v, %v", o, err)
	}
	program, err := training.Open(t.Context(), location, filepath.Join(location, f.ID()), "gevel other")
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Check(t.Context(), task); err == nil || !strings.Contains(err.Error(), "fitted by gevel test, not gevel other") {
		t.Errorf("a file of another program: %v", err)
	}
}
