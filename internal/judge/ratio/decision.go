package ratio

// What values may be used for, by the standards: which sales decide, and how much chance is allowed for.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/num/stats"
)

// Decision judges values by the standards. All intervals are ByMonth.
type Decision struct {
	Intervals string      `json:"intervals"`
	Evidence  Evidence    `json:"evidence"`
	Lending   []Lending   `json:"lending"`
	Certainty []Certainty `json:"certainty"`
	// FewOfLevel are the values of levels that are not judged, since they have too few.
	FewOfLevel int `json:"fewOfLevel"`
	// Bounds are the bounds for a ratio study by the standard in force.
	Bounds    []Bound          `json:"bounds"`
	Baselines []BesideBaseline `json:"baselines,omitempty"`
	Uses      []string         `json:"uses"` // what the values may be used for, in sentences
	Symptoms  []Symptom        `json:"symptoms"`
}

// Outcome is whether a standard is met.
type Outcome string

// The outcomes.
const (
	Met       Outcome = "met"       // by the whole interval
	NotMet    Outcome = "not met"   // by no part of the interval
	Undecided Outcome = "undecided" // the bar lies within the interval
)

// Evidence says whether there are sales enough to judge.
type Evidence struct {
	Sales   int    `json:"sales"` // valued
	Months  int    `json:"months"`
	PE10    Figure `json:"pe10"`
	Margin  Figure `json:"margin"` // half the width of its interval, points; none with sales of one month
	Allowed int    `json:"allowed"`
	Enough  bool   `json:"enough"`
	// Needed is about how many sales like these would be enough, if these are not; 0: not known.
	Needed int `json:"needed,omitempty"`
}

// marginAllowed is how exactly, in points, the share within 10 % must be known: the bars of lending lie
// five points apart.
const marginAllowed = 5

// Lending compares a bar of lending with all values, and with the values whose class promises as much.
type Lending struct {
	Over    float64               `json:"over"` // loan to value, as UpTo
	UpTo    float64               `json:"upTo"`
	Within  float64               `json:"within"` // percent of the price
	Share   float64               `json:"share"`  // percent, at least
	Class   gevel.ConfidenceClass `json:"class"`
	All     Part                  `json:"all"`
	Classed Part                  `json:"classed"` // of this class and higher ones
	By      ClassBy               `json:"by"`
}

// ClassBy says where the classes of values come from.
type ClassBy string

// The origins of classes: the values come with them; they follow from FSDs, intervals or levels, with normal errors; or
// the values promise nothing of their errors.
const (
	Stated    ClassBy = "stated"
	Implied   ClassBy = "implied"
	NotStated ClassBy = "not stated"
)

// classes returns the class of a value, and where the classes of all values come from.
func classes(all []*Observation) (of func(*Observation) gevel.Opt[gevel.ConfidenceClass], by ClassBy) {
	stated := func(o *Observation) gevel.Opt[gevel.ConfidenceClass] { return o.Class }
	for _, of := range []struct {
		class func(*Observation) gevel.Opt[gevel.ConfidenceClass]
		by    ClassBy
	}{{stated, Stated}, {implied, Implied}} {
		if slices.ContainsFunc(all, func(o *Observation) bool { return of.class(o).Known }) {
			return of.class, of.by
		}
	}
	return stated, NotStated
}

// implied returns the class that a value's FSD, interval or level promises, if its error is normal.
func implied(o *Observation) (none gevel.Opt[gevel.ConfidenceClass]) {
	fsd := o.promisedFSD()
	if fsd == 0 {
		return none
	}
	within := func(fraction float64) float64 { return math.Erf(fraction / fsd / math.Sqrt2) }
	return gevel.Some(gevel.ClassOf(within(0.10), within(0.15), within(0.20)))
}

