package valuer

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// The attack on the rule that a valuation uses only sales known before its date.

const (
	attacks        = 12
	casesPerAttack = 850
	// freshDays is how long before the day half of the spoiled sales are dated at most: sales
	// of those days teach the errors from which the newest vintages learn weights and spread.
	freshDays = 365
)

// tellViews has all sales tell the view, so that models take one as usual.
func (m *smallMarket) tellViews() {
	for i := range m.sales {
		m.sales[i].Cat = []string{[]string{"park", "water", "road"}[i%3]}
	}
}

// attack returns the market with sales known on a day or later added, changed and
// deleted. None known before the day is touched.
func (m *smallMarket) attack(rng *rand.Rand, day gevel.Date) *smallMarket {
	attacked := *m
	attacked.sales = nil
	for _, s := range m.sales {
		if max(s.KnownDate, s.Date) < day {
			attacked.sales = append(attacked.sales, s)
			continue
		}
		switch rng.IntN(4) {
		case 0: // deleted
		case 1:
			attacked.sales = append(attacked.sales, spoil(rng, s, day))
		default:
			attacked.sales = append(attacked.sales, s)
		}
	}
	for i := range rng.IntN(300) {
		s := m.sale(rng, 100_000+i, rng.IntN(len(m.dwellings)), day)
		attacked.sales = append(attacked.sales, spoil(rng, s, day))
	}
	rng.Shuffle(len(attacked.sales), func(i, j int) {
		attacked.sales[i], attacked.sales[j] = attacked.sales[j], attacked.sales[i]
	})
	return &attacked
}

// spoil changes a sale, known from the day on, in ways that could show: an old date, or a
// late one and known on the very day; another place, names that are new or come first, an odd
// price.
func spoil(rng *rand.Rand, s gevel.Sale, day gevel.Date) gevel.Sale {
	s.ID = fmt.Sprintf("%c %s", 'a'+rng.IntN(26), s.ID)
	s.Date = marketStart - 9000 + gevel.Date(rng.IntN(int(day-marketStart)+9000))
	s.KnownDate = day + gevel.Date(rng.IntN(3)*rng.IntN(300))
	if rng.IntN(2) == 0 {
		s.Date, s.KnownDate = day-gevel.Date(rng.IntN(freshDays)), day
	}
	s.Price = gevel.Euro(1000 + rng.IntN(9_000_000))
	s.Cat = []string{[]string{"park", "water", "road", fmt.Sprint("new ", rng.IntN(5))}[rng.IntN(4)]}
	s.Num = []float64{float64(rng.IntN(1e6))}
	switch rng.IntN(4) {
	case 0:
		s.PC4, s.Street = fmt.Sprint(1000+rng.IntN(9000)), fmt.Sprint("Laan ", rng.IntN(50))
	case 1:
		s.Place = gevel.Point{X: 90_000 + float64(rng.IntN(20_000)), Y: 390_000 + float64(rng.IntN(20_000))}
	case 2:
		s.Place, s.DwellingID = gevel.Point{X: 1, Y: 1}, fmt.Sprint(rng.IntN(100))
	}
	s.BuildType = gevel.BuildType(rng.IntN(gevel.BuildTypes))
	s.UseSurface, s.BuildYear = gevel.Some(1+rng.IntN(3000)), gevel.Some(1000+rng.IntN(1000))
	return s
}

// randomCase asks for a random home on a random day before or on the last one, now
// and then with characteristics of the caller's.
func (m *smallMarket) randomCase(rng *rand.Rand, from, last gevel.Date) gevel.Inquiry {
	day := last
	if rng.IntN(4) > 0 {
		day = from + gevel.Date(rng.IntN(int(last-from)+1))
	}
	q := m.inquiry(rng.IntN(len(m.dwellings)), day)
	if rng.IntN(3) == 0 {
		q.Overrides.UseSurface = gevel.Some(gevel.MinUseSurface + rng.IntN(300))
	}
	if rng.IntN(3) == 0 {
		q.Overrides.BuildType = gevel.BuildType(1 + rng.IntN(gevel.BuildTypes-1))
	}
	return q
}

