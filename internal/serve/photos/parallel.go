package photos

// Photos of a delivery in parallel: each file is encoded once, and photos are counted and filed in order.

import (
	"context"
	"slices"
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

// keptPictures is how many re-encoded pictures an import keeps. The homes of a building follow each other in
// a delivery; two pictures per worker bridge the change from one building to the next.
const keptPictures = 2 * maxWorkers

// onceEncoder re-encodes each file of an import once if its rows are close together.
type onceEncoder struct {
	reencode reencoder
	mu       sync.Mutex
	recent   []*encodedFile // newest last
}

// encodedFile is a re-encoded file, or one being re-encoded.
type encodedFile struct {
	original string
	once     sync.Once
	picture  []byte
	err      error
}

// picture returns the re-encoded file, and waits while another worker re-encodes it.
func (o *onceEncoder) picture(ctx context.Context, file []byte) ([]byte, error) {
	f := o.find(contentOf(file))
	f.once.Do(func() { f.picture, f.err = o.reencode(ctx, file) })
	return f.picture, f.err
}

func (o *onceEncoder) find(original string) *encodedFile {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.recent {
		if f.original == original {
			return f
		}
	}
	if len(o.recent) == keptPictures {
		o.recent = slices.Delete(o.recent, 0, 1)
	}
	f := &encodedFile{original: original}
	o.recent = append(o.recent, f)
	return f
}
