package book

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/valuation"
)

// even returns a book of n homes alike, each in one of two areas.
func even(n int, shared valuation.Shared, loan float64) *Book {
	b := new(Book)
	for i := range n {
		shared.InArea = int32(i % 2)
		b.Add(&Home{
			Value: 300_000, FSD: 0.10, Loan: loan, Shared: shared,
			Segments: []Segment{{"area", string(rune('a' + i%2))}, {"all", "all"}},
		})
	}
	return b
}

func of(t *testing.T, b *Book, o Options) *Distribution {
	t.Helper()
	d, err := b.Distribution(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestALargeBookIsNoSurerThanTheLevel(t *testing.T) {
	const z = 1.2816
	for _, tt := range []struct {
		n            int
		level, width float64 // of the 80 % interval, relative
	}{
		{5_000, 0.02, 2 * z * 0.0201},
		{5_000, 0, 2 * z * 0.10 * 1.16 / math.Sqrt(5_000)}, // the standard deviation of own errors is 1.16 FSD
		{1, 0, 2 * 1.33 * 0.10},                            // 80 % of own errors lie within 1.33 FSD
	} {
		d := of(t, even(tt.n, valuation.Shared{Level: tt.level}, 0), Options{Seed: 1})
		got := (d.Total.High80 - d.Total.Low80) / d.Total.Values
		if math.Abs(got/tt.width-1) > 0.1 {
			t.Errorf("%d homes at a level known to %v: the interval is %v wide, want %v", tt.n, tt.level, got, tt.width)
		}
		alone := (d.Alone.High80 - d.Alone.Low80) / d.Total.Values
		if want := 2 * z * 0.10 / math.Sqrt(float64(tt.n)); math.Abs(alone/want-1) > 0.02 {
			t.Errorf("if %d homes erred alone it would be %v wide, want %v", tt.n, alone, want)
		}
	}
}

func TestAreasAndTypesErrTogether(t *testing.T) {
	width := func(s valuation.Shared) float64 {
		d := of(t, even(2000, s, 0), Options{Seed: 1})
		return (d.Total.High80 - d.Total.Low80) / d.Total.Values
	}
	area, group := width(valuation.Shared{Area: 0.03}), width(valuation.Shared{Group: 0.03})
	if want := 2 * 1.2816 * 0.03; math.Abs(group/want-1) > 0.08 || math.Abs(area/(want/math.Sqrt2)-1) > 0.08 {
		t.Errorf("one type: %v wide, want %v; two areas: %v, want %v", group, want, area, want/math.Sqrt2)
	}
}

func TestALoanIsShortBelowItsPrice(t *testing.T) {
	b := even(1000, valuation.Shared{Level: 0.03}, 300_000)
	d, fallen := of(t, b, Options{Seed: 1}), of(t, b, Options{Seed: 1, Shock: gevel.Some(-0.2)})
	if got := d.Above[2].Mean; math.Abs(got-0.53) > 0.03 { // loans as high as the mean prices
		t.Errorf("%v of the exposure is above 100 %%, want half", got)
	}
	if d.Shortfall.Mean >= d.Shortfall.High95 || d.Shortfall.High95 >= d.Shortfall.Expected95 {
		t.Errorf("the shortfall is %+v", d.Shortfall)
	}
	if got, want := fallen.Total.Mean/d.Total.Mean, 0.8; math.Abs(got-want) > 1e-7 {
		t.Errorf("after a fall of 20 %% the total is %v of what it was", got)
	}
	if fallen.Shortfall.Mean < 3*d.Shortfall.Mean || fallen.Above[2].Mean < 0.95 {
		t.Errorf("after the fall: %+v, above %+v", fallen.Shortfall, fallen.Above)
	}
}

func TestLoansOnOneHomeAreOneHome(t *testing.T) {
	once, twice := new(Book), new(Book)
	for i := range 500 {
		h := Home{ID: gevel.BAGID(fmt.Sprint(i)), Value: 300_000, FSD: 0.1, Loan: 280_000, Segments: []Segment{{"all", "all"}}}
		if !once.Add(&h) {
			t.Fatal("a home is there before it came")
		}
		h.Loan = 200_000
		twice.Add(&h)
		if h.Loan = 80_000; twice.Add(&h) {
			t.Fatal("a second loan is another home")
		}
	}
	a, b := of(t, once, Options{Seed: 1}), of(t, twice, Options{Seed: 1})
	if a.Homes != b.Homes || a.Exposure != b.Exposure || a.Total != b.Total || a.Shortfall != b.Shortfall || a.Segments[0] != b.Segments[0] {
		t.Errorf("with a row a home %+v, with a row a loan %+v", a, b)
	}
}

func TestSegmentsAddUpToTheBook(t *testing.T) {
	d := of(t, even(1001, valuation.Shared{Level: 0.02, Area: 0.02}, 250_000), Options{Seed: 7})
	sums := map[string]float64{}
	short := map[string]float64{}
	for _, s := range d.Segments {
		sums[s.By] += s.Total.Mean
		short[s.By] += s.Shortfall
	}
	for _, by := range []string{"area", "all"} {
		if math.Abs(sums[by]/d.Total.Mean-1) > 1e-6 || math.Abs(short[by]/d.Shortfall.Mean-1) > 1e-5 {
			t.Errorf("by %s the parts have %v of the total and %v of the shortfall", by, sums[by]/d.Total.Mean, short[by]/d.Shortfall.Mean)
		}
	}
	if again := of(t, even(1001, valuation.Shared{Level: 0.02, Area: 0.02}, 250_000), Options{Seed: 7}); again.Total != d.Total {
		t.Errorf("the same seed gives %+v and %+v", d.Total, again.Total)
	}
	if empty := of(t, new(Book), Options{}); empty.Homes != 0 || empty.Total.Mean != 0 {
		t.Errorf("a book of nothing is %+v", empty)
	}
}

// TestIntervalHoldsTotalsOfInventedMonths draws months as the book says that they are.
func TestIntervalHoldsTotalsOfInventedMonths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	held := 0
	const months = 120
	for range months {
		b, level, sum := new(Book), 0.02*rng.NormFloat64(), 0.0
		for range 40 {
			value := math.Exp(12.5 + 0.4*rng.NormFloat64())
			b.Add(&Home{Value: value, FSD: 0.12, Shared: valuation.Shared{Level: 0.02}})
			own := math.Sqrt(0.12*0.12 - 0.02*0.02)
			sum += value / meanFactor(own) * math.Exp(level+own*ownErrors()[rng.IntN(4096)])
		}
		if d := of(t, b, Options{Seed: rng.Uint64()}); d.Total.Low80 <= sum && sum <= d.Total.High80 {
			held++
		}
	}
	if share := 100 * held / months; share < 70 || share > 90 {
		t.Errorf("the 80 %% interval holds %d %% of the totals", share)
	}
}

// TestInspectionsTakeOffMoreThanThoseByChance reveals what was hidden of invented homes: their values lose the error that
// came of it.
func TestInspectionsTakeOffMoreThanThoseByChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const homes, inspected = 2000, 200
	k := Inspections{Most: inspected}
	hidden := make([]float64, homes) // error in euros that an inspection takes off
	all := 0.0
	for i := range homes {
		value, unseen := math.Exp(12.5+0.4*rng.NormFloat64()), 0.0
		if rng.IntN(3) == 0 {
			unseen = 0.01 * rng.Float64()
		}
		hidden[i] = math.Abs(value * math.Sqrt(unseen) * rng.NormFloat64())
		all += hidden[i]
		k.Add(Inspection{Line: i}, &Home{Value: value, FSD: math.Sqrt(0.01 + unseen)}, unseen)
	}
	taken := 0.0
	first := k.First()
	for _, at := range first {
		taken += hidden[at.Line]
	}
	if byChance := all / homes * inspected; len(first) != inspected || taken < 1.25*byChance {
		t.Errorf("%d inspections take off %v of error, by chance %v", len(first), taken, byChance)
	}
}

func TestWhereAllIsKnownTheOwnErrorDecides(t *testing.T) {
	k := Inspections{Most: 2}
	k.Add(Inspection{Line: 2}, &Home{Value: 300_000, FSD: 0.05}, 0)
	k.Add(Inspection{Line: 3}, &Home{Value: 300_000, FSD: 0.20}, 0)
	k.Add(Inspection{Line: 4}, &Home{Value: 200_000, FSD: 0.10}, 0.005)
	first := k.First()
	if len(first) != 2 || first[0].Line != 4 || first[1].Line != 3 {
		t.Errorf("the first are %+v", first)
	}
	if got := first[0]; got.FSDAfter != 0.0707 || got.Takes != 14_142 {
		t.Errorf("the first is %+v", got)
	}
}