// promisedFSD returns the FSD that a value came with, or that its interval or the bound of its level is; 0 without any.
func (o *Observation) promisedFSD() float64 {
	if o.FSD > 0 {
		return o.FSD
	}
	for _, i := range []struct{ share, low, high float64 }{{0.80, o.Low80, o.High80}, {0.90, o.Low90, o.High90}, {0.50, o.Low50, o.High50}} {
		if i.high > i.low {
			end, _ := stats.NormalQuantile((1 + i.share) / 2)
			return (i.high - i.low) / 2 / end / o.Value
		}
	}
	if !o.Level.Known {
		return 0
	}
	largest, _ := o.Level.V.LargestFSD()
	return largest
}

// Part is a part of the values, and the share of it that keeps a bar.
type Part struct {
	N        int     `json:"n"`
	OfValues float64 `json:"ofValues"` // percent
	Share    Figure  `json:"share"`    // percent
	Outcome  Outcome `json:"outcome,omitempty"`
}

// Certainty compares the promised FSD of values with the one observed, in percent of the value.
type Certainty struct {
	Level    *standard.Level `json:"level"` // that the values were given; nil: all values
	N        int             `json:"n"`
	OfValues float64         `json:"ofValues"` // percent
	Promised float64         `json:"promised"` // mean; 0 where the values have levels alone
	Observed Figure          `json:"observed"`
	// Largest is the largest FSD of the level; 0 for level 0 and for all values.
	Largest float64 `json:"largest,omitempty"`
	Outcome Outcome `json:"outcome,omitempty"`
	// Reached and Band are the level and the band of the observed FSD.
	Reached standard.Level `json:"reached"`
	Band    standard.Band  `json:"band"`
}

// Decide judges values, also beside plain ways of valuing the same sales in the same order. Invalid observations
// are left out, as in measures.
func Decide(obs []Observation, plain ...Baseline) Decision {
	var valued []*Observation
	for i := range obs {
		if obs[i].valid() && obs[i].HasValue {
			valued = append(valued, &obs[i])
		}
	}
	m := newMonths(valued)
	d := Decision{Intervals: ByMonth, Evidence: m.evidence(len(valued))}
	if len(valued) == 0 {
		return d
	}
	d.Lending = lending(valued)
	d.Certainty, d.FewOfLevel = certainty(valued)
	d.Bounds = m.judged()
	for _, b := range plain {
		d.Baselines = append(d.Baselines, b.Beside(obs))
	}
	d.Uses, d.Symptoms = d.uses(), d.symptoms(obs)
	return d
}

func (m months) evidence(n int) Evidence {
	e := Evidence{Sales: n, Months: len(m), Allowed: marginAllowed}
	if n == 0 {
		return e
	}
	e.PE10 = m.share(func(o *Observation) bool { return o.near(0.10) })
	if e.PE10.Range == (Range{}) {
		return e
	}
	e.Margin = known((e.PE10.Range.High - e.PE10.Range.Low) / 2)
	e.Enough = e.Margin.Value <= marginAllowed
	if !e.Enough {
		e.Needed = roundUp(float64(n) * e.Margin.Value * e.Margin.Value / (marginAllowed * marginAllowed))
	}
	return e
}

// roundUp rounds a number of sales up to two digits.
func roundUp(n float64) int {
	unit := math.Pow(10, max(0, math.Floor(math.Log10(n))-1))
	return int(math.Ceil(n/unit) * unit)
}

// near reports whether the value lies within a fraction of the price.
func (o *Observation) near(fraction float64) bool {
	return math.Abs(o.Value-o.Price) <= fraction*o.Price
}

