package api

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"

	"github.com/gevel/gevel"
)

// What a row of a batch is answered: what /v1/homevalue answers to its parameters.

// answeredRow is a row and its answer.
type answeredRow struct {
	batchRow
	id        string // the caller's, "" is none
	request   string // the id of the row as a request of its own
	bound     params
	asked     homeInput
	valuation gevel.Valuation
	fault     *gevel.Error // why there is no valuation, nil when there is
}

// answer answers a row. It never panics: others wait for it.
func (b *batch) answer(r *batchRow) (a answeredRow) {
	a = answeredRow{batchRow: *r, request: fmt.Sprintf("%s-%d", b.exchange.id, r.line), bound: params{table: b.table, values: make([]value, len(b.table))}}
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

// value reads a row and values its home.
func (b *batch) value(a *answeredRow) (err error) {
	g := b.source.read(a.batchRow)
	a.id = g.id
	if len(g.faults) > 0 && g.faults[0].Reason == rowReason {
		return invalid(g.faults)
	}
	if _, has := g.values["valuationDate"]; !has && b.date != "" {
		g.add("valuationDate", b.date)
	}
	a.bound, err = bindPairs(b.table, g.pairs, b.limits)
	if err := withFaults(g.faults, err); err != nil {
		return err
	}
	if a.asked, err = fill(b.rows, a.bound); err != nil {
		return err
	}
	a.valuation, err = b.options.Values.Value(call{now: b.options.Now(), live: b.live, exchange: b.rowExchange(a.request)}, a.asked)
	return err
}

// withFaults joins faults of reading a row and of its parameters. Of a parameter that could not be read, that it lacks
// as well is no news.
func withFaults(faults []gevel.Detail, err error) error {
	if len(faults) == 0 {
		return err
	}
	if e, ok := err.(*gevel.Error); ok { //nolint:errorlint // of bindPairs, which wraps none
		for _, d := range e.Details {
			if !slices.ContainsFunc(faults, func(read gevel.Detail) bool { return read.Reason == d.Reason }) {
				faults = append(faults, d)
			}
		}
	}
	return invalid(faults)
}

// rowExchange is a row as a request of its own, for the record of valuations.
func (b *batch) rowExchange(request string) *exchange {
	if !b.options.Values.Records() {
		return b.exchange
	}
	return &exchange{id: request, key: b.exchange.key, route: batchPath}
}

// publicFault returns an error as the caller may read it, and logs what is a fault of ours.
func (b *batch) publicFault(request string, err error) *gevel.Error {
	e, ok := err.(*gevel.Error) //nolint:errorlint // whatever else it is, is ours
	if !ok {
		e = &gevel.Error{Code: gevel.CodeOf(err), Err: err}
	}
	if statusOf(e.Code) == statusOf(gevel.Internal) {
		b.options.Log.Error("row failed", slog.String("id", request), slog.Any("error", err))
	}
	return e
}
