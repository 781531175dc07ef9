package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// scored is an outcome with the error of its reconciled value.
type scored struct {
	situation
	day    gevel.Date
	price  float64 // euros, at the whole market's level on the vintage's date
	err    float64 // log price less log value
	weight float64 // 1 for one of the vintage's own day, less for older ones
}

// expectedDrivers is what is expected of each feature before errors tell.
var expectedDrivers = [spreadFeatures]struct {
	mean      float64
	deviation float64 // between homes
	effect    float64 // on the log size, per unit
}{
	compsDiffer:     {1.4, 0.4, 0.3},
	likenessUnsure:  {2, 0.4, 0.3},
	approachesApart: {0.07, 0.06, 1},
	fewComparables:  {0.09, 0.03, 1},
	farComparables:  {1, 0.5, 0.1},
	noOwnSale:       {0.8, 0.3, 0.2},
	adjusted:        {0.15, 0.1, 0.6},
	unlikeHomes:     {1, 0.5, 0.1},
	cheap:           {0.2, 0.25, 0.2},
	dear:            {0.2, 0.25, 0.2},
	ownApart:        {0.02, 0.04, 1},
}

const (
	// expectedOutcomes is for how many outcomes the expected effects count.
	expectedOutcomes = 50.0
	// sizeRounds is how often the size is fitted anew; it settles within a thousandth.
	sizeRounds = 8
	// oddScaled is where an error stops to count in full, in sizes of the error.
	oddScaled = 4.0
	// segmentPrior is how many outcomes a segment needs for its own factor to count
	// half.
	segmentPrior = 100.0
	// segmentRounds is how often the factors of all kinds of segments are set in turn.
	segmentRounds = 2
	// spreadPrior is how many outcomes of a guessed, heavy-tailed distribution the
	// observed ones are mixed with.
	spreadPrior = 10
	// decided is about how many numbers of weights and sizes the outcomes decide, what is
	// guessed of each taken off.
	decided = 8.0
	// guessDegrees are the degrees of freedom of the guessed distribution; with four
	// its mean absolute value is 1.
	guessDegrees = 4
	// widestShare is the share of the outcomes whose features are taken for usual.
	widestShare = 0.99
)

// fitSpread learns from outcomes of homes in so many areas.
func fitSpread(outcomes []scored, areas int) Spread {
	s := Spread{Middle: guessSpread}
	for k, n := range segmentCounts(areas) {
		s.Factors[k] = make([]float64, n)
		for i := range s.Factors[k] {
			s.Factors[k][i] = 1
		}
	}
	s.setMeans(outcomes)
	s.setWidest(outcomes)
	s.fitSize(outcomes)
	for range segmentRounds {
		for k := range segmentings {
			s.fitFactors(outcomes, k)
		}
	}
	s.fitQuantiles(outcomes)
	s.OneWidth = fitConstant(outcomes)
	return s
}

// setMeans sets the means of the features.
func (s *Spread) setMeans(outcomes []scored) {
	total := spreadPrior * 1.0
	for i, e := range expectedDrivers {
		s.Mean[i] = total * e.mean
	}
	for _, o := range outcomes {
		total += o.weight
		for i, f := range o.features {
			s.Mean[i] += o.weight * f
		}
	}
	for i := range s.Mean {
		s.Mean[i] /= total
	}
}

// setWidest sets what is usual at most of the features that are doubted beyond it; it
// is never less than the mean.
func (s *Spread) setWidest(outcomes []scored) {
	s.Widest = s.Mean
	values, weights := make([]float64, len(outcomes)), make([]float64, len(outcomes))
	for _, d := range doubts {
		for i, o := range outcomes {
			values[i], weights[i] = o.features[d.feature], o.weight
		}
		if widest, ok := stats.WeightedQuantile(values, weights, widestShare); ok {
			s.Widest[d.feature] = math.Max(s.Widest[d.feature], widest)
		}
	}
}

