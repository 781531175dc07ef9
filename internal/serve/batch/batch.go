// Package batch values many homes in one request, a row each, and answers while they come in.
package batch

import (
	"errors"
	"log/slog"
	"net/http"
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
			values: b.Values, now: b.Now, log: b.Log, exchange: x, upload: u, live: live, source: source,
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
