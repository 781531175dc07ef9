package photos

// Making each picture once, for all who ask for it, and few at a time; and keeping the pictures that were made last.

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/kept"
)

// maker makes pictures by name: one at a time of a name, a few at a time in all. It keeps those that were asked for last.
type maker struct {
	places   *semaphore.Weighted // each for one picture in the making
	patience time.Duration       // the longest that a caller waits for a place, or for another who makes the picture
	kept     *kept.Bytes[string]

	mu     sync.Mutex // guards making
	making map[string]*making
}

// making is a picture that is being made, or waits for a place.
type making struct {
	done    chan struct{} // closed once it is over
	worked  bool          // picture and err are what work returned
	picture []byte
	err     error
}

func newMaker(places, keptBytes int, patience time.Duration) *maker {
	return &maker{
		places: semaphore.NewWeighted(int64(places)), patience: patience, kept: kept.New[string](keptBytes), making: map[string]*making{},
	}
}

var errLate = &gevel.Error{Code: gevel.Unavailable, Message: "too many pictures wait to be made", Hint: "try again later"}

// picture returns the picture of a name, which work makes unless it is kept. Who asks while another makes it waits for
// what work returns, and makes it where the other panicked, or went away before it had a place.
//
// Errors: gevel.Unavailable if it got no place in time, ctx.Err(), and the errors of work.
func (m *maker) picture(ctx context.Context, name string, work func() ([]byte, error)) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, m.patience, errLate)
	defer cancel()
	for {
		m.mu.Lock()
		picture, isKept := m.kept.Get(name)
		made, isMaking := m.making[name]
		if !isKept && !isMaking {
			made = &making{done: make(chan struct{})}
			m.making[name] = made
		}
		m.mu.Unlock()
		switch {
		case isKept:
			return picture, nil
		case !isMaking:
			return m.make(ctx, name, made, work)
		}
		select {
		case <-made.done:
			if made.worked {
				return made.picture, made.err
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// make makes a picture once there is a place, and ends the wait of others.
func (m *maker) make(ctx context.Context, name string, made *making, work func() ([]byte, error)) ([]byte, error) {
	defer func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		close(made.done)
		delete(m.making, name)
	}()
	if m.places.Acquire(ctx, 1) != nil {
		return nil, context.Cause(ctx)
	}
	defer m.places.Release(1)
	made.picture, made.err = work()
	if made.worked = true; made.err == nil {
		m.kept.Add(name, made.picture)
	}
	return made.picture, made.err
}
