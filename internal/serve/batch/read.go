package batch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/measure"
	"github.com/gevel/gevel/internal/serve/upload"
)

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

// reader reads rows, and hands them over before it waits for anything.
type reader struct {
	upload *upload.Upload
	source source
	lease  editionLease
	hand   func(*chunk) error

	pending *chunk
	rows    int64
	end     error // why no more rows were read, nil at the end of the body
}

// read reads all rows. An error that ends the batch, and not its work, is left in end.
func (r *reader) read(ctx context.Context, hand func(*chunk) error) error {
	r.hand, r.pending = hand, new(chunk)
	defer r.upload.Rest()
	err := r.readRows(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != io.EOF { //nolint:errorlint // sources wrap no end
		r.end = readError(err)
	}
	return r.flush()
}

func (r *reader) readRows(ctx context.Context) error {
	if err := r.upload.Reading(ctx, r.flush); err != nil {
		return err
	}
	if err := r.upload.Pay(ctx, 1); err != nil { // also where there is no row
		return err
	}
	if err := r.source.open(r.upload.Text()); err != nil {
		return err
	}
	for {
		row, err := r.source.next()
		if err != nil {
			return err
		}
		if err := r.admit(ctx); err != nil {
			return err
		}
		if err := r.add(row); err != nil {
			return err
		}
	}
}

// admit pays for the next row.
func (r *reader) admit(ctx context.Context) error {
	if most := measure.Must(Path).Rows; r.rows == int64(most) {
		return gevel.Failure(gevel.TooLarge, "send it in parts", "the body has more than %d rows", most)
	}
	r.rows++
	if err := r.upload.Pay(ctx, r.rows); err != nil {
		return err
	}
	return r.lease.check()
}

// add adds a row to those that are handed over next.
func (r *reader) add(row bodyRow) error {
	r.pending.rows = append(r.pending.rows, row)
	r.pending.size += row.size
	if len(r.pending.rows) < chunkRows && r.pending.size < chunkBytes {
		return nil
	}
	if err := r.flush(); err != nil {
		return err
	}
	return r.upload.Resume()
}

// flush hands over the rows that were read, without a processor.
func (r *reader) flush() error {
	if len(r.pending.rows) == 0 {
		return nil
	}
	r.upload.Rest()
	c := r.pending
	r.pending = new(chunk)
	return r.hand(c)
}

// readError is an error of reading a body as the caller reads it.
func readError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return gevel.Refusal("", "a line is longer than %d bytes", upload.LongestLine)
	}
	return err
}

// oldFor is how long a batch goes on with an edition that is no longer the newest. Both lie in memory.
const oldFor = 12 * time.Hour

// editionLease ends a batch that would hold an old edition for ever.
type editionLease struct {
	current   *live.Current
	held      *live.Live
	now       func() time.Time
	overtaken time.Time // when a newer edition was noticed, zero before
}

func (l *editionLease) check() error {
	if l.current.Get() == l.held {
		return nil
	}
	now := l.now()
	if l.overtaken.IsZero() {
		l.overtaken = now
	}
	if now.Sub(l.overtaken) < oldFor {
		return nil
	}
	return gevel.Failure(gevel.Unavailable, "send the rest again",
		"a newer edition has answered for %s", oldFor.String())
}
