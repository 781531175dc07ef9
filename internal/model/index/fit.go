package index

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Fit returns the index of a window from observations that, like the window's series, were all known on the day for
// which the index is made.
func Fit(observations []Observation, over Window, params Params) *Index {
	f, all := newFitter(observations, over.First, over.Last)
	f.noise = params.Noise
	if a := params.Ahead; a != nil && a.Series != nil { // else it was tuned without one
		f.series = over.Series
	}
	ix := &Index{
		First: over.First, Months: f.months, End: over.First + gevel.Month(endOf(observations, over.First)),
		Areas: over.Areas,
	}
	f.end = int(ix.End - ix.First)
	whole, wholeError := f.takeWhole(all, params)
	ix.WholeError = wholeError[0]
	if f.followed {
		figures := f.series.Newest()
		ix.SeriesEnd = figures[len(figures)-1].Month
	}
	ix.Group, ix.GroupError = f.groups(all, params.Group)
	ix.Area, ix.AreaError = f.areas(all, ix.Areas, whole, params.Area)
	ix.Tier = f.tier(all, params.Tier)
	return ix
}

// fitter fits level after level to the residuals of the observations.
type fitter struct {
	observations []Observation
	residual     []float64
	shares       []float64 // of the path being fitted that each shows; nil: all of it
	noise        float64   // see Params
	scale        float64   // of the residuals: the noise if given, else estimated
	first        gevel.Month
	months       int
	seasonal     bool              // whether there are enough months to estimate a season
	end          int               // the last month known
	series       gevel.PriceSeries // that was published by then
	followed     bool              // whether the forecast follows it
}

// newFitter returns a fitter, and the rows of all observations.
func newFitter(observations []Observation, first, last gevel.Month) (f *fitter, all []int32) {
	f = &fitter{observations: observations, first: first, months: int(last-first) + 1}
	f.residual, all = make([]float64, len(observations)), make([]int32, len(observations))
	for i, o := range observations {
		f.residual[i], all[i] = o.Value, int32(i)
	}
	f.seasonal = f.observedMonths() >= seasonMonths
	return f, all
}

// clone returns a fitter that has fitted the same levels and goes on by itself.
func (f *fitter) clone() *fitter {
	c := *f
	c.residual = slices.Clone(f.residual)
	return &c
}

const (
	robustRounds = 3
	minScale     = 0.02 // log euros; no set of sales varies less
)

// takeWhole fits the level of all observations, subtracts it from their residuals and
// returns it, extrapolated beyond the last month known if Params.Ahead says how, with its error.
func (f *fitter) takeWhole(all []int32, params Params) ([]float64, PathError) {
	equations := f.robust(all, params.Whole)
	level := equations.solve(f.scaled(params.Whole))
	f.takeOut(all, level)
	if params.Ahead != nil {
		f.extrapolate(level, equations, f.end, params.Ahead)
	}
	return level, f.errorOf(equations, params.Whole)
}

// robust returns the normal equations of the level of all observations, with weights and scale that fit the prior.
// The scale is estimated anew around each round's path: otherwise it would include the trend, and the path of a
// long history would be stiffer and less robust than its prior says.
func (f *fitter) robust(all []int32, prior Prior) *path {
	level := make([]float64, f.months)
	f.setScale(all, level)
	var p *path
	for round := range robustRounds {
		p = f.equations(all, level, round)
		level = p.solve(f.scaled(prior))
		f.setScale(all, level)
	}
	return p
}

// take fits the deviation of the observations in rows from the levels fitted before, subtracts
// it from their residuals and returns it, with its error.
func (f *fitter) take(rows []int32, prior Prior) ([]float64, PathError) {
	level := make([]float64, f.months)
	var p *path
	for round := range robustRounds {
		p = f.equations(rows, level, round)
		level = p.solve(f.scaled(prior))
	}
	f.centre(level, rows)
	f.takeOut(rows, level)
	return level, f.errorOf(p, prior)
}

// errorOf returns the error of a path under its prior: the variances of its posterior.
func (f *fitter) errorOf(p *path, prior Prior) (known PathError) {
	equations := p.factor(f.scaled(prior))
	for k, month := range [2]int{f.end, min(f.end+yearMonths, f.months-1)} {
		unit := make([]float64, f.months)
		unit[month] = 1
		known[k] = float32(square(f.scale) * equations.solve(unit)[month])
	}
	return known
}

