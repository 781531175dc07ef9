package upload

import (
	"context"
	"io"
	"sync"
)

// What a caller sends is read before rows want it: a caller who goes away is noticed while rows wait for their rate,
// and a processor is given back before anything is waited for.

const (
	// aheadBytes is how much is read before it is wanted: some thousand rows.
	aheadBytes = 128 << 10
	// readBytes is how much is read at once.
	readBytes = 16 << 10
)

// ahead is a text that a goroutine of its own reads.
type ahead struct {
	read func([]byte) (int, error) // of the connection
	more chan struct{}             // holds one when there may be something to take
	room chan struct{}             // holds one when there may be room
	over chan struct{}             // closed when nothing more is read

	mu   sync.Mutex
	text []byte // not taken yet
	err  error  // what comes after it
	drop int64  // bytes still to be read for nothing, once that has begun
	done bool   // the text is not wanted any more
}

func newAhead(read func([]byte) (int, error)) *ahead {
	return &ahead{read: read, more: make(chan struct{}, 1), room: make(chan struct{}, 1), over: make(chan struct{})}
}

// run reads until the text ends, or ctx.
func (a *ahead) run(ctx context.Context) {
	defer close(a.over)
	defer notify(a.more)
	p := make([]byte, readBytes)
	for {
		n, err := a.read(p)
		full, end := a.put(p[:n], err)
		notify(a.more)
		for full && !end {
			select {
			case <-a.room:
				full, end = a.put(nil, nil)
			case <-ctx.Done():
				full, end = a.put(nil, ctx.Err())
			}
		}
		if end {
			return
		}
	}
}

// put takes what was read. It returns whether there is no room for more, and whether reading ends.
func (a *ahead) put(p []byte, err error) (full, end bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done {
		a.drop, a.err = a.drop-int64(len(p)), err
		return false, err != nil || a.drop <= 0
	}
	a.text, a.err = append(a.text, p...), err
	return len(a.text) >= aheadBytes, err != nil
}

// take takes text into p. Where there is none it returns 0, and why none will come, nil when some may.
func (a *ahead) take(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.text) == 0 {
		return 0, a.err
	}
	n := copy(p, a.text)
	a.text = a.text[:copy(a.text, a.text[n:])]
	notify(a.room)
	return n, nil
}

// ended reports whether the text was read to its end.
func (a *ahead) ended() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err == io.EOF //nolint:errorlint // connection.named wraps no end
}

// discard lets some more be read for nothing.
func (a *ahead) discard(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done, a.drop, a.text = true, bytes, nil
	notify(a.room)
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
