package hedonic

// The columns of an attribute in the linear model.

import (
	"math"

	"github.com/gevel/gevel"
)

// block is the columns of one attribute.
type block struct {
	attribute *gevel.Attribute
	coding    coding
	at, end   int     // its columns
	rising    int     // how many of them, the first, may not have a negative coefficient
	middling  float64 // zero point of a logarithm
	floor     float64 // smaller values count as this
	standard  standard
	names     *Categories
}

// coding is how a block turns what a home has into columns.
type coding uint8

const (
	logarithm   coding = iota // the log of the number, and a column for unknown
	logOne                    // log(1 + number), since the number may be 0, and unknown
	logPerGroup               // a slope per house type group: what a square metre is worth differs
	steps                     // grades above the worst, and unknown
	scaled                    // in standard deviations, and unknown
	yes                       // one column
	closed                    // a column per name, and the first for unknown
	open                      // a column per name that training saw
	periods                   // a column per construction period, and one for an unknown year
)

// intercept is the column of the intercept, before all blocks.
const intercept = 0

// blocks lays the attributes of the contract out side by side, measures before names and
// years, and behind them the attributes from files.
func (d *Design) blocks(table gevel.Attributes) []block {
	var list []block
	add := func(belongs func(a *gevel.Attribute) bool) {
		for k := range table {
			if a := &table[k]; belongs(a) {
				list = append(list, d.block(a, k))
			}
		}
	}
	add(func(a *gevel.Attribute) bool { return !a.IsExtra() && codingOf(a) != closed && codingOf(a) != periods })
	add(func(a *gevel.Attribute) bool { return !a.IsExtra() && codingOf(a) == closed })
	add(func(a *gevel.Attribute) bool { return !a.IsExtra() && codingOf(a) == periods })
	add((*gevel.Attribute).IsExtra)
	at := intercept + 1
	for i := range list {
		b := &list[i]
		b.at, b.end = at, at+b.width()
		at = b.end
	}
	return list
}

// block returns the block of attribute k of the table, without its columns yet.
func (d *Design) block(a *gevel.Attribute, k int) block {
	b := block{
		attribute: a, coding: codingOf(a), middling: float64(a.Middling),
		floor: d.Floors[k], standard: d.Standards[k], names: &d.Categories[k],
	}
	switch {
	case b.coding == logPerGroup:
		b.rising = gevel.BuildGroups
	case a.Rising:
		b.rising = 1
	}
	return b
}

func codingOf(a *gevel.Attribute) coding {
	switch {
	case a.IsOpen():
		return open
	case a.Kind == gevel.Category:
		return closed
	case a.Kind == gevel.Year:
		return periods
	case a.Kind == gevel.YesNo:
		return yes
	case a.Kind == gevel.Grade:
		return steps
	case a.Kind == gevel.Area && a.Required:
		return logPerGroup
	case a.Kind == gevel.Area && a.Least > 0 && a.Middling > 0:
		return logarithm
	case a.Kind == gevel.Count, a.Kind == gevel.Area: // an extra has no middling
		return logOne
	}
	return scaled
}

// width returns how many columns the block has.
func (b *block) width() int {
	switch b.coding {
	case logPerGroup:
		return gevel.BuildGroups + 1
	case yes:
		return 1
	case closed:
		return len(b.attribute.Values) + 1
	case open:
		return b.names.Count
	case periods:
		return gevel.BuildPeriods + 1
	}
	return 2
}

// cell returns the one non-zero column of the block for a home of a house type group with value v
// of the attribute; ok is false if all are zero.
func (b *block) cell(group gevel.BuildGroup, v float64) (c cell, ok bool) {
	unknown := math.IsNaN(v)
	switch b.coding {
	case yes:
		return cell{b.at, 1}, v == 1
	case open:
		own := b.names.ofValue(v)
		return cell{b.at + int(own), 1}, own >= 0
	case closed:
		if unknown {
			v = 0
		}
		return cell{b.at + int(v), 1}, true
	case periods:
		if unknown {
			return cell{b.end - 1, 1}, true
		}
		return cell{b.at + gevel.BuildPeriod(int(v)), 1}, true
	case logPerGroup, logarithm:
		unknown = unknown || v <= 0
	}
	if unknown {
		return cell{b.end - 1, 1}, true
	}
	return b.measured(group, v), true
}

// measured returns the column of a known number.
func (b *block) measured(group gevel.BuildGroup, v float64) cell {
	switch b.coding {
	case logPerGroup:
		return cell{b.at + int(group), math.Log(v / b.middling)}
	case logarithm:
		return cell{b.at, math.Log(v / b.middling)}
	case logOne:
		return cell{b.at, math.Log1p(math.Max(b.floor, v)) - math.Log1p(b.middling)}
	case steps:
		return cell{b.at, v - 1}
	}
	z := (v - b.standard.Mean) / b.standard.Deviation
	return cell{b.at, math.Max(-farExtra, math.Min(farExtra, z))}
}
