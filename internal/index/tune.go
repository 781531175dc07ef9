package index

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/parallel"
)

const (
	// tuneMonths is over how many of the last months priors are tried out, and
	// tuneStep the months from one trial to the next.
	tuneMonths = 24
	tuneStep   = 2
	// tuneHistory is how many months an index must have behind it to be tried, and how many
	// there must be for each month that it looks ahead.
	tuneHistory = 4
)

// What is tried for the whole market's path, and for the growth of areas and groups, which
// persists as believed: trials would often choose less, which foretold worse.
var (
	triedPersistence = []float64{0.5, 0.8, 0.9, 0.95}
	triedInnovation  = []float64{0.001, 0.002, 0.004, 0.01}
	triedSeason      = []float64{0, 0.02}
	triedGrowth      = []float64{0.0002, 0.0004, 0.001, 0.002}
)

// Tune returns the priors with which indexes made in the last months would have
// said best what the sales of the months behind them then brought: first that of the
// whole market, then the growth of areas and that of groups, each a mean of those that did
// about as well as the best. It uses nothing but the observations,
// which must all be known. ahead is how many months an index will be in use before the
// next is made.
func Tune(observations []Observation, areas *Areas, first, last gevel.Month, ahead int) Params {
	t := tuner{observations: observations, areas: areas, first: first, last: last}
	// A short history has room for short forecasts only.
	t.ahead = max(1, min(gevel.Month(ahead), (last-first)/tuneHistory))
	p := DefaultParams()
	p.Whole = t.whole(p.Whole)
	p.Area.Growth = t.growth(p, func(p *Params) *float64 { return &p.Area.Growth })
	p.Group.Growth = t.growth(p, func(p *Params) *float64 { return &p.Group.Growth })
	return p
}

type tuner struct {
	observations []Observation
	areas        *Areas
	first, last  gevel.Month
	ahead        gevel.Month
}

// whole returns the prior of the whole market's path that foretells best, as the mean of
// those tried; where nothing tells, the one that is believed.
func (t *tuner) whole(believed Prior) Prior {
	tried := wholePriors()
	losses := t.total(len(tried), func(month gevel.Month) []float64 { return t.wholeLosses(month, believed, tried) })
	if slices.Min(losses) == 0 {
		return believed
	}
	best := blend(tried, t.credence(losses))
	if !t.seasonTried() {
		best.Season = 0
	}
	return best
}

// seasonTried reports whether the last trial knew months enough to tell a season. Where none
// did, priors with one foretell as well as those without, and an index that comes to know
// enough would have a season that nothing speaks for.
func (t *tuner) seasonTried() bool {
	trials := t.trials()
	last := trials[len(trials)-1]
	known, _ := t.parted(last)
	f, _ := newFitter(known, t.first, last)
	return f.seasonal
}

// growth returns the growth of areas or of groups that foretells best, as a mean of those tried
// by their logarithms: where few sales tell, of all; where none does, what is believed.
func (t *tuner) growth(believed Params, of func(*Params) *float64) float64 {
	tried := make([]Params, len(triedGrowth))
	for k, growth := range triedGrowth {
		tried[k] = believed
		*of(&tried[k]) = growth
	}
	losses := t.total(len(tried), func(month gevel.Month) []float64 { return t.losses(month, tried) })
	if slices.Min(losses) == 0 {
		return *of(&believed)
	}
	log := 0.0
	for k, share := range t.credence(losses) {
		log += share * math.Log(triedGrowth[k])
	}
	return math.Exp(log)
}

// lossReach is how many sales' loss, as large as with the best, a prior must lose more for it
// to count e times less. A single best one would be chosen by chance where few sales tell, or
// where losses are as good as equal: in King County those of all priors lie within 0.03 %,
// and 1 % of noise on the prices made another the best, and all values half a percent higher.
const lossReach = 6.0

// credence returns how much each of what was tried counts, 1 in all, by its losses.
func (t *tuner) credence(losses []float64) []float64 {
	least, reach, total := slices.Min(losses), lossReach/t.held(), 0.0
	shares := make([]float64, len(losses))
	for k, loss := range losses {
		shares[k] = math.Exp((1 - loss/least) / reach)
		total += shares[k]
	}
	for k := range shares {
		shares[k] /= total
	}
	return shares
}

// leastSeason is the season below which there is none, in log euros.
const leastSeason = 1e-4

