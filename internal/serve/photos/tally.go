package photos

// Photos that are encoded in parallel: counting them, and filing them in order.

import (
	"context"
	"sync"
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
	mu       sync.Mutex
	report   Report
	total    int
	progress func(done, total int)
}

// count counts one photo. It returns any error that is not about a single photo.
func (t *tally) count(where string, added bool, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	reason, message, ok := rejectReason(err)
	switch {
	case ok:
		t.report.Rejects.Add(reason, where, message)
	case err != nil:
		return err
	case added:
		t.report.Added++
	default:
		t.report.Present++
	}
	t.report.Files++
	if t.progress != nil {
		t.progress(t.report.Files, t.total)
	}
	return nil
}
