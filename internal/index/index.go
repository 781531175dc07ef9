package index

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// Index holds the log price level by month, area and house type group. Levels are
// given at the middle of a month; between two middles the level runs straight,
// and behind the last month the last level is carried on.
type Index struct {
	First  gevel.Month
	Months int
	// Area is the level of each area, the whole country's included; Group is what
	// a house type group deviates from it. Exported for encoding only.
	Area  [][]float32
	Group [][]float32
	Areas *Areas
}

// Observation is one sale as the index sees it: its log price less what the
// hedonic model makes of the dwelling, so that only the level is left.
type Observation struct {
	Month float64 // time of the sale; see Level
	Value float64
	Area  int32
	Group gevel.BuildGroup
}

// Prior is how a level may move. Standard deviations are in log euros.
type Prior struct {
	Persistence float64 // of growth from month to month, 0 to below 1
	Growth      float64 // innovation of the level in a month
	Level       float64 // deviation from the level above; 0 is free
	Season      float64 // of a calendar month beside the trend; 0 is none
}

// Params are the priors of the three kinds of level, from the whole to the small.
type Params struct {
	Whole, Group, Area Prior
}

// DefaultParams returns priors that fit Dutch and American markets alike: see
// docs/method.md.
func DefaultParams() Params {
	return Params{
		Whole: Prior{Persistence: 0.8, Growth: 0.004},
		Group: Prior{Growth: 0.003, Level: 0.03},
		Area:  Prior{Growth: 0.003, Level: 0.03},
	}
}

// Fit returns the index over the months first to last from observations, all of
// them known on the day for which the index is made. Areas are those of areas.
func Fit(observations []Observation, areas *Areas, first, last gevel.Month, params Params) *Index {
	f := &fitter{observations: observations, first: first, months: int(last-first) + 1}
	f.residual = make([]float64, len(observations))
	for i, o := range observations {
		f.residual[i] = o.Value
	}
	ix := &Index{First: first, Months: f.months, Areas: areas}
	all := make([]int32, len(observations))
	for i := range all {
		all[i] = int32(i)
	}
	f.setScale()
	whole := f.take(all, params.Whole)
	f.setScale()
	ix.Group = f.groups(all, params.Group)
	ix.Area = f.areas(all, areas, whole, params.Area)
	return ix
}

// fitter takes level after level out of the residuals of the observations.
type fitter struct {
	observations []Observation
	residual     []float64
	scale        float64 // of the residuals, robust
	first        gevel.Month
	months       int
}

const (
	robustRounds = 3
	// huberWidth is where a residual stops to count in full, in robust standard
	// deviations: 95 % efficiency at the normal (Huber 1981).
	huberWidth = 1.345
	// madToSigma makes the median absolute deviation a standard deviation at the
	// normal.
	madToSigma = 1.4826
	minScale   = 0.02 // log euros; no set of sales is more alike than that
)

func (f *fitter) setScale() {
	f.scale = minScale
	deviations := slices.Clone(f.residual)
	median, ok := stats.MedianInPlace(deviations)
	if !ok {
		return
	}
	for i, r := range deviations {
		deviations[i] = math.Abs(r - median)
	}
	deviation, _ := stats.MedianInPlace(deviations)
	f.scale = max(minScale, madToSigma*deviation)
}

// take fits the level of the observations in rows, takes it out of their
// residuals and returns it.
func (f *fitter) take(rows []int32, prior Prior) []float64 {
	scaled := pathPrior{persistence: prior.Persistence, innovation: square(prior.Growth / f.scale), level: square(prior.Level / f.scale)}
	if prior.Season > 0 && f.observedMonths(rows) >= seasonMonths {
		scaled.season = square(prior.Season / f.scale)
	}
	level := make([]float64, f.months)
	for round := range robustRounds {
		p := newPath(f.months)
		for _, i := range rows {
			t := f.observations[i].Month - float64(f.first)
			weight := 1.0
			if round > 0 {
				weight = huberWeight((f.residual[i] - levelAt(level, t)) / f.scale)
			}
			p.observe(t, f.residual[i], weight)
		}
		level = p.solve(scaled)
	}
	if prior.Level > 0 {
		f.centre(level, rows)
	}
	for _, i := range rows {
		f.residual[i] -= levelAt(level, f.observations[i].Month-float64(f.first))
	}
	return level
}

