package valuer

// What teaches a vintage its weights and its spread: sales that became known after it,
// valued as if on their own days.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/parallel"
)

// outcome is one sale valued before it was known.
type outcome struct {
	day   gevel.Date
	price float64 // euros
	situation
	at  gevel.Point
	err [approaches]float64 // log price less indication; NaN without one
	basis
	blind *blind // the same of the home had it told little; nil where that was not tried
}

// basisFor returns what the approaches had to go on, with the gap of the own sale as
// these weights make it.
func (o *outcome) basisFor(r *Reconciliation) basis {
	e := o.basis
	if e.own {
		e.gap = -r.apart(o.err, e) // errors are prices less values
	}
	return e
}

// outcomes values the sales that became known from the vintage's date until a day,
// each on its own date with what was known then, or of a static trainer with what
// was known on the vintage's date. The vintage must not be calibrated yet: its drift
// would be in the errors.
func (t *trainer) outcomes(v *Vintage, until gevel.Date) []outcome {
	var rows []int32
	for row, known := range t.sales.Known {
		if known >= v.AsOf && known < until && t.sales.Date[row] >= v.AsOf {
			rows = append(rows, int32(row))
		}
	}
	outcomes, valued := make([]outcome, len(rows)), make([]bool, len(rows))
	every := max(1, len(rows)/blindOutcomes)
	parallel.Rows(len(rows), func(from, to int) {
		d := newDesk(t.ground)
		var h market.Home
		for i := from; i < to; i++ {
			h = t.sales.Home(int(rows[i]), h.Extra)
			outcomes[i], valued[i] = t.outcome(d, v, rows[i], &h)
			if i%every == 0 && valued[i] && !outcomes[i].own { // an own sale would have told its traits
				outcomes[i].blind = t.blind(d, v, rows[i], &h, i/every)
			}
		}
	})
	kept := outcomes[:0]
	for i, o := range outcomes {
		if valued[i] {
			kept = append(kept, o)
		}
	}
	return kept
}

// outcome values a sale, whose home is h; a home without three comparables has no
// value, as in Value.
func (t *trainer) outcome(d *desk, v *Vintage, row int32, h *market.Home) (o outcome, ok bool) {
	q := t.asked(v, row, h)
	if comps.Homes(t.sales, d.near(q)) < comps.References {
		return o, false
	}
	in := d.indicate(v, q)
	return t.outcomeOf(v, row, q, &in), true
}

// asked is the question that the outcome of a sale answers.
func (t *trainer) asked(v *Vintage, row int32, h *market.Home) question {
	q := question{home: h, day: t.sales.Date[row], known: t.sales.Date[row]}
	if t.static {
		q.known = v.AsOf
	}
	return q
}

// outcomeOf holds what was answered against the sale's price.
func (t *trainer) outcomeOf(v *Vintage, row int32, q question, in *indications) outcome {
	o := outcome{day: q.day, price: float64(t.sales.Price[row]), at: q.home.Place, situation: in.situationBeforeOwn(v, q.home), basis: in.basis}
	for i, value := range in.value {
		o.err[i] = t.logPrice(row) - value
	}
	return o
}

// calibrate teaches the vintage the errors that a model like it made out of time.
func (v *Vintage) calibrate(outcomes []outcome) {
	v.Reconciliation = fitReconciliation(levelled(outcomes))
	errors, pairs := make([]scored, len(outcomes)), []blindPair{}
	for i := range outcomes {
		errors[i] = v.score(&outcomes[i])
	}
	if len(errors) > 0 {
		v.Drift = fitDrift(latest(errors))
	}
	for i := range errors {
		errors[i].err -= v.Drift.after(errors[i].stale)
		if b := outcomes[i].blind; b != nil {
			blind := v.score(&b.outcome)
			blind.err -= v.Drift.after(blind.stale)
			pairs = append(pairs, blindPair{told: errors[i], blind: blind, trait: b.trait, moved: b.moved})
		}
	}
	v.Spread = fitSpread(errors, v.areas.Len())
	v.fitImputed(pairs, &v.Usual)
}

// score gives an outcome the error of its reconciled value.
func (v *Vintage) score(o *outcome) scored {
	known := o.basisFor(&v.Reconciliation)
	s := scored{
		situation: o.situation, day: o.day, err: v.reconcile(o.err, known),
		price:  o.price * math.Exp(-v.marketSince(index.MonthsSince(0, o.day), v.Indexes[0].Index)),
		weight: math.Exp2(-float64(v.AsOf-o.day) / errorHalf),
	}
	if known.own {
		s.weighOwn(known, &v.Reconciliation)
	}
	s.segments[byArea] = int(v.areas.Of(o.at)) // each model has areas of its own
	return s
}
