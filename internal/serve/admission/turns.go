package admission

import (
	"context"
	"slices"
	"sync"
)

// Turns share out a few places, or processors, among the keys that want them: in turn, however many requests each has.
type Turns struct {
	limit func() int // how many may be taken now
	share func() int // how many of them one key may have
	queue int        // how many may wait

	mu      sync.Mutex
	taken   map[string]int // by key
	all     int
	waiting map[string][]chan error // by key, the longest first
	order   []string                // the keys that wait, the next first
	crowd   int                     // all that wait
}

// NewTurns returns turns: a share of them for one key, and so many that wait at most.
func NewTurns(limit, share func() int, queue int) *Turns {
	return &Turns{limit: limit, share: share, queue: queue, taken: map[string]int{}, waiting: map[string][]chan error{}}
}

// Take waits for the turn of a key, until ctx ends. Error: of ctx, or gevel.Unavailable where too many wait.
func (t *Turns) Take(ctx context.Context, key string) error { return t.wait(ctx, key, t.ask(key)) }

func (t *Turns) wait(ctx context.Context, key string, mine chan error) error {
	select {
	case err := <-mine:
		return err
	default:
	}
	select {
	case err := <-mine:
		return err
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case err := <-mine: // it came at the same moment
		if err == nil {
			t.back(key)
		}
	default:
		t.forget(key, mine)
	}
	return ctx.Err()
}

// granted is closed: there is no waiting for it.
var granted = func() chan error { c := make(chan error); close(c); return c }()

// ask returns a channel that is closed once the key has its turn, or has the error why it gets none.
func (t *Turns) ask(key string) chan error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all < t.limit() && t.taken[key] < t.share() && len(t.waiting[key]) == 0 {
		t.all++
		t.taken[key]++
		return granted
	}
	mine := make(chan error, 1)
	if t.crowd >= t.queue && !t.putOut(key) {
		mine <- errBusy
		return mine
	}
	if len(t.waiting[key]) == 0 {
		t.order = append(t.order, key)
	}
	t.waiting[key] = append(t.waiting[key], mine)
	t.crowd++
	return mine
}

// putOut makes room in the queue for a key: it turns away the last request of the key with the longest queue, if that is
// longer than this key's.
func (t *Turns) putOut(key string) bool {
	most := key
	for k, list := range t.waiting {
		if len(list) > len(t.waiting[most])+1 {
			most = k
		}
	}
	if most == key {
		return false
	}
	list := t.waiting[most]
	last := list[len(list)-1]
	t.forget(most, last)
	last <- errBusy
	return true
}

// Give gives back what a key has.
func (t *Turns) Give(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.back(key)
}

// back takes a turn back, and gives all that are free to the keys that wait.
func (t *Turns) back(key string) {
	t.all--
	if t.taken[key]--; t.taken[key] == 0 {
		delete(t.taken, key)
	}
	for t.all < t.limit() {
		at := slices.IndexFunc(t.order, func(key string) bool { return t.taken[key] < t.share() })
		if at < 0 {
			return
		}
		next := t.order[at]
		first := t.waiting[next][0]
		t.forget(next, first)
		if len(t.waiting[next]) > 0 {
			t.order = append(slices.Delete(t.order, at, at+1), next) // behind the others
		}
		t.all++
		t.taken[next]++
		close(first)
	}
}

// forget takes a request out of the queue.
func (t *Turns) forget(key string, one chan error) {
	list := slices.DeleteFunc(t.waiting[key], func(c chan error) bool { return c == one })
	t.waiting[key] = list
	t.crowd--
	if len(list) == 0 {
		delete(t.waiting, key)
		t.order = slices.DeleteFunc(t.order, func(k string) bool { return k == key })
	}
}

func (t *Turns) counts() (taken, waiting int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return int64(t.all), int64(t.crowd)
}

// Turn is the turn of one goroutine: it waits for it, holds it, gives it back.
type Turn struct {
	*Turns
	Key  string
	Held bool
}

// Take waits for the turn, unless it is held.
func (t *Turn) Take(ctx context.Context) error {
	if t.Held {
		return nil
	}
	err := t.Turns.Take(ctx, t.Key)
	t.Held = err == nil
	return err
}

// Give gives the turn back, if it is held.
func (t *Turn) Give() {
	if t.Held {
		t.Held = false
		t.Turns.Give(t.Key)
	}
}

// Pass lets the other keys go first, if the turn is held.
func (t *Turn) Pass(ctx context.Context) error {
	if !t.Held {
		return nil
	}
	t.Give()
	return t.Take(ctx)
}
