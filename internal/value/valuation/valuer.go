// Package valuation values homes: an inquiry becomes a trace, which holds every intermediate
// number once, and the trace a value.
package valuation

import (
	"context"
	"fmt"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Valuer values the dwellings of one edition. It is safe for concurrent use.
type Valuer struct {
	edition  *edition.Edition
	sales    *vintage.Sales
	vintages []*vintage.Vintage // ascending
	rooms    sync.Pool
}

// room is the memory of one valuation at a time; it is reused.
type room struct {
	workspace *Workspace
	trace     Trace
}

// New reads the models of an edition. Errors name the file that is wrong.
func New(ctx context.Context, e *edition.Edition) (*Valuer, error) {
	sales := vintage.NewSales(e.Sales())
	vintages, err := vintage.ReadAll(ctx, e, sales)
	if err != nil {
		return nil, err
	}
	return Of(e, sales, vintages), nil
}

// Open opens the edition in a directory in place, with its models. It fails as edition.OpenInPlace and
// New do, and names the directory.
func Open(ctx context.Context, dir string) (*Valuer, error) {
	e, err := edition.OpenInPlace(ctx, dir)
	if err != nil {
		return nil, err
	}
	v, err := New(ctx, e)
	if err != nil {
		return nil, fmt.Errorf("edition %s refused: %w", dir, err)
	}
	return v, nil
}

// Of returns the valuer of an edition with models that were prepared for its sales, ascending by date and at least one.
func Of(e *edition.Edition, s *vintage.Sales, vintages []*vintage.Vintage) *Valuer {
	v := &Valuer{edition: e, sales: s, vintages: vintages}
	v.rooms.New = func() any { return &room{workspace: NewWorkspace(s)} }
	return v
}

// Edition returns the valuer's edition.
func (v *Valuer) Edition() *edition.Edition { return v.edition }

// Sales returns the edition's sales, prepared for models.
func (v *Valuer) Sales() *vintage.Sales { return v.sales }

// Vintages returns the models, ascending by date.
func (v *Valuer) Vintages() []*vintage.Vintage { return v.vintages }

// Oldest returns the first date on which the edition can value.
func (v *Valuer) Oldest() gevel.Date { return v.vintages[0].AsOf }

// VintageOn returns the newest vintage dated on or before a day, or the first if the day lies before all.
func (v *Valuer) VintageOn(day gevel.Date) *vintage.Vintage {
	i := len(v.vintages) - 1
	for i > 0 && v.vintages[i].AsOf > day {
		i--
	}
	return v.vintages[i]
}

// Place returns where the models take the home of a query to be; not known for a home that there is not.
func (v *Valuer) Place(q gevel.AddressQuery) gevel.Point {
	if q.PostalCode == "" {
		return gevel.Point{}
	}
	address, err := v.edition.Find(q)
	if err != nil {
		return gevel.Point{}
	}
	home, _ := v.edition.Dwelling(address.ObjectID)
	return home.Place
}

// Available returns nil exactly when Value answers, and otherwise the error that
// Value would return. It is cheaper than Value.
func (v *Valuer) Available(q gevel.Inquiry) error {
	r := v.rooms.Get().(*room)
	defer v.rooms.Put(r)
	_, err := v.decide(r.workspace, q)
	return err
}

// Value answers an inquiry. Errors are *gevel.Error with the codes of answers that can't be given.
func (v *Valuer) Value(q gevel.Inquiry) (gevel.Valuation, error) {
	r := v.rooms.Get().(*room)
	defer v.rooms.Put(r)
	if err := v.trace(r.workspace, q, &r.trace); err != nil {
		return gevel.Valuation{}, err
	}
	return v.Valuation(&r.trace), nil
}

// ValueAlone is the value of Value, in less time: it takes no statistics.
func (v *Valuer) ValueAlone(q gevel.Inquiry) (gevel.Value, error) {
	r := v.rooms.Get().(*room)
	defer v.rooms.Put(r)
	if err := v.trace(r.workspace, q, &r.trace); err != nil {
		return gevel.Value{}, err
	}
	return v.ValueOf(&r.trace), nil
}

// Trace values as Value does and returns all numbers of the valuation. It fails as Value does.
func (v *Valuer) Trace(q gevel.Inquiry) (*Trace, error) {
	r := v.rooms.Get().(*room)
	defer v.rooms.Put(r)
	if err := v.trace(r.workspace, q, &r.trace); err != nil {
		return nil, err
	}
	return r.trace.clone(), nil
}

// trace fills a trace.
func (v *Valuer) trace(w *Workspace, q gevel.Inquiry, t *Trace) error {
	d, err := v.decide(w, q)
	if err != nil {
		return err
	}
	w.value(d.query(), d.near, t)
	t.Subject, t.Observed = d.subject, d.observed
	return nil
}
