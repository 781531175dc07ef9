package build_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/testing/rezip"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestWhatSourcesWithoutHistorySaidBeforeIsCarriedOn has sources without history show other values night after night:
// answers about the days before stay, and a build from scratch beside the same edition gives the same one.
func TestWhatSourcesWithoutHistorySaidBeforeIsCarriedOn(t *testing.T) {
	dir := writeAllSources(t)
	models := readFile(t, dir, "sources/3dbag.csv")
	var homes []gevel.BAGID
	deliver := func(night, as int) { // another night's values
		t.Helper()
		known := townDay + gevel.Date(10*night-1)
		if night == 0 {
			known -= 300
		}
		own, monuments, higher := "dwelling_id;num_state;known_date\n", "dwelling_id\n", strings.SplitAfter(models, "\n")
		for i, id := range homes {
			if i < 200 {
				own += fmt.Sprintf("%s;%d;%s\n", id, 1+(i+as)%5, known)
			}
			if i%7 == 0 && i > 40*min(night, 1) { // the day of the list wins where a home is listed again
				monuments += string(id) + "\n"
			}
		}
		for i, row := range higher {
			if as == 0 && i%11 == 7 && night == 0 {
				higher[i] = "" // it is measured later
				continue
			}
			if fields := strings.Split(row, ","); as > 0 && i%3 == 1 {
				for k := 2; k <= 4; k++ { // volumes
					if v, err := strconv.ParseFloat(fields[k], 64); err == nil {
						fields[k] = fmt.Sprintf("%.3f", 1.1*v)
					}
				}
				higher[i] = strings.Join(fields, ",")
			}
		}
		writeFile(t, filepath.Join(dir, "own.csv"), own)
		writeFile(t, filepath.Join(dir, "monuments.csv"), monuments)
		writeFile(t, filepath.Join(dir, "sources", "3dbag.csv"), strings.Join(higher, ""))
	}
	text := readFile(t, dir, "gevel.yaml")
	writeFile(t, filepath.Join(dir, "nights.yaml"), strings.Replace(text, "sources:\n", "vintages: 1\nlimits: {fill_rate_fall: 1}\nsources:\n"+
		"  monuments: {file: monuments.csv, known_date: 2010-01-01}\n  characteristics: [{file: own.csv}]\n", 1))
	run := func(night int, fresh string) (string, *valuation.Valuer) {
		t.Helper()
		c, err := build.ReadConfig(filepath.Join(dir, "nights.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		o := options()
		o.Today, o.Fresh = townDay+gevel.Date(10*night), fresh
		s, err := build.Run(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		return s.Manifest.ID, openValuer(t, s)
	}
	deliver(0, 0)
	_, none := run(0, "")
	homes = idsOf(none)
	deliver(0, 0)
	_, first := run(0, "")
	deliver(1, 1)
	id, second := run(1, "")
	for _, day := range []gevel.Date{first.Oldest(), townDay - 1, townDay + 1} {
		if n, asked := answersApart(t, first, second, day); n > 0 {
			t.Errorf("%d of %d answers about %s differ after a night", n, asked, day)
		}
	}
	if n, _ := answersApart(t, first, second, townDay+11); n == 0 {
		t.Error("no answer takes what a delivery shows now")
	}
	if from := second.Edition().Manifest().HomesFrom; !strings.Contains(from, " states:") {
		t.Errorf("the manifest has %q", from)
	}
	if again, _ := run(1, "it was asked for"); again != id {
		t.Errorf("from scratch the edition is %s, was %s", again, id)
	}
	_, third := run(2, "")
	for _, day := range []gevel.Date{townDay - 1, townDay + 12} {
		if n, _ := answersApart(t, second, third, day); n > 0 {
			t.Errorf("%d answers about %s differ after a night without another delivery", n, day)
		}
	}
	deliver(3, 0) // as it was at first
	_, fourth := run(3, "")
	for _, day := range []gevel.Date{townDay - 1, townDay + 12} {
		if n, _ := answersApart(t, third, fourth, day); n > 0 {
			t.Errorf("%d answers about %s differ after a delivery as the first", n, day)
		}
	}

	extract := filepath.Join(dir, "sources", "bag", "*.zip")
	paths, err := filepath.Glob(extract)
	if err != nil || len(paths) != 1 {
		t.Fatal(extract, paths, err)
	}
	newest := readFile(t, paths[0])
	writeFile(t, paths[0], string(withoutSomeUnits(t, []byte(newest))))
	_, lacking := run(4, "")
	if len(idsOf(lacking)) >= len(homes) {
		t.Fatalf("the older extract has %d homes, the newer one %d", len(idsOf(lacking)), len(homes))
	}
	writeFile(t, paths[0], string(withoutSomeUnits(t, []byte(readFile(t, paths[0]))))) // an older one still
	run(5, "")
	writeFile(t, paths[0], newest)
	_, again := run(6, "")
	for _, day := range []gevel.Date{townDay - 1, townDay + 12} {
		if n, _ := answersApart(t, fourth, again, day); n > 0 {
			t.Errorf("%d answers about %s differ after older deliveries of the BAG", n, day)
		}
	}
}

var (
	stands     = regexp.MustCompile(`(?s)<sl:stand>.*?</sl:stand>`)
	unitWithID = regexp.MustCompile(`<Objecten:identificatie domein="NL.IMBAG.Verblijfsobject">(\d+)<`)
)

// withoutSomeUnits returns an extract of a month before: one unit in 25 is not there.
func withoutSomeUnits(t *testing.T, extract []byte) []byte {
	t.Helper()
	return rezip.Rewrite(t, extract, func(_ string, text []byte) []byte {
		text = stands.ReplaceAllFunc(text, func(stand []byte) []byte {
			if id := unitWithID.FindSubmatch(stand); id != nil {
				if n, err := strconv.Atoi(string(id[1])); err == nil && n%25 == 0 {
					return nil
				}
			}
			return stand
		})
		return deliveryDay.ReplaceAllFunc(text, func(text []byte) []byte {
			at := len("StandTechnischeDatum>")
			day, err := gevel.ParseDate(string(text[at:]))
			if err != nil {
				t.Fatal(err)
			}
			return append(text[:at:at], day.AddMonths(-1).String()...)
		})
	})
}
