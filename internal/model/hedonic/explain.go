package hedonic

// Why an estimate is what it is: the contributions of each characteristic and the position.

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Contribution is the change that a characteristic or the position makes to the estimate of a
// home, in log euros.
type Contribution struct {
	// Name is Place, a characteristic as the service's contract names it, or an extra
	// column of the sales, such as num_storey.
	Name string
	Log  float64
}

// Place is the name of the contribution of the position: coordinates, postal-code area
// and the homes around, together.
const Place = "place"

// Time is the name of the contribution of the day: how prices of such homes there have moved
// apart from the index. It exists only where the trees use the day.
const Time = "time"

// Typical is a typical home, the reference point of other homes' contributions.
type Typical struct {
	model *Model
	table gevel.Attributes
	home  *market.Home
	trees []Contribution // of the trees to its estimate
	kept  *splits
}

// Explained is a split estimate: Base plus the contributions.
type Explained struct {
	Base          float64
	Contributions []Contribution
}

// Typical explains the typical home, for explanations relative to it.
func (m *Model) Typical(typical *market.Home) (Typical, error) {
	table := m.Linear.Design.table
	p, kept := []*parts{newParts(table)}, newSplits()
	_, err := m.explainTrees([]*market.Home{typical}, p, kept)
	return Typical{m, table, typical, p[0].list, kept}, err
}

// Explain splits the estimates of homes. The base, which is the estimate of the typical home averaged
// over positions, plus the contributions is the model's Estimate up to rounding. Place
// comes first, relative to the average of all positions; then come the attributes in
// their order, each relative to the typical home's. Similar homes cost less together, and
// recently split homes next to nothing.
//
// The regression's part is each coefficient times the difference of the columns, less the share
// left to the trees (SlopeShare). The trees' part is Shapley values (gbm.Model.SHAP), for
// characteristics less the typical home's. Both are summed over the columns of a
// characteristic. Direct trees predict prices, so the index is subtracted: the whole market's level from
// the base, the deviations of area and house type from place and house type.
func (t Typical) Explain(homes ...*market.Home) ([]Explained, error) {
	m, slopes := t.model, t.model.Trees.SlopeShare
	split := make([]*parts, len(homes))
	for i, h := range homes {
		split[i] = newParts(t.table)
		m.Linear.explain(h, t.home, m.layered(), slopes, split[i])
	}
	bases, err := m.explainTrees(homes, split, t.kept)
	if err != nil {
		return nil, err
	}
	out := make([]Explained, len(homes))
	for i, p := range split {
		base := bases[i] + m.layered()*m.Linear.less(slopes, t.home)
		for _, c := range t.trees {
			if c.Name != Place {
				base += c.Log
				p.add(c.Name, -c.Log)
			}
		}
		out[i] = Explained{base, p.list}
	}
	return out, nil
}

// parts adds contributions up by name.
type parts struct {
	list []Contribution
	at   map[string]int
}

func newParts(table gevel.Attributes) *parts {
	p := &parts{at: map[string]int{}}
	p.add(Place, 0)
	for _, a := range table {
		p.add(a.Name, 0)
	}
	return p
}

func (p *parts) add(name string, log float64) {
	i, ok := p.at[name]
	if !ok {
		i = len(p.list)
		p.at[name] = i
		p.list = append(p.list, Contribution{Name: name})
	}
	p.list[i].Log += log
}

// explain adds a share of the regression's contributions, less the part left to the trees.
func (m *Linear) explain(h, typical *market.Home, share float64, slopes SlopeShare, to *parts) {
	names := m.Design.names()
	for _, c := range slopes.takeOff(m.Design.cells(typical, nil)) {
		to.add(names[c.column], -share*m.Coef[c.column]*c.value)
	}
	for _, c := range slopes.takeOff(m.Design.cells(h, nil)) {
		to.add(names[c.column], share*m.Coef[c.column]*c.value)
	}
}

// names returns the characteristic of each column of the design. The intercept is
// the same for all homes and adds nothing.
func (d *Design) names() []string {
	names := make([]string, d.Columns)
	names[intercept] = Place
	for _, b := range d.laid {
		for c := b.at; c < b.end; c++ {
			names[c] = b.attribute.Name
		}
	}
	return names
}

// explainTrees adds the contributions of all trees, direct ones included, home by home, and returns
// their mean estimates.
func (m *Model) explainTrees(homes []*market.Home, to []*parts, kept *splits) (bases []float64, err error) {
	rows := make([][]float64, len(homes))
	for i, h := range homes {
		rows[i] = m.Trees.row(h, nil)
	}
	phi, mean, err := kept.of(rows, m.splitTrees)
	if err != nil {
		return nil, fmt.Errorf("explain the hedonic trees: %w", err)
	}
	_, about := m.Trees.columnNames()
	bases = make([]float64, len(homes))
	for i, h := range homes {
		for c, name := range about {
			to[i].add(name, phi[i][c])
		}
		bases[i] = mean
		if m.Direct != nil {
			market, area, group := m.Direct.level(h)
			to[i].add(Place, -directShare*area)
			to[i].add(m.Linear.Design.table[gevel.AtBuildType].Name, -directShare*group)
			bases[i] -= directShare * market
		}
	}
	return bases, nil
}

// splitTrees returns each column's contribution to the trees' estimates of rows, direct
// trees included, and the mean estimate.
func (m *Model) splitTrees(rows [][]float64) (phi [][]float64, mean float64, err error) {
	phi = likeRows(rows)
	add := func(f Forest, share float64) error {
		part := likeRows(rows)
		base, err := f.SHAP(rows, part)
		for i := range part {
			floats.AddScaled(phi[i], share, part[i])
		}
		mean += share * base
		return err
	}
	for _, f := range m.Trees.Models {
		if err := add(f, m.layered()/float64(len(m.Trees.Models))); err != nil {
			return nil, 0, err
		}
	}
	if m.Direct != nil {
		err = add(m.Direct.Forest, directShare)
	}
	return phi, mean, err
}

// likeRows returns rows of zeros of the same lengths.
func likeRows(rows [][]float64) [][]float64 {
	list := make([][]float64, len(rows))
	for i, row := range rows {
		list[i] = make([]float64, len(row))
	}
	return list
}
