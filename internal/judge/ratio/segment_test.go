package ratio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSegmentsComeInTheirOrderAndSumToAll(t *testing.T) {
	var obs []Observation
	for i := range 100 {
		period := Segment{Dimension: "build period", Name: "<1906", Rank: 0}
		if i%2 == 0 {
			period = Segment{Dimension: "build period", Name: "1906-1930", Rank: 1}
		}
		kind := Segment{Dimension: "type", Name: []string{"b", "a"}[i%2]}
		obs = append(obs, Observation{
			Price: float64(1000 + i), Value: 1000, HasValue: true,
			Segments: []Segment{kind, period},
		})
	}
	r := Study(obs, Options{MinSegment: 5, Replicates: -1})
	var got []string
	n := map[string]int{}
	for _, s := range r.Segments {
		n[s.Dimension] += s.N
		if s.Dimension != priceDecile {
			got = append(got, s.Dimension+" "+s.Name)
		}
	}
	want := []string{"type a", "type b", "build period <1906", "build period 1906-1930"}
	if !slices.Equal(got, want) {
		t.Errorf("segments = %q, want %q", got, want)
	}
	for _, dimension := range []string{"type", "build period", priceDecile} {
		if n[dimension] != 100 {
			t.Errorf("the segments of %s hold %d sales, want 100", dimension, n[dimension])
		}
	}
}

func TestSmallSegmentsAreCountedNotShown(t *testing.T) {
	obs := simulated(100, 1)
	obs[0].Segments = []Segment{{Dimension: "parity", Name: "neither"}}
	r := Study(obs, Options{MinSegment: 40, Replicates: -1})
	if len(r.Segments) != 2 || r.SmallSegments != 11 {
		t.Errorf("%d segments shown and %d not, want 2 and 11", len(r.Segments), r.SmallSegments)
	}
}

func TestPriceDecilesHoldATenthEach(t *testing.T) {
	var pairs []float64
	for i := range 1000 {
		pairs = append(pairs, 1, float64(100_000+i))
	}
	r := Study(fromPairs(pairs), Options{Replicates: -1})
	if len(r.Segments) != 10 {
		t.Fatalf("%d deciles, want 10", len(r.Segments))
	}
	for i, s := range r.Segments {
		if s.N != 100 {
			t.Errorf("decile %d (%s) holds %d sales, want 100", i, s.Name, s.N)
		}
	}
	if got := r.Segments[9].Name; got != "over 100899" {
		t.Errorf("the last decile is %q, want over 100899", got)
	}
}

func TestDecilesOfEqualPricesAreOneSegment(t *testing.T) {
	r := Study(fromPairs(slices.Repeat([]float64{90, 100}, 50)), Options{Replicates: -1})
	if len(r.Segments) != 1 || r.Segments[0].Name != "to 100" || r.Segments[0].N != 50 {
		t.Errorf("segments = %+v, want one of 50 sales", r.Segments)
	}
}

func TestTableShowsFiguresPromisesAndSegments(t *testing.T) {
	obs := append(simulated(400, 1), Observation{Price: 250_000}, Observation{Price: -1})
	for i := range obs {
		o := &obs[i]
		o.LowLog80, o.HighLog80 = 0.9*o.Value, 1.2*o.Value
		o.LowEuros80, o.HighEuros80 = o.Value-50_000, o.Value+50_000
	}
	var b strings.Builder
	if err := Study(obs, Options{Seed: 1, Replicates: 100}).WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"401 sales, 400 valued (hit rate 99.75 %), 1 invalid rows left out",
		"figure   95 % interval\n", "\nMdAPE, %", "\nPRB", "\nMKI", " to ",
		"promised, %", "80 % interval", "mean width 25.6 %\n",
		"\n  constant in log            400    80.0 ", "mean width 30.0 %\n",
		"\n  constant in euros          400    80.0 ", "within the FSD", "class 3 (15 %)", "not refuted",
		"parity", "even ", "price decile", "over ",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}

func TestTableOfNothingHasNoFigures(t *testing.T) {
	var b strings.Builder
	if err := Study(nil, Options{}).WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); strings.Contains(got, "NaN") || !strings.Contains(got, "0 sales, 0 valued (hit rate - %)") {
		t.Errorf("table of nothing:\n%s", got)
	}
}

func ExampleComparison_WriteTable() {
	a, b := simulated(1000, 1), simulated(1000, 1)
	for i := range b {
		b[i].Value *= 1.05
	}
	c, err := Compare(a, b, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var text strings.Builder
	if err := c.WriteTable(&text, "gevel", "other"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text.String())
	// Output:
	// 1000 sales, 1000 valued by both, 0 by gevel alone, 0 by other alone
	//
	//                   gevel        other   difference   95 % interval
	// MdAPE, %           6.82         7.49        -0.67   -1.31 to -0.18
	// MAPE, %            8.02         9.58        -1.56   -1.84 to -1.29
	// PE10, %           68.50        61.30         7.20   +4.10 to +10.20
}
