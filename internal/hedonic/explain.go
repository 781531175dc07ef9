package hedonic

// Why an estimate is what it is: what each characteristic and the place contribute.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Contribution is by how much a characteristic or the place changes the estimate of a
// home, in log euros.
type Contribution struct {
	// Name is Place, a characteristic as the service's contract names it, or an extra
	// column of the sales, such as num_storey.
	Name string
	Log  float64
}

// Place is the name of the contribution of the position: coordinates, postal-code area
// and what kind of homes stand around, together.
const Place = "place"

// Time is the name of the contribution of the day: how homes of the kind and place have
// moved on the market beside the index. It is there only where the trees use the day.
const Time = "time"

// Characteristics are the names of the contributions of the characteristics, in the
// order of gevel.Characteristics.
var Characteristics = []string{
	"buildType", "buildYear", "useSurface", "parcelSurface", "volume", "rooms", "energyLabel", "monument",
}

// Typical is a typical home, from which the contributions of others are counted.
type Typical struct {
	model  *Model
	schema gevel.SaleSchema
	home   *market.Home
	trees  []Contribution // what the trees make of it
}

// Typical returns what to count from a typical home; schema has the extra columns of
// the sales that the model learned from.
func (m *Model) Typical(typical *market.Home, schema gevel.SaleSchema) (Typical, error) {
	p := newParts(schema)
	_, err := m.explainTrees(typical, p)
	return Typical{m, schema, typical, p.list}, err
}

// Explain splits the estimate of h: base, the estimate of the typical home averaged
// over places, plus the contributions is the model's Estimate(h) up to rounding. Place
// comes first and is counted from the average of all places; then come the
// Characteristics in their order and the extras in that of the schema, each counted
// from what the typical home has.
//
// The regression's part is each coefficient times the difference of the columns, less what
// is left to the trees (Leeway). The trees' part are Shapley values (gbm.Model.SHAP), for
// characteristics less those of the typical home. Both are summed over the columns that a
// characteristic has. Plain trees tell prices: what the index takes off these is the base's
// as far as it is the whole market's, place's and the house type's where these stand apart.
func (t Typical) Explain(h *market.Home) (base float64, contributions []Contribution, err error) {
	p := newParts(t.schema)
	m, leeway := t.model, t.model.Trees.Leeway
	m.Linear.explain(h, t.home, m.layered(), leeway, p)
	base, err = m.explainTrees(h, p)
	if err != nil {
		return 0, nil, err
	}
	base += m.layered() * m.Linear.less(leeway, t.home)
	for _, c := range t.trees {
		if c.Name != Place {
			base += c.Log
			p.add(c.Name, -c.Log)
		}
	}
	return base, p.list, nil
}

// parts adds contributions up by name.
type parts struct {
	schema gevel.SaleSchema
	list   []Contribution
	at     map[string]int
}

func newParts(schema gevel.SaleSchema) *parts {
	p := &parts{schema: schema, at: map[string]int{}}
	p.add(Place, 0)
	for _, name := range Characteristics {
		p.add(name, 0)
	}
	for _, name := range schema.Num {
		p.add("num_"+name, 0)
	}
	for _, name := range schema.Cat {
		p.add("cat_"+name, 0)
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
func (m *Linear) explain(h, typical *market.Home, share float64, leeway Leeway, to *parts) {
	names := m.Design.names(to.schema)
	for _, c := range leeway.takeOff(m.Design.cells(typical, nil)) {
		to.add(names[c.column], -share*m.Coef[c.column]*c.value)
	}
	for _, c := range leeway.takeOff(m.Design.cells(h, nil)) {
		to.add(names[c.column], share*m.Coef[c.column]*c.value)
	}
}

// names returns which characteristic each column of the design tells of. The
// intercept is the same for all homes and adds nothing to any.
func (d *Design) names(schema gevel.SaleSchema) []string {
	names := make([]string, 0, d.Columns)
	upTo := func(column int, name string) {
		for len(names) < column {
			names = append(names, name)
		}
	}
	upTo(atSurface, Place)
	upTo(atParcel, "useSurface")
	upTo(atVolume, "parcelSurface")
	upTo(atRooms, "volume")
	upTo(atLabel, "rooms")
	upTo(atMonument, "energyLabel")
	upTo(atType, "monument")
	upTo(atPeriod, "buildType")
	upTo(fixedColumns, "buildYear")
	for k := range d.Num {
		upTo(len(names)+2, "num_"+schema.Num[k])
	}
	for k, c := range d.Cat {
		upTo(len(names)+c.Count, "cat_"+schema.Cat[k])
	}
	return names
}

// explainTrees adds the contributions of all trees, the plain ones among them, and returns
// their mean estimate.
func (m *Model) explainTrees(h *market.Home, to *parts) (base float64, err error) {
	row := m.Trees.row(h, nil)
	for _, f := range m.Trees.Models {
		mean, err := f.explain(row, m.layered()/float64(len(m.Trees.Models)), to)
		if err != nil {
			return 0, err
		}
		base += mean
	}
	if m.Plain == nil {
		return base, nil
	}
	mean, err := m.Plain.Forest.explain(row, plainShare, to)
	market, area, group := m.Plain.level(h)
	to.add(Place, -plainShare*area)
	to.add("buildType", -plainShare*group)
	return base + mean - plainShare*market, err
}

// explain adds a share of the trees' contributions and returns that of their mean estimate.
func (f Forest) explain(row []float64, share float64, to *parts) (base float64, err error) {
	phi := make([]float64, len(row))
	mean, err := f.SHAP(row, phi)
	if err != nil {
		return 0, fmt.Errorf("explain the hedonic trees: %w", err)
	}
	for c, column := range f.Columns() {
		to.add(toldBy(column), share*phi[c])
	}
	return share * mean, nil
}
