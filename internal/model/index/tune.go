package index

import (
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/parallel"
)

const (
	// Priors are tried on the last tuneMonths months, every tuneStep months.
	tuneMonths = 24
	tuneStep   = 2
	// tuneHistory is the least history of a trial in months, and per month that it looks ahead.
	tuneHistory = 4
)

// The candidates for the whole market's path, and for the growth of areas, groups and tiers. The
// persistence of the latter is not tuned: trials often chose less, which forecast worse.
var (
	triedPersistence = []float64{0.5, 0.8, 0.9, 0.95}
	triedInnovation  = []float64{0.001, 0.002, 0.004, 0.01}
	triedSeason      = []float64{0, 0.02}
	triedGrowth      = []float64{0.0002, 0.0004, 0.001, 0.002}
)

// Tune returns the priors with which past indexes would have best forecast the sales of the months after them, each
// a mean weighted by the candidates' forecasts: the whole market's path, and the growth of areas, of groups and of
// tiers. It also sets Ahead, from the errors of past forecasts. It uses nothing but the observations, which must
// all be known. If ctx ends, what it returns means nothing.
func Tune(ctx context.Context, observations []Observation, over Window) Params {
	t := tuner{ctx: ctx, observations: observations, areas: over.Areas, first: over.First, last: over.Last}
	// A short history has room for short forecasts only.
	t.ahead = max(1, min(gevel.Month(over.Ahead), (t.last-t.first)/tuneHistory))
	p := DefaultParams()
	p.Whole = t.during(0, 0.1).whole(p.Whole)
	p.Area.Growth = t.during(0.1, 0.4).growth(p, func(p *Params) *float64 { return &p.Area.Growth })
	p.Group.Growth = t.during(0.4, 0.7).growth(p, func(p *Params) *float64 { return &p.Group.Growth })
	if !over.Rich {
		p.Tier.Growth = t.during(0.7, 0.9).growth(p, func(p *Params) *float64 { return &p.Tier.Growth })
	}
	record := newForecastRecord(gevel.Span(ctx, "", 0.9, 1), observations, over, p.Whole)
	p.Ahead = record.ahead(endOf(observations, t.first))
	return p
}

// Window is what an index covers: areas, and the months from the first to the last. It is used for Ahead months after
// the newest sales before the next is made.
type Window struct {
	Areas       *Areas
	First, Last gevel.Month
	Ahead       int
	Season      Season
	Series      gevel.PriceSeries // what others had published of the market by then
	Rich        bool              // whether the hedonic model knows the day, so that there is no tier
}

type tuner struct {
	ctx          context.Context
	observations []Observation
	areas        *Areas
	first, last  gevel.Month
	ahead        gevel.Month
}

// during returns the tuner for a part of its work.
func (t tuner) during(from, to float64) *tuner {
	t.ctx = gevel.Span(t.ctx, "", from, to)
	return &t
}

// whole returns the prior of the whole market's path: the weighted mean of the candidates, or
// initial if no sale was forecast.
func (t *tuner) whole(initial Prior) Prior {
	tried := wholePriors()
	losses := t.total(len(tried), func(month gevel.Month) []float64 { return t.wholeLosses(month, initial, tried) })
	if slices.Min(losses) == 0 {
		return initial
	}
	best := blend(tried, t.credence(losses))
	if !t.seasonTried() {
		best.Season = 0
	}
	return best
}

// seasonTried reports whether the last trial knew enough months to estimate a season. Otherwise priors with a
// season forecast as well as those without, and an index with a longer history would get a season without evidence.
func (t *tuner) seasonTried() bool {
	trials := t.trials()
	last := trials[len(trials)-1]
	known, _ := t.parted(last)
	f, _ := newFitter(known, t.first, last)
	return f.seasonal
}

// growth returns the growth of areas, groups or tiers: the weighted geometric mean of the
// candidates, or the value in initial if no sale was forecast.
func (t *tuner) growth(initial Params, of func(*Params) *float64) float64 {
	tried := make([]Params, len(triedGrowth))
	for k, growth := range triedGrowth {
		tried[k] = initial
		*of(&tried[k]) = growth
	}
	losses := t.total(len(tried), func(month gevel.Month) []float64 { return t.losses(month, tried) })
	if slices.Min(losses) == 0 {
		return *of(&initial)
	}
	log := 0.0
	for k, share := range t.credence(losses) {
		log += share * math.Log(triedGrowth[k])
	}
	return math.Exp(log)
}

