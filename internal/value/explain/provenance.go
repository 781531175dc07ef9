package explain

import (
	"cmp"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Characteristic is a characteristic of the subject, with its source.
type Characteristic struct {
	Name  string // of the characteristic, as in answers
	Label string // in a sentence
	Dutch string // the label in Dutch, where it differs
	Value string // as people read it
	Plain any    // as programs read it: a number, a bool or a name
	gevel.Provenance
	From    gevel.SourceRow // what there is to say of its source
	Given   bool            // by the caller; it has no provenance
	Expired bool            // its source no longer vouches for it on the valuation date
}

// characteristicsOf returns the known characteristics of the subject, in the order of the table.
func (x *Explainer) characteristicsOf(t *valuation.Trace, overrides gevel.Characteristics) (list []Characteristic) {
	sources := x.valuer.Edition().Sources()
	table := t.Vintage.Sales().Attributes
	for k := range table {
		a := &table[k]
		if !a.Known(&t.Observed.Characteristics) {
			continue
		}
		v := a.Get(&t.Observed.Characteristics)
		c := Characteristic{Name: a.Name, Label: a.Label, Dutch: a.Dutch, Value: a.Text(v), Plain: a.Plain(v)}
		if c.Given = a.Known(&overrides); c.Given {
			c.Known, c.Until = gevel.NoDate, gevel.NoDate
		} else {
			c.Provenance = provenanceOf(t, k, sources)
			c.From = *sources.Row(c.Source)
			c.Expired = c.Provenance.Expired(t.Day)
		}
		list = append(list, c)
	}
	return list
}

// provenanceOf returns the provenance of a characteristic that the caller did not give. The record of the home's
// last sale fills what is unknown, and takes precedence over derived values. If the file left it empty, the sale
// has the value derived from the building's model, and that is the source.
func provenanceOf(t *valuation.Trace, attribute int, sources gevel.Sources) gevel.Provenance {
	s := t.Vintage.Sales()
	from := t.Subject.Dwelling.ProvenanceOn(t.Day, attribute)
	row, sold := s.LastKnown(t.Home.Dwelling, t.Day)
	recorded := sold && !math.IsNaN(s.Value(attribute, int(row)))
	overruled := from.Source == gevel.FromWalls || t.Subject.Dwelling.SourceOf(attribute) == gevel.FromSale
	if recorded && (sources.Row(from.Source).SaysUnknown || overruled) {
		return gevel.Provenance{Source: gevel.FromSale, Known: s.Date[row], Until: gevel.NoDate}
	}
	return from
}

// Unknown is how a Step says that what a home has is not known.
const Unknown = "unknown"

// textOf returns what a home has of an attribute, for people.
func textOf(a *gevel.Attribute, h *market.Home) string {
	return cmp.Or(a.Text(a.Get(&h.Characteristics)), Unknown)
}
