package knownlater

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The attack on the rule that a valuation uses only sales known before its date.

const (
	attacks        = 12
	casesPerAttack = 850
)

// TestFactsKnownLaterChangeNoBit attacks 10 000 valuations on four days, and the vintages behind them, with sales and
// with what registers learn of homes.
func TestFactsKnownLaterChangeNoBit(t *testing.T) {
	days, n, cases := attackedDays, attacks/len(attackedDays), casesPerAttack
	if testing.Short() {
		days, n, cases = days[:1], 1, 200
	}
	for _, day := range days {
		m := smalltown.New(2, smalltown.FewStreets)
		m.SetDeals()
		attackSales(t, m, attack{[]gevel.Date{day.AddMonths(-8), day}, n, cases})
	}
}

var attackedDays = []gevel.Date{
	gevel.NewDate(2020, time.September, 15), gevel.NewDate(2019, time.March, 1),
	gevel.NewDate(2021, time.January, 1), gevel.NewDate(2022, time.June, 30),
}

// TestSalesKnownLaterChangeNoBitOfACity attacks vintages whose trees use neighbours.
func TestSalesKnownLaterChangeNoBitOfACity(t *testing.T) {
	m := smalltown.NewCity(6)
	m.SetDeals()
	before := attackSales(t, m, attack{attackedDays[:1], 1, 400})
	for _, v := range before.Vintages() {
		if !v.Hedonic.Trees.UseVicinity {
			t.Errorf("the trees of %s know nothing of what stands around: the attack is on too little", v.AsOf)
		}
	}
}

// TestSalesKnownLaterChangeNoBitOfAPlainMarket attacks vintages with direct trees.
func TestSalesKnownLaterChangeNoBitOfAPlainMarket(t *testing.T) {
	before := attackSales(t, smalltown.NewPlain(7), attack{attackedDays[3:], 1, 200})
	v, s, newest := before.Vintages()[len(before.Vintages())-1], before.Edition().Sales(), gevel.Date(0)
	if v.Hedonic.Direct == nil {
		t.Fatalf("the model of %s has no direct trees: the attack is on too little", v.AsOf)
	}
	for _, row := range s.EvidenceBefore(v.AsOf) {
		newest = max(newest, s.Date[row])
	}
	if v.Hedonic.Direct.Until != newest {
		t.Errorf("the direct trees of %s know the market until %s, and the newest sale is of %s", v.AsOf, v.Hedonic.Direct.Until, newest)
	}
}

// An attack runs several times, each with its own cases, and adds sales known from the last of the dates on.
type attack struct {
	dates        []gevel.Date
	times, cases int
}

// attackSales attacks a market and returns its valuer.
func attackSales(t *testing.T, m *smalltown.Market, a attack) *valuation.Valuer {
	t.Helper()
	dates, last := a.dates, a.dates[len(a.dates)-1]
	rng := rand.New(rand.NewPCG(11, uint64(last)))
	m.SetViews()
	before := m.Valuer(t, 1, dates...)
	imputed := before.Vintages()[0].Spread.Imputed[0]
	if imputed[len(imputed)-1] == 0 { // of the view
		t.Fatal("there is no typical view: the attack is on too little")
	}
	for i := range a.times {
		attacked := m.Attack(rng, last).Relearn(rng, last)
		after := attacked.Valuer(t, 1, dates...)
		for k := range before.Vintages() {
			checkSameVintage(t, before, after, k)
		}
		for range a.cases {
			q := m.Case(rng, dates[0], last)
			want, wantErr := before.Value(q)
			got, gotErr := after.Value(q)
			want.Edition, got.Edition = "", ""
			want.Dwelling.Sources, got.Dwelling.Sources, got.Dwelling.Facts = nil, nil, nil // these hold later days too
			if !cmp.Equal(got, want, cmpopts.EquateNaNs()) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Fatalf("attack %d: %+v is valued\n%+v %v\nand, with other sales and facts known from %s on,\n%+v %v",
					i, q, want, wantErr, last, got, gotErr)
			}
		}
	}
	return before
}

// checkSameVintage compares vintage k of two editions bit for bit: everything learned, and what is stored per
// sale for the sales known to both.
func checkSameVintage(t *testing.T, before, after *valuation.Valuer, k int) {
	t.Helper()
	a, b := before.Vintages()[k], after.Vintages()[k]
	if !bytes.Equal(learned(t, a), learned(t, b)) {
		t.Errorf("vintage %s learned from sales known later", a.AsOf)
	}
	old, young := before.Edition().Sales(), after.Edition().Sales()
	if x, y := accuracies(a, old), accuracies(b, young); !cmp.Equal(x, y) {
		t.Errorf("vintage %s has another accuracy:\n%s", a.AsOf, cmp.Diff(x, y))
	}
	rows := map[string]int{}
	for row := range young.Len() {
		if young.IsFirst(row) {
			rows[young.ID(row)] = row
		}
	}
	for row := range old.Len() {
		if old.Known[row] >= a.AsOf {
			continue
		}
		r := rows[old.ID(row)]
		if a.Estimates[row] != b.Estimates[r] || !bytes.Equal(a.LeavesOf(int32(row)), b.LeavesOf(int32(r))) || a.Kriging.Trends[row] != b.Kriging.Trends[r] || a.Kriging.NoiseScales[row] != b.Kriging.NoiseScales[r] {
			t.Errorf("vintage %s sees sale %s differently", a.AsOf, old.ID(row))
		}
	}
}

// accuracies returns a vintage's holdout errors by sale, -1 for a sale without a value.
func accuracies(v *vintage.Vintage, s *market.Sales) map[string]float32 {
	errors := map[string]float32{}
	for _, r := range v.RecordsBefore() {
		for i, row := range r.Rows {
			errors[s.ID(int(row))] = r.Errors[i]
		}
		for _, row := range r.Missed {
			errors[s.ID(int(row))] = -1
		}
	}
	return errors
}

// learned returns a vintage's bytes without what is stored per sale, which depends on the edition's other
// sales.
func learned(t *testing.T, v *vintage.Vintage) []byte {
	t.Helper()
	content, err := v.Encode()
	if err != nil {
		t.Fatal(err)
	}
	data, err := vintage.Decode(content, v.Sales())
	if err != nil {
		t.Fatal(err)
	}
	data.Estimates, data.Leaves, data.Kriging.Trends, data.Kriging.NoiseScales = nil, nil, nil, nil
	data.Records = data.RecordsBefore() // its own is on the other sales
	for i := range data.Records {       // rows of the edition; see accuracies
		data.Records[i].Rows, data.Records[i].Missed = nil, nil
	}
	content, err = data.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return content
}
