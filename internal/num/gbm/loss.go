package gbm

import (
	"fmt"
	"math"
)

// Loss functions, and their derivatives, on which trees are grown.

// LossKind names a loss function of the error e = prediction - target.
type LossKind string

// The losses.
const (
	Squared LossKind = "squared" // e^2 / 2: estimates the mean
	Huber   LossKind = "huber"   // squared up to Delta, linear beyond: a mean that outliers can't move far
	Bounded LossKind = "bounded" // as Huber up to Cut; beyond it the pull falls with the square of the error
)

// Loss is a loss function with its parameter.
type Loss struct {
	Kind  LossKind
	Delta float64 // Huber, Bounded: the error, in units of the target, at which they turn from squared to linear
	Cut   float64 // Bounded: the error, in the same units, at which its pull begins to fall; not below Delta
}

func (l Loss) check() error {
	switch l.Kind {
	case Squared:
		return nil
	case Huber, Bounded:
		if !(l.Delta > 0 && l.Delta <= maxMagnitude) {
			return fmt.Errorf("parameter Loss.Delta: %v is no positive number", l.Delta)
		}
		if l.Kind == Bounded && !(l.Cut >= l.Delta && l.Cut <= maxMagnitude) {
			return fmt.Errorf("parameter Loss.Cut: %v is not a number of at least Loss.Delta", l.Cut)
		}
		return nil
	}
	return fmt.Errorf("parameter Loss.Kind: unknown loss %q", l.Kind)
}

// derivative returns the first derivative of the loss of an error. The second counts as 1 throughout, also where it is
// 0 (Huber's ends) or negative (Bounded's): only the shape of the tree depends on it, since the leaves are refitted.
func (l Loss) derivative(e float64) float64 {
	switch l.Kind {
	case Huber:
		return min(max(e, -l.Delta), l.Delta)
	case Bounded:
		a := math.Abs(e)
		beyond := l.Cut / max(a, l.Cut)
		return e * (l.Delta / max(a, l.Delta) * beyond * beyond)
	default:
		return e
	}
}

// refits reports whether nodes get the loss's own location of their residuals instead of
// the second-order step, which is right for squared loss only.
func (l Loss) refits() bool { return l.Kind != Squared }

// The location of values, for each loss that refits its leaves.

// locationSteps is the number of steps of a robust location. Boosting takes only a
// share of the result, so the last digits don't matter.
const locationSteps = 5

// location returns the number c with the least summed loss of c - value. Losses that are minimised in steps begin
// at start. There must be at least one value.
func (l Loss) location(values []float64, start float64) float64 {
	if l.Kind == Squared {
		return mean(values)
	}
	return l.reweighted(values, start)
}

// reweighted returns the M-estimate of location (Huber, Annals of Mathematical
// Statistics 35, 1964) as a mean in which a value weighs the less the farther off it is.
//
// A branch on whether a value lies beyond Delta would be mispredicted, so there is none: of two
// numbers without sign the larger has the larger bits, and max of these, without a check for
// NaN, takes a fraction of the time. Few values lie beyond Cut: there a branch spares a division.
func (l Loss) reweighted(values []float64, start float64) float64 {
	least, cut := math.Float64bits(l.Delta), l.Cut
	if l.Kind == Huber {
		cut = math.MaxFloat64
	}
	c := start
	for range locationSteps {
		sum, total := 0.0, 0.0
		for _, v := range values {
			e := v - c
			a := math.Abs(e)
			w := l.Delta / math.Float64frombits(max(math.Float64bits(a), least))
			if a > cut {
				beyond := cut / a
				w = w * beyond * beyond
			}
			sum += w * e
			total += w
		}
		if total > 0 { // otherwise everything lies too far off to count
			c += sum / total
		}
	}
	return c
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// median returns the smallest value up to which half of the values lie; if it is exactly half, the middle between it
// and the next: the median of 1, 2, 3, 4 is 2.5. It reorders values, and sums over them depend on that order.
func median(values []float64) float64 {
	want := float64(len(values)) / 2
	answer, next := values[0], math.Inf(1) // next: the smallest value beyond values
	for len(values) > 0 {
		// A pivot at a scattered place: no order of the rows makes this slow.
		answer = values[scatter(uint64(len(values)))%uint64(len(values))]
		from, to := cut(values, answer)
		switch {
		case float64(from) >= want && from > 0:
			values, next = values[:from], answer
		case float64(to) > want:
			return answer
		case float64(to) == want:
			for _, v := range values[to:] {
				next = min(next, v)
			}
			if math.IsInf(next, 1) {
				return answer
			}
			return (answer + next) / 2
		default:
			want -= float64(to)
			values = values[to:]
		}
	}
	return answer // rounding left none: the largest value
}

// cut orders values into those below the pivot, from to to equal to it, and above it.
func cut(values []float64, pivot float64) (from, to int) {
	to = len(values)
	for i := 0; i < to; {
		switch v := values[i]; {
		case v < pivot:
			values[from], values[i] = v, values[from]
			from++
			i++
		case v > pivot:
			to--
			values[to], values[i] = v, values[to]
		default:
			i++
		}
	}
	return from, to
}
