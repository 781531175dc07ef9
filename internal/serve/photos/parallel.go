package photos

// Photos of a delivery in parallel: each file is encoded once, and photos are counted and filed in order.

import (
	"context"
	"sync"
	"time"
)

// turn is a photo's position in the delivery. Photos are re-encoded in parallel but filed in order: of two
// equal pictures the first one determines time and maker, whichever is ready sooner.
type turn struct {
	before <-chan struct{} // closed once all photos before are done with
	done   chan struct{}
	rest   func() // lets another photo be encoded
}

// firstTurn returns the turn before the first photo's, already over.
func firstTurn() turn {
	t := turn{done: make(chan struct{})}
	t.end()
	return t
}

func (t turn) next(rest func()) turn {
	return turn{before: t.done, done: make(chan struct{}), rest: sync.OnceFunc(rest)}
}

func (t turn) end() { close(t.done) }

// wait rests and returns when it is this photo's turn, or with an error when ctx ends.
func (t turn) wait(ctx context.Context) error {
	t.rest()
	select {
	case <-t.before:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// after returns a reencoder that returns its picture when it is this photo's turn.
func (t turn) after(reencode reencoder) reencoder {
	return func(ctx context.Context, file []byte) ([]byte, error) {
		picture, err := reencode(ctx, file)
		if err != nil {
			return nil, err
		}
		return picture, t.wait(ctx)
	}
}

// tally counts the results of photos encoded in parallel.
type tally struct {
	Import
	mu     sync.Mutex
	report Report
	total  int
}

// count counts one photo. It returns any error that is not about a single photo.
func (t *tally) count(c candidate, did outcome, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	reason, message, ok := rejectReason(err)
	switch {
	case ok:
		if err := t.reject(Rejection{File: c.name, Line: c.line, Reason: reason, Message: message}); err != nil {
			return err
		}
	case err != nil:
		return err
	case did == added:
		t.report.Added++
	case did == renewed:
		t.report.Renewed++
	default:
		t.report.Present++
	}
	t.report.Files++
	if t.Progress != nil {
		t.Progress(t.report.Files, t.total)
	}
	return nil
}

func (t *tally) reject(r Rejection) error {
	t.report.Rejects.Add(r.Reason, r.where(), r.Message)
	if t.Rejected == nil {
		return nil
	}
	return t.Rejected(r)
}

// newFileEncoder returns a reencoder that encodes a file once if its rows are close together: the homes of a building
// follow each other in a delivery.
func newFileEncoder(reencode reencoder) reencoder {
	const keptBytes, patience = 32 << 20, 24 * time.Hour
	files := newMaker(maxWorkers, keptBytes, patience)
	return func(ctx context.Context, file []byte) ([]byte, error) {
		return files.picture(ctx, contentOf(file), func() ([]byte, error) { return reencode(ctx, file) })
	}
}
