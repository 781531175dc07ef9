package upload

import (
	"context"
	"slices"
	"sync"
)

// Uploads read and value with a processor in hand, a moment each, and give it back while they wait for anything. Keys
// that want one get it in turn, however many uploads each has.

// turns are the processors that uploads may have.
type turns struct {
	limit func() int // how many they may have now

	mu      sync.Mutex
	taken   int
	waiting map[string][]chan struct{} // by key, the longest first
	order   []string                   // the keys that wait, the next first
}

func newTurns(limit func() int) *turns {
	return &turns{limit: limit, waiting: make(map[string][]chan struct{})}
}

// take waits for the turn of a key.
func (t *turns) take(ctx context.Context, key string) error {
	mine := t.ask(key)
	if mine == nil {
		return nil
	}
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-mine: // it came at the same moment
		t.taken--
		t.next()
	default:
		t.forget(key, mine)
	}
	return ctx.Err()
}

// ask takes a processor, nil, or returns what is closed when one is given.
func (t *turns) ask(key string) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.order) == 0 && t.taken < t.limit() {
		t.taken++
		return nil
	}
	mine := make(chan struct{})
	if len(t.waiting[key]) == 0 {
		t.order = append(t.order, key)
	}
	t.waiting[key] = append(t.waiting[key], mine)
	return mine
}

// give gives a processor back.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken--
	t.next()
}

// next gives what is free to the keys that wait.
func (t *turns) next() {
	for len(t.order) > 0 && t.taken < t.limit() {
		key := t.order[0]
		first := t.waiting[key][0]
		t.order = t.order[1:]
		if t.waiting[key] = t.waiting[key][1:]; len(t.waiting[key]) > 0 {
			t.order = append(t.order, key)
		} else {
			delete(t.waiting, key)
		}
		t.taken++
		close(first)
	}
}

// forget takes one that no longer waits out of the queue.
func (t *turns) forget(key string, one chan struct{}) {
	t.waiting[key] = slices.DeleteFunc(t.waiting[key], func(c chan struct{}) bool { return c == one })
	if len(t.waiting[key]) == 0 {
		delete(t.waiting, key)
		t.order = slices.DeleteFunc(t.order, func(k string) bool { return k == key })
	}
}

// turn is a processor in the hands of one goroutine of an upload, or not.
type turn struct {
	*turns
	key  string
	held bool
}

func (t *turn) take(ctx context.Context) error {
	if t.held {
		return nil
	}
	err := t.turns.take(ctx, t.key)
	t.held = err == nil
	return err
}

func (t *turn) give() {
	if t.held {
		t.held = false
		t.turns.give()
	}
}

// pass lets the others go first, where the goroutine has a processor.
func (t *turn) pass(ctx context.Context) error {
	if !t.held {
		return nil
	}
	t.give()
	return t.take(ctx)
}
