package propertyreport

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Desk gathers what reports say of homes of an edition. It is safe for concurrent use.
type Desk struct {
	valuer     *valuation.Valuer
	explainer  *explain.Explainer
	accuracies *accuracy.Book
}

// NewDesk returns the desk of a valuer, whose explanations and accuracies it shares.
func NewDesk(v *valuation.Valuer, x *explain.Explainer, a *accuracy.Book) *Desk {
	return &Desk{v, x, a}
}

// Case is what a report says of one home.
type Case struct {
	Explanation explain.Explanation
	Overrides   gevel.Characteristics // that the caller gave
	Paths       explain.Paths
	Accuracy    *accuracy.Page // nil where the edition holds none
	Near        accuracy.Near  // of it
	Streets     []Street
	Buildings   *footprint.Table // nil shows positions alone
	Sources     []Source
	Sales       int // that the model learned from
}

// Source is a source of the edition.
type Source struct {
	Name string     // as the manifest has it
	AsOf gevel.Date // NoDate if it is not dated
}

// Of values a home and gathers the case. It fails as Valuer.Value does.
func (d *Desk) Of(q gevel.Inquiry) (Case, error) {
	t, err := d.valuer.Trace(q)
	if err != nil {
		return Case{}, err
	}
	return d.OfTrace(t, q.Overrides)
}

// OfTrace gathers the case of a trace that has its references; overrides are the characteristics that the caller gave.
func (d *Desk) OfTrace(t *valuation.Trace, overrides gevel.Characteristics) (Case, error) {
	e, err := d.explainer.ExplainTrace(t, overrides)
	if err != nil {
		return Case{}, err
	}
	c := Case{
		Explanation: e, Overrides: overrides, Paths: explain.PathsOf(t, nil),
		Accuracy:  d.accuracies.Of(d.valuer.Vintages()[len(d.valuer.Vintages())-1]),
		Buildings: d.valuer.Edition().Buildings(), Sources: d.sources(), Streets: d.streetsAround(e),
		Sales: len(t.Vintage.Sales().EvidenceBefore(t.Vintage.AsOf)),
	}
	if c.Accuracy != nil && e.Valuation.Dwelling.At != (gevel.Point{}) {
		c.Near = c.Accuracy.Around(e.Valuation.Dwelling.At)
	}
	return c, nil
}

func (d *Desk) sources() (list []Source) {
	m := d.valuer.Edition().Manifest()
	for _, name := range slices.Sorted(maps.Keys(m.Read)) {
		s := Source{Name: name, AsOf: gevel.NoDate}
		if day, ok := m.AsOf[name]; ok {
			s.AsOf = day
		}
		list = append(list, s)
	}
	return list
}

// Street is a street, by the positions of its homes.
type Street struct {
	Name  string
	Homes []gevel.Point
}

// streetsAround returns the streets of the postal-code areas of a home and its references, those with the most homes
// first.
func (d *Desk) streetsAround(e explain.Explanation) []Street {
	codes, areas := []gevel.PostalCode{e.Valuation.Address.PostalCode}, map[string]bool{}
	for i := range e.References {
		codes = append(codes, e.References[i].Address.PostalCode)
	}
	for _, code := range codes {
		if code != "" {
			areas[code.PC4()] = true
		}
	}
	edition := d.valuer.Edition()
	rows := edition.AddressRows()
	homes := map[int][]gevel.Point{}
	for area := range areas {
		first, end := rows.WithPrefix(area)
		for row := first; row < end; row++ {
			home, ok := edition.Dwelling(rows.At(row).ObjectID)
			if ok && rows.Borne(row) && home.At != (gevel.Point{}) {
				homes[rows.Place(row)] = append(homes[rows.Place(row)], home.At)
			}
		}
	}
	var streets []Street
	for place, at := range homes {
		name, _, _, _ := rows.PlaceAt(place)
		streets = append(streets, Street{name, at})
	}
	slices.SortFunc(streets, func(a, b Street) int {
		return cmp.Or(len(b.Homes)-len(a.Homes), strings.Compare(a.Name, b.Name))
	})
	return streets
}
