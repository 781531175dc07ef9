package explain

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/valuation"
)

// Characteristic is what the subject has, and where that is known from.
type Characteristic struct {
	Name  string // of the characteristic, as in answers
	Label string // in a sentence
	Value string // as people read it
	gevel.Provenance
	Given   bool // by the caller; it has no provenance
	Expired bool // its source no longer vouches for it on the valuation date
}

// characteristicsOf returns what is known of the subject, in the order of the table.
func characteristicsOf(t *valuation.Trace, overrides gevel.Characteristics) (list []Characteristic) {
	table, d := t.Vintage.Sales().Attributes, &t.Subject.Dwelling
	for k := range table {
		a := &table[k]
		if !a.Known(&t.Observed.Characteristics) {
			continue
		}
		c := Characteristic{Name: a.Name, Label: a.Label, Value: a.Text(a.Get(&t.Observed.Characteristics))}
		switch {
		case a.Known(&overrides):
			c.Given = true
			c.Known, c.Until = gevel.NoDate, gevel.NoDate
		case d.SourceOf(k) == gevel.FromSale:
			c.Provenance = gevel.Provenance{Source: gevel.FromSale, Known: ownSaleDay(t), Until: gevel.NoDate}
		default:
			c.Provenance = d.ProvenanceOn(t.Day, k)
			c.Expired = c.Provenance.Expired(t.Day)
		}
		list = append(list, c)
	}
	return list
}

// ownSaleDay is when the subject was last sold, as was known.
func ownSaleDay(t *valuation.Trace) gevel.Date {
	s := t.Vintage.Sales()
	if row, ok := s.LastKnown(t.Home.Dwelling, t.Day); ok {
		return s.Date[row]
	}
	return gevel.NoDate
}