// lending judges each bar by the values whose loans it is about; by all where no loan is known.
func lending(valued []*Observation) []Lending {
	var list []Lending
	all, over := valued, 0.0
	classOf, by := classes(all)
	loans := slices.ContainsFunc(all, func(o *Observation) bool { return o.LTV > 0 })
	for _, b := range standard.Lending {
		valued := all
		if loans {
			valued = where(all, func(o *Observation) bool { return o.LTV > over && o.LTV <= b.UpTo })
		}
		classed := where(valued, func(o *Observation) bool { return classOf(o).Known && classOf(o).V >= b.Class })
		kept := func(of []*Observation) Part {
			k := Part{N: len(of), OfValues: percent(len(of), len(all))}
			if k.N > 0 {
				k.Share = newMonths(of).share(func(o *Observation) bool { return o.near(b.Within) })
				k.Outcome = k.Share.atLeast(100 * b.Share)
			}
			return k
		}
		list = append(list, Lending{
			Over: over, UpTo: b.UpTo, Within: 100 * b.Within, Share: 100 * b.Share, Class: b.Class,
			All: kept(valued), Classed: kept(classed), By: by,
		})
		over = b.UpTo
	}
	return list
}

// where returns the observations for which a function holds.
func where(all []*Observation, holds func(*Observation) bool) []*Observation {
	return slices.DeleteFunc(slices.Clone(all), func(o *Observation) bool { return !holds(o) })
}

// certainty returns all values with an FSD or a level, then the values of each level, the highest first. Levels with fewer
// values than a segment needs are left out; few are their values.
func certainty(valued []*Observation) (list []Certainty, few int) {
	sure := where(valued, func(o *Observation) bool { return o.FSD > 0 || o.Level.Known })
	if len(sure) == 0 {
		return nil, 0
	}
	list = []Certainty{certaintyOf(sure, len(valued))}
	for level := standard.HighestLevel; level >= 0; level-- {
		of := where(sure, func(o *Observation) bool { return o.Level.Or(standard.LevelOf(o.FSD)) == level })
		if len(of) < DefaultMinSegment {
			few += len(of)
			continue
		}
		c := certaintyOf(of, len(valued))
		c.Level = &level
		if largest, ok := level.LargestFSD(); ok {
			c.Largest = 100 * largest
			c.Outcome = c.Observed.atMost(c.Largest)
		}
		list = append(list, c)
	}
	return list, few
}

func certaintyOf(of []*Observation, values int) Certainty {
	c := Certainty{N: len(of), OfValues: percent(len(of), values)}
	c.Observed = newMonths(of).observedFSD()
	said := where(of, func(o *Observation) bool { return o.FSD > 0 })
	for _, o := range said {
		c.Promised += 100 * o.FSD / float64(len(said))
	}
	c.Reached, c.Band = standard.LevelOf(c.Observed.Value/100), standard.BandOf(c.Observed.Value/100)
	return c
}

// judged compares the measures of a ratio study with the standard in force.
func (m months) judged() []Bound {
	s := newRatioSet(m.all())
	spread := m.positive(func(counts []int32) []float64 {
		var all measures
		s.measure(counts, &all)
		return []float64{all[medianRatio], all[cod], all[prd]}
	})
	bias := m.jackknife(func(counts []int32) []float64 {
		var all measures
		s.measure(counts, &all)
		return []float64{s.slope(counts, all[medianRatio])}
	})
	of := map[string]Figure{
		standard.MedianRatio: spread[0], standard.COD: spread[1], standard.PRD: spread[2], standard.PRB: bias[0],
	}
	var list []Bound
	for _, b := range standard.Bounds {
		if f := of[b.Measure]; f.Known && b.Source == standard.IAAO2013 {
			list = append(list, Bound{b.Measure, f, b.Low, b.High, f.between(b.Low, b.High), b.Source.Name})
		}
	}
	return list
}

// atLeast judges a figure that must be at least a bar; atMost and between are like it.
func (f Figure) atLeast(bar float64) Outcome { return f.between(bar, math.Inf(1)) }

func (f Figure) atMost(bar float64) Outcome { return f.between(math.Inf(-1), bar) }

func (f Figure) between(low, high float64) Outcome {
	switch r := f.Range; {
	case r == (Range{}):
		return Undecided
	case low <= r.Low && r.High <= high:
		return Met
	case r.High < low || r.Low > high:
		return NotMet
	}
	return Undecided
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(whole) }
