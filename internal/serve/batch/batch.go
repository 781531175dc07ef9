// Package batch values many homes in one request, a row each, and answers while they come in.
package batch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
)

// POST /batch/values: many homes in one request, a row each, answered while they come in. Rows
// are read, valued side by side and written in the order read, so that a body of any length takes
// the same memory. Each is a request to the key's quota and rate.

// Path is where batches are posted.
const Path = "/batch/values"

// Batches answers batches.
type Batches struct {
	Uploads *upload.Uploads
	Current *live.Current
	Values  *endpoints.Values
	Log     *slog.Logger
	Now     func() time.Time
	MadeBy  string // the program
}

// batch is one request for many values.
type batch struct {
	log      *slog.Logger
	exchange *frame.Exchange
	upload   *upload.Upload
	reader   *reader
	worker   *worker
	encoder  encoder
	out      *upload.Answer

	answered int          // rows that were written
	failed   *gevel.Error // why no more rows were written, nil when all were
}

// Serve answers a batch.
func (b *Batches) Serve(x *frame.Exchange, r *http.Request) error {
	one, err := b.newBatch(x, r)
	if err != nil {
		return err
	}
	return one.run()
}

// newBatch reads all of a request but its body.
func (b *Batches) newBatch(x *frame.Exchange, r *http.Request) (*batch, error) {
	live := b.Current.Get()
	limits := param.Limits{Today: gevel.DayOf(x.Started), Oldest: live.Valuer.Oldest()}
	asked, err := readRequest(r, limits)
	if err != nil {
		return nil, err
	}
	u, err := b.Uploads.Receive(x, r, upload.AnyLength)
	if err != nil {
		return nil, err
	}
	if asked.format == formatCSV && asked.fields == fieldsFull {
		return nil, param.Invalid([]gevel.Detail{{Reason: "fields", Message: "fields full is for answers in " + ndjsonType}})
	}
	attributes := live.Edition.Sales().Attributes
	rows := endpoints.HomeTable(attributes)
	table := param.TableOf(rows)
	names := columnNames{table, attributes}
	var source source = &jsonRows{columnNames: names}
	switch asked.comesAs {
	case formatArray:
		source = &arrayRows{columnNames: names}
	case formatCSV:
		source = &csvRows{columnNames: names, decimal: asked.decimal}
	}
	encoder := newEncoder(asked, source, table)
	return &batch{
		log: b.Log, exchange: x, upload: u, encoder: encoder, out: u.Answer(encoder.contentType()),
		reader: &reader{
			upload: u, source: source,
			lease: editionLease{current: b.Current, held: live, now: b.Now},
		},
		worker: &worker{
			values: b.Values, now: b.Now, madeBy: b.MadeBy, log: b.Log, exchange: x, upload: u, live: live, source: source,
			limits: limits, date: asked.date,
			rows: rows, table: table, byID: param.TableOf(param.Optional(rows)), encoder: encoder, whole: asked.fields == fieldsFull,
		},
	}, nil
}

// newEncoder returns what writes the answers to rows of a source.
func newEncoder(asked request, rows source, table []param.Param) encoder {
	switch {
	case asked.format == formatCSV:
		c := csvEncoder{table: table, raw: asked.cells == cellsRaw}
		c.source, _ = rows.(*csvRows)
		return &c
	case asked.fields == fieldsFull:
		return fullEncoder{}
	}
	return valueEncoder{}
}

// run answers the rows. A fault before anything is written is answered as an error, and a later one by a last row.
func (b *batch) run() error {
	ctx, finish, err := b.upload.Open()
	if err != nil {
		return err
	}
	defer finish()
	defer func() {
		if b.out.Begun {
			b.upload.Owe(b.answered)
		}
	}()
	err = pipeline.Stages[*chunk]{Read: b.reader.read, Work: b.worker.work, Write: b.write}.Run(ctx)
	end := b.reader.end
	if b.failed != nil {
		end, err = b.failed, nil
	}
	ended := ""
	switch {
	case err != nil: // the caller went away, or does not read
		ended = "cut off"
	case end != nil && !b.out.Begun:
		b.upload.Refuse(end)
		return nil
	case end != nil:
		ended = string(gevel.CodeOf(end))
		b.out.End(b.encoder.end(b.answered, b.public(end)))
	default:
		_ = b.send(nil) // a body without rows has an answer too
	}
	b.log.Info("batch", slog.String("id", b.exchange.ID), slog.Int("rows", b.answered), slog.String("ended", ended))
	return nil
}

// write writes the answers of a chunk.
func (b *batch) write(c *chunk) error {
	if c.answered > 0 {
		if err := b.send(c.text); err != nil {
			return err
		}
	}
	b.answered += c.answered
	if c.failed != nil {
		b.failed = c.failed
		return b.failed
	}
	return nil
}

// send sends answers, the first ones behind the head.
func (b *batch) send(text []byte) error {
	if !b.out.Begun {
		text = append(b.encoder.head(), text...)
	}
	_, err := b.out.Write(text)
	return err
}

// public returns why a batch ends as its last row says it.
func (b *batch) public(end error) *gevel.Error {
	var e *gevel.Error
	if !errors.As(end, &e) {
		b.log.Error("batch failed", slog.String("id", b.exchange.ID), slog.Any("error", end))
		e = &gevel.Error{Code: gevel.Internal}
	}
	return e
}

// A row of a batch is answered as /v1/homevalue answers its parameters.

// worker answers rows. Many goroutines share it.
type worker struct {
	values   *endpoints.Values
	now      func() time.Time
	madeBy   string
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

// work answers the rows of a chunk. Where one can't be recorded or its edition can't be read, those behind it can't
// either: the batch ends there, and charges the key for no more.
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
		if c.text, c.failed = w.answer(c.text, &c.rows[i]); c.failed != nil {
			return nil
		}
		c.answered++
		w.upload.CountRow()
	}
	return nil
}

// answer appends the answer to a row, unless that ends the batch: gevel.Unavailable. It never panics: others wait for it.
func (w *worker) answer(b []byte, r *bodyRow) (text []byte, ends *gevel.Error) {
	a := answeredRow{
		bodyRow: *r, request: fmt.Sprintf("%s-%d", w.exchange.ID, r.line), madeBy: w.madeBy,
		bound: param.Bound{Table: w.table, Values: make([]param.Value, len(w.table))},
	}
	write := func() error {
		text = w.encoder.row(b, &a)
		return nil
	}
	err := w.guard(func() error { return w.value(&a) })
	if err == nil {
		err = w.guard(write)
	}
	if err == nil {
		return text, nil
	}
	a.fault = w.publicFault(a.request, err)
	if a.fault.Code == gevel.Unavailable {
		return b, a.fault
	}
	if err := w.guard(write); err != nil { // what it echoes can't be written
		a = answeredRow{bodyRow: *r, request: a.request, fault: w.publicFault(a.request, err)}
		_ = write()
	}
	return text, nil
}

// guard runs do. A panic is its error, which is gevel.Unavailable where the edition can't be read.
func (w *worker) guard(do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			if err = w.live.Fault(cause); err == nil {
				err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			}
		}
	}()
	return do()
}

// value reads a row and values its home.
func (w *worker) value(a *answeredRow) (err error) {
	if err := w.live.Lost(); err != nil {
		return err
	}
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
