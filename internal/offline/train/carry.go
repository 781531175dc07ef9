package train

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Carry applies the vintages of an earlier edition, trained on the sales before, to the current sales s. If their
// training sales have not changed, Edition would return the same vintages bit for bit. Carry computes new estimates and
// indexes for sales that have become known since. nil means that the vintages must be trained. They must come from the
// current code version and seed.
func Carry(
	ctx context.Context, s, before *market.Sales, vintages []*vintage.Vintage, c Calendar, o Options,
) ([]*vintage.Vintage, error) {
	t := newTrainer(vintage.NewSales(s), o)
	p, published := t.schedule(c)
	dates := p.dates[len(p.dates)-published:]
	if !slices.EqualFunc(vintages, dates, func(v *vintage.Vintage, date gevel.Date) bool { return v.AsOf == date }) {
		return nil, nil
	}
	changes, ok := s.ChangesSince(before)
	if !ok || changes.First < dates[len(dates)-1] {
		return nil, nil
	}
	carried := make([]*vintage.Vintage, len(dates))
	for i, v := range vintages {
		end := p.until
		if i+1 < len(dates) {
			end = dates[i+1]
		}
		var err error
		if carried[i], err = t.carry(ctx, v, before, changes, end); err != nil {
			return nil, err
		}
		t.progress(i+1, len(dates))
	}
	return carried, nil
}

// carry applies a vintage to the current sales.
func (t *trainer) carry(
	ctx context.Context, old *vintage.Vintage, before *market.Sales, changes market.Changes, until gevel.Date,
) (*vintage.Vintage, error) {
	now := *old
	v := &now
	v.SetAreas(t.sales, old.Areas())
	v.Hedonic.Prepare(t.sales.Sales, v.AsOf)
	v.Estimates, v.Leaves = make([]float32, t.sales.Len()), make([]uint8, hedonic.LeafTrees*t.sales.Len())
	v.Hedonic.EstimateSales(t.sales.Sales, v.Estimates, v.Leaves)
	v.Kriging.Trends = make([]float32, t.sales.Len())
	if v.Kriging.Nonspatial != nil {
		v.Kriging.Nonspatial.EstimateSales(t.sales.Sales, v.Kriging.Trends)
	} else {
		t.setTrends(v)
	}
	v.Kriging.NoiseScales = evenNoise(t.sales.Len())
	after := make([]int32, before.Len())  // current rows by their rows before
	for row, at := range changes.Before { // what was learned for single sales
		if at >= 0 {
			after[at] = int32(row)
		}
		if at >= 0 && before.Known[at] < v.AsOf {
			v.Kriging.Trends[row], v.Kriging.NoiseScales[row] = old.Kriging.Trends[at], old.Kriging.NoiseScales[at]
		}
	}
	v.Records = slices.Clone(old.Records)
	for i := range v.Records {
		v.Records[i].MoveRows(after)
	}
	v.LaySites()
	v.Indexes = slices.DeleteFunc(slices.Clone(old.Indexes), func(d vintage.Dated) bool {
		// The index of the vintage's own date stays, even if the vintage is newer than all sales.
		return d.Known > v.AsOf && (d.Known > changes.First || d.Known > until)
	})
	return v, t.advance(ctx, v, until)
}
