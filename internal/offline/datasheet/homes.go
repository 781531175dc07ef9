package datasheet

import (
	"maps"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/register"
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
}

func (p *Past) add(d *gevel.Dwelling) {
	var one Past
	for _, f := range d.Facts {
		switch {
		case f.Source != gevel.FromBAG || f.Known == gevel.NoDate:
		case f.Attribute == gevel.AtBuildYear:
			one.Years = 1
		case f.Attribute == gevel.AtUseSurface && f.Since.V > gevel.Always:
			one.Rebuilt = 1
		case f.Attribute == gevel.AtUseSurface:
			one.Measured = 1
		}
	}
	p.Rebuilt, p.Measured, p.Years = p.Rebuilt+one.Rebuilt, p.Measured+one.Measured, p.Years+one.Years
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
	h := Homes{FillRates: make([]FillRate, len(table))}
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
