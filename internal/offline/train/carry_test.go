package train_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// carried carries an edition's vintages over to a market, and returns the days of those that it trained.
func carried(
	t *testing.T, m *smalltown.Market, c train.Calendar, before *valuation.Valuer,
) (files map[string][]byte, trained []string) {
	t.Helper()
	vintages, anew, err := train.Carry(t.Context(), market.NewSales(m.Attributes, m.Sold), train.Before{
		Sales: before.Edition().Sales(), Vintages: before.Vintages(),
	}, c, train.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range anew {
		trained = append(trained, fmt.Sprintf("%s: %s", v.Day, v.Why))
	}
	return smalltown.Encode(t, vintages), trained
}

// reference is a market with the vintages that were fitted to it, each once for all calendars.
type reference struct {
	*smalltown.Market
	files
}

func newReference(m *smalltown.Market) reference { return reference{m, files{}} }

// edition returns the vintages of a calendar, trained in tasks. train.Carry gives the same, as
// TestVintagesFittedOneByOneAreAsTrainedTogether shows.
func (r reference) edition(t *testing.T, c train.Calendar) []*vintage.Vintage {
	t.Helper()
	p := train.NewPlan(market.NewSales(r.Attributes, r.Sold), c, train.Options{Seed: 1})
	vintages, err := p.Gather(t.Context(), func(task train.Task) (*train.Fitted, error) {
		return r.fit(t, p, task), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return vintages
}

// valuer returns the valuer of an edition with the models of a calendar.
func (r reference) valuer(t *testing.T, c train.Calendar) *valuation.Valuer {
	t.Helper()
	return r.Open(t, market.NewSales(r.Attributes, r.Sold), r.edition(t, c))
}

func TestCarriedVintagesAreAsTrainedAnew(t *testing.T) {
	few := smalltown.New(4, smalltown.FewStreets)
	few.SetViews()
	checkCarried(t, few, 2, "unchanged", "more sales", "more, fewer and other sales")
}

// TestCarriedVintagesOfACityAreAsTrainedAnew carries over models whose trees use neighbours.
func TestCarriedVintagesOfACityAreAsTrainedAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("a city has many sales")
	}
	checkCarried(t, smalltown.NewCity(6), 1, "more, fewer and other sales")
}

// checkCarried compares carried-over vintages of some years with newly trained ones, after changes of the sales
// known since.
func checkCarried(t *testing.T, m *smalltown.Market, years int, changes ...string) {
	t.Helper()
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate, Years: years}
	day := smalltown.End - 60
	unchanged := newReference(deleted(m, day))
	before := unchanged.valuer(t, c)
	checkOwnRecord(t, before)
	changed := map[string]reference{
		"unchanged": unchanged, "more sales": newReference(m),
		"more, fewer and other sales": newReference(m.Attack(rand.New(rand.NewPCG(31, 32)), day)),
	}
	for _, what := range changes {
		checkAsTrained(t, what, changed[what], c, before)
	}
}

// checkOwnRecord checks that an edition's newest vintage stores its own errors too, on what became known since its date up
// to the newest sale.
func checkOwnRecord(t *testing.T, v *valuation.Valuer) {
	t.Helper()
	vintages, s := v.Vintages(), v.Edition().Sales()
	newest := vintages[len(vintages)-1]
	own := newest.Records[len(newest.Records)-1]
	until := gevel.NoDate
	for _, row := range append(slices.Clone(own.Rows), own.Missed...) {
		if until = max(until, s.Known[row]); s.Known[row] < newest.AsOf || s.Date[row] < newest.AsOf {
			t.Errorf("it has sale %s of %s", s.ID(int(row)), s.Date[row])
		}
	}
	if own.Model != newest.AsOf || own.Learned != newest.Learned || until < slices.Max(s.Known)-31 {
		t.Errorf("the record of the model of %s ends with the model of %s and with sales known until %s", newest.AsOf, own.Model, until)
	}
}

