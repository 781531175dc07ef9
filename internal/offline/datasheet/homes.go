package datasheet

import (
	"maps"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/energy"
)

// Homes describes the edition's homes.
type Homes struct {
	N int `json:"n"`
	// Sources are the names of the occurring sources, in the order of the edition's table; "" is none.
	Sources   []string    `json:"sources"`
	FillRates []FillRate  `json:"fillRates"` // by characteristic
	Types     []TypeCount `json:"types"`     // the house types that occur
	// Valued is the number of homes that have all characteristics a value requires.
	Valued int                `json:"complete"`
	Labels *register.LabelUse `json:"labels"` // nil without facts of energy labels
	Past   Past               `json:"past"`
}

// Past counts the homes that the register described otherwise before.
type Past struct {
	Rebuilt  int `json:"rebuilt"`  // with another use surface before a rebuilding
	Measured int `json:"measured"` // whose use surface was measured better
	Years    int `json:"years"`    // with another build year
	Moved    int `json:"moved"`    // at another place
	Carried  int `json:"carried"`  // with other values before from sources without days
	StandIns int `json:"standIns"` // units and buildings whose first real value counts for the days before
	Retyped  int `json:"retyped"`  // with another house type by walls
}

func (p *Past) add(d *gevel.Dwelling) {
	one := Past{Moved: min(len(d.Moves), 1)}
	for i, f := range d.Facts {
		another := slices.ContainsFunc(d.Facts[:i], func(was gevel.Fact) bool { // of two known values
			return was.Attribute == f.Attribute && was.Source == f.Source && (was.Value < f.Value || was.Value > f.Value)
		})
		switch {
		case f.Until != gevel.NoDate && f.Source != gevel.FromLabel:
			one.Carried = 1
		case f.Source == gevel.FromWalls && another:
			one.Retyped = 1
		case f.Source != gevel.FromBAG || f.Known == gevel.NoDate || f.Attribute == gevel.AtBuildYear && !another:
		case f.Attribute == gevel.AtBuildYear:
			one.Years = 1
		case f.Attribute == gevel.AtUseSurface && f.Since.V > gevel.Always:
			one.Rebuilt = 1
		case f.Attribute == gevel.AtUseSurface:
			one.Measured = 1
		}
	}
	p.Rebuilt, p.Measured, p.Years = p.Rebuilt+one.Rebuilt, p.Measured+one.Measured, p.Years+one.Years
	p.Moved, p.Carried, p.Retyped = p.Moved+one.Moved, p.Carried+one.Carried, p.Retyped+one.Retyped
}

// FillRate is the number of homes with a known characteristic, by source.
type FillRate struct {
	Column  string         `json:"column"`
	Label   string         `json:"label"`
	Known   int            `json:"known"`
	Percent float64        `json:"percent"` // of the homes
	Source  map[string]int `json:"bySource"`
}

// TypeCount is the number of homes with a house type, by source.
type TypeCount struct {
	Type   string         `json:"type"` // "" is unknown
	Homes  int            `json:"homes"`
	Source map[string]int `json:"bySource"`
}

// bySource counts homes by where something is known from.
type bySource map[gevel.Source]int

// named returns the counts by the names of a table.
func (n bySource) named(t gevel.Sources) map[string]int {
	named := map[string]int{}
	for s, homes := range n {
		named[t.Name(s)] = homes
	}
	return named
}

