package batch

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/value/bulk"
)

// What a row of a batch is answered: what /v1/homevalue answers to its parameters.

// answeredRow is a row and its answer.
type answeredRow struct {
	bodyRow
	id        string // the caller's, "" is none
	request   string // the id of the row as a request of its own
	bound     param.Bound
	asked     endpoints.HomeInput
	valuation gevel.Valuation // its value alone, unless the form is full
	fault     *gevel.Error    // why there is no valuation, nil when there is
}

// answer answers a row. It never panics: others wait for it.
func (b *batch) answer(r *bodyRow) (a answeredRow) {
	a = answeredRow{bodyRow: *r, request: fmt.Sprintf("%s-%d", b.exchange.ID, r.line), bound: param.Bound{Table: b.table, Values: make([]param.Value, len(b.table))}}
	defer func() {
		if cause := recover(); cause != nil {
			a.fault = b.publicFault(a.request, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	if err := b.value(&a); err != nil {
		a.fault = b.publicFault(a.request, err)
	}
	return a
}

// Value reads a row and values its home.
func (b *batch) value(a *answeredRow) (err error) {
	g := b.source.read(a.bodyRow)
	a.id = g.id
	if len(g.faults) > 0 && g.faults[0].Reason == rowReason {
		return param.Invalid(g.faults)
	}
	table := b.byID
	if !g.named {
		table = b.table
		g.readAddress()
	}
	if len(g.Values["valuationDate"]) < 2 && g.text("valuationDate") == "" {
		g.set("valuationDate", b.date.String())
	}
	a.bound, err = param.BindRow(table, g.Pairs, b.limits)
	if err := withFaults(g.faults, err); err != nil {
		return err
	}
	if a.asked, err = param.Fill(b.rows, a.bound); err != nil {
		return err
	}
	if g.named {
		if a.asked.AddressQuery, err = bulk.Query(spelling.Home{ID: g.home}, b.live.Edition); err != nil {
			return err
		}
	}
	c := frame.Call{Now: b.options.Now(), Live: b.live, Exchange: b.rowExchange(a.request)}
	if _, whole := b.form.(fullForm); whole {
		a.valuation, err = b.options.Values.Passing(c, a.asked)
	} else {
		a.valuation.Value, err = b.options.Values.PassingAlone(c, a.asked)
	}
	return err
}

// withFaults joins faults of reading a row and of its parameters. Of a parameter that could not be read, that it lacks
// as well is no news.
func withFaults(faults []gevel.Detail, err error) error {
	if len(faults) == 0 {
		return err
	}
	if e, ok := err.(*gevel.Error); ok { //nolint:errorlint // of BindPairs, which wraps none
		for _, d := range e.Details {
			if !slices.ContainsFunc(faults, func(read gevel.Detail) bool { return read.Reason == d.Reason }) {
				faults = append(faults, d)
			}
		}
	}
	return param.Invalid(faults)
}

// rowExchange is a row as a request of its own, for the record of valuations.
func (b *batch) rowExchange(request string) *frame.Exchange {
	if !b.options.Values.Records() {
		return b.exchange
	}
	return &frame.Exchange{ID: request, Key: b.exchange.Key, Route: Path}
}

// publicFault returns an error as the caller may read it, and logs what is a fault of ours.
func (b *batch) publicFault(request string, err error) *gevel.Error {
	e, ok := err.(*gevel.Error) //nolint:errorlint // whatever else it is, is ours
	if !ok {
		e = &gevel.Error{Code: gevel.CodeOf(err), Err: err}
	}
	if frame.StatusOf(e.Code) == frame.StatusOf(gevel.Internal) {
		b.options.Log.Error("row failed", slog.String("id", request), slog.Any("error", err))
	}
	return e
}
