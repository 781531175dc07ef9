package ratio

import (
	"slices"
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
	r := MeasuresOf(obs, Options{MinSegment: 5, Replicates: -1})
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
	r := MeasuresOf(obs, Options{MinSegment: 40, Replicates: -1})
	if len(r.Segments) != 2 || r.SmallSegments != 11 {
		t.Errorf("%d segments shown and %d not, want 2 and 11", len(r.Segments), r.SmallSegments)
	}
}

func TestPriceDecilesHoldATenthEach(t *testing.T) {
	var pairs []float64
	for i := range 1000 {
		pairs = append(pairs, 1, float64(100_000+i))
	}
	r := MeasuresOf(fromPairs(pairs), Options{Replicates: -1})
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
	r := MeasuresOf(fromPairs(slices.Repeat([]float64{90, 100}, 50)), Options{Replicates: -1})
	if len(r.Segments) != 1 || r.Segments[0].Name != "to 100" || r.Segments[0].N != 50 {
		t.Errorf("segments = %+v, want one of 50 sales", r.Segments)
	}
}
