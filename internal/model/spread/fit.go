package spread

import (
	"math"

	"github.com/gevel/gevel/internal/num/stats"
)

// Holdout is the error of the reconciled value of a sale that the model had not seen.
type Holdout struct {
	Risk
	Price float64 // euros, at the whole market's level on the model's date
	Error float64 // log price less log value, less Common
	// Common is the error that all sales of the month share: an error of the level, which
	// Risk.Level covers, not the size.
	Common float64
	Weight float64 // 1 for a sale of the model's own day, less for older ones
}

// priors are the expected effects of each feature before holdouts are seen.
var priors = [FeatureCount]struct {
	mean      float64
	deviation float64 // between homes
	effect    float64 // on the log size, per unit
}{
	ComparablesDiffer: {1.4, 0.4, 0.3},
	KrigingDeviation:  {2, 0.4, 0.3},
	ApproachesDiffer:  {0.07, 0.06, 1},
	FewComparables:    {0.09, 0.03, 1},
	FarComparables:    {1, 0.5, 0.1},
	NoOwnSale:         {0.8, 0.3, 0.2},
	Adjustment:        {0.15, 0.1, 0.6},
	UnlikeHomes:       {1, 0.5, 0.1},
	BelowMiddle:       {0.2, 0.25, 0.2},
	AboveMiddle:       {0.2, 0.25, 0.2},
	OwnSaleGap:        {0.02, 0.04, 1},
}

const (
	// priorHoldouts is the pseudo-count of the prior effects.
	priorHoldouts = 50.0
	// sizeRounds is the number of times that the size is refitted; it settles within a thousandth.
	sizeRounds = 8
	// mostScaled is the scaled error at which errors are clipped.
	mostScaled = 4.0
	// segmentPrior is the number of holdouts with which a segment's own factor counts half.
	segmentPrior = 100.0
	// segmentRounds is the number of alternating fits of the factors of all kinds of segments.
	segmentRounds = 2
	// errorPrior is the number of draws of a heavy-tailed prior distribution that are mixed with the observed errors.
	errorPrior = 10
	// resoldPrior is the pseudo-count of all homes' errors among the errors of homes sold again soon.
	resoldPrior = 30.0
	// resoldRise is the factor on errors above the value among these: many homes sold again soon were worked on.
	resoldRise = 1.75
	// fittedParameters is about the number of weights and sizes that the holdouts decide, without
	// those that the priors decide.
	fittedParameters = 8.0
	// priorDegrees are the degrees of freedom of the prior distribution; with four its mean absolute value is 1.
	priorDegrees = 4
)

// Fit learns from holdouts of homes in a number of segments of each kind.
func Fit(holdouts []Holdout, segments Segments) Model {
	m := Model{Middle: priorSize}
	for k, n := range segments {
		m.Factors[k] = make([]float64, n)
		for i := range m.Factors[k] {
			m.Factors[k][i] = 1
		}
	}
	m.setMeans(holdouts)
	m.fitSize(holdouts)
	for range segmentRounds {
		for k := range SegmentKinds {
			m.fitFactors(holdouts, k)
		}
	}
	m.fitQuantiles(holdouts)
	m.OneWidth = fitConstant(holdouts)
	return m
}

// setMeans sets the means of the features.
func (m *Model) setMeans(holdouts []Holdout) {
	total := errorPrior * 1.0
	for i, p := range priors {
		m.Mean[i] = total * p.mean
	}
	for i := range holdouts {
		h := &holdouts[i]
		total += h.Weight
		for f, x := range h.Features {
			m.Mean[f] += h.Weight * x
		}
	}
	for i := range m.Mean {
		m.Mean[i] /= total
	}
}

// fitSize fits the mean absolute error with a logarithmic link (iterated least squares for errors of the gamma family:
// McCullagh and Nelder, Generalised Linear Models, 1989), large errors clipped, and no coefficient negative.
func (m *Model) fitSize(holdouts []Holdout) {
	const n = int(FeatureCount)
	gram, pull := make([]float64, n*n), make([]float64, n)
	for i, p := range priors {
		m.Size[i] = p.effect
		gram[i*n+i] = priorHoldouts * p.deviation * p.deviation
		pull[i] = gram[i*n+i] * p.effect
	}
	for _, h := range holdouts {
		for i := range n {
			for j := range n {
				gram[i*n+j] += h.Weight * (h.Features[i] - m.Mean[i]) * (h.Features[j] - m.Mean[j])
			}
		}
	}
	right := make([]float64, n)
	for range sizeRounds {
		m.Middle = min(m.Middle*m.meanScaled(holdouts), maxSize) // a larger one is refused when it is read
		copy(right, pull)
		for i := range holdouts {
			m.addTarget(&holdouts[i], right)
		}
		size, err := stats.NNLS(gram, right)
		if err != nil {
			panic(err) // the priors make the system positive definite
		}
		copy(m.Size[:], size)
	}
}

