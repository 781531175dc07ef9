package datasheet

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/ratio"
)

// parting parts sales along one dimension.
type parting struct {
	dimension string
	of        []ratio.Segment // by sale
}

// Pooled says which parts had too few sales to be shown by themselves.
type Pooled struct {
	Dimension string `json:"dimension"`
	Parts     int    `json:"parts"`
	Sales     int    `json:"sales"`
	Least     int    `json:"least"` // sales that a part needs
}

// unknown is the name of what is not known.
const unknown = "unknown"

// regionsOf parts sales by municipality, and where all lie in one by PC2 area, and else by PC4 area.
func regionsOf(e *edition.Edition, s *market.Sales, rows []int32) *parting {
	named := func(dimension string, name func(row int) string) (p *parting, parts int) {
		p = &parting{dimension: dimension, of: make([]ratio.Segment, len(rows))}
		names := map[string]bool{}
		for i, row := range rows {
			one := ratio.Segment{Dimension: dimension, Name: name(int(row))}
			if one.Name == "" {
				one.Name, one.Rank = unknown, 1
			} else {
				names[one.Name] = true
			}
			p.of[i] = one
		}
		return p, len(names)
	}
	code := func(digits int) func(row int) string {
		return func(row int) string {
			zip := s.Zips.Name(s.Zip[row])
			return zip[:min(digits, len(zip))]
		}
	}
	municipality := func(row int) string {
		a, _ := e.MainAddress(gevel.BAGID(s.DwellingID(row)))
		return a.Municipality
	}
	if p, parts := named("municipality", municipality); parts > 1 {
		return p
	}
	if p, parts := named("PC2 area", code(2)); parts > 1 {
		return p
	}
	p, _ := named("PC4 area", code(4))
	return p
}

// typesOf parts sales by house type.
func typesOf(s *market.Sales, rows []int32) *parting {
	p := &parting{dimension: "house type", of: make([]ratio.Segment, len(rows))}
	for i, row := range rows {
		t := s.BuildType(int(row))
		p.of[i] = ratio.Segment{Dimension: p.dimension, Name: t.String(), Rank: int(t)}
		if t == 0 {
			p.of[i].Name, p.of[i].Rank = unknown, gevel.BuildTypes
		}
	}
	return p
}

// pool puts the parts of fewer sales than a study shows into one, which says so, and returns what
// it did, if anything.
func (p *parting) pool() []Pooled {
	n := map[string]int{}
	for _, one := range p.of {
		n[one.Name]++
	}
	pooled := Pooled{Dimension: p.dimension, Least: ratio.DefaultMinSegment}
	for _, sales := range n {
		if sales < pooled.Least {
			pooled.Parts++
			pooled.Sales += sales
		}
	}
	if pooled.Parts < 2 { // one alone is no pool; the study leaves it out and counts it
		return nil
	}
	name := fmt.Sprintf("%d others pooled, under %d sales each", pooled.Parts, pooled.Least)
	for i := range p.of {
		if n[p.of[i].Name] < pooled.Least {
			p.of[i].Name, p.of[i].Rank = name, 1<<20
		}
	}
	return []Pooled{pooled}
}
