package hedonic

// Why an estimate is what it is: the contributions of each characteristic and the position.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Contribution is by how much a characteristic or the position changes the estimate of a
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
// apart from the index. It is there only where the trees use the day.
const Time = "time"

// Typical is a typical home, relative to which the contributions of others are.
type Typical struct {
	model *Model
	table gevel.Attributes
	home  *market.Home
	trees []Contribution // of the trees to its estimate
}

// Explained is an estimate that was split: Base plus the contributions.
type Explained struct {
	Base          float64
	Contributions []Contribution
}

// Typical explains the typical home, for explanations relative to it.
func (m *Model) Typical(typical *market.Home) (Typical, error) {
	table := m.Linear.Design.table
	p := []*parts{newParts(table)}
	_, err := m.explainTrees([]*market.Home{typical}, p)
	return Typical{m, table, typical, p[0].list}, err
}

// Explain splits the estimates of homes: the base, the estimate of the typical home averaged
// over positions, plus the contributions is the model's Estimate up to rounding. Place
// comes first, relative to the average of all positions; then come the attributes in
// their order, each relative to the typical home's. Homes that are alike cost less together.
//
// The regression's part is each coefficient times the difference of the columns, less what
// is left to the trees (SlopeShare). The trees' part are Shapley values (gbm.Model.SHAP), for
// characteristics less those of the typical home. Both are summed over the columns that a
// characteristic has. Direct trees predict prices: the index that is subtracted counts for the
// base as far as it is the whole market's, for place and house type as far as these differ.
func (t Typical) Explain(homes ...*market.Home) ([]Explained, error) {
	m, slopes := t.model, t.model.Trees.SlopeShare
	split := make([]*parts, len(homes))
	for i, h := range homes {
		split[i] = newParts(t.table)
		m.Linear.explain(h, t.home, m.layered(), slopes, split[i])
	}
	bases, err := m.explainTrees(homes, split)
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

// explain adds a share of the regression's contributions, less what is left to the trees.
func (m *Linear) explain(h, typical *market.Home, share float64, slopes SlopeShare, to *parts) {
	names := m.Design.names()
	for _, c := range slopes.takeOff(m.Design.cells(typical, nil)) {
		to.add(names[c.column], -share*m.Coef[c.column]*c.value)
	}
	for _, c := range slopes.takeOff(m.Design.cells(h, nil)) {
		to.add(names[c.column], share*m.Coef[c.column]*c.value)
	}
}

// names returns which characteristic each column of the design is about. The intercept is
// the same for all homes and adds nothing to any.
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

// explainTrees adds the contributions of all trees, direct ones too, home by home, and returns
// their mean estimates.
func (m *Model) explainTrees(homes []*market.Home, to []*parts) (bases []float64, err error) {
	rows := make([][]float64, len(homes))
	for i, h := range homes {
		rows[i] = m.Trees.row(h, nil)
	}
	_, about := m.Trees.columnNames()
	whole := 0.0
	for _, f := range m.Trees.Models {
		mean, err := f.explain(rows, about, m.layered()/float64(len(m.Trees.Models)), to)
		if err != nil {
			return nil, err
		}
		whole += mean
	}
	bases = make([]float64, len(homes))
	if m.Direct != nil {
		mean, err := m.Direct.Forest.explain(rows, about, directShare, to)
		if err != nil {
			return nil, err
		}
		whole += mean
		for i, h := range homes {
			market, area, group := m.Direct.level(h)
			to[i].add(Place, -directShare*area)
			to[i].add(m.Linear.Design.table[gevel.AtBuildType].Name, -directShare*group)
			bases[i] = -directShare * market
		}
	}
	for i := range bases {
		bases[i] += whole
	}
	return bases, nil
}

// explain adds a share of the trees' contributions, row by row, and returns that of their mean
// estimate.
func (f Forest) explain(rows [][]float64, about []string, share float64, to []*parts) (base float64, err error) {
	phi := make([][]float64, len(rows))
	for i, row := range rows {
		phi[i] = make([]float64, len(row))
	}
	mean, err := f.SHAP(rows, phi)
	if err != nil {
		return 0, fmt.Errorf("explain the hedonic trees: %w", err)
	}
	for i, p := range to {
		for c, name := range about {
			p.add(name, share*phi[i][c])
		}
	}
	return share * mean, nil
}