// TestSalesKnownLaterChangeNoBit attacks 10 000 valuations, and the vintages that make them, of
// four days.
func TestSalesKnownLaterChangeNoBit(t *testing.T) {
	days, n, cases := attackedDays, attacks/len(attackedDays), casesPerAttack
	if testing.Short() {
		days, n, cases = days[:1], 1, 200
	}
	for _, day := range days {
		attackSales(t, newSmallMarket(2, smallStreets), day, n, cases)
	}
}

var attackedDays = []gevel.Date{
	gevel.NewDate(2020, time.September, 15), gevel.NewDate(2019, time.March, 1),
	gevel.NewDate(2021, time.January, 1), gevel.NewDate(2022, time.June, 30),
}

// TestSalesKnownLaterChangeNoBitOfACity attacks vintages whose trees know neighbours.
func TestSalesKnownLaterChangeNoBitOfACity(t *testing.T) {
	before := attackSales(t, newSmallMarket(6, cityStreets), attackedDays[0], 1, 400)
	for _, v := range before.vintages {
		if !v.Hedonic.Trees.UseVicinity {
			t.Errorf("the trees of %s know nothing of what stands around: the attack is on too little", v.AsOf)
		}
	}
}

// TestSalesKnownLaterChangeNoBitOfAnExactMarket attacks vintages that have plain trees.
func TestSalesKnownLaterChangeNoBitOfAnExactMarket(t *testing.T) {
	if testing.Short() {
		t.Skip("plain trees take many sales")
	}
	m := newSmallMarket(7, exactStreets)
	for i := range m.sales {
		m.sales[i].Price = gevel.Euro(exactPrice(&m.sales[i]))
	}
	before := attackSales(t, m, attackedDays[0], 1, 200)
	v, s, newest := before.vintages[len(before.vintages)-1], before.edition.Sales(), gevel.Date(0)
	if v.Hedonic.Plain == nil {
		t.Fatalf("the model of %s has no plain trees: the attack is on too little", v.AsOf)
	}
	for _, row := range s.KnownBefore(v.AsOf) {
		newest = max(newest, s.Date[row])
	}
	if v.Hedonic.Plain.Until != newest {
		t.Errorf("the plain trees of %s know the market until %s, and the newest sale is of %s", v.AsOf, v.Hedonic.Plain.Until, newest)
	}
}

// attackSales attacks a market n times with sales known from the last day on, with so many cases
// each, and returns its valuer.
func attackSales(t *testing.T, m *smallMarket, last gevel.Date, n, cases int) *Valuer {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, uint64(last)))
	dates := []gevel.Date{last.AddMonths(-8), last}
	m.tellViews()
	before := m.valuer(t, 1, dates...)
	if view := plainTraits + len(marketSchema.Num); before.vintages[0].Imputed[0][view] == 0 {
		t.Fatal("no view is usual: the attack is on too little")
	}
	for i := range n {
		attacked := m.attack(rng, last)
		after := attacked.valuer(t, 1, dates...)
		for k := range before.vintages {
			checkSameVintage(t, before, after, k)
		}
		for range cases {
			q := m.randomCase(rng, dates[0], last)
			want, wantErr := before.Value(q)
			got, gotErr := after.Value(q)
			want.Edition, got.Edition = "", ""
			if got != want || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Fatalf("attack %d: %+v is valued\n%+v %v\nand, with other sales known from %s on,\n%+v %v", i, q, want, wantErr, last, got, gotErr)
			}
		}
	}
	return before
}

