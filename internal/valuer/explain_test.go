package valuer

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/index"
)

// explained returns explanations of n random homes of the town, on random days and
// half of them with overrides.
func (tn town) explained(t *testing.T, n int) []Explanation {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var list []Explanation
	for len(list) < n {
		q := tn.inquiry(rng.IntN(len(tn.dwellings)), townDates[0]+gevel.Date(rng.IntN(int(marketEnd-townDates[0]))))
		if rng.IntN(2) == 0 {
			q.Overrides = randomOverrides(rng)
			q.Overrides.ParcelSurface = gevel.Some(rng.IntN(5000))
			q.Overrides.EnergyLabel = gevel.EnergyLabel(rng.IntN(gevel.EnergyLabels))
			q.Overrides.Monument = gevel.Some(rng.IntN(2) == 0)
		}
		e, err := tn.Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := tn.Value(q)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(e.Valuation, want) {
			t.Fatalf("Explain values %v at\n%+v\nand Value at\n%+v", q, e.Valuation, want)
		}
		list = append(list, e)
	}
	return list
}

func TestStepsAddUpToTheEuro(t *testing.T) {
	for _, e := range slices.Concat(newTown(t).explained(t, 200), newCity(t).explained(t, 100)) {
		var sum, hedonicValue gevel.Euro
		logs := 0.0
		for _, s := range e.Steps {
			logs += s.Log
			if sum += s.Euros; s.Total != sum {
				t.Fatalf("%v: step %+v comes to a total of %d, want %d", e.Valuation.Address, s, s.Total, sum)
			}
			if s.Part != Reconciling {
				hedonicValue = s.Total
			}
		}
		if !near(logs, e.Valuation.Weighted) {
			t.Errorf("%v: the steps multiply to %v, want %d", e.Valuation.Address, math.Exp(logs), e.Valuation.Weighted)
		}
		if sum != e.Valuation.Weighted {
			t.Errorf("%v: the steps add up to %d, want %d", e.Valuation.Address, sum, e.Valuation.Weighted)
		}
		if hedonicValue != e.Valuation.Predicted {
			t.Errorf("%v: the hedonic steps add up to %d, want %d", e.Valuation.Address, hedonicValue, e.Valuation.Predicted)
		}
	}
}

func TestAnExplanationHoldsNumbersOnly(t *testing.T) {
	for _, e := range newTown(t).explained(t, 20) {
		if _, err := json.Marshal(e); err != nil { // refuses NaN and infinity
			t.Fatalf("%v: %v", e.Valuation.Address, err)
		}
	}
}

func TestAnExplanationSaysWhatALotCountsAs(t *testing.T) {
	town := newTown(t)
	seen := map[gevel.BuildGroup]bool{}
	for h := range town.dwellings {
		q := town.inquiry(h, marketEnd)
		group := town.dwellings[h].BuildType.Group()
		if seen[group] {
			continue
		}
		seen[group] = true
		q.Overrides = gevel.Characteristics{ParcelSurface: gevel.Some(0), Volume: gevel.Some(300)}
		e, err := town.Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		lot, volume := e.step(t, "parcelSurface"), e.step(t, "volume")
		rare := group == gevel.GroupApartment
		if lot.Has != "0 m2" || lot.Rare != rare || lot.CountsAs == "" || (lot.CountsAs == Unknown) != rare || lot.Untold {
			t.Errorf("home %d (%s), told to have no lot, has the step %+v", h, group, lot)
		}
		if !volume.Untold || volume.Euros != 0 || volume.Rare || volume.CountsAs != "" {
			t.Errorf("home %d, told a volume that no sale tells, has the step %+v", h, volume)
		}
		q.Overrides = gevel.Characteristics{}
		if e, err = town.Explain(q); err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Steps {
			if s.Untold || s.Rare || s.CountsAs != "" {
				t.Errorf("home %d, of which the register tells, has the step %+v", h, s)
			}
		}
	}
}

func (e *Explanation) step(t *testing.T, name string) Step {
	t.Helper()
	i := slices.IndexFunc(e.Steps, func(s Step) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("%v has no step %s", e.Valuation.Address, name)
	}
	return e.Steps[i]
}