// setScale estimates the scale from the deviations of the residuals in rows from a level, unless the noise is given.
func (f *fitter) setScale(rows []int32, level []float64) {
	f.scale = max(minScale, f.noise)
	if f.noise > 0 {
		return
	}
	deviations := list.Of(rows, func(i int32) float64 { return f.residual[i] - levelAt(level, f.time(i)) })
	median, ok := stats.MedianInPlace(deviations)
	if !ok {
		return
	}
	for k, d := range deviations {
		deviations[k] = math.Abs(d - median)
	}
	deviation, _ := stats.MedianInPlace(deviations)
	f.scale = max(minScale, stats.MADToSigma*deviation)
}

// scaled returns a prior in units of the scale, without a season when there are too few months to estimate one.
func (f *fitter) scaled(prior Prior) pathPrior {
	if !f.seasonal {
		prior.Season = 0
	}
	return pathPrior{
		persistence: prior.Persistence, innovation: square(prior.Growth / f.scale),
		level: square(prior.Level / f.scale), season: square(prior.Season / f.scale),
	}
}

// equations returns the normal equations of the residuals in rows. In the first round all
// weigh alike, then each by its distance from the level of the round before.
func (f *fitter) equations(rows []int32, level []float64, round int) *path {
	p := newPath(f.months)
	for _, i := range rows {
		t, share, weight := f.time(i), f.share(i), 1.0
		if round > 0 {
			weight = stats.HuberWeight((f.residual[i] - share*levelAt(level, t)) / f.scale)
		}
		p.observe(t, f.residual[i]/share, weight*square(share))
	}
	return p
}

// takeOut subtracts a level from the residuals in rows.
func (f *fitter) takeOut(rows []int32, level []float64) {
	for _, i := range rows {
		f.residual[i] -= f.share(i) * levelAt(level, f.time(i))
	}
}

// share returns how much of the path being fitted an observation shows.
func (f *fitter) share(i int32) float64 {
	if f.shares == nil {
		return 1
	}
	return f.shares[i]
}

// time returns when an observation was made, in months from the middle of the first.
func (f *fitter) time(i int32) float64 { return f.observations[i].Month - float64(f.first) }

// observedMonths returns in how many months there are observations.
func (f *fitter) observedMonths() int {
	seen := make([]bool, f.months)
	for i := range f.observations {
		month, _ := position(f.time(int32(i))+0.5, f.months)
		seen[month] = true
	}
	return list.Count(seen, func(s bool) bool { return s })
}

// centre demeans a deviation over the observations: constant differences between areas, groups and tiers are the
// hedonic model's part.
func (f *fitter) centre(level []float64, rows []int32) {
	if len(rows) == 0 {
		return
	}
	sum, n := 0.0, 0.0
	for _, i := range rows {
		sum += square(f.share(i)) * levelAt(level, f.time(i))
		n += square(f.share(i))
	}
	mean := sum / n
	for m := range level {
		level[m] -= mean
	}
}

func (f *fitter) groups(all []int32, prior Prior) ([][]float32, []PathError) {
	rows := make([][]int32, gevel.BuildGroups)
	for _, i := range all {
		g := f.observations[i].Group
		rows[g] = append(rows[g], i)
	}
	levels, errors := make([][]float32, gevel.BuildGroups), make([]PathError, gevel.BuildGroups)
	for g := range levels {
		levels[g] = make([]float32, f.months)
		if g > 0 { // an unknown type has the level of the area alone
			level, known := f.take(rows[g], prior)
			addTo(levels[g], level)
			errors[g] = known
		}
	}
	return levels, errors
}

// areas fits the deviation of each area from the one around it, parents first: they have lower numbers.
func (f *fitter) areas(all []int32, areas *Areas, whole []float64, prior Prior) ([][]float32, []PathError) {
	levels, errors := make([][]float32, areas.Len()), make([]PathError, areas.Len())
	levels[0] = make([]float32, f.months)
	addTo(levels[0], whole)
	rows := make([][]int32, areas.Len())
	for _, i := range all {
		for a := f.observations[i].Area; a > 0; a = areas.Parent(a) {
			rows[a] = append(rows[a], i)
		}
	}
	for a := 1; a < areas.Len(); a++ {
		parent := areas.Parent(int32(a))
		levels[a] = slices.Clone(levels[parent])
		level, known := f.take(rows[a], prior)
		addTo(levels[a], level)
		errors[a] = PathError{errors[parent][0] + known[0], errors[parent][1] + known[1]}
	}
	return levels, errors
}

func addTo(sum []float32, level []float64) {
	for m := range sum {
		sum[m] += float32(level[m])
	}
}

func square(x float64) float64 { return x * x }
