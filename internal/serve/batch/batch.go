// Package batch values many homes in one request, a row each, and answers while they come in.
package batch

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// POST /batch/values: many homes in one request, a row each, answered while they come in. Rows
// are read, valued side by side and written in the order read, so that a body of any length takes
// the same memory. Each is a request to the key's quota and rate.

// Path is where batches are posted.
const Path = "/batch/values"

const method = http.MethodPost

// batch is one request for many values.
type batch struct {
	*Batches
	exchange *frame.Exchange
	live     *live.Live // the edition of all its rows
	key      *rowKey
	body     *body
	rows     []param.Row[endpoints.HomeInput]
	table    []param.Param
	byID     []param.Param // the table of rows that name their home by id
	limits   param.Limits
	date     gevel.Date // of rows without one of their own, gevel.NoDate is today
	source   source
	form     form
	out      *writer

	overtaken time.Time // when a newer edition was noticed, zero before

	answered int          // rows that were written
	failed   *gevel.Error // why no more rows were written, nil when all were
	end      error        // why no more rows were read, nil at the end of the body
}

// chunk is some rows on their way.
type chunk struct {
	rows     []bodyRow
	size     int // bytes of the rows
	text     []byte
	answered int          // rows in text
	failed   *gevel.Error // why the next one can't be answered, nor those behind it; nil when all are
}

const (
	// chunkRows is how many rows are handed over at once, at most.
	chunkRows = 64
	// chunkBytes bounds the memory of rows that are long.
	chunkBytes = 256 << 10
)

// Serve answers a batch.
func (b *Batches) Serve(x *frame.Exchange, r *http.Request) error {
	return b.serve(Path, x, r, func() (work, error) { return b.newBatch(x, r) })
}

// work is a request whose body is still to be read.
type work interface {
	run(r *http.Request) error
}

// serve answers a request at a path, while its key has a place for it.
func (b *Batches) serve(path string, x *frame.Exchange, r *http.Request, read func() (work, error)) error {
	if err := b.authorize(path, x, r); err != nil {
		return err
	}
	one, err := read()
	if err != nil {
		return err
	}
	if err := b.enter(x.Key.ID); err != nil {
		return err
	}
	defer b.leave(x.Key.ID)
	x.Header().Del("Connection") // the body is read
	return one.run(r)
}

// authorize begins a request at a path.
func (b *Batches) authorize(path string, x *frame.Exchange, r *http.Request) error {
	x.Route = path
	grant, err := b.options.Gate.Authenticate(r.Header.Get("Authorization"))
	if err != nil {
		return err
	}
	x.Key = grant.Key()
	if r.Method != method {
		x.Header().Set("Allow", method)
		return &gevel.Error{Code: gevel.MethodNotAllowed, Message: "only " + method + " is answered here"}
	}
	return grant.Authorize(gevel.ScopeValuation)
}

// newBatch reads all of a request but its body.
func (b *Batches) newBatch(x *frame.Exchange, r *http.Request) (*batch, error) {
	live := b.options.Current.Get()
	one := &batch{
		Batches: b, exchange: x, live: live,
		key:    &rowKey{gate: b.options.Gate, authorization: r.Header.Get("Authorization"), wait: b.options.Wait},
		limits: param.Limits{Today: gevel.DayOf(x.Started), Oldest: live.Valuer.Oldest()},
		rows:   endpoints.HomeTable(live.Edition.Sales().Attributes),
	}
	one.table, one.byID = param.TableOf(one.rows), withoutAddress(one.rows)
	rows := requestTable()
	bound, err := param.Bind(param.TableOf(rows), r.URL.RawQuery, one.limits)
	if err != nil {
		return nil, err
	}
	asked, err := param.Fill(rows, bound)
	if err != nil {
		return nil, err
	}
	one.date = asked.date
	return one, one.negotiate(r, asked)
}

// run answers the rows. A fault before anything is written is answered as an error, and a later one by a last row.
func (b *batch) run(r *http.Request) error {
	// A caller who went away shows when the body is read or the answer is written, and afterwards
	// when the context of the request ends. That also ends when a deadline of reading passes, and
	// then there is a last row.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	b.body.afterEnd = b.leavesWith(r, cancel)
	finish, err := b.body.open(ctx)
	if err != nil {
		return err
	}
	defer finish()
	err = pipeline.Stages[*chunk]{Read: b.read, Work: b.work, Write: b.write}.Run(ctx)
	if b.failed != nil {
		b.end, err = b.failed, nil
	}
	ended := ""
	switch {
	case err != nil: // the caller went away, or does not read
		ended = "cut off"
	case b.end != nil && !b.out.begun:
		b.refuse()
		return nil
	case b.end != nil:
		ended = string(gevel.CodeOf(b.end))
		b.writeEnd()
	default:
		_ = b.out.write(nil) // a body without rows has an answer too
	}
	b.options.Log.Info("batch", slog.String("id", b.exchange.ID), slog.Int("rows", b.answered), slog.String("ended", ended))
	return nil
}