func TestStepsNameEveryCharacteristicAndExtra(t *testing.T) {
	e := newTown(t).explained(t, 1)[0]
	var got []string
	for _, s := range e.Steps {
		if s.Part == Having {
			got = append(got, s.Name)
			if s.Has == "" || s.Typical == "" {
				t.Errorf("step %+v does not say what the home has, or what is typical", s)
			}
		}
	}
	want := append(append([]string{}, hedonic.Characteristics...), "num_woz", "cat_view")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("steps of characteristics are %v, want %v", got, want)
	}
}

// near reports whether an amount is that of a log value, but for rounding.
func near(log float64, amount gevel.Euro) bool {
	const half = 0.5 + 1e-3 // euros, and what floats lose
	return math.Abs(math.Exp(log)-float64(amount)) <= half
}

func TestEachIndicationIsMadeOfItsParts(t *testing.T) {
	own := 0
	for _, e := range newTown(t).explained(t, 100) {
		logs := map[string]float64{"likeness": math.Log(e.Like.Bare)}
		for _, s := range e.Steps {
			if s.Part != Reconciling {
				logs["hedonic"] += s.Log
			}
		}
		for _, s := range e.Like.Sales {
			logs["likeness"] += s.Weight * math.Log(s.Surplus)
		}
		for _, c := range e.Comparables {
			logs["comparables"] += c.Weight * c.movedLog()
			if !near(c.movedLog(), c.Adjusted) {
				t.Errorf("comparable %+v is not adjusted to %v", c, math.Exp(c.movedLog()))
			}
		}
		if e.OwnSale.Known {
			logs["ownSale"] = e.OwnSale.V.movedLog()
			own++
		}
		value := 0.0
		for _, a := range e.Approaches {
			if log, has := logs[a.Name]; has != a.Indication.Known || has && !near(log, a.Indication.V) {
				t.Errorf("%s says %+v, and its parts %v", a.Name, a.Indication, math.Exp(log))
			}
			value += a.Weight * logs[a.Name]
		}
		if !near(value, e.Valuation.Weighted) {
			t.Errorf("the approaches make %v of a value of %d", math.Exp(value), e.Valuation.Weighted)
		}
	}
	if own == 0 {
		t.Error("no home with an own sale was looked at")
	}
}

func (s *MovedSale) movedLog() float64 {
	return math.Log(float64(s.Price) * s.IndexFactor * s.Adjustment)
}

func TestDifferencesMakeTheAdjustment(t *testing.T) {
	compared := 0
	tn := newTown(t)
	for _, e := range tn.explained(t, 50) {
		for _, c := range e.Comparables[:len(e.Valuation.References)] {
			sum := 0.0
			for _, d := range c.Differences {
				sum += d.Log
				// The town is one area of the index, so only house types tell indexes apart.
				if alike := c.BuildType.Group() == e.Home.BuildType.Group(); alike && d.Name == "index" {
					compared++
					if math.Abs(d.Log) > 1e-5 {
						t.Errorf("%v: the characteristics leave %v of the adjustment unexplained", e.Valuation.Address, d.Log)
					}
				}
			}
			if math.Abs(sum-math.Log(c.Adjustment)) > 1e-9 {
				t.Errorf("%v: differences make an adjustment of %v, want %v", e.Valuation.Address, math.Exp(sum), c.Adjustment)
			}
		}
	}
	if compared == 0 {
		t.Error("no reference of the subject's group was looked at")
	}
}

func TestReferencesAreTheFirstComparables(t *testing.T) {
	for _, e := range newTown(t).explained(t, 20) {
		least := math.Inf(1)
		for i, r := range e.Valuation.References {
			c := e.Comparables[i]
			if indexed := gevel.Euro(math.Round(float64(c.Price) * c.IndexFactor)); c.Dwelling != r.Dwelling ||
				c.Adjusted != r.Adjusted || c.Weight != r.Weight || indexed != r.Indexed {
				t.Errorf("comparable %d is %+v, and the reference %+v", i, c, r)
			}
			least = math.Min(least, r.Weight)
			if i > 0 && r.Equality > e.Valuation.References[i-1].Equality {
				t.Errorf("reference %d, %+v, is more equal than the one before", i, r)
			}
		}
		for _, c := range e.Comparables[len(e.Valuation.References):] {
			if c.Weight > least {
				t.Errorf("comparable %+v counts more than a reference, which has %v", c, least)
			}
		}
	}
}

