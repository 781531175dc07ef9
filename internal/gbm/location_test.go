package gbm

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func weigh(values ...float64) []weighted {
	items := make([]weighted, len(values))
	for i, v := range values {
		items[i] = weighted{v, 1}
	}
	return items
}

func TestQuantileTakesTheMiddleBetweenTwo(t *testing.T) {
	for _, c := range []struct {
		items []weighted
		alpha float64
		want  float64
	}{
		{weigh(7), 0.5, 7},
		{weigh(1, 2), 0.5, 1.5},
		{weigh(3, 1, 2), 0.5, 2},
		{weigh(4, 1, 3, 2), 0.5, 2.5},
		{weigh(1, 1, 1, 9), 0.5, 1},
		{weigh(1, 2, 3, 4), 0.25, 1.5},
		{weigh(1, 2, 3, 4), 0.26, 2},
		{weigh(1, 2, 3, 4), 0.999, 4},
		{[]weighted{{1, 1}, {2, 2}, {3, 1}}, 0.5, 2},
		{[]weighted{{1, 2}, {2, 1}, {3, 1}}, 0.5, 1.5},
	} {
		if got := quantile(c.items, c.alpha); got != c.want {
			t.Errorf("quantile(%v, %v) = %v, want %v", c.items, c.alpha, got, c.want)
		}
	}
}

func TestLocationHasTheLeastLoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-3, 3), 1, 40).Draw(t, "values")
		loss := rapid.SampledFrom([]Loss{
			{Kind: Squared}, {Kind: Absolute}, {Kind: Quantile, Alpha: 0.3}, {Kind: Huber, Delta: 2}, {Kind: Fair, Delta: 2},
		}).Draw(t, "loss")
		items := weigh(values...)
		for i := range items {
			items[i].weight = rapid.Float64Range(0.1, 3).Draw(t, "weight")
		}
		at := func(c float64) float64 {
			sum := 0.0
			for _, x := range items {
				sum += x.weight * loss.of(c-x.value)
			}
			return sum
		}
		start := quantile(items, median)
		once := loss.location(items, start)
		got := once
		for range 40 { // the reweighted ones stop a little before the end
			got = loss.location(items, got)
		}
		if least := at(got); at(once) > at(start)+1e-9 || at(once) > least*1.01+1e-9 {
			t.Fatalf("%v: loss %v at %v, %v where it set out and %v in the end", loss.Kind, at(once), once, at(start), least)
		}
		for _, other := range []float64{got - 0.3, got + 0.3, values[0], 0} {
			if at(got) > at(other)*(1+1e-6)+1e-9 {
				t.Fatalf("%v: loss %v at %v, %v at %v", loss.Kind, at(got), got, at(other), other)
			}
		}
	})
}

func TestWhatLiesFarOffDoesNotMoveABoundedLocation(t *testing.T) {
	loss := Loss{Kind: Bounded, Delta: 0.1, Cut: 0.5}
	rapid.Check(t, func(t *rapid.T) {
		near := rapid.SliceOfN(rapid.Float64Range(-0.3, 0.3), 3, 40).Draw(t, "near")
		far := rapid.SliceOfN(rapid.Float64Range(5, 1e9), 0, len(near)/3).Draw(t, "far")
		values := append(slices.Clone(near), far...)
		want, got := loss.unweighted(near, 0), loss.unweighted(values, 0)
		if math.Abs(got-want) > 0.01 {
			t.Fatalf("location %v with %d values far off, %v without", got, len(far), want)
		}
		if weighted := loss.reweighted(weigh(values...), 0); weighted != got {
			t.Fatalf("location %v with weights of 1, %v without", weighted, got)
		}
	})
	if got := loss.unweighted([]float64{1e150}, 0); got != 0 && got != 1e150 {
		t.Errorf("location of one value beyond all numbers that count = %v", got)
	}
}

func TestDerivativesAreTheSlopesOfTheLoss(t *testing.T) {
	const h = 1e-5
	for _, loss := range losses {
		for _, e := range []float64{-3, -0.3, 0.2, 0.69, 5} {
			first, second := loss.derivatives(e)
			if want := (loss.of(e+h) - loss.of(e-h)) / (2 * h); math.Abs(first-want) > 1e-6 {
				t.Errorf("%v: first derivative at %v = %v, want %v", loss.Kind, e, first, want)
			}
			want := (loss.of(e+h) - 2*loss.of(e) + loss.of(e-h)) / (h * h)
			if !loss.flat() && math.Abs(second-want) > 1e-4 {
				t.Errorf("%v: second derivative at %v = %v, want %v", loss.Kind, e, second, want)
			}
		}
	}
}