// addTarget adds a holdout to the right side of the least squares.
func (m *Model) addTarget(h *Holdout, right []float64) {
	target := h.scaled(m) - 1
	for i, f := range h.Features {
		target += m.Size[i] * (f - m.Mean[i])
	}
	for i, f := range h.Features {
		right[i] += h.Weight * (f - m.Mean[i]) * target
	}
}

// scaled returns the absolute error divided by its expected size, clipped.
func (h *Holdout) scaled(m *Model) float64 {
	return math.Min(mostScaled, math.Abs(h.Error)/m.SizeOf(&h.Risk))
}

// meanScaled returns the mean of the scaled errors, mixed with the prior distribution.
func (m *Model) meanScaled(holdouts []Holdout) float64 {
	sum, total := errorPrior*1.0, errorPrior*1.0
	for i := range holdouts {
		h := &holdouts[i]
		sum += h.Weight * h.scaled(m)
		total += h.Weight
	}
	return sum / total
}

// fitFactors sets the factor of each segment of a kind to its mean scaled error
// divided by the mean of all, shrunk towards 1.
func (m *Model) fitFactors(holdouts []Holdout, kind SegmentKind) {
	factors := m.Factors[kind]
	for i := range factors {
		factors[i] = 1
	}
	sums, counts := make([]float64, len(factors)), make([]float64, len(factors))
	for i := range holdouts {
		h := &holdouts[i]
		sums[h.Segments[kind]] += h.Weight * h.scaled(m)
		counts[h.Segments[kind]] += h.Weight
	}
	mean := m.meanScaled(holdouts)
	for i, n := range counts {
		if sums[i] > 0 {
			factors[i] = math.Exp(n / (n + segmentPrior) * math.Log(sums[i]/n/mean))
		}
	}
}

// fitQuantiles takes the distribution of the scaled errors, of all homes and of homes sold again soon. An error
// that all still share, because months have too few errors to show it, is an error of the level. The next forecast
// may make it in the other direction just as well, so half of the errors count with it reversed.
func (m *Model) fitQuantiles(holdouts []Holdout) {
	common, wider := levelError(holdouts), unseenErrors(holdouts)
	var all, resold sample
	n := 0.0
	for i := range holdouts {
		h := &holdouts[i]
		size := m.SizeOf(&h.Risk) / wider
		all.add(h.Error/size, h.Weight/2)
		all.add((h.Error-2*common)/size, h.Weight/2)
		n += h.Weight
		if h.IsResold() {
			resold.add(h.Error/size, h.Weight)
		}
	}
	for k := range errorPrior {
		t, _ := stats.StudentQuantile((float64(k)+0.5)/errorPrior, priorDegrees)
		all.add(t, 1)
	}
	m.Quantiles = all.quantiles()
	for i, z := range all.z { // all homes' errors together count as resoldPrior errors
		if z > 0 {
			z *= resoldRise
		}
		resold.add(z, all.weights[i]*resoldPrior/(n+errorPrior))
	}
	m.Resold = resold.quantiles()
}

// sample is numbers with weights.
type sample struct{ z, weights []float64 }

func (s *sample) add(z, weight float64) { s.z, s.weights = append(s.z, z), append(s.weights, weight) }

func (s *sample) quantiles() Quantiles {
	q := make(Quantiles, quantileSteps)
	for k := range q {
		q[k], _ = stats.WeightedQuantile(s.z, s.weights, (float64(k)+0.5)/quantileSteps)
	}
	return q
}

// unseenErrors returns the factor by which errors of other homes exceed the holdouts' errors, because
// weights and sizes were fitted to these very holdouts.
func unseenErrors(holdouts []Holdout) float64 {
	n := 0.0
	for i := range holdouts {
		n += holdouts[i].Weight
	}
	return math.Sqrt(1 + fittedParameters/n)
}

// levelError returns the error that all share, in log euros: the median, 0 without errors.
func levelError(holdouts []Holdout) float64 {
	errors, weights := make([]float64, len(holdouts)), make([]float64, len(holdouts))
	for i := range holdouts {
		errors[i], weights[i] = holdouts[i].Error, holdouts[i].Weight
	}
	if common, ok := stats.WeightedMedian(errors, weights); ok {
		return common
	}
	return 0
}
