package ratio

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
)

// sold simulates sales of months, each month with a common error of its own, in log.
type sold struct {
	months, inMonth  int
	common, own, fsd float64 // standard deviations of the common and the own errors; the FSD promised
	class            gevel.ConfidenceClass
	seed             uint64
}

func (s sold) sales() []Observation {
	rng := rand.New(rand.NewPCG(s.seed, 1))
	var obs []Observation
	for month := range s.months {
		level := s.common * rng.NormFloat64()
		for range s.inMonth {
			price := math.Exp(12.5 + 0.4*rng.NormFloat64())
			obs = append(obs, Observation{
				Price: price, Value: price * math.Exp(level+s.own*rng.NormFloat64()), HasValue: true,
				Month: gevel.Month(24_000 + month), FSD: s.fsd, Class: gevel.Some(s.class),
			})
		}
	}
	return obs
}

func TestIntervalsByMonthHoldTheTruthWhereMonthsErr(t *testing.T) {
	const studies = 100
	// The truth: the share within 10 % and the median ratio over very many months.
	many := sold{months: 4000, inMonth: 30, common: 0.04, own: 0.08, fsd: 0.09, seed: 1 << 40}
	within := 0
	for _, o := range many.sales() {
		if o.near(0.10) {
			within++
		}
	}
	truth := 100 * float64(within) / float64(many.months*many.inMonth)
	clustered, alone := 0, 0
	level := 0
	for seed := range uint64(studies) {
		few := many
		few.months, few.inMonth, few.seed = 12, 100, seed
		d := Decide(few.sales())
		holds := func(f Figure, v float64) int {
			if f.Range.Low <= v && v <= f.Range.High {
				return 1
			}
			return 0
		}
		clustered += holds(d.Evidence.PE10, truth)
		independent := shareAlone(int(math.Round(d.Evidence.PE10.Value*12)), 1200)
		alone += holds(independent, truth)
		level += holds(d.Bounds[0].Figure, 1)
	}
	for name, n := range map[string]int{"share": clustered, "median ratio": level} {
		if n < studies*90/100 {
			t.Errorf("the interval of the %s held the truth in %d of %d studies, want about 95 %%", name, n, studies)
		}
	}
	if alone >= studies*90/100 {
		t.Errorf("without months the interval held it in %d of %d: the example shows nothing", alone, studies)
	}
}

func TestSalesOfOneMonthDecideNothing(t *testing.T) {
	d := Decide(sold{months: 1, inMonth: 5000, own: 0.02, fsd: 0.02, class: 5}.sales())
	if d.Evidence.Enough || d.Evidence.Margin.Known {
		t.Errorf("evidence %+v", d.Evidence)
	}
	for _, l := range d.Lending {
		if l.All.Outcome != Undecided || l.Classed.Outcome == Met {
			t.Errorf("%+v", l)
		}
	}
	if d.Symptoms[0] != FewSales || strings.Contains(strings.Join(d.Uses, " "), "% of all.") {
		t.Errorf("%q, %q", d.Symptoms, d.Uses)
	}
}

func TestBarsOfLendingAreMetOrMissedByTheWholeInterval(t *testing.T) {
	for own, want := range map[float64][2]Outcome{
		0.05: {Met, Met},       // 99.7 % within 15 %, 95 % within 10 %
		0.08: {Met, NotMet},    // 94 and 79 %
		0.14: {NotMet, NotMet}, // 71 and 52 %
	} {
		d := Decide(sold{months: 12, inMonth: 300, own: own, fsd: own, class: 3}.sales())
		if got := [2]Outcome{d.Lending[0].All.Outcome, d.Lending[1].All.Outcome}; got != want {
			t.Errorf("errors of %v: %v, want %v", own, got, want)
		}
		if d.Lending[0].Classed.N != 3600 || d.Lending[1].Classed.N != 0 {
			t.Errorf("%d values of class 3, %d of class 5", d.Lending[0].Classed.N, d.Lending[1].Classed.N)
		}
	}
}

func TestLevelsAreHeldToTheFSDObserved(t *testing.T) {
	for _, tt := range []struct {
		own, fsd float64
		outcome  Outcome
		tooSure  bool
	}{{0.05, 0.055, Met, false}, {0.09, 0.055, NotMet, true}} {
		d := Decide(sold{months: 12, inMonth: 300, own: tt.own, fsd: tt.fsd, class: 4}.sales())
		if len(d.Certainty) != 2 {
			t.Fatalf("levels %+v", d.Certainty)
		}
		all, level := d.Certainty[0], d.Certainty[1]
		if *level.Level != 5 || level.Outcome != tt.outcome || level.N != 3600 || slices.Contains(d.Symptoms, TooSure) != tt.tooSure {
			t.Errorf("FSD %v: %+v, %q", tt.fsd, level, d.Symptoms)
		}
		if math.Abs(all.Promised-100*tt.fsd) > 1e-9 || math.Abs(level.Promised-100*tt.fsd) > 1e-9 {
			t.Errorf("an FSD of %v is promised as %v, and of the level as %v", tt.fsd, all.Promised, level.Promised)
		}
		if all.Reached != standard.LevelOf(all.Observed.Value/100) || math.Abs(all.Observed.Value-100*tt.own) > 0.5 {
			t.Errorf("an FSD of %v is observed as %+v", tt.own, all)
		}
	}
}

