package backtest

// The summary of a study of many origins.

import (
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// OriginSummary summarises a study of many origins. Errors are in %: a month's level error is the absolute
// value of its median log price minus log value.
type OriginSummary struct {
	Plan     OriginPlan                   `json:"plan"`
	Origins  int                          `json:"origins"`
	N        int                          `json:"n"` // forecasts; a sale is forecast from several origins
	Overall  [Ways]WayFigures             `json:"overall"`
	Horizons []HorizonFigures             `json:"horizons"`
	ByOrigin []OriginFigures              `json:"byOrigin"`
	Engine   EngineFigures                `json:"engine"`
	Classes  [gevel.HighestClass + 1]Kept `json:"classes"`
	// Promises are the engine's, with intervals and verdicts clustered by month of sale or by origin: by what makes the
	// interval wider.
	Promises []ratio.ClassPromise `json:"promises"`
	Decision ratio.Decision       `json:"decision"` // by one forecast of each sale, from its last origin
}

// WayFigures summarise one way: means over the origins, and the worst origin.
type WayFigures struct {
	Way   string  `json:"way"`
	Level float64 `json:"level"` // mean level error over the months
	Worst float64 `json:"worst"` // of the worst origin
	MdAPE float64 `json:"mdape"` // mean over the months
}

// HorizonFigures summarise one month after each origin that reaches it.
type HorizonFigures struct {
	Horizon int                          `json:"horizon"`
	Origins int                          `json:"origins"`
	Ratio   float64                      `json:"ratio"` // the engine's median ratio; median over origins
	Level   [Ways]float64                `json:"level"`
	MdAPE   [Ways]float64                `json:"mdape"`
	Inside  float64                      `json:"inside"` // mean share of prices in the 80 % interval
	Classes [gevel.HighestClass + 1]Kept `json:"classes"`
}

// OriginFigures summarise one origin.
type OriginFigures struct {
	Origin gevel.Date    `json:"origin"`
	N      int           `json:"n"`
	Bias   float64       `json:"bias"` // mean median error of the engine, signed
	Level  [Ways]float64 `json:"level"`
	// Inside is the share of prices in the engine's 80 % interval, Width its mean width, % of the value, and
	// Score its mean interval score in logs.
	Inside float64 `json:"inside"`
	Width  float64 `json:"width"`
	Score  float64 `json:"score"`
}

// EngineFigures summarise the engine's 80 % intervals, as means over the origins.
type EngineFigures struct {
	Inside float64 `json:"inside"`
	Least  float64 `json:"least"` // lowest over the origins
	Most   float64 `json:"most"`
	Width  float64 `json:"width"`
	Score  float64 `json:"score"`
}

// Summary computes the summary.
func (o *Origins) Summary() OriginSummary {
	s := OriginSummary{Plan: o.Plan, Origins: len(o.Origins)}
	s.judge(o)
	for _, origin := range o.Origins {
		s.addOrigin(o.cells(func(c *Cell) bool { return c.Origin == origin }))
	}
	for horizon := 1; horizon <= o.Plan.Months; horizon++ {
		if cells := o.cells(func(c *Cell) bool { return c.Horizon == horizon }); len(cells) > 0 {
			s.addHorizon(cells)
		}
	}
	n := float64(len(s.ByOrigin))
	s.Engine.Least = math.Inf(1)
	for _, f := range s.ByOrigin {
		s.Engine.Inside += f.Inside / n
		s.Engine.Width += f.Width / n
		s.Engine.Score += f.Score / n
		s.Engine.Least, s.Engine.Most = math.Min(s.Engine.Least, f.Inside), math.Max(s.Engine.Most, f.Inside)
	}
	for w := range Ways {
		of := &s.Overall[w]
		of.Way = w.String()
		for _, f := range s.ByOrigin {
			of.Level, of.Worst = of.Level+f.Level[w]/n, math.Max(of.Worst, f.Level[w])
		}
		for _, f := range s.Horizons {
			of.MdAPE += f.MdAPE[w] / float64(len(s.Horizons))
		}
	}
	return s
}

// judge compares the promises of all classes with the prices, and decides what values may be used for. The forecasts of
// a month err together, and so do those from an origin, which all begin at its level. A sale is forecast from several
// origins: the decision is by its last one.
func (s *OriginSummary) judge(o *Origins) {
	var all, byOrigin []ratio.Observation
	last := map[int32]ratio.Observation{}
	for i := range o.Cells {
		for k := range o.Cells[i].Forecasts {
			f := &o.Cells[i].Forecasts[k]
			all = append(all, observe(o.Sales, f, nil))
			last[f.Row] = all[len(all)-1]
			byOrigin = append(byOrigin, last[f.Row])
			byOrigin[len(byOrigin)-1].Month = o.Cells[i].Origin.Month()
		}
	}
	s.Promises = ratio.MeasuresOf(all, ratio.Options{Replicates: 1}).Classes
	for i, by := range ratio.MeasuresOf(byOrigin, ratio.Options{Replicates: 1}).Classes {
		if by.Share.Range.Wider(s.Promises[i].Share.Range) {
			s.Promises[i] = by
		}
	}
	judged := make([]ratio.Observation, 0, len(last))
	for _, row := range slices.Sorted(maps.Keys(last)) {
		judged = append(judged, last[row])
	}
	s.Decision = ratio.Decide(judged)
}

// cells returns some of the cells.
func (o *Origins) cells(of func(c *Cell) bool) (some []*Cell) {
	for i := range o.Cells {
		if of(&o.Cells[i]) {
			some = append(some, &o.Cells[i])
		}
	}
	return some
}

// addOrigin adds the cells of one origin.
func (s *OriginSummary) addOrigin(cells []*Cell) {
	if len(cells) == 0 {
		return
	}
	f, months := OriginFigures{Origin: cells[0].Origin}, float64(len(cells))
	inside, width, score := 0, 0.0, 0.0
	for _, c := range cells {
		for w, errors := range c.Errors {
			f.Level[w] += 100 * math.Abs(middle(errors)) / months
		}
		f.Bias += 100 * middle(c.Errors[Engine]) / months
		f.N += len(c.Errors[Engine])
		inside, width, score = inside+c.Inside, width+c.Width, score+c.Score
		for class, kept := range c.ByClass {
			s.Classes[class].N += kept.N
			s.Classes[class].Kept += kept.Kept
		}
	}
	f.Inside = 100 * float64(inside) / float64(f.N)
	f.Width, f.Score = 100*width/float64(f.N), score/float64(f.N)
	s.N += f.N
	s.ByOrigin = append(s.ByOrigin, f)
}

// addHorizon adds the cells of one month after the origins.
func (s *OriginSummary) addHorizon(cells []*Cell) {
	f, n := HorizonFigures{Horizon: cells[0].Horizon, Origins: len(cells)}, float64(len(cells))
	var ratios []float64
	for _, c := range cells {
		ratios = append(ratios, math.Exp(-middle(c.Errors[Engine])))
		f.Inside += 100 * float64(c.Inside) / float64(len(c.Errors[Engine])) / n
		for w, errors := range c.Errors {
			f.Level[w] += 100 * math.Abs(middle(errors)) / n
			apart := list.Of(errors, func(e float64) float64 { return 100 * math.Abs(math.Expm1(-e)) })
			f.MdAPE[w] += middle(apart) / n
		}
		for class, kept := range c.ByClass {
			f.Classes[class].N += kept.N
			f.Classes[class].Kept += kept.Kept
		}
	}
	f.Ratio = middle(ratios)
	s.Horizons = append(s.Horizons, f)
}

// middle returns the median; x must not be empty.
func middle(x []float64) float64 {
	m, _ := stats.Median(x)
	return m
}