// fitSize fits the mean absolute error with a logarithmic link (iterated least squares
// for errors of the gamma family: McCullagh and Nelder, Generalised Linear Models,
// 1989), single odd errors held, and no coefficient negative.
func (s *Spread) fitSize(outcomes []scored) {
	const n = spreadFeatures
	gram, pull := make([]float64, n*n), make([]float64, n)
	for i, e := range expectedDrivers {
		s.Size[i] = e.effect
		gram[i*n+i] = expectedOutcomes * e.deviation * e.deviation
		pull[i] = gram[i*n+i] * e.effect
	}
	for _, o := range outcomes {
		for i := range n {
			for j := range n {
				gram[i*n+j] += o.weight * (o.features[i] - s.Mean[i]) * (o.features[j] - s.Mean[j])
			}
		}
	}
	right := make([]float64, n)
	for range sizeRounds {
		s.Middle *= s.meanScaled(outcomes)
		copy(right, pull)
		for _, o := range outcomes {
			target := o.inSizes(s) - 1
			for i, f := range o.features {
				target += s.Size[i] * (f - s.Mean[i])
			}
			for i, f := range o.features {
				right[i] += o.weight * (f - s.Mean[i]) * target
			}
		}
		size, err := stats.NNLS(gram, right)
		if err != nil {
			panic(err) // what is expected makes the system positive definite
		}
		copy(s.Size[:], size)
	}
}

// inSizes returns the absolute error in sizes of the error, odd ones held.
func (o *scored) inSizes(s *Spread) float64 {
	return math.Min(oddScaled, math.Abs(o.err)/s.size(&o.situation))
}

// meanScaled returns the mean of the scaled errors, with some of the guessed
// distribution among them.
func (s *Spread) meanScaled(outcomes []scored) float64 {
	sum, total := spreadPrior*1.0, spreadPrior*1.0
	for _, o := range outcomes {
		sum += o.weight * o.inSizes(s)
		total += o.weight
	}
	return sum / total
}

// fitFactors sets the factor of each segment of a kind to the mean scaled error in it
// over that of all, shrunk towards 1.
func (s *Spread) fitFactors(outcomes []scored, kind int) {
	factors := s.Factors[kind]
	for i := range factors {
		factors[i] = 1
	}
	sums, counts := make([]float64, len(factors)), make([]float64, len(factors))
	for _, o := range outcomes {
		sums[o.segments[kind]] += o.weight * o.inSizes(s)
		counts[o.segments[kind]] += o.weight
	}
	mean := s.meanScaled(outcomes)
	for i, n := range counts {
		if sums[i] > 0 {
			factors[i] = math.Exp(n / (n + segmentPrior) * math.Log(sums[i]/n/mean))
		}
	}
}

// fitQuantiles takes the distribution of the scaled errors. What the errors have in common
// is an error of the level, which the next forecast may make the other way just as well:
// half of them count as if it had.
func (s *Spread) fitQuantiles(outcomes []scored) {
	common, wider := levelError(outcomes), unseenErrors(outcomes)
	var z, weights []float64
	for _, o := range outcomes {
		size := s.size(&o.situation) / wider
		z, weights = append(z, o.err/size, (o.err-2*common)/size), append(weights, o.weight/2, o.weight/2)
	}
	for k := range spreadPrior {
		t, _ := stats.StudentQuantile((float64(k)+0.5)/spreadPrior, guessDegrees)
		z, weights = append(z, t), append(weights, 1)
	}
	s.Quantiles = make([]float64, spreadSteps)
	for k := range s.Quantiles {
		s.Quantiles[k], _ = stats.WeightedQuantile(z, weights, (float64(k)+0.5)/spreadSteps)
	}
}

// unseenErrors returns how many times as large as the errors of the outcomes those of other
// homes are: weights and sizes were fitted to these very outcomes.
func unseenErrors(outcomes []scored) float64 {
	n := 0.0
	for _, o := range outcomes {
		n += o.weight
	}
	return math.Sqrt(1 + decided/n)
}

// levelError returns what the errors have in common, in log euros: their median, 0 of
// none.
func levelError(outcomes []scored) float64 {
	errors, weights := make([]float64, len(outcomes)), make([]float64, len(outcomes))
	for i, o := range outcomes {
		errors[i], weights[i] = o.err, o.weight
	}
	if common, ok := stats.WeightedMedian(errors, weights); ok {
		return common
	}
	return 0
}