// observedMonths returns in how many months there are observations in rows.
func (f *fitter) observedMonths(rows []int32) int {
	seen := make([]bool, f.months)
	for _, i := range rows {
		month, _ := position(f.observations[i].Month-float64(f.first)+0.5, f.months)
		seen[month] = true
	}
	n := 0
	for _, s := range seen {
		if s {
			n++
		}
	}
	return n
}

// centre takes its mean over the observations off a deviation: what an area or
// group is always worth more or less is the hedonic model's to say.
func (f *fitter) centre(level []float64, rows []int32) {
	if len(rows) == 0 {
		return
	}
	sum := 0.0
	for _, i := range rows {
		sum += levelAt(level, f.observations[i].Month-float64(f.first))
	}
	mean := sum / float64(len(rows))
	for m := range level {
		level[m] -= mean
	}
}

func (f *fitter) groups(all []int32, prior Prior) [][]float32 {
	rows := make([][]int32, gevel.BuildGroups)
	for _, i := range all {
		g := f.observations[i].Group
		rows[g] = append(rows[g], i)
	}
	levels := make([][]float32, gevel.BuildGroups)
	for g := range levels {
		levels[g] = make([]float32, f.months)
		if g > 0 { // of an unknown type nothing is known beyond the area
			addTo(levels[g], f.take(rows[g], prior))
		}
	}
	return levels
}

// areas fits, from the large to the small, what each area deviates from the one
// around it. Areas are numbered so that a parent comes before its parts.
func (f *fitter) areas(all []int32, areas *Areas, whole []float64, prior Prior) [][]float32 {
	levels := make([][]float32, areas.Len())
	levels[0] = make([]float32, f.months)
	addTo(levels[0], whole)
	rows := make([][]int32, areas.Len())
	for _, i := range all {
		for a := f.observations[i].Area; a > 0; a = areas.Parent(a) {
			rows[a] = append(rows[a], i)
		}
	}
	for a := 1; a < areas.Len(); a++ {
		levels[a] = slices.Clone(levels[areas.Parent(int32(a))])
		addTo(levels[a], f.take(rows[a], prior))
	}
	return levels
}

func addTo(sum []float32, level []float64) {
	for m := range sum {
		sum[m] += float32(level[m])
	}
}

func square(x float64) float64 { return x * x }

func huberWeight(z float64) float64 {
	if z = math.Abs(z); z > huberWidth {
		return huberWidth / z
	}
	return 1
}

// MonthsSince returns how many months after the middle of month first a day is.
func MonthsSince(first gevel.Month, d gevel.Date) float64 {
	m := d.Month()
	start, end := m.First(), (m + 1).First()
	return float64(m-first) + (float64(d-start)+0.5)/float64(end-start) - 0.5
}

func levelAt(level []float64, t float64) float64 {
	m, share := position(t, len(level))
	if share == 0 {
		return level[m]
	}
	return level[m] + share*(level[m+1]-level[m])
}

func level32(level []float32, t float64) float64 {
	m, share := position(t, len(level))
	if share == 0 {
		return float64(level[m])
	}
	return float64(level[m]) + share*float64(level[m+1]-level[m])
}

// Level returns the log level in an area for a house type group at a time, in
// months from the middle of January of year 0 (MonthsSince of month 0).
func (ix *Index) Level(area int32, group gevel.BuildGroup, month float64) float64 {
	t := month - float64(ix.First)
	return level32(ix.Area[area], t) + level32(ix.Group[group], t)
}
