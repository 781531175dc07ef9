package batch

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// A row of a batch is answered as /v1/homevalue answers its parameters.

// worker answers rows. Many goroutines share it.
type worker struct {
	values   *endpoints.Values
	now      func() time.Time
	log      *slog.Logger
	exchange *frame.Exchange
	upload   *upload.Upload
	live     *live.Live // the edition of all rows
	source   source
	rows     []param.Row[endpoints.HomeInput]
	table    []param.Param // of rows
	byID     []param.Param // the table of rows that name their home by id
	limits   param.Limits
	date     gevel.Date // of rows without one of their own, gevel.NoDate is today
	encoder  encoder
	whole    bool // the encoder takes whole valuations
}

// work answers the rows of a chunk. Where one can't be recorded, those behind it can't either: the
// batch ends there, and charges the key for no more.
func (w *worker) work(ctx context.Context, c *chunk) error {
	give, err := w.upload.Turn(ctx)
	if err != nil {
		return err
	}
	defer give()
	for i := range c.rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		a := w.answer(&c.rows[i])
		if a.fault != nil && a.fault.Code == gevel.Unavailable {
			c.failed = a.fault
			return nil
		}
		c.text = w.encoder.row(c.text, &a)
		c.answered++
		w.upload.CountRow()
	}
	return nil
}

// answer answers a row. It never panics: others wait for it.
func (w *worker) answer(r *bodyRow) (a answeredRow) {
	a = answeredRow{
		bodyRow: *r, request: fmt.Sprintf("%s-%d", w.exchange.ID, r.line),
		bound: param.Bound{Table: w.table, Values: make([]param.Value, len(w.table))},
	}
	defer func() {
		if cause := recover(); cause != nil {
			a.fault = w.publicFault(a.request, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	if err := w.value(&a); err != nil {
		a.fault = w.publicFault(a.request, err)
	}
	return a
}

// value reads a row and values its home.
func (w *worker) value(a *answeredRow) (err error) {
	g := w.source.read(a.bodyRow)
	a.id = g.id
	if len(g.faults) > 0 && g.faults[0].Reason == rowReason {
		return param.Invalid(g.faults)
	}
	table := w.byID
	if !g.named {
		table = w.table
		g.readAddress()
	}
	if len(g.Values[param.ValuationDate]) < 2 && g.text(param.ValuationDate) == "" {
		g.set(param.ValuationDate, w.date.String())
	}
	a.bound, err = param.BindRow(table, g.Pairs, w.limits)
	if err := withFaults(g.faults, err); err != nil {
		return err
	}
	if a.asked, err = param.Fill(w.rows, a.bound); err != nil {
		return err
	}
	if g.named {
		if a.asked.AddressQuery, err = g.home.Query(w.live.Edition); err != nil {
			return err
		}
	}
	c := frame.Call{Now: w.now(), Live: w.live, Exchange: w.rowExchange(a.request)}
	a.valuation, err = w.values.Value(c, a.asked, endpoints.Wish{Whole: w.whole})
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
func (w *worker) rowExchange(request string) *frame.Exchange {
	return &frame.Exchange{ID: request, Key: w.exchange.Key, Route: w.exchange.Route}
}

// publicFault returns an error as the caller may read it, and logs what is a fault of ours.
func (w *worker) publicFault(request string, err error) *gevel.Error {
	e, ok := err.(*gevel.Error) //nolint:errorlint // whatever else it is, is ours
	if !ok {
		e = &gevel.Error{Code: gevel.CodeOf(err), Err: err}
	}
	if frame.StatusOf(e.Code) == frame.StatusOf(gevel.Internal) {
		w.log.Error("row failed", slog.String("id", request), slog.Any("error", err))
	}
	return e
}
