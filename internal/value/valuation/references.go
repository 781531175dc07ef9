package valuation

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/comps"
)

// refer chooses the references among the comparables, for a home at a position.
func (t *Trace) refer(at gevel.Point) {
	c, shown := &t.Comparables, t.shown(at)
	c.References, c.PassedOver = shown.Choose(t.Vintage.Sales().Sales, c.Sales, c.References, c.PassedOver)
}

// shown is the home as comparables are shown beside it: at a position, or at its place in the models if that is not
// known.
func (t *Trace) shown(at gevel.Point) comps.Shown {
	if !at.Known() {
		at = t.Home.Place
	}
	return comps.Shown{
		Home: &t.Home, At: at, Day: t.Day, Units: t.Comparables.Units, Middle: t.Comparables.Indication.Value, Value: t.Value,
		Estimate: t.Estimate,
	}
}

// AsShown returns a comparable of an inquiry's trace in the form of a reference, whose likeness is in the eyes of a
// reader.
func (t *Trace) AsShown(c comps.Comparable) comps.Reference {
	shown := t.shown(t.Subject.Dwelling.At)
	return shown.Reference(t.Vintage.Sales().Sales, &c)
}
