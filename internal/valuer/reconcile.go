package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// Reconciliation holds how the approaches' indications are weighed: by the
// covariance of the errors that they made out of time. Fields are exported for
// encoding only.
type Reconciliation struct {
	// WithoutOwn weighs hedonic and comparables; WithOwn weighs those and the own
	// last sale, by years since that sale.
	WithoutOwn [2]float64
	WithOwn    [len(ownYearKnots)][3]float64
}

// ownYearKnots are the years since the own sale at which weights are set; between
// them weights run straight, so that no day changes a value by a jump.
var ownYearKnots = [...]float64{1, 4, 8, 14}

const (
	// oddError is where a single out-of-time error stops to count in full in the
	// covariance, in log euros.
	oddError = 0.5
	// priorErrors is how many errors the starting guess of a covariance counts for.
	priorErrors = 30
	// ownYearReach is how far from a knot a sale still tells something of it, years.
	ownYearReach = 3.0
)

// Starting guesses of the approaches' errors, in log euros: what a market with
// too few forward sales falls back on.
const (
	guessHedonic   = 0.16
	guessComps     = 0.15
	guessOwn       = 0.12
	guessOwnGrowth = 0.03 // of the own sale's error per square root of a year
	guessShared    = 0.6  // correlation of hedonic and comparables
	guessOwnShared = 0.2  // correlation of the own sale with either
)

// outcome is one sale valued before it was known.
type outcome struct {
	day      gevel.Date
	features [spreadFeatures]float64
	segment  int
	hedonic  float64 // errors: log price less indication
	comps    float64
	own      float64 // NaN without an own earlier sale
	ownYears float64
}

func fitReconciliation(outcomes []outcome) Reconciliation {
	var r Reconciliation
	two := newCovariance(2, []float64{guessHedonic, guessComps})
	for _, o := range outcomes {
		two.add([]float64{o.hedonic, o.comps}, 1)
	}
	copy(r.WithoutOwn[:], two.weights())
	for k, years := range ownYearKnots {
		three := newCovariance(3, []float64{guessHedonic, guessComps, guessOwn + guessOwnGrowth*math.Sqrt(years)})
		for _, o := range outcomes {
			if !math.IsNaN(o.own) {
				near := (o.ownYears - years) / ownYearReach
				three.add([]float64{o.hedonic, o.comps, o.own}, math.Exp(-near*near/2))
			}
		}
		copy(r.WithOwn[k][:], three.weights())
	}
	return r
}

// weigh returns the weights of hedonic, comparables and own sale; they sum to 1.
func (r *Reconciliation) weigh(in *indications) [3]float64 {
	if math.IsNaN(in.own) {
		return [3]float64{r.WithoutOwn[0], r.WithoutOwn[1], 0}
	}
	last := len(ownYearKnots) - 1
	if in.ownYears <= ownYearKnots[0] {
		return r.WithOwn[0]
	}
	for k := range last {
		if in.ownYears <= ownYearKnots[k+1] {
			share := (in.ownYears - ownYearKnots[k]) / (ownYearKnots[k+1] - ownYearKnots[k])
			var w [3]float64
			for i := range w {
				w[i] = (1-share)*r.WithOwn[k][i] + share*r.WithOwn[k+1][i]
			}
			return w
		}
	}
	return r.WithOwn[last]
}

// reconcile returns the reconciled log value.
func (r *Reconciliation) reconcile(in *indications) float64 {
	w := r.weigh(in)
	value := w[0]*in.hedonic + w[1]*in.comps.Value
	if w[2] > 0 {
		value += w[2] * in.own
	}
	return value
}

// covariance gathers the second moments of the approaches' errors.
type covariance struct {
	n      float64
	moment [][]float64
}

func newCovariance(n int, guess []float64) *covariance {
	c := &covariance{n: priorErrors, moment: make([][]float64, n)}
	for i := range c.moment {
		c.moment[i] = make([]float64, n)
		for j := range c.moment[i] {
			shared := guessShared
			switch {
			case i == j:
				shared = 1
			case i == 2 || j == 2:
				shared = guessOwnShared
			}
			c.moment[i][j] = priorErrors * shared * guess[i] * guess[j]
		}
	}
	return c
}

func (c *covariance) add(errors []float64, weight float64) {
	c.n += weight
	for i, a := range errors {
		for j, b := range errors {
			c.moment[i][j] += weight * clamp(a, oddError) * clamp(b, oddError)
		}
	}
}

func clamp(x, limit float64) float64 { return math.Max(-limit, math.Min(limit, x)) }

// weights returns the weights, none negative and with sum 1, with which the mean of
// the indications has the smallest variance (Bates and Granger 1969).
func (c *covariance) weights() []float64 {
	gram, ones := make([]float64, 0, len(c.moment)*len(c.moment)), make([]float64, len(c.moment))
	for i, row := range c.moment {
		gram = append(gram, row...)
		ones[i] = c.n
	}
	// The constrained minimum is the solution of this problem but for its scale.
	w, err := stats.NNLS(gram, ones)
	if err != nil {
		panic(err) // moments with the prior in them are positive definite
	}
	total := 0.0
	for _, x := range w {
		total += x
	}
	for i := range w {
		w[i] /= total
	}
	return w
}