func TestPlacesAreCountedFromTheirAverage(t *testing.T) {
	tn := newTown(t)
	var typical []gevel.Euro
	sum, largest := 0.0, 0.0
	for h := range tn.dwellings {
		e, err := tn.Explain(tn.inquiry(h, marketEnd))
		if err != nil {
			t.Fatal(err)
		}
		typical = append(typical, e.Steps[0].Total)
		for _, s := range e.Steps {
			if s.Part == Place {
				sum += s.Log
				largest = max(largest, math.Abs(s.Log))
			}
		}
	}
	if least, most := slices.Min(typical), slices.Max(typical); least != most {
		t.Errorf("the typical home costs from %d to %d on one day", least, most)
	}
	if mean := sum / float64(len(tn.dwellings)); math.Abs(mean) > largest/10 { // homes are not spread as sales are
		t.Errorf("places count for %v on average, and for %v at most", mean, largest)
	}
}

func TestWhatIsTypicalCountsForLittle(t *testing.T) {
	tn := newTown(t)
	const little = 0.03 // log euros, of all characteristics together: how they work with the place
	q := tn.inquiry(0, marketEnd)
	sales := tn.Edition().Sales()
	typical := typicalHome(sales, soldBefore(sales, tn.vintageOn(marketEnd).AsOf))
	q.Overrides = typical.Characteristics
	e, err := tn.Explain(q)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, s := range e.Steps {
		if s.Part == Having && s.Has == s.Typical {
			sum += math.Abs(s.Log)
		}
	}
	if sum > little {
		t.Errorf("typical characteristics count for %v, want at most %v", sum, little)
	}
}

func TestMoreSurfaceContributesMore(t *testing.T) {
	tn := newTown(t)
	for h := 0; h < len(tn.dwellings); h += 40 {
		q := tn.inquiry(h, marketEnd)
		least, before := math.Inf(1), math.Inf(-1)
		for surface := 40; surface <= 240; surface += 20 {
			q.Overrides.UseSurface = gevel.Some(surface)
			e, err := tn.Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			got := e.contribution("useSurface")
			if got < before-1e-9 {
				t.Errorf("home %d: %d m2 contributes %v, and 20 m2 less %v", h, surface, got, before)
			}
			least, before = min(least, got), got
		}
		if before < least+0.1 {
			t.Errorf("home %d: 240 m2 contributes %v and 40 m2 %v", h, before, least)
		}
	}
}

// contribution returns what a characteristic contributes, log euros.
func (e *Explanation) contribution(name string) float64 {
	for _, s := range e.Steps {
		if s.Part == Having && s.Name == name {
			return s.Log
		}
	}
	return math.NaN()
}

func TestTheYearBeforeIsThatOfTheIndexAlone(t *testing.T) {
	const monthly = 0.01 // log euros
	ix := &index.Index{First: 100, Months: 24, Area: [][]float32{make([]float32, 24)}, Group: [][]float32{make([]float32, 24)}, Areas: index.NewAreas(nil, 1)}
	for m := range ix.Area[0] {
		ix.Area[0][m] = float32(monthly * float64(m))
	}
	for _, test := range []struct {
		month float64
		want  gevel.Opt[float64]
	}{
		{111.9, gevel.Opt[float64]{}}, // less than a year of index
		{112, gevel.Some(math.Expm1(12 * monthly))},
		{120.5, gevel.Some(math.Expm1(12 * monthly))},
		{130, gevel.Some(math.Expm1(5 * monthly))}, // it ends at 123
	} {
		const drift = 0.3
		x := explainer{
			subject: &subject{vintage: &Vintage{Indexes: []Dated{{Index: ix}}}},
			in:      &indications{ix: ix, month: test.month, drift: drift, level: ix.Level(0, 0, test.month) + drift},
		}
		if got := x.market().Year; got.Known != test.want.Known || math.Abs(got.V-test.want.V) > 1e-6 {
			t.Errorf("in the year before month %v the index moved by %+v, want %+v", test.month, got, test.want)
		}
	}
}

