package gbm

import (
	"fmt"
	"math"
)

// What a prediction's error costs, and the two derivatives that trees are grown on.

// LossKind names a loss function of the error e = prediction - target.
type LossKind string

// The losses.
const (
	Squared  LossKind = "squared"  // e^2 / 2: estimates the mean
	Huber    LossKind = "huber"    // squared up to Delta, linear beyond: a mean that outliers can't move far
	Bounded  LossKind = "bounded"  // as Huber up to Cut; beyond it the pull falls with the square of the error, so that what nothing explains hardly counts
	Fair     LossKind = "fair"     // Delta^2 (x - log(1 + x)), x = |e| / Delta: a smooth relative of Huber
	Absolute LossKind = "absolute" // |e|: estimates the median
	Quantile LossKind = "quantile" // Alpha (-e) below the target, (1 - Alpha) e above: estimates the Alpha quantile
)

// Loss is a loss function with its parameter.
type Loss struct {
	Kind  LossKind
	Delta float64 // Huber, Bounded, Fair: the error, in units of the target, at which they turn from squared to linear
	Cut   float64 // Bounded: the error, in the same units, at which its pull begins to fall; not below Delta
	Alpha float64 // Quantile: in (0, 1)
}

func (l Loss) check() error {
	switch l.Kind {
	case Squared, Absolute:
		return nil
	case Huber, Bounded, Fair:
		if !(l.Delta > 0 && l.Delta <= maxMagnitude) {
			return fmt.Errorf("parameter Loss.Delta: %v is no positive number", l.Delta)
		}
		if l.Kind == Bounded && !(l.Cut >= l.Delta && l.Cut <= maxMagnitude) {
			return fmt.Errorf("parameter Loss.Cut: %v is no number from Loss.Delta on", l.Cut)
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
	case Fair:
		x := a / l.Delta
		return l.Delta * l.Delta * (x - math.Log1p(x))
	case Absolute:
		return a
	case Quantile:
		return math.Max(-l.Alpha*e, (1-l.Alpha)*e)
	default:
		return e * e / 2
	}
}

// derivatives returns the first and second derivative of the loss of an error. Where
// the second is 0 almost everywhere (Absolute, Quantile, Huber's ends) or negative
// (Bounded's) 1 stands in for it: only the shape of the tree depends on it, since the
// leaves are refitted.
func (l Loss) derivatives(e float64) (first, second float64) {
	switch l.Kind {
	case Huber:
		return min(max(e, -l.Delta), l.Delta), 1
	case Bounded:
		return e * l.trust(e), 1
	case Fair:
		shrink := 1 / (1 + math.Abs(e)/l.Delta)
		return e * shrink, shrink * shrink
	case Absolute:
		return sign(e), 1
	case Quantile:
		if e > 0 {
			return 1 - l.Alpha, 1
		}
		return -l.Alpha, 1
	default:
		return e, 1
	}
}

// trust returns the first derivative divided by the error: 1 for a small error, less for
// a large one.
func (l Loss) trust(e float64) float64 {
	a := math.Abs(e)
	switch l.Kind {
	case Fair:
		return 1 / (1 + a/l.Delta)
	case Bounded:
		beyond := l.Cut / max(a, l.Cut)
		return l.Delta / max(a, l.Delta) * beyond * beyond
	}
	return l.Delta / max(a, l.Delta)
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// flat reports whether the second derivative is 1 everywhere.
func (l Loss) flat() bool { return l.Kind != Fair }

// refits reports whether nodes get the loss's own location of their residuals instead of
// the second-order step, which is right for squared loss only.
func (l Loss) refits() bool { return l.Kind != Squared }
