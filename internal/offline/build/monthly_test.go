package build_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/testing/rezip"
	"github.com/gevel/gevel/internal/value/valuation"
)

var deliveryDay = regexp.MustCompile(`(StandTechnischeDatum>)[^<]+`)

// TestTheNewestExtractKnowsWhatTwelveBeforeItKnew carries an edition through twelve monthly extracts, each of which has
// learned more than the one before, and builds another from the last extract alone. Both answer alike about all days.
func TestTheNewestExtractKnowsWhatTwelveBeforeItKnew(t *testing.T) {
	if testing.Short() {
		t.Skip("twelve builds")
	}
	c, err := build.ReadConfig(filepath.Join(writeAllSources(t), "gevel.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	parcelsOf(c.Sources).File = "" // parcels are as delivered
	c.Vintages = 1
	extract := *bagOf(c.Sources)
	run := func(editions string, today gevel.Date) *valuation.Valuer {
		t.Helper()
		month, o := c, options()
		month.Editions, o.Today = editions, today
		s, err := build.Run(t.Context(), month, o)
		if err != nil {
			t.Fatal(err)
		}
		return openValuer(t, s)
	}
	monthly, days := t.TempDir(), []gevel.Date{gevel.NewDate(2022, time.March, 1), townDay}
	for month := range 12 {
		day := gevel.NewDate(2024, time.March, 20).AddMonths(month)
		l := newLearning(
			(*learning).larger, (*learning).older, (*learning).correctedLongAgo, (*learning).takenBack, (*learning).anotherUse,
			(*learning).gone, (*learning).moved, (*learning).renumbered, (*learning).inTwoBuildings, (*learning).closed,
		)
		l.day, l.rest = day.String(), 19+month
		l.learn(t, extract)
		content, err := os.ReadFile(extract)
		if err != nil {
			t.Fatal(err)
		}
		content = rezip.Rewrite(t, content, func(_ string, text []byte) []byte {
			return deliveryDay.ReplaceAll(text, []byte("${1}"+(day+3).String()))
		})
		if err := os.WriteFile(extract, content, 0o600); err != nil {
			t.Fatal(err)
		}
		days = append(days, day+gevel.Date(month%2)) // of the delivery, and the day after it in turn
		run(monthly, day+5)
	}
	carried, alone := run(monthly, townDay), run(t.TempDir(), townDay)
	if id, want := carried.Edition().Manifest().ID, alone.Edition().Manifest().ID; id != want {
		t.Errorf("carried on, the edition is %s, from the last extract alone %s", id, want)
	}
	for _, day := range days {
		if n, asked := answersApart(t, carried, alone, day); n > 0 && day >= alone.Oldest() {
			t.Errorf("%d of %d answers about %s differ", n, asked, day)
		}
	}
}