// blend returns the mean of priors. It is taken of what has no bounds: the log odds of the
// persistence and the log of the growth.
func blend(tried []Prior, shares []float64) Prior {
	var odds, growth, season float64
	for k, p := range tried {
		odds += shares[k] * math.Log(p.Persistence/(1-p.Persistence))
		growth += shares[k] * math.Log(p.Growth)
		season += shares[k] * p.Season
	}
	blended := Prior{Persistence: 1 / (1 + math.Exp(-odds)), Growth: math.Exp(growth)}
	if season >= leastSeason {
		blended.Season = season
	}
	return blended
}

// wholePriors returns the priors of the whole market's path that are tried.
func wholePriors() []Prior {
	var priors []Prior
	for _, season := range triedSeason {
		for _, persistence := range triedPersistence {
			for _, innovation := range triedInnovation {
				priors = append(priors, Prior{Persistence: persistence, Growth: innovation, Season: season})
			}
		}
	}
	return priors
}

// trials returns the months at the starts of which forecasts are made.
func (t *tuner) trials() []gevel.Month {
	var months []gevel.Month
	for month := max(t.first+tuneHistory, t.last-tuneMonths); month < t.last; month += tuneStep {
		months = append(months, month)
	}
	return months
}

// held returns how many sales forecasts are held against. Between two trials some may be left
// out, and others are held against two forecasts, but tell no more for that.
func (t *tuner) held() float64 {
	trials, n := t.trials(), 0.0
	for _, o := range t.observations {
		if slices.ContainsFunc(trials, func(month gevel.Month) bool { return t.foretold(month, o) }) {
			n++
		}
	}
	return n
}

// foretold reports whether a forecast made at the start of a month is held against a sale.
func (t *tuner) foretold(month gevel.Month, o Observation) bool {
	return o.Month >= startOf(month) && o.Month < startOf(month+t.ahead)
}

// startOf returns the time at which a month begins; see MonthsSince.
func startOf(month gevel.Month) float64 { return float64(month) - 0.5 }

// total returns the sums, over the trials at the start of months among the last, of the
// losses of so many priors.
func (t *tuner) total(priors int, losses func(month gevel.Month) []float64) []float64 {
	months := t.trials()
	trials := make([][]float64, len(months))
	parallel.Each(parallel.Threads(), len(months), func(i int) { trials[i] = losses(months[i]) })
	sums := make([]float64, priors)
	for _, trial := range trials {
		for k, loss := range trial {
			sums[k] += loss
		}
	}
	return sums
}

// wholeLosses returns, for each prior, the sum of the errors of a forecast of the whole
// market made at the start of a month. All share the scale and the weights of sales that
// fit what is believed beforehand.
func (t *tuner) wholeLosses(month gevel.Month, believed Prior, tried []Prior) []float64 {
	known, later := t.parted(month)
	if len(known) == 0 {
		return nil
	}
	f, all := newFitter(known, t.first, month+t.ahead)
	equations := f.robust(all, believed)
	losses := make([]float64, len(tried))
	for k, prior := range tried {
		level := equations.solve(f.scaled(prior))
		for _, o := range later {
			losses[k] += robustLoss(o.Value - levelAt(level, o.Month-float64(t.first)))
		}
	}
	return losses
}

// losses does so for indexes of areas and groups.
func (t *tuner) losses(month gevel.Month, tried []Params) []float64 {
	known, later := t.parted(month)
	if len(known) == 0 {
		return nil
	}
	losses := make([]float64, len(tried))
	for k, p := range tried {
		ix := Fit(known, t.areas, t.first, month+t.ahead, p)
		for _, o := range later {
			losses[k] += robustLoss(o.Value - ix.Level(o.Area, o.Group, o.Month))
		}
	}
	return losses
}

// parted returns the observations before a month, and those that a forecast made at its
// start is held against.
func (t *tuner) parted(month gevel.Month) (known, later []Observation) {
	for _, o := range t.observations {
		switch {
		case o.Month < startOf(month):
			known = append(known, o)
		case t.foretold(month, o):
			later = append(later, o)
		}
	}
	return known, later
}

// tuneScale is the error, in log euros, from where on errors count in proportion
// and no more by their square.
const tuneScale = 0.1

func robustLoss(e float64) float64 {
	x := e / tuneScale
	return math.Sqrt(1+x*x) - 1
}