// checkAsTrained carries an edition's vintages over to a market, and compares them with newly trained ones. It trains
// those of the days that are given, for these reasons.
func checkAsTrained(
	t *testing.T, what string, r reference, c train.Calendar, before *valuation.Valuer, trained ...string,
) {
	t.Helper()
	got, anew := carried(t, r.Market, c, before)
	if diff := cmp.Diff(trained, anew, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s: trained (-want +got):\n%s", what, diff)
	}
	want := smalltown.Encode(t, r.edition(t, c))
	if len(got) != len(want) {
		t.Errorf("%s: %d vintages, want %d", what, len(got), len(want))
	}
	for file, content := range want {
		if !bytes.Equal(got[file], content) {
			t.Errorf("%s: %s is carried on otherwise than trained, in %d bytes", what, file, len(got[file]))
		}
	}
}

// TestAVintageNewerThanAllSalesIsCarriedOn is a second build after New Year, when no sale of the year's last
// weeks is known yet.
func TestAVintageNewerThanAllSalesIsCarriedOn(t *testing.T) {
	newYear := gevel.NewDate(smalltown.End.Year(), 1, 1)
	stale := newReference(deleted(smalltown.New(4, smalltown.FewStreets), newYear-30))
	c := train.Calendar{Today: newYear + 10, AsOf: gevel.NoDate, Years: 1}
	before := stale.valuer(t, c)
	if newest := before.Vintages()[1].AsOf; newest != newYear {
		t.Fatalf("the newest vintage is of %s", newest)
	}
	checkAsTrained(t, "newer than all sales", stale, c, before)
}

// TestOnlyVintagesThatCouldKnowAChangeAreTrained changes sales and calendar in the ways of a year, of an edition with
// the models of 2021 and 2022.
func TestOnlyVintagesThatCouldKnowAChangeAreTrained(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	m.SetViews()
	c := train.Calendar{Today: gevel.NewDate(2022, 11, 1), AsOf: gevel.NoDate, Years: 1}
	all, known := newReference(m), newReference(deleted(m, c.Today))
	before := known.valuer(t, c)
	newYear, kept, more, fewer := c, c, c, c
	newYear.Today = gevel.NewDate(2023, 1, 2)
	kept.Today, kept.From = newYear.Today, gevel.Some(gevel.NewDate(2021, 6, 1))
	more.Years, fewer.Years = 3, 0
	late := func(day gevel.Date) reference {
		with := *known.Market
		with.Sold = slices.Clone(with.Sold)
		sale := m.Sale(rand.New(rand.NewPCG(1, 2)), 99_999, 1, day-30)
		sale.KnownDate = day
		with.Sold = append(with.Sold, sale)
		return newReference(&with)
	}
	none, another := ": there was none of that day", ": a sale known on %s is new, another or gone"
	for _, tt := range []struct {
		what     string
		market   reference
		calendar train.Calendar
		trained  []string
	}{
		{"New Year", all, newYear, []string{"2023-01-01" + none}},
		{"New Year, with a first day", all, kept, []string{"2023-01-01" + none}},
		{"a late deed", late(gevel.NewDate(2021, 6, 15)), c, []string{"2022-01-01" + fmt.Sprintf(another, "2021-06-15")}},
		{"a deed of years ago", late(gevel.NewDate(2019, 6, 15)), c, []string{
			"2021-01-01" + fmt.Sprintf(another, "2019-06-15"), "2022-01-01" + fmt.Sprintf(another, "2019-06-15"),
		}},
		{"more years", known, more, []string{
			"2019-01-01" + none, "2020-01-01" + none, "2022-01-01: its accuracy is measured by other models",
		}},
		{"fewer years", known, fewer, []string{"2022-01-01: its accuracy is measured by other models"}},
	} {
		t.Run(tt.what, func(t *testing.T) { checkAsTrained(t, tt.what, tt.market, tt.calendar, before, tt.trained...) })
	}
}

func TestOfOtherSalesNoVintageIsCarriedOn(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	c := train.Calendar{Today: smalltown.End - 40, AsOf: gevel.NoDate, Years: 1}
	other := *m
	other.Attributes = m.Attributes.With(gevel.Attribute{Column: "num_other", Kind: gevel.Number})
	_, trained := carried(t, &other, c, calendar(t, m, c))
	why := ": the sales have other characteristics, or ids of sales repeat"
	if diff := cmp.Diff([]string{"2021-01-01" + why, "2022-01-01" + why}, trained); diff != "" {
		t.Error(diff)
	}
}
