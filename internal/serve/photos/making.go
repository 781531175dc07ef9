package photos

// Making each picture once, for all who ask for it, and few at a time.

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
)

// mostMaking is how many pictures are in the making or wait for it: about half a minute's work of a processor.
const mostMaking = 500

// maker makes pictures by name: one at a time of a name, a few at a time in all.
type maker struct {
	places   *semaphore.Weighted // each for one picture in the making
	patience time.Duration       // the longest that a caller waits for a place, or for another who makes the picture

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

func newMaker(places int, patience time.Duration) *maker {
	return &maker{places: semaphore.NewWeighted(int64(places)), patience: patience, making: map[string]*making{}}
}

var errLate = &gevel.Error{
	Code: gevel.Unavailable, Message: "too many pictures wait to be made", Hint: "try again later", RetryAfter: 10 * time.Second,
}

// picture returns the picture of a name, which work makes. Who asks while another makes it waits for what work returns, and
// makes it where the other panicked, or went away before it had a place.
//
// Errors: gevel.Unavailable if too many wait or it got no place in time, ctx.Err(), and the errors of work.
func (m *maker) picture(ctx context.Context, name string, work func() ([]byte, error)) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, m.patience, errLate)
	defer cancel()
	for {
		m.mu.Lock()
		made, isMaking := m.making[name]
		isFull := len(m.making) >= mostMaking
		if !isMaking && !isFull {
			made = &making{done: make(chan struct{})}
			m.making[name] = made
		}
		m.mu.Unlock()
		switch {
		case isMaking:
		case isFull:
			return nil, errLate
		default:
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
	made.worked = true
	return made.picture, made.err
}
