package gbm

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestMedianTakesTheMiddleBetweenTwo(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{7}, 7},
		{[]float64{1, 2}, 1.5},
		{[]float64{3, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
		{[]float64{1, 1, 1, 9}, 1},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("median(%v) = %v, want %v", c.values, got, c.want)
		}
	}
}

func TestLocationHasTheLeastLoss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-3, 3), 1, 40).Draw(t, "values")
		loss := rapid.SampledFrom([]Loss{
			{Kind: Squared}, {Kind: Huber, Delta: 2},
		}).Draw(t, "loss")
		at := func(c float64) float64 {
			sum := 0.0
			for _, x := range values {
				sum += loss.of(c - x)
			}
			return sum
		}
		start := median(values)
		once := loss.location(values, start)
		got := once
		for range 40 { // the reweighted ones stop a little before the end
			got = loss.location(values, got)
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
		want, got := loss.reweighted(near, 0), loss.reweighted(values, 0)
		if math.Abs(got-want) > 0.01 {
			t.Fatalf("location %v with %d values far off, %v without", got, len(far), want)
		}
	})
	if got := loss.reweighted([]float64{1e150}, 0); got != 0 && got != 1e150 {
		t.Errorf("location of one value beyond all numbers that count = %v", got)
	}
}

func TestDerivativeIsTheSlopeOfTheLoss(t *testing.T) {
	const h = 1e-5
	for _, loss := range losses {
		for _, e := range []float64{-3, -0.3, 0.2, 0.69, 5} {
			want := (loss.of(e+h) - loss.of(e-h)) / (2 * h)
			if got := loss.derivative(e); math.Abs(got-want) > 1e-6 {
				t.Errorf("%v: derivative at %v = %v, want %v", loss.Kind, e, got, want)
			}
		}
	}
}

// of returns the loss of an error.
func (l Loss) of(e float64) float64 {
	a := math.Abs(e)
	switch l.Kind {
	case Huber:
		if a > l.Delta {
			return l.Delta * (a - l.Delta/2)
		}
		return e * e / 2
	case Bounded:
		inner := Loss{Kind: Huber, Delta: l.Delta}
		if a > l.Cut {
			return inner.of(l.Cut) + l.Delta*l.Cut*(1-l.Cut/a)
		}
		return inner.of(e)
	default:
		return e * e / 2
	}
}
