package valuer

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// situation is what the size of a valuation's error depends on.
type situation struct {
	features [spreadFeatures]float64
	segments [segmentings]int // the segment that the home belongs to, of each kind
	stale    float64          // months since the market was known; see Dated
	unlearned
}

// unlearned is what makes a home's error larger without an error that would tell: what
// traits that were taken to be the usual add to it, and measures beyond all that was
// sold; log euros squared.
type unlearned struct{ imputed, unseen float64 }

// The features of the size of the error. Each grows with something that can only make
// an error larger, so that no coefficient is ever negative.
const (
	compsDiffer     = iota // log of how far the comparables lie apart
	likenessUnsure         // log of the deviation that the likeness approach gives itself
	approachesApart        // from the hedonic value, added up, log euros; see ownApart
	fewComparables         // one over their effective number
	farComparables         // log of the distance to the farthest
	noOwnSale              // one less the weight of the own sale
	adjusted               // by how much comparables were adjusted to the subject, log euros
	unlikeHomes            // how unlike the most like homes sold nearby are, standard deviations
	cheap                  // how far the value lies below the middle of the market, log euros
	dear                   // how far above it
	ownApart               // how far the own sale pulls from all else, log euros; see weighOwn
	spreadFeatures
)

// What is taken before logarithms: below it differences tell nothing.
const (
	leastDisagreement = 0.03 // log euros
	leastLikeness     = 1e-4 // log euros squared
	farUnit           = 500  // metres
)

// features returns the features of the error's size for the indications of a home, as
// if it had no own sale; typical is the vintage's.
func (in *indications) features(typical float64) [spreadFeatures]float64 {
	var f [spreadFeatures]float64
	f[compsDiffer] = math.Log1p(in.scatter / leastDisagreement)
	f[likenessUnsure] = in.unsure
	f[approachesApart] = math.Abs(in.value[byHedonic]-in.value[byComps]) + math.Abs(in.value[byHedonic]-in.value[byLikeness])
	f[fewComparables] = 1 / in.comps.Effective
	f[farComparables] = math.Log1p(in.reach / farUnit)
	f[noOwnSale] = 1
	f[adjusted] = in.adjusted
	f[unlikeHomes] = in.unlike
	f[cheap], f[dear] = math.Max(0, typical-in.estimate), math.Max(0, in.estimate-typical)
	return f
}

// The kinds of segments for which errors are calibrated by themselves.
const (
	byGroup  = iota // house type group
	byArea          // area of the index
	byPeriod        // of construction
	byOwnAge        // time since the own last sale
	segmentings
)

// ownAgeStarts part homes by the years since their own last sale: what is sold again
// within two years has often been worked on.
var ownAgeStarts = [...]float64{0, 2, 5, 10}

// segmentCounts returns how many segments of each kind there are.
func segmentCounts(areas int) [segmentings]int {
	return [segmentings]int{
		byGroup: gevel.BuildGroups, byArea: areas,
		byPeriod: gevel.BuildPeriods + 1, byOwnAge: len(ownAgeStarts) + 1,
	}
}

// situation returns what the error of a valuation of h depends on.
func (in *indications) situation(v *Vintage, h *market.Home) situation {
	s := in.situationBeforeOwn(v, h)
	if in.own {
		s.weighOwn(in.basis, &v.Reconciliation)
	}
	return s
}

// weighOwn adds what an own sale weighs. With the probability that it tells of the home as
// it is its gap would move the value by so much, else not at all: ownApart is the root mean
// square of the two, so that a doubt between them counts too.
func (s *situation) weighOwn(e basis, r *Reconciliation) {
	weight := r.weights(e)[byOwnSale]
	s.features[noOwnSale], s.features[ownApart] = 1-weight, 0
	if tells := r.tells(e); tells > 0 { // it is 0 where no float is as small
		s.features[ownApart] = weight * math.Abs(e.gap) / math.Sqrt(tells)
	}
}

// situationBeforeOwn is situation, but for what an own sale weighs.
func (in *indications) situationBeforeOwn(v *Vintage, h *market.Home) situation {
	s := situation{features: in.features(v.Typical), stale: in.stale, unlearned: in.unlearned}
	s.segments[byGroup] = int(h.BuildType.Group())
	s.segments[byArea] = int(in.area)
	s.segments[byPeriod] = periodOf(h.BuildYear)
	if in.own {
		s.segments[byOwnAge] = countUpTo(ownAgeStarts[:], in.years)
	}
	return s
}

// periodOf returns the construction period of a year, 0 when it is unknown.
func periodOf(year gevel.Opt[int]) int {
	if !year.Known {
		return 0
	}
	return 1 + gevel.BuildPeriod(year.V)
}

// countUpTo returns how many of the ascending starts are not above x.
func countUpTo(starts []float64, x float64) int {
	i, exact := slices.BinarySearch(starts, x)
	if exact {
		i++
	}
	return i
}
