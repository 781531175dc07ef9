package photos

// Making each picture once, for all who ask for it, and few at a time; and keeping the pictures that were made last.

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/kept"
)

// maker makes pictures by name: one at a time of a name, a few at a time in all. It keeps those that were asked for last.
type maker struct {
	places   *semaphore.Weighted // each for one picture in the making
	patience time.Duration       // the longest that a picture waits for a place
	kept     *kept.Bytes[string]

	mu     sync.Mutex // guards making
	making map[string]*making
}

// making is a picture that is being made, or waits for a place.
type making struct {
	abandon context.CancelFunc // ends the wait for a place
	asking  int                // how many want it; guarded by the maker's mu
	begun   bool               // it has a place; guarded by the maker's mu

	done    chan struct{} // closed when picture and err are there
	picture []byte
	err     error
}

func newMaker(places, keptBytes int, patience time.Duration) *maker {
	return &maker{
		places: semaphore.NewWeighted(int64(places)), patience: patience, kept: kept.New[string](keptBytes), making: make(map[string]*making),
	}
}

// picture returns the picture of a name, which work makes unless it is kept or in the making. It stays in the making
// for others when the one who asked first goes away; what no one waits for any more is not begun.
//
// Errors: gevel.Unavailable if it got no place in time, ctx.Err(), and the errors of work.
func (m *maker) picture(ctx context.Context, name string, work func() ([]byte, error)) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	if picture, ok := m.kept.Get(name); ok {
		m.mu.Unlock()
		return picture, nil
	}
	p, ok := m.making[name]
	var waits context.Context
	if !ok {
		p = &making{done: make(chan struct{})}
		waits, p.abandon = context.WithTimeout(context.WithoutCancel(ctx), m.patience)
		m.making[name] = p
	}
	p.asking++
	m.mu.Unlock()
	stay := context.AfterFunc(ctx, func() { m.leave(name, p) })
	defer stay()
	if !ok {
		m.make(waits, name, p, work)
	}
	select {
	case <-p.done:
		return p.picture, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// leave is for one who asked and does not wait any more.
func (m *maker) leave(name string, p *making) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.asking--; p.asking == 0 && !p.begun {
		p.abandon()
		m.forget(name, p) // who asks now begins anew
	}
}

// forget ends the making of a picture, under the lock.
func (m *maker) forget(name string, p *making) {
	if m.making[name] == p {
		delete(m.making, name)
	}
}

// errUnmade is for those who wait for a picture whose maker panicked.
var errUnmade = errors.New("another request for the same picture failed")

// make makes a picture for all who ask for it.
func (m *maker) make(waits context.Context, name string, p *making, work func() ([]byte, error)) {
	defer func() {
		p.abandon()
		m.mu.Lock()
		if m.forget(name, p); p.err == nil {
			m.kept.Add(name, p.picture)
		}
		m.mu.Unlock()
		close(p.done)
	}()
	if p.err = m.begin(waits, p); p.err != nil {
		return
	}
	defer m.places.Release(1)
	p.err = errUnmade
	p.picture, p.err = work()
}

// begin waits for a place, and takes it.
func (m *maker) begin(waits context.Context, p *making) error {
	if err := m.places.Acquire(waits, 1); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return &gevel.Error{Code: gevel.Unavailable, Message: "too many pictures wait to be made", Hint: "try again later"}
		}
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.asking == 0 {
		m.places.Release(1)
		return context.Canceled
	}
	p.begun = true
	return nil
}