// lossReach is the excess loss of a candidate, in mean losses of one sale with the best, at which its weight falls to
// 1/e. The single best would be chosen by chance where sales are few or losses nearly equal: in King County all priors'
// losses lie within 0.03 %, and 1 % of noise on the prices made another the best, and all values half a percent higher.
const lossReach = 6.0

// credence returns the weights of the candidates from their losses; they add up to 1.
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

// leastSeason is the season below which none is used, in log euros.
const leastSeason = 1e-4

// blend returns the weighted mean of priors, on unbounded scales: the log odds of the
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

// trials returns the months at whose starts forecasts are made.
func (t *tuner) trials() []gevel.Month {
	var months []gevel.Month
	for month := max(t.first+tuneHistory, t.last-tuneMonths); month < t.last; month += tuneStep {
		months = append(months, month)
	}
	return months
}

// held returns the number of sales that are forecast. A sale forecast by two trials counts once,
// because it is no more evidence.
func (t *tuner) held() float64 {
	trials, n := t.trials(), 0.0
	for _, o := range t.observations {
		if slices.ContainsFunc(trials, func(month gevel.Month) bool { return t.forecasts(month, o) }) {
			n++
		}
	}
	return n
}

// forecasts reports whether a trial at the start of a month forecasts a sale.
func (t *tuner) forecasts(month gevel.Month, o Observation) bool {
	return o.Month >= startOf(month) && o.Month < startOf(month+t.ahead)
}

// startOf returns the time at which a month begins; see MonthsSince.
func startOf(month gevel.Month) float64 { return float64(month) - 0.5 }

// total returns the sums over all trials of the losses of a number of priors.
func (t *tuner) total(priors int, losses func(month gevel.Month) []float64) []float64 {
	months := t.trials()
	trials := make([][]float64, len(months))
	tried := gevel.NewMeter(t.ctx, int64(len(months)))
	parallel.Each(parallel.Threads(), len(months), func(i int) {
		if t.ctx.Err() == nil {
			trials[i] = losses(months[i])
		}
		tried.Add(1)
	})
	sums := make([]float64, priors)
	for _, trial := range trials {
		for k, loss := range trial {
			sums[k] += loss
		}
	}
	return sums
}

// wholeLosses returns the loss of each prior in a forecast of the whole market made at the start
// of a month. All share the weights and the scale that fit the initial prior.
func (t *tuner) wholeLosses(month gevel.Month, initial Prior, tried []Prior) []float64 {
	known, later := t.parted(month)
	if len(known) == 0 {
		return nil
	}
	f, all := newFitter(known, t.first, month+t.ahead)
	equations := f.robust(all, initial)
	losses := make([]float64, len(tried))
	for k, prior := range tried {
		level := equations.solve(f.scaled(prior))
		for _, o := range later {
			losses[k] += robustLoss(o.Value - levelAt(level, o.Month-float64(t.first)))
		}
	}
	return losses
}

// losses does the same for indexes of areas, groups and tiers. The tried differ in the priors of these alone.
func (t *tuner) losses(month gevel.Month, tried []Params) []float64 {
	known, later := t.parted(month)
	if len(known) == 0 {
		return nil
	}
	f, all := newFitter(known, t.first, month+t.ahead)
	f.noise = tried[0].Noise
	ix := &Index{First: t.first}
	whole, _ := f.takeWhole(all, tried[0])
	grouped, within := f, f
	losses := make([]float64, len(tried))
	for k, p := range tried {
		group := k == 0 || p.Group != tried[k-1].Group
		if group {
			grouped = f.clone()
			ix.Group, _ = grouped.groups(all, p.Group)
		}
		if group || p.Area != tried[k-1].Area {
			within = grouped.clone()
			ix.Area, _ = within.areas(all, t.areas, whole, p.Area)
		}
		ix.Tier = within.clone().tier(all, p.Tier)
		for _, o := range later {
			losses[k] += robustLoss(o.Value - ix.LevelOf(o.Area, o.Group, o.Estimate, o.Month))
		}
	}
	return losses
}

// parted returns the observations before a month, and those that a trial at its start forecasts.
func (t *tuner) parted(month gevel.Month) (known, later []Observation) {
	for _, o := range t.observations {
		switch {
		case math.Max(o.Month, o.Known) < startOf(month):
			known = append(known, o)
		case t.forecasts(month, o):
			later = append(later, o)
		}
	}
	return known, later
}

// tuneScale is the error at which the loss turns from squared to linear, log euros.
const tuneScale = 0.1

func robustLoss(e float64) float64 {
	x := e / tuneScale
	return math.Sqrt(1+x*x) - 1
}
