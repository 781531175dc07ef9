package accuracy

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/geo"
)

// Part holds the sales of one part along a dimension.
type Part struct {
	Name    string
	Sales   int            // with a price, valued or not
	Summary *ratio.Summary // nil with too few sales
}

// Least is the fewest sales for a part to have figures.
const Least = ratio.DefaultMinSegment

// Parts returns the parts along a dimension in order: parts in the study with their figures, and parts with
// too few sales with their number alone.
func (t *Accuracy) Parts(dimension string) []Part {
	var list []Part
	for i := range t.Measures.Segments {
		if s := &t.Measures.Segments[i]; s.Dimension == dimension {
			list = append(list, Part{s.Name, s.N, &s.Summary})
		}
	}
	few := t.fewSales(dimension)
	list = append(list, few...)
	if len(few) > 0 {
		rank := t.ranks(dimension)
		slices.SortStableFunc(list, func(a, b Part) int {
			return cmp.Or(cmp.Compare(rank[a.Name], rank[b.Name]), cmp.Compare(a.Name, b.Name))
		})
	}
	return list
}

// fewSales returns the parts that the study leaves out.
func (t *Accuracy) fewSales(dimension string) []Part {
	count := map[string]int{}
	for i := range t.Observations {
		for _, s := range t.Observations[i].Segments {
			if s.Dimension == dimension {
				count[s.Name]++
			}
		}
	}
	var list []Part
	for name, n := range count {
		if n < Least {
			list = append(list, Part{Name: name, Sales: n})
		}
	}
	return list
}

func (t *Accuracy) ranks(dimension string) map[string]int {
	rank := map[string]int{}
	for i := range t.Observations {
		for _, s := range t.Observations[i].Segments {
			if s.Dimension == dimension {
				rank[s.Name] = s.Rank
			}
		}
	}
	return rank
}

// Limits of the vicinity of a home.
const (
	nearSales  = 200    // number of nearest sales, if there are as many
	nearMetres = 10_000 // largest distance
)

// Near are the tested sales around a home.
type Near struct {
	Part
	Metres float64 // to the farthest of them
}

func (t *Accuracy) nearTo(g *geo.Grid, p gevel.Point) Near {
	found := g.Nearest(p, nearSales, nearMetres, nil, nil)
	slices.SortFunc(found, func(a, b geo.Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Item, b.Item))
	})
	out := Near{Part: Part{Sales: len(found)}}
	if len(found) == 0 {
		return out
	}
	out.Metres = found[len(found)-1].Distance
	if len(found) < Least {
		return out
	}
	list := make([]ratio.Observation, len(found))
	for i, n := range found {
		list[i] = t.Observations[n.Item]
		list[i].Segments = nil
	}
	report := t.study(list)
	out.Summary = &report.Summary
	return out
}
