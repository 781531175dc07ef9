package admission

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
)

// Unread are the answers that wait for their readers. Each holds its bytes and a stream, so that all of them have a
// budget, and each key a share of it. Once that is used up, answers whose readers stand still are cut off, and no more
// are begun until there is room.
type Unread struct {
	most, share int64
	ending      atomic.Bool
	cut         atomic.Int64 // answers

	mu    sync.Mutex
	all   int64
	of    map[string]int64 // by key
	parts map[*Part]struct{}
}

const (
	// mostUnread is how many bytes wait for readers in all, and shareUnread how many of a key, or of a route without one.
	mostUnread  = 64 << 20
	shareUnread = mostUnread / 4
	// bytesOfAnswer is what an answer takes beside its bytes: a goroutine, and the buffers of its stream.
	bytesOfAnswer = 16 << 10
	// standsStill is how long a reader takes nothing before it may be cut off.
	standsStill = 2 * time.Second
	// readerPatience is how long a reader may take nothing in any case.
	readerPatience = time.Minute
)

// NewUnread returns the budget of a service.
func NewUnread() *Unread {
	return &Unread{most: mostUnread, share: shareUnread, of: map[string]int64{}, parts: map[*Part]struct{}{}}
}

// Room makes room for another answer of a key. Error: gevel.Unavailable, where there is none.
func (u *Unread) Room(key string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.full(key) {
		u.cutOff(func(p *Part) bool { return time.Since(p.moved) >= standsStill })
	}
	if !u.full(key) {
		return nil
	}
	return gevel.Failure(gevel.Unavailable, "read them first", "too many answers wait for their readers")
}

// full reports whether there is no room. A key that has little finds some even where all keys together have too much.
func (u *Unread) full(key string) bool {
	return u.of[key] >= u.share || u.all >= u.most && u.of[key] >= u.share/8
}

func (u *Unread) cutOff(which func(*Part) bool) {
	for p := range u.parts {
		if which(p) {
			p.cutOff()
		}
	}
}

func (u *Unread) bytes() float64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return float64(u.all)
}

// Patience is how long a reader may take nothing.
func (u *Unread) Patience() time.Duration {
	if u.ending.Load() {
		return standsStill
	}
	return readerPatience
}

// End cuts off, a moment later, readers that stand still: they don't hold up the end of the service.
func (u *Unread) End() {
	u.ending.Store(true)
	at := time.Now()
	time.AfterFunc(standsStill, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.cutOff(func(p *Part) bool { return !p.moved.After(at) })
	})
}

// Part is what is being written of an answer.
type Part struct {
	unread *Unread
	key    string
	bytes  int64
	moved  time.Time
	cut    func()
}

// Begin counts bytes of a key as unread, until their End. It calls cut, which ends the writing, where no reader takes
// them.
func (u *Unread) Begin(key string, bytes int, cut func()) *Part {
	u.mu.Lock()
	defer u.mu.Unlock()
	p := &Part{u, key, int64(bytes) + bytesOfAnswer, time.Now(), cut}
	u.parts[p] = struct{}{}
	u.all += p.bytes
	u.of[key] += p.bytes
	if u.of[key] > 2*u.share { // so many requests were let in at once
		p.cutOff()
	}
	return p
}

func (p *Part) cutOff() {
	p.drop()
	p.unread.cut.Add(1)
	p.cut()
}

// Moved says that the reader took some of the bytes.
func (p *Part) Moved() {
	p.unread.mu.Lock()
	defer p.unread.mu.Unlock()
	p.moved = time.Now()
}

// End says that nothing more is written.
func (p *Part) End() {
	p.unread.mu.Lock()
	defer p.unread.mu.Unlock()
	p.drop()
}

func (p *Part) drop() {
	u := p.unread
	if _, there := u.parts[p]; !there {
		return
	}
	delete(u.parts, p)
	u.all -= p.bytes
	if u.of[p.key] -= p.bytes; u.of[p.key] == 0 {
		delete(u.of, p.key)
	}
}