// checkSameVintage compares vintage k of two editions: all that was learned, bit for
// bit, and what is noted per sale for the sales that both know.
func checkSameVintage(t *testing.T, before, after *Valuer, k int) {
	t.Helper()
	a, b := before.vintages[k], after.vintages[k]
	if !bytes.Equal(learned(t, a), learned(t, b)) {
		t.Errorf("vintage %s learned from sales known later", a.AsOf)
	}
	old, young := before.edition.Sales(), after.edition.Sales()
	rows := map[string]int{}
	for row := range young.Len() {
		rows[young.ID(row)] = row
	}
	for row := range old.Len() {
		if old.Known[row] >= a.AsOf {
			continue
		}
		r := rows[old.ID(row)]
		if a.Base[row] != b.Base[r] || !bytes.Equal(a.leavesOf(int32(row)), b.leavesOf(int32(r))) || a.Bare[row] != b.Bare[r] || a.Odd[row] != b.Odd[r] {
			t.Errorf("vintage %s sees sale %s differently", a.AsOf, old.ID(row))
		}
	}
}

// learned returns a vintage's bytes without what is noted per sale or per name of
// the edition, which depends on what else is in it.
func learned(t *testing.T, v *Vintage) []byte {
	t.Helper()
	content, err := v.encode()
	if err != nil {
		t.Fatal(err)
	}
	var bare Vintage
	decodeInto(t, content, &bare)
	bare.Base, bare.Leaves, bare.Bare, bare.Odd = nil, nil, nil, nil
	bare.Hedonic.Trees.Zip.Own = nil
	for k := range marketSchema.Cat {
		bare.Hedonic.Trees.Cat[k].Own, bare.Hedonic.Linear.Design.Cat[k].Own = nil, nil
	}
	if p := bare.Placeless; p != nil {
		p.Trees.Zip.Own = nil
		for k := range marketSchema.Cat {
			p.Trees.Cat[k].Own, p.Linear.Design.Cat[k].Own = nil, nil
		}
	}
	// Codes of names; what they make of homes shows in the values.
	for g := range bare.Usual {
		bare.Usual[g].Cat = nil
	}
	if bare.Broad != nil {
		for i := range bare.Broad.Sites {
			bare.Broad.Sites[i].Kinds = nil
		}
	}
	content, err = bare.encode()
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func decodeInto(t *testing.T, content []byte, v *Vintage) {
	t.Helper()
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(v); err != nil {
		t.Fatal(err)
	}
}

func TestWalkForecastsIgnoreSalesKnownLater(t *testing.T) {
	t.Run("town", func(t *testing.T) { attackWalks(t, newSmallMarket(3, smallStreets)) })
	t.Run("city", func(t *testing.T) { attackWalks(t, newSmallMarket(3, cityStreets)) })
}

// attackWalks attacks the walks over a market.
func attackWalks(t *testing.T, m *smallMarket) {
	t.Helper()
	until := gevel.NewDate(2020, time.September, 15)
	attacked := m.attack(rand.New(rand.NewPCG(5, 6)), until)
	for _, plan := range []Plan{
		{From: until.AddMonths(-4), Until: until, Walk: true, Retrain: 3, Seed: 1},
		{From: until.AddMonths(-4), Until: until, Seed: 1},
	} {
		want, got := m.forecasts(t, plan), attacked.forecasts(t, plan)
		compared := 0
		for _, s := range m.sales {
			if s.KnownDate >= until || s.Date < plan.From {
				continue
			}
			compared++
			if got[s.ID] != want[s.ID] {
				t.Errorf("%+v: %s is forecast as %+v, and with other sales known later as %+v", plan, s.ID, want[s.ID], got[s.ID])
			}
		}
		if compared < 10 {
			t.Errorf("%+v: only %d forecasts were compared", plan, compared)
		}
	}
}

// forecasts returns how the forecasts of a walk print, by sale: NaN equals itself
// there.
func (m *smallMarket) forecasts(t *testing.T, plan Plan) map[string]string {
	t.Helper()
	s := market.NewSales(marketSchema, m.sales)
	walked, err := Walk(context.Background(), s, plan, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string]string{}
	for _, f := range walked.Forecasts {
		id := s.ID(int(f.Row))
		f.Row = 0
		printed[id] = fmt.Sprintf("%+v", f)
	}
	return printed
}
