package explain_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// explained returns explanations of n random homes of the town, on random days and
// half of them with overrides.
func explained(t *testing.T, tn smalltown.Town, n int) []explain.Explanation {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var list []explain.Explanation
	explainer := explain.New(tn.Valuer)
	for len(list) < n {
		q := tn.Inquiry(rng.IntN(len(tn.Dwellings)), tn.Oldest()+gevel.Date(rng.IntN(int(smalltown.End-tn.Oldest()))))
		if rng.IntN(2) == 0 {
			q.Overrides = smalltown.Overrides(rng)
			q.Overrides.ParcelSurface = gevel.Some(rng.IntN(5000))
			q.Overrides.EnergyLabel = gevel.EnergyLabel(rng.IntN(gevel.EnergyLabels))
			q.Overrides.Monument = gevel.Some(rng.IntN(2) == 0)
		}
		e, err := explainer.Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := tn.Value(q)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(e.Valuation, want, cmpopts.EquateNaNs()) {
			t.Fatalf("Explain values %v at\n%+v\nand Value at\n%+v", q, e.Valuation, want)
		}
		list = append(list, e)
	}
	return list
}

// Earlier requests must not change a bit.
func TestAnExplanationIsTheSameWhateverWasAskedBefore(t *testing.T) {
	tn := smalltown.City(t)
	warm := explain.New(tn.Valuer)
	for i := range 60 {
		q := tn.Inquiry(i*7%len(tn.Dwellings), smalltown.End-gevel.Date(i/20))
		q.Overrides.UseSurface = gevel.Some(60 + i%3)
		if i%4 == 0 {
			if _, err := evidenceOf(warm, tn.Valuer, q); err != nil {
				t.Fatal(err)
			}
		}
		got, err := warm.Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := explain.New(tn.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(got, want, cmpopts.EquateNaNs()) {
			t.Fatalf("%v: explained anew it differs: %s", q, cmp.Diff(want, got, cmpopts.EquateNaNs()))
		}
	}
}

func TestStepsAddUpToTheEuro(t *testing.T) {
	for _, e := range slices.Concat(explained(t, smalltown.Shared(t), 200), explained(t, smalltown.City(t), 100)) {
		var sum, hedonicValue gevel.Euro
		logs := 0.0
		for _, s := range e.Steps {
			logs += s.Log
			if sum += s.Euros; s.Total != sum {
				t.Fatalf("%v: step %+v comes to a total of %d, want %d", e.Valuation.Address, s, s.Total, sum)
			}
			if s.Part != explain.Reconciling {
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
	for _, e := range explained(t, smalltown.Shared(t), 20) {
		if _, err := json.Marshal(e); err != nil { // refuses NaN and infinity
			t.Fatalf("%v: %v", e.Valuation.Address, err)
		}
	}
}

func TestAnExplanationSaysWhatAParcelCountsAs(t *testing.T) {
	town := smalltown.Shared(t)
	seen := map[gevel.BuildGroup]bool{}
	for h := range town.Dwellings {
		q := town.Inquiry(h, smalltown.End)
		group := town.Dwellings[h].BuildType.Group()
		if seen[group] {
			continue
		}
		seen[group] = true
		q.Overrides = gevel.Characteristics{ParcelSurface: gevel.Some(0), Volume: gevel.Some(300)}
		e, err := explain.New(town.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		lot, volume := step(t, e, "parcelSurface"), step(t, e, "volume")
		rare := group == gevel.GroupApartment
		if lot.Has != "0 m2" || lot.Rare != rare || lot.CountsAs == "" || (lot.CountsAs == explain.Unknown) != rare || lot.Unobserved {
			t.Errorf("home %d (%s), said to have no lot, has the step %+v", h, group, lot)
		}
		if !volume.Unobserved || volume.Euros != 0 || volume.Rare || volume.CountsAs != "" {
			t.Errorf("home %d, said to have a volume, which no sale has, has the step %+v", h, volume)
		}
		q.Overrides = gevel.Characteristics{}
		if e, err = explain.New(town.Valuer).Explain(q); err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Steps {
			if s.Unobserved || s.Rare || s.CountsAs != "" {
				t.Errorf("home %d, of which the register knows, has the step %+v", h, s)
			}
		}
	}
}

func step(t *testing.T, e explain.Explanation, name string) explain.Step {
	t.Helper()
	i := slices.IndexFunc(e.Steps, func(s explain.Step) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("%v has no step %s", e.Valuation.Address, name)
	}
	return e.Steps[i]
}

func TestStepsNameEveryCharacteristicAndExtra(t *testing.T) {
	e := explained(t, smalltown.Shared(t), 1)[0]
	var got []string
	for _, s := range e.Steps {
		if s.Part == explain.Having {
			got = append(got, s.Name)
			if s.Has == "" || s.Typical == "" {
				t.Errorf("step %+v does not say what the home has, or what is typical", s)
			}
		}
	}
	var want []string
	for _, a := range smalltown.Attributes() {
		want = append(want, a.Name)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("steps of characteristics are %v, want %v", got, want)
	}
}

// near reports whether an amount equals a log value, apart from rounding.
func near(log float64, amount gevel.Euro) bool {
	const half = 0.5 + 1e-3 // euros, and what floats lose
	return math.Abs(math.Exp(log)-float64(amount)) <= half
}

func TestEachIndicationIsMadeOfItsParts(t *testing.T) {
	own := 0
	for _, e := range explained(t, smalltown.Shared(t), 100) {
		logs := map[string]float64{"kriging": math.Log(e.Kriging.Trend)}
		for _, s := range e.Steps {
			if s.Part != explain.Reconciling {
				logs["hedonic"] += s.Log
			}
		}
		for _, s := range e.Kriging.Sales {
			logs["kriging"] += s.Weight * math.Log(s.Residual)
		}
		for _, c := range e.Comparables {
			logs["comparables"] += c.Weight * movedLog(&c.AdjustedSale)
			if !near(movedLog(&c.AdjustedSale), c.Adjusted) {
				t.Errorf("comparable %+v is not adjusted to %v", c, math.Exp(movedLog(&c.AdjustedSale)))
			}
		}
		if e.OwnSale.Known {
			logs["ownSale"] = movedLog(&e.OwnSale.V.AdjustedSale)
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

func movedLog(s *explain.AdjustedSale) float64 {
	return math.Log(float64(s.Price) * s.IndexFactor * s.Adjustment)
}

func TestDifferencesMakeTheAdjustment(t *testing.T) {
	for _, e := range explained(t, smalltown.Shared(t), 50) {
		for _, c := range e.References {
			sum := 0.0
			for _, d := range c.Differences {
				sum += d.Log
			}
			if math.Abs(sum-math.Log(c.Adjustment)) > 1e-9 {
				t.Errorf("%v: differences make an adjustment of %v, want %v", e.Valuation.Address, math.Exp(sum), c.Adjustment)
			}
		}
	}
}

// The town is one area, and its homes as they are lie within the reach of the tier: the indexes of homes of a type differ
// by what their tiers do, the same share of what the homes do on a day.
func TestIndexesOfATypeDifferByTheTier(t *testing.T) {
	compared, tiers := 0, 0
	tn := smalltown.Shared(t)
	explainer := explain.New(tn.Valuer)
	for i := range 50 {
		e, err := explainer.Explain(tn.Inquiry(i*len(tn.Dwellings)/50, smalltown.End-gevel.Date(7*i)))
		if err != nil {
			t.Fatal(err)
		}
		slope := math.NaN()
		for _, c := range e.References {
			if c.BuildType.Group() != e.Home.BuildType.Group() {
				continue
			}
			index := c.Differences[slices.IndexFunc(c.Differences, func(d explain.Difference) bool { return d.Name == "index" })].Log
			homes := math.Log(c.Adjustment) - index
			if math.IsNaN(slope) && math.Abs(homes) > 0.05 {
				slope = index / homes
				if slope != 0 {
					tiers++
				}
				continue
			}
			if math.IsNaN(slope) {
				continue
			}
			compared++
			if math.Abs(index-slope*homes) > 1e-5 {
				t.Errorf("%v: the index of %v differs by %v, and its tier by %v", e.Valuation.Address, c.Address, index, slope*homes)
			}
		}
	}
	if compared == 0 || tiers == 0 {
		t.Errorf("%d references were compared, and %d days had tiers", compared, tiers)
	}
}

func TestTheReferencesExplainedAreThoseShown(t *testing.T) {
	for _, e := range explained(t, smalltown.Shared(t), 20) {
		if len(e.References) != len(e.Valuation.References) {
			t.Fatalf("%d references are explained, %d shown", len(e.References), len(e.Valuation.References))
		}
		for i, r := range e.Valuation.References {
			c := e.References[i]
			if indexed := gevel.Euro(math.Round(float64(c.Price) * c.IndexFactor)); c.Dwelling != r.Dwelling ||
				c.Adjusted != r.Adjusted || indexed != r.Indexed || math.Abs(c.Equality-r.Equality) > 0.051 {
				t.Errorf("reference %d is explained as %+v, and shown as %+v", i, c, r)
			}
			if i > 0 && r.Equality > e.Valuation.References[i-1].Equality {
				t.Errorf("reference %d, %+v, is more equal than the one before", i, r)
			}
		}
	}
}

func TestTheTypicalHomeStandsAtAnOrdinaryPlace(t *testing.T) {
	tn, explainer := smalltown.Shared(t), explain.New(smalltown.Shared(t).Valuer)
	var typical []gevel.Euro
	better := 0
	for h := range tn.Dwellings {
		e, err := explainer.Explain(tn.Inquiry(h, smalltown.End))
		if err != nil {
			t.Fatal(err)
		}
		typical = append(typical, e.Steps[0].Total)
		for _, s := range e.Steps {
			if s.Part == explain.Place && s.Log > 0 {
				better++
			}
		}
	}
	if least, most := slices.Min(typical), slices.Max(typical); least != most {
		t.Errorf("the typical home costs from %d to %d on one day", least, most)
	}
	if n := len(tn.Dwellings); better < n/4 || better > 3*n/4 { // homes are not spread as sales are
		t.Errorf("%d of %d places are better than the typical home's", better, n)
	}
}

func TestAnEqualCharacteristicCostsNothing(t *testing.T) {
	equal, table := 0, smalltown.Attributes()
	for _, e := range slices.Concat(explained(t, smalltown.Shared(t), 60), explained(t, smalltown.City(t), 30)) {
		for _, s := range e.Steps {
			if s.Part == explain.Having && s.Has == s.Typical && s.CountsAs == "" && s.Euros != 0 {
				t.Errorf("%v: %+v", e.Valuation.Address, s)
			}
		}
		for _, r := range e.References {
			for _, d := range r.Differences {
				k := slices.IndexFunc(table, func(a gevel.Attribute) bool { return a.Name == d.Name })
				if k < 0 || !table[k].Known(&e.Home) || table[k].IsExtra() || table[k].Get(&e.Home) != table[k].Get(&r.Characteristics) {
					continue
				}
				if equal++; d.Log != 0 {
					t.Errorf("%v: %s is equal in %v and costs %v", e.Valuation.Address, d.Name, r.Address, d.Log)
				}
			}
		}
	}
	if equal < 100 {
		t.Errorf("%d characteristics were equal", equal)
	}
}

func TestMoreSurfaceContributesMore(t *testing.T) {
	tn := smalltown.Shared(t)
	for h := 0; h < len(tn.Dwellings); h += 40 {
		q := tn.Inquiry(h, smalltown.End)
		least, before := math.Inf(1), math.Inf(-1)
		for surface := 40; surface <= 240; surface += 20 {
			q.Overrides.UseSurface = gevel.Some(surface)
			e, err := explain.New(tn.Valuer).Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			got := contribution(e, "useSurface")
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

// contribution returns the contribution of a characteristic, log euros.
func contribution(e explain.Explanation, name string) float64 {
	for _, s := range e.Steps {
		if s.Part == explain.Having && s.Name == name {
			return s.Log
		}
	}
	return math.NaN()
}

func TestRisksMakeTheSizeOfTheError(t *testing.T) {
	for _, e := range explained(t, smalltown.Shared(t), 100) {
		checkRisks(t, e)
	}
}

func checkRisks(t *testing.T, e explain.Explanation) {
	t.Helper()
	c, size := e.Certainty, e.Certainty.Typical
	for _, d := range c.Risks {
		size *= d.Factor
	}
	if math.Abs(size/c.Size-1) > 1e-9 {
		t.Errorf("%v: risks make the error %v, want %v", e.Valuation.Address, size, c.Size)
	}
	sure, doubted := gevel.ClassOf(c.Within10, c.Within15, c.Within20), gevel.ClassOf(0, c.Within15, c.Within20)
	if got := e.Valuation.Class; got < doubted || got > sure {
		t.Errorf("%v: probabilities %+v make class %d to %d, it has %d", e.Valuation.Address, c, doubted, sure, got)
	}
}

func TestIntervalsLieWithinEachOther(t *testing.T) {
	for _, e := range explained(t, smalltown.Shared(t), 100) {
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
	sides := map[explain.RiskName]int{}
	for _, e := range explained(t, smalltown.Shared(t), 50) {
		times := map[explain.RiskName]float64{}
		for _, d := range e.Certainty.Risks {
			times[d.Name] = d.Has.V
			if lies := d.Name == explain.BelowMiddle && d.Has.V < 1 || d.Name == explain.AboveMiddle && d.Has.V > 1; lies {
				sides[d.Name]++
			}
		}
		below, above := times[explain.BelowMiddle], times[explain.AboveMiddle]
		if !(below > 0 && below <= 1 && above >= 1 && (below == 1 || above == 1)) {
			t.Errorf("%v is %v times the middle of the market below it, and %v above", e.Valuation.Address, below, above)
		}
	}
	if sides[explain.BelowMiddle] == 0 || sides[explain.AboveMiddle] == 0 {
		t.Errorf("homes were looked at on the sides %v, want both", sides)
	}
}

func TestExplanationsRefuseWhatValueRefuses(t *testing.T) {
	tn := smalltown.Shared(t)
	for name, q := range map[string]gevel.Inquiry{
		"too early":  tn.Inquiry(0, smalltown.Dates[0]-1),
		"no address": {AddressQuery: gevel.AddressQuery{PostalCode: "9999ZZ", HouseNumber: 1}, Date: smalltown.End},
	} {
		_, want := tn.Value(q)
		explainer := explain.New(tn.Valuer)
		_, explained := explainer.Explain(q)
		if want == nil || !reflect.DeepEqual(explained, want) {
			t.Errorf("%s: Explain says %v, and Value %v", name, explained, want)
		}
	}
}

func BenchmarkExplain(b *testing.B) {
	tn := smalltown.Shared(b)
	explainer := explain.New(tn.Valuer)
	for i := 0; b.Loop(); i++ {
		if _, err := explainer.Explain(tn.Inquiry(i%len(tn.Dwellings), smalltown.End)); err != nil {
			b.Fatal(err)
		}
	}
}
