package build_test

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestAnEditionOfEarlierGivesTheSameAnswers builds a town's edition once with all its
// sales and once as of a day, without the sales known from then on, and asks both about
// days until then.
func TestAnEditionOfEarlierGivesTheSameAnswers(t *testing.T) {
	c := townConfig(t)
	c.Vintages = 2
	now := openValuer(t, mustRun(t, c))
	day := gevel.NewDate(2024, time.June, 12)
	salesOf(c.Sources)[0].File = knownBefore(t, salesOf(c.Sources)[0].File, day)
	c.Editions = t.TempDir() // beside the later one it would go back in time
	o := options()
	o.Today = day
	then, err := build.Run(t.Context(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	before := openValuer(t, then)
	if now.Oldest() <= before.Oldest() {
		t.Fatalf("models begin on %s, and as of %s on %s", now.Oldest(), day, before.Oldest())
	}
	checkSameAnswers(t, before, now, []gevel.Date{now.Oldest(), day - 160, day - 1, day})
}

// checkSameAnswers asks both valuers about all homes on some days.
func checkSameAnswers(t *testing.T, before, now *valuation.Valuer, days []gevel.Date) {
	t.Helper()
	valued := 0
	for d := range now.Edition().Dwellings {
		address, _ := now.Edition().MainAddress(d.ID)
		q := gevel.Inquiry{AddressQuery: gevel.AddressQuery{
			PostalCode: address.PostalCode, HouseNumber: address.HouseNumber,
			HouseLetter: address.HouseLetter, HouseNumberExt: address.HouseNumberExt,
		}}
		for _, q.Date = range days {
			want, wantErr := before.Value(q)
			got, gotErr := now.Value(q)
			want.Edition, got.Edition = "", ""
			want.Dwelling.Facts, got.Dwelling.Facts = nil, nil // of later days too
			if !cmp.Equal(got, want, cmpopts.EquateNaNs()) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Fatalf("%v is valued\n%+v %v\nand was, with what was known then,\n%+v %v", q, got, gotErr, want, wantErr)
			}
			if gotErr == nil {
				valued++
			}
		}
	}
	if valued < demoAnswers {
		t.Errorf("only %d answers were compared", valued)
	}
}

// demoAnswers is the fewest answers that make a comparison.
const demoAnswers = 100

func openValuer(t *testing.T, s *build.Summary) *valuation.Valuer {
	t.Helper()
	e, err := edition.Open(t.Context(), s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := valuation.New(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// knownBefore writes a sales file with the rows known before a day, and returns its
// path.
func knownBefore(t *testing.T, file string, day gevel.Date) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "earlier.csv")
	writeFile(t, path, salesKnown(t, file, func(known string) bool { return known < day.String() }))
	return path
}

// salesKnown returns the rows of a sales file with the known dates that a test takes.
func salesKnown(t *testing.T, file string, takes func(known string) bool) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(unzipped)
	reader.FieldsPerRecord = -1 // some rows are broken off
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := slices.Index(rows[0], "known_date")
	kept := slices.DeleteFunc(rows[1:], func(row []string) bool {
		return len(row) > column && !takes(row[column])
	})
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(slices.Insert(kept, 0, rows[0])); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
