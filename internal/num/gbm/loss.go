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
	Squared  LossKind = "squared"  // e^2 / 2: estimates the mean
	Huber    LossKind = "huber"    // squared up to Delta, linear beyond: a mean that outliers can't move far
	Bounded  LossKind = "bounded"  // as Huber up to Cut; beyond it the pull falls with the square of the error
	Quantile LossKind = "quantile" // Alpha (-e) below the target, (1 - Alpha) e above: estimates the Alpha quantile
)

// Loss is a loss function with its parameter.
type Loss struct {
	Kind  LossKind
	Delta float64 // Huber, Bounded: the error, in units of the target, at which they turn from squared to linear
	Cut   float64 // Bounded: the error, in the same units, at which its pull begins to fall; not below Delta
	Alpha float64 // Quantile: in (0, 1)
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
	case Quantile:
		if !(l.Alpha > 0 && l.Alpha < 1) {
			return fmt.Errorf("parameter Loss.Alpha: %v is not between 0 and 1", l.Alpha)
		}
		return nil
	}
	return fmt.Errorf("parameter Loss.Kind: unknown loss %q", l.Kind)
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
	case Quantile:
		return math.Max(-l.Alpha*e, (1-l.Alpha)*e)
	default:
		return e * e / 2
	}
}

// derivative returns the first derivative of the loss of an error. The second counts as 1
// throughout, also where it is 0 (Quantile, Huber's ends) or negative (Bounded's): only the
// shape of the tree depends on it, since the leaves are refitted.
func (l Loss) derivative(e float64) float64 {
	switch l.Kind {
	case Huber:
		return min(max(e, -l.Delta), l.Delta)
	case Bounded:
		a := math.Abs(e)
		beyond := l.Cut / max(a, l.Cut)
		return e * (l.Delta / max(a, l.Delta) * beyond * beyond)
	case Quantile:
		if e > 0 {
			return 1 - l.Alpha
		}
		return -l.Alpha
	default:
		return e
	}
}

// refits reports whether nodes get the loss's own location of their residuals instead of
// the second-order step, which is right for squared loss only.
func (l Loss) refits() bool { return l.Kind != Squared }