// leavesWith returns what follows the end of a body: a caller who goes away cancels the work. The end of the service cuts
// reading off too, and is answered.
func (b *Batches) leavesWith(r *http.Request, cancel func()) func() {
	return func() {
		context.AfterFunc(r.Context(), func() {
			if b.ending.Err() == nil {
				cancel()
			}
		})
	}
}

// read reads rows, and hands them over before it waits for anything.
func (b *batch) read(ctx context.Context, hand func(*chunk) error) error {
	mine := &turn{turns: b.turns, key: b.exchange.Key.ID}
	defer mine.give()
	pending := new(chunk)
	flush := func() error {
		if len(pending.rows) == 0 {
			return nil
		}
		mine.give()
		c := pending
		pending = new(chunk)
		return hand(c)
	}
	idle := func(wait func() error) error {
		if err := flush(); err != nil {
			return err
		}
		mine.give()
		if err := wait(); err != nil {
			return err
		}
		return mine.take(ctx)
	}
	b.body.idle = idle
	b.body.spent = func(bytes int) error {
		if err := b.key.payText(ctx, int64(bytes), idle); err != nil {
			return err
		}
		return mine.pass(ctx)
	}
	err := mine.take(ctx)
	if err == nil {
		err = b.key.pay(ctx, 1, idle) // also where there is no row
	}
	if err == nil {
		err = b.source.open(b.body.text)
	}
	for rows := int64(1); err == nil; rows++ {
		var row bodyRow
		if row, err = b.source.next(); err == nil {
			err = b.key.payRow(ctx, rows, idle)
		}
		if err == nil {
			err = b.checkEdition()
		}
		if err != nil {
			break
		}
		pending.rows = append(pending.rows, row)
		pending.size += row.size
		if len(pending.rows) == chunkRows || pending.size >= chunkBytes {
			if err := flush(); err != nil {
				return err
			}
			err = mine.take(ctx)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != io.EOF { //nolint:errorlint // sources wrap no end
		b.end = readError(err)
	}
	return flush()
}

// oldFor is how long a batch goes on with an edition that is no longer the newest. Both lie in memory.
const oldFor = 12 * time.Hour

// checkEdition ends a batch that would hold an old edition for ever.
func (b *batch) checkEdition() error {
	if b.options.Current.Get() == b.live {
		return nil
	}
	now := b.options.Now()
	if b.overtaken.IsZero() {
		b.overtaken = now
	}
	if now.Sub(b.overtaken) < oldFor {
		return nil
	}
	return &gevel.Error{
		Code: gevel.Unavailable, Message: "a newer edition has answered for " + oldFor.String(), Hint: "send the rest again",
	}
}

// work answers the rows of a chunk. Where one can't be recorded, those behind it can't either: the
// batch ends there, and charges the key for no more.
func (b *batch) work(ctx context.Context, c *chunk) error {
	if err := b.turns.take(ctx, b.exchange.Key.ID); err != nil {
		return err
	}
	defer b.turns.give()
	for i := range c.rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		a := b.answer(&c.rows[i])
		if a.fault != nil && a.fault.Code == gevel.Unavailable {
			c.failed = a.fault
			return nil
		}
		c.text = b.form.row(c.text, &a)
		c.answered++
		b.answeredRow()
	}
	return nil
}

func (b *batch) write(c *chunk) error {
	if c.answered > 0 {
		if err := b.out.write(c.text); err != nil {
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

// refuse answers with why there is no row. What the caller is still sending is taken, as by writeEnd,
// but no other request behind it.
func (b *batch) refuse() {
	b.exchange.Header().Set("Connection", "close")
	b.exchange.Fail(b.end)
	if b.out.connection.Flush() == nil {
		b.body.drain()
	}
}

// writeEnd writes the last row, which says why there are no more, and takes what the caller is
// still sending: closing a connection with unread bytes takes back the answer.
func (b *batch) writeEnd() {
	var e *gevel.Error
	if !errors.As(b.end, &e) {
		b.options.Log.Error("batch failed", slog.String("id", b.exchange.ID), slog.Any("error", b.end))
		e = &gevel.Error{Code: gevel.Internal}
	}
	if b.out.write(b.form.end(b.answered, e)) == nil {
		b.body.drain()
	}
}
