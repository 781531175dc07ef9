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
	count, rank := map[string]int{}, map[string]int{}
	for i := range t.Observations {
		for _, s := range t.Observations[i].Segments {
			if s.Dimension == dimension {
				count[s.Name], rank[s.Name] = count[s.Name]+1, s.Rank
			}
		}
	}
	var list []Part
	for i := range t.Measures.Segments {
		if s := &t.Measures.Segments[i]; s.Dimension == dimension {
			list = append(list, Part{s.Name, s.N, &s.Summary})
		}
	}
	shown := len(list)
	for name, n := range count {
		if n < Least { // the study leaves it out
			list = append(list, Part{Name: name, Sales: n})
		}
	}
	if len(list) > shown {
		slices.SortStableFunc(list, func(a, b Part) int {
			return cmp.Or(cmp.Compare(rank[a.Name], rank[b.Name]), cmp.Compare(a.Name, b.Name))
		})
	}
	return list
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

// Around returns the sales nearest to a home, at most 200 within 10 km.
func (p *Page) Around(at gevel.Point) Near {
	found := p.grid.Nearest(at, nearSales, nearMetres, nil, nil)
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
		list[i] = p.Observations[n.Item]
		list[i].Segments = nil
	}
	report := p.study(list)
	out.Summary = &report.Summary
	return out
}