func homesOf(e *edition.Edition) Homes {
	table, sources := e.Sales().Attributes, e.Sources()
	counts := e.Manifest().Counts[bag.Row.Name]
	h := Homes{FillRates: make([]FillRate, len(table)), Past: Past{StandIns: counts.StandIns}}
	types := make([]TypeCount, gevel.BuildTypes)
	known, typed := make([]bySource, len(table)), make([]bySource, len(types))
	for k := range table {
		h.FillRates[k], known[k] = FillRate{Column: table[k].Column, Label: table[k].Label}, bySource{}
	}
	for t := range types {
		types[t].Type, typed[t] = gevel.BuildType(t).String(), bySource{}
	}
	var labels register.LabelUse
	asOf := e.Manifest().AsOf[energy.Row.Name]
	seen := map[gevel.Source]bool{}
	for d := range e.Dwellings {
		h.N++
		complete := true
		for k := range table {
			a, rate := &table[k], &h.FillRates[k]
			if !a.Known(&d.Characteristics) {
				complete = complete && !a.Required
				continue
			}
			rate.Known++
			known[k][d.SourceOf(k)]++
			seen[d.SourceOf(k)] = true
		}
		if complete {
			h.Valued++
		}
		types[d.BuildType].Homes++
		typed[d.BuildType][d.SourceOf(gevel.AtBuildType)]++
		labels.Add(&d, asOf)
		h.Past.add(&d)
	}
	for k := range h.FillRates {
		h.FillRates[k].Percent, h.FillRates[k].Source = percent(h.FillRates[k].Known, h.N), known[k].named(sources)
	}
	for t := range types {
		types[t].Source = typed[t].named(sources)
	}
	for _, t := range append(types[1:], types[0]) {
		if t.Homes > 0 {
			h.Types = append(h.Types, t)
		}
	}
	for _, s := range slices.SortedFunc(maps.Keys(seen), sources.Compare) {
		h.Sources = append(h.Sources, sources.Name(s))
	}
	if labels.Homes > 0 {
		h.Labels = &labels
	}
	return h
}

// Sales describes the edition's sales.
type Sales struct {
	N     int        `json:"n"`
	First gevel.Date `json:"first"` // day of sale
	Last  gevel.Date `json:"last"`
	Known gevel.Date `json:"known"` // the last known date
	Homes int        `json:"homes"` // homes of the register with a sale
	// Delay is the median number of days until a sale became known.
	Delay    float64      `json:"medianDelayDays"`
	Quarters []Quarter    `json:"quarters"`
	Types    []TypeOfSale `json:"types"`
}

// Quarter is the sales of a quarter.
type Quarter struct {
	From   gevel.Date `json:"from"`
	Sales  int        `json:"sales"`
	Median gevel.Euro `json:"medianPrice"` // 0 without sales
}

// TypeOfSale is the number of sales of a house type.
type TypeOfSale struct {
	Type  string `json:"type"` // "" is unknown
	Sales int    `json:"sales"`
}

// quarterMonths is the length of a quarter, months.
const quarterMonths = 3

func salesOf(s *market.Sales) Sales {
	out := Sales{N: s.Len()}
	if out.N == 0 {
		return out
	}
	out.First, out.Last = s.Date[0], s.Date[0]
	var types [gevel.BuildTypes]int
	homes, delays := map[int32]bool{}, make([]float64, 0, s.Len())
	prices := map[gevel.Month][]float64{}
	for row, day := range s.Date {
		if !s.IsFirst(row) {
			continue
		}
		out.First, out.Last, out.Known = min(out.First, day), max(out.Last, day), max(out.Known, s.Known[row])
		if s.Dwelling[row] >= 0 {
			homes[s.Dwelling[row]] = true
		}
		delays = append(delays, float64(s.Known[row]-day))
		types[s.BuildType(row)]++
		quarter := day.Month() - day.Month()%quarterMonths
		prices[quarter] = append(prices[quarter], float64(s.Paid(int32(row))))
	}
	out.N, out.Homes = len(delays), len(homes)
	out.Delay, _ = stats.MedianInPlace(delays)
	first := out.First.Month() - out.First.Month()%quarterMonths
	for q := first; q <= out.Last.Month(); q += quarterMonths {
		one := Quarter{From: q.First(), Sales: len(prices[q])}
		if median, ok := stats.MedianInPlace(prices[q]); ok {
			one.Median = gevel.Euro(median + 0.5)
		}
		out.Quarters = append(out.Quarters, one)
	}
	for t, n := range types {
		if n > 0 {
			out.Types = append(out.Types, TypeOfSale{gevel.BuildType(t).String(), n})
		}
	}
	return out
}
