package valuer

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/stats"
)

const (
	// MinTraining is how many sales a vintage needs to learn from.
	MinTraining = 60
	// indexAreaSales is how many sales the smallest areas of the index hold, at
	// least; indexAreas bounds how many areas there are.
	indexAreaSales = 400
	indexAreas     = 1000
	// fitRounds is how often index and hedonic model are fitted in turn.
	fitRounds = 3
)

// trainer fits vintages on the sales known before a day.
type trainer struct {
	sales *edition.Sales
	first gevel.Month
}

func newTrainer(s *edition.Sales) *trainer {
	return &trainer{sales: s, first: slices.Min(s.Date).Month()}
}

// knownBefore returns the rows of the sales known before a day.
func (t *trainer) knownBefore(day gevel.Date) []int32 {
	var rows []int32
	for row, known := range t.sales.Known {
		if known < day {
			rows = append(rows, int32(row))
		}
	}
	return rows
}

// fit trains the models of a vintage on the sales known before asOf. Its errors
// are learned later.
func (t *trainer) fit(ctx context.Context, asOf gevel.Date) (*Vintage, error) {
	rows := t.knownBefore(asOf)
	if len(rows) < MinTraining {
		return nil, &gevel.Error{
			Code:    gevel.Unavailable,
			Message: fmt.Sprintf("only %d sales are known before %s, and a model needs %d", len(rows), asOf, MinTraining),
		}
	}
	v := &Vintage{AsOf: asOf}
	areas := t.areas(rows)
	target := make([]float64, len(rows))
	for range fitRounds {
		ix := t.index(v, areas, rows, asOf)
		for i, row := range rows {
			target[i] = t.logPrice(row) - ix.Level(areas.Of(t.sales.At[row]), t.group(row), t.sales.Date[row])
		}
		var err error
		v.Hedonic, err = hedonic.Fit(ctx, hedonic.Training{Sales: t.sales, Rows: rows, Target: target})
		if err != nil {
			return nil, err
		}
		t.setBase(v)
	}
	v.Indexes = []Dated{{Known: asOf, Index: t.index(v, areas, rows, asOf)}}
	v.Typical, _ = stats.Median(target)
	return v, nil
}

func (t *trainer) areas(rows []int32) *index.Areas {
	points := make([]gevel.Point, len(rows))
	for i, row := range rows {
		points[i] = t.sales.At[row]
	}
	return index.NewAreas(points, max(indexAreaSales, len(rows)/indexAreas))
}

func (t *trainer) logPrice(row int32) float64 { return math.Log(float64(t.sales.Price[row])) }

func (t *trainer) group(row int32) gevel.BuildGroup { return t.sales.BuildType(int(row)).Group() }

// setBase notes the hedonic estimate of every sale's home, also of sales that were
// not yet known: it is a function of that sale alone.
func (t *trainer) setBase(v *Vintage) {
	v.Base = make([]float32, t.sales.Len())
	var h edition.Home
	for row := range v.Base {
		h = t.sales.Home(row, h.Num, h.Cat)
		v.Base[row] = float32(v.Hedonic.Estimate(&h))
	}
}

// index fits the index that was known on a day, through that day's month.
func (t *trainer) index(v *Vintage, areas *index.Areas, rows []int32, known gevel.Date) *index.Index {
	observations := make([]index.Observation, len(rows))
	for i, row := range rows {
		base := 0.0
		if v.Base != nil {
			base = float64(v.Base[row])
		}
		observations[i] = index.Observation{
			Date: t.sales.Date[row], Value: t.logPrice(row) - base,
			Area: areas.Of(t.sales.At[row]), Group: t.group(row),
		}
	}
	return index.Fit(observations, areas, t.first, max(t.first, known.Month()), index.DefaultParams())
}

// advance gives the vintage the indexes as known on the first day of each month
// after its own date, until a day.
func (t *trainer) advance(ctx context.Context, v *Vintage, until gevel.Date) error {
	areas := v.Indexes[0].Index.Areas
	for month := v.AsOf.Month() + 1; month.First() <= until; month++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		known := month.First()
		v.Indexes = append(v.Indexes, Dated{known, t.index(v, areas, t.knownBefore(known), known)})
	}
	return nil
}

// outcomes values the sales that became known from the vintage's date until a day,
// each on its own date with what was known then.
func (t *trainer) outcomes(v *Vintage, until gevel.Date) []outcome {
	d := newDesk(t.sales)
	var outcomes []outcome
	var h edition.Home
	for row := range t.sales.Known {
		if t.sales.Known[row] < v.AsOf || t.sales.Known[row] >= until || t.sales.Date[row] < v.AsOf {
			continue
		}
		h = t.sales.Home(row, h.Num, h.Cat)
		q := question{home: &h, day: t.sales.Date[row], known: t.sales.Date[row]}
		found := d.find(q)
		if len(found) == 0 {
			continue
		}
		in := d.indicate(v, q, found)
		y := t.logPrice(int32(row))
		outcomes = append(outcomes, outcome{
			day:      t.sales.Date[row],
			features: in.features(v.Typical), segment: int(t.group(int32(row))),
			hedonic: y - in.hedonic, comps: y - in.comps.Value, own: y - in.own, ownYears: in.ownYears,
		})
	}
	return outcomes
}

// calibrate teaches the vintage the errors that a model like it made out of time.
func (v *Vintage) calibrate(outcomes []outcome) {
	v.Reconciliation = fitReconciliation(outcomes)
	errors := make([]scored, len(outcomes))
	for i, o := range outcomes {
		in := indications{own: o.own, ownYears: o.ownYears}
		w := v.weigh(&in)
		e := w[0]*o.hedonic + w[1]*o.comps
		if w[2] > 0 {
			e += w[2] * o.own
		}
		errors[i] = scored{features: o.features, segment: o.segment, err: e}
	}
	v.Spread = fitSpread(errors)
}