func TestDriversMakeTheSizeOfTheError(t *testing.T) {
	for _, e := range newTown(t).explained(t, 100) {
		checkDrivers(t, e)
	}
}

func checkDrivers(t *testing.T, e Explanation) {
	t.Helper()
	c, size := e.Certainty, e.Certainty.Typical
	for _, d := range c.Drivers {
		size *= d.Factor
	}
	if math.Abs(size/c.Size-1) > 1e-9 {
		t.Errorf("%v: drivers make the error %v, want %v", e.Valuation.Address, size, c.Size)
	}
	if got := gevel.ClassOf(c.Within10, c.Within15, c.Within20); got != e.Valuation.Class {
		t.Errorf("%v: probabilities %+v make class %d, want %d", e.Valuation.Address, c, got, e.Valuation.Class)
	}
}

func TestIntervalsLieWithinEachOther(t *testing.T) {
	for _, e := range newTown(t).explained(t, 100) {
		c, v := e.Certainty, e.Valuation
		ends := []gevel.Euro{
			c.Interval90.Low, v.Interval.Low, c.Interval50.Low, v.Weighted, c.Interval50.High, v.Interval.High, c.Interval90.High,
		}
		if !slices.IsSorted(ends) || ends[0] == ends[2] || ends[4] == ends[6] {
			t.Errorf("%v: the ends of the intervals of 90, 80 and 50 %% about the value are %v", v.Address, ends)
		}
	}
}

func TestAHomeLiesOnOneSideOfTheMarket(t *testing.T) {
	sides := map[DriverName]int{}
	for _, e := range newTown(t).explained(t, 50) {
		times := map[DriverName]float64{}
		for _, d := range e.Certainty.Drivers {
			times[d.Name] = d.Has.V
			if lies := d.Name == BelowMiddle && d.Has.V < 1 || d.Name == AboveMiddle && d.Has.V > 1; lies {
				sides[d.Name]++
			}
		}
		below, above := times[BelowMiddle], times[AboveMiddle]
		if !(below > 0 && below <= 1 && above >= 1 && (below == 1 || above == 1)) {
			t.Errorf("%v is %v times the middle of the market below it, and %v above", e.Valuation.Address, below, above)
		}
	}
	if sides[BelowMiddle] == 0 || sides[AboveMiddle] == 0 {
		t.Errorf("homes were looked at on the sides %v, want both", sides)
	}
}

func TestEveryFeatureOfTheErrorHasItsDriver(t *testing.T) {
	told := map[int]int{}
	for _, d := range sizeDrivers {
		for _, f := range d.features {
			told[f]++
		}
	}
	for f := range spreadFeatures {
		if told[f] != 1 {
			t.Errorf("feature %d is told of by %d drivers, want 1", f, told[f])
		}
	}
}

func TestExplainRefusesWhatValueRefuses(t *testing.T) {
	tn := newTown(t)
	for name, q := range map[string]gevel.Inquiry{
		"too early":  tn.inquiry(0, townDates[0]-1),
		"no address": {AddressQuery: gevel.AddressQuery{PostalCode: "9999ZZ", HouseNumber: 1}, Date: marketEnd},
	} {
		_, want := tn.Value(q)
		_, got := tn.Explain(q)
		if want == nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: Explain says %v, and Value %v", name, got, want)
		}
	}
}

func BenchmarkExplain(b *testing.B) {
	tn := newTown(b)
	for i := 0; b.Loop(); i++ {
		if _, err := tn.Explain(tn.inquiry(i%len(tn.dwellings), marketEnd)); err != nil {
			b.Fatal(err)
		}
	}
}
