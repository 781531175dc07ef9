package train

import (
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Before is an earlier training by the same code with the same seed.
type Before struct {
	Sales    *market.Sales
	Series   gevel.PriceSeries
	Vintages []*vintage.Vintage // ascending; none is no training
}

// Trained is a vintage that was trained, and why it was not carried on.
type Trained struct {
	Day gevel.Date
	Why string // "" where there was no training before
}

// Carry trains the vintages of a calendar, ascending, but carries on each vintage of an earlier training whose training
// sales have not changed: for it, it computes new estimates and indexes for sales that have become known since. Without
// an earlier training the vintages are the same, bit for bit. It reports progress after each step. Errors:
// gevel.Unavailable when there are too few sales.
func Carry(
	ctx context.Context, s *market.Sales, before Before, c Calendar, o Options,
) (vintages []*vintage.Vintage, trained []Trained, err error) {
	t := newTrainer(vintage.NewSales(s), o)
	p, chain := t.schedule(c)
	trained = t.carryOver(gevel.Span(ctx, "", 0, carryShare), &p, chain, before)
	vintages, err = t.train(gevel.Span(ctx, "", carryShare, 1), p)
	return vintages, trained, err
}

// carryShare is about the share of the work of a training that carrying on takes where all is carried on.
const carryShare = 0.3

// carryOver gives a schedule the vintages of an earlier training that it may have, and returns the others that it
// publishes.
func (t *trainer) carryOver(ctx context.Context, p *schedule, chain []chained, before Before) []Trained {
	if len(before.Vintages) == 0 {
		return p.trainedAll("")
	}
	changes, ok := t.sales.ChangesSince(before.Sales)
	if !ok {
		return p.trainedAll("the sales have other characteristics, or ids of sales repeat")
	}
	published, other := t.series.ChangedSince(before.Series)
	if !other {
		published = gevel.Never
	}
	p.carried = map[gevel.Date]*vintage.Vintage{}
	var trained []Trained
	for i, date := range p.dates {
		at, found := slices.BinarySearchFunc(before.Vintages, date, func(v *vintage.Vintage, date gevel.Date) int {
			return int(v.AsOf - date)
		})
		var why string
		switch {
		case !found:
			why = "there was none of that day"
		case changes.First < date:
			why = fmt.Sprintf("a sale known on %s is new, another or gone", changes.First)
		case published < date:
			why = fmt.Sprintf("a figure of the price series known on %s is new, another or gone", published)
		case i == len(p.dates)-1 && !t.sameRecords(p.dates[0], chain, before.Vintages):
			why = "its accuracy is measured by other models"
		default:
			p.carried[date] = before.Vintages[at]
			continue
		}
		if p.isPublished(i) {
			trained = append(trained, Trained{date, why})
		}
	}
	changes.First = min(changes.First, published)
	tasks := p.tasks()
	for i, task := range tasks {
		if old := p.carried[task.Date]; old != nil {
			ctx := gevel.Span(ctx, task.Date.String(), float64(i)/float64(len(tasks)), float64(i+1)/float64(len(tasks)))
			p.carried[task.Date] = t.carry(ctx, old, before.Sales, changes, task.Until)
		}
	}
	return trained
}

// trainedAll says of all published vintages why they are trained.
func (p *schedule) trainedAll(why string) (trained []Trained) {
	for _, date := range p.dates[len(p.dates)-p.published:] {
		trained = append(trained, Trained{date, why})
	}
	return trained
}

// sameRecords reports whether the newest vintage of a chain was the newest before, and the models whose errors it
// stores were calibrated on the same errors. These depend on the first vintage of the schedule.
func (t *trainer) sameRecords(first gevel.Date, chain []chained, before []*vintage.Vintage) bool {
	days := daysOf(chain)
	newest := len(days) - 1
	if before[len(before)-1].AsOf != days[newest] {
		return false
	}
	oldest, found := slices.BinarySearch(days, before[0].AsOf)
	if !found {
		return false
	}
	firstBefore := t.calibrated(chain, oldest)[0]
	recorded := firstCalibrating(days, newest)
	calibrating := days[firstCalibrating(days, recorded)]
	return first == firstBefore ||
		calibrating <= days[recorded].AddMonths(-errorMonths) && max(first, firstBefore) <= calibrating
}

// carry applies a vintage to the current sales. Its indexes end before the first change, and by a day.
func (t *trainer) carry(
	ctx context.Context, old *vintage.Vintage, before *market.Sales, changes market.Changes, until gevel.Date,
) *vintage.Vintage {
	now := *old
	v := &now
	v.SetAreas(t.sales, old.Areas())
	v.Hedonic.Prepare(t.sales.Sales, v.AsOf)
	v.Estimates, v.Leaves = make([]float32, t.sales.Len()), make([]uint8, hedonic.LeafTrees*t.sales.Len())
	v.Hedonic.EstimateSales(gevel.Span(ctx, "", 0, 0.3), t.sales.Sales, v.Estimates, v.Leaves)
	v.Kriging.Trends = make([]float32, t.sales.Len())
	if v.Kriging.Nonspatial != nil {
		v.Kriging.Nonspatial.EstimateSales(gevel.Span(ctx, "", 0.3, 0.5), t.sales.Sales, v.Kriging.Trends)
	} else {
		t.setTrends(gevel.Span(ctx, "", 0.3, 0.5), v)
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
	v.Records = old.RecordsBefore()
	for i := range v.Records {
		v.Records[i].MoveRows(after)
	}
	v.LaySites()
	v.Indexes = slices.DeleteFunc(slices.Clone(old.Indexes), func(d vintage.Dated) bool {
		// The index of the vintage's own date stays, even if the vintage is newer than all sales.
		return d.Known > v.AsOf && (d.Known > changes.First || d.Known > until)
	})
	return v
}
