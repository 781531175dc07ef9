package valuer

import "math"

// Reconciliation holds how the approaches' indications are weighed: by the errors
// that they made out of time. Fields are exported for encoding only.
type Reconciliation struct {
	// Unsure is of the likeness approach how unsure it was of its sales, low and high
	// (see basis), and WithoutOwn the weights of homes without an own earlier sale
	// there; between the two they run straight.
	Unsure     [2]float64
	WithoutOwn [2][approaches]float64
	// WithOwn weighs a home with an own earlier sale that tells of the home as it is, by
	// years since that sale, and Agreement says which do.
	WithOwn   [len(ownYearKnots)][approaches]float64
	Agreement [len(ownYearKnots)]Agreement
}

// ownYearKnots are the years since the own sale at which weights are set; between
// them weights run straight, so that no day changes a value by a jump.
var ownYearKnots = [...]float64{1, 4, 8, 14}

// basis is what the approaches have to go on.
type basis struct {
	// unsure is the log of the deviation that likeness gives itself: less with more
	// sales, nearer ones, of more like homes, not long ago.
	unsure float64

	own    bool    // there is an own earlier sale
	years  float64 // since it
	change float64 // of the home's estimate since, log euros
	gap    float64 // of what it says to the value without it, log euros
}

// weights returns the weights of the approaches; they sum to 1.
func (r *Reconciliation) weights(e basis) [approaches]float64 {
	without := r.withoutOwn(e)
	if !e.own {
		return without
	}
	k, share := ownKnot(e.years)
	with := r.WithOwn[k]
	if share > 0 {
		with = between(with, r.WithOwn[k+1], share)
	}
	return between(without, with, r.holds(e))
}

// withoutOwn returns the weights of a home as if it had no own sale.
func (r *Reconciliation) withoutOwn(e basis) [approaches]float64 {
	share := 0.0
	if low, high := r.Unsure[0], r.Unsure[1]; high > low {
		share = math.Max(0, math.Min(1, (e.unsure-low)/(high-low)))
	}
	return between(r.WithoutOwn[0], r.WithoutOwn[1], share)
}

// holds returns the share of its weight that an own sale keeps: less as the home
// changes, and as it is less likely that what it says is of the home as it is.
func (r *Reconciliation) holds(e basis) float64 { return e.unchanged() * r.tells(e) }

// tells returns the probability that an own sale tells of the home as it is.
func (r *Reconciliation) tells(e basis) float64 {
	k, share := ownKnot(e.years)
	tells := (1 - share) * r.Agreement[k].tells(e.gap)
	if share > 0 {
		tells += share * r.Agreement[k+1].tells(e.gap)
	}
	return tells
}

// apart returns how far what an own sale says lies from the value without it.
func (r *Reconciliation) apart(values [approaches]float64, e basis) float64 {
	return values[byOwnSale] - combine(r.withoutOwn(e), values)
}

// ownKnot returns the knot at or before so many years since the own sale, and how much
// of the way to the next one has gone by.
func ownKnot(years float64) (knot int, share float64) {
	last := len(ownYearKnots) - 1
	if years <= ownYearKnots[0] {
		return 0, 0
	}
	for k := range last {
		if years <= ownYearKnots[k+1] {
			return k, (years - ownYearKnots[k]) / (ownYearKnots[k+1] - ownYearKnots[k])
		}
	}
	return last, 0
}

// between returns the weights that lie a share of the way from a to b.
func between(a, b [approaches]float64, share float64) (w [approaches]float64) {
	for i := range w {
		w[i] = (1-share)*a[i] + share*b[i]
	}
	return w
}

// reconcile returns the weighted mean of the indications, or of their errors.
func (r *Reconciliation) reconcile(values [approaches]float64, e basis) float64 {
	return combine(r.weights(e), values)
}

// combine returns the weighted mean of values; those without weight may be NaN.
func combine(weights, values [approaches]float64) float64 {
	sum := 0.0
	for i, w := range weights {
		if w > 0 {
			sum += w * values[i]
		}
	}
	return sum
}