func TestTheMarginIsHalfTheIntervalAndSaysHowManySalesAreNeeded(t *testing.T) {
	e := Decide(sold{months: 12, inMonth: 10, own: 0.1, fsd: 0.1, class: 3}.sales()).Evidence
	want := (e.PE10.Range.High - e.PE10.Range.Low) / 2
	if !e.Margin.Known || e.Margin.Value != want || e.Enough || want <= marginAllowed {
		t.Fatalf("%+v, want a margin of %v that is too wide", e, want)
	}
	exact := float64(e.Sales) * want * want / (marginAllowed * marginAllowed)
	if n := float64(e.Needed); n < exact || n > 1.1*exact {
		t.Errorf("%v sales are needed, want at least %v in two digits", n, exact)
	}
}

func TestSymptomsAreThoseOfTheErrors(t *testing.T) {
	good := sold{months: 12, inMonth: 300, own: 0.05, fsd: 0.05, class: 5}.sales()
	if d := Decide(good); len(d.Symptoms) > 0 {
		t.Errorf("good values have symptoms %q", d.Symptoms)
	}
	changed := func(change func(i int, o *Observation)) []Symptom {
		obs := slices.Clone(good)
		for i := range obs {
			change(i, &obs[i])
		}
		return Decide(obs).Symptoms
	}
	for want, got := range map[Symptom][]Symptom{
		Unvalued: changed(func(i int, o *Observation) { o.HasValue = i%10 > 0 }),
		LevelOff: changed(func(_ int, o *Observation) { o.Value *= 1.03 }),
		Unequal: changed(func(_ int, o *Observation) {
			o.Value *= math.Exp(-0.2 * (math.Log(o.Price) - 12.5))
		}),
		LargeError: changed(func(i int, o *Observation) { o.Value *= math.Exp(0.2 * float64(i%3-1)) }),
		TooSure:    changed(func(_ int, o *Observation) { o.FSD /= 2 }),
	} {
		if !slices.Contains(got, want) {
			t.Errorf("want %q, got %q", want, got)
		}
	}
	if got := Decide(good[:20]).Symptoms; !slices.Contains(got, FewSales) {
		t.Errorf("20 sales have symptoms %q", got)
	}
}

func TestMassAppraisalAsksThatEachBoundIsShownToBeMet(t *testing.T) {
	name := "Mass appraisal (" + standard.IAAO2013.Name + "): "
	for _, tt := range []struct {
		level, cod, prd Outcome
		want            string
	}{
		{Met, Met, Met, "yes; all bounds are met."},
		{Met, Undecided, Met, "not shown; undecided: COD."},
		{Undecided, Met, Undecided, "not shown; undecided: median ratio, PRD."},
		{NotMet, Met, Met, "no; not met: median ratio."},
		{NotMet, Undecided, NotMet, "no; not met: median ratio, PRD."},
	} {
		d := Decision{Bounds: []Bound{
			{Measure: "median ratio", Outcome: tt.level}, {Measure: "COD", Outcome: tt.cod}, {Measure: "PRD", Outcome: tt.prd},
		}}
		if got, want := d.massAppraisal(), name+tt.want; got != want {
			t.Errorf("%s, %s, %s: %q, want %q", tt.level, tt.cod, tt.prd, got, want)
		}
	}
}

func TestABaselineIsComparedOnItsOwnSales(t *testing.T) {
	obs := sold{months: 12, inMonth: 100, own: 0.05, fsd: 0.05, class: 5}.sales()
	worse, same := Baseline{Name: "worse"}, Baseline{Name: "same"}
	none := Baseline{Name: "none", Values: slices.Repeat([]float64{math.NaN()}, len(obs))}
	for i, o := range obs {
		v := o.Price * math.Exp(2*math.Log(o.Value/o.Price))
		if i%2 == 0 {
			v = math.NaN()
		}
		worse.Values, same.Values = append(worse.Values, v), append(same.Values, o.Value)
	}
	d := Decide(obs, worse, same, none)
	w, s, n := d.Baselines[0], d.Baselines[1], d.Baselines[2]
	if w.N != 600 || w.OfValues != 50 || w.Outcome != Met || w.Difference.Range.High >= 0 || w.BaselineMdAPE < 1.8*w.MdAPE {
		t.Errorf("worse: %+v", w)
	}
	if s.N != 1200 || s.Outcome == Met || s.Difference.Value != 0 {
		t.Errorf("same: %+v", s)
	}
	if n.N != 0 || n.Outcome != Undecided {
		t.Errorf("none: %+v", n)
	}
	if !slices.Contains(d.Symptoms, NoBetter) {
		t.Errorf("symptoms %q", d.Symptoms)
	}
}

func TestNoValuesDecideNothing(t *testing.T) {
	d := Decide([]Observation{{Price: 100}, {Price: -1, Value: 1, HasValue: true}})
	if len(d.Uses) > 0 || d.Evidence.Sales != 0 {
		t.Errorf("%+v", d)
	}
}

func BenchmarkDecide25k(b *testing.B) {
	obs := sold{months: 12, inMonth: 2100, own: 0.1, common: 0.02, fsd: 0.1, class: 3}.sales()
	for b.Loop() {
		Decide(obs)
	}
}
