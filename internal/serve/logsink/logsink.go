// Package logsink takes the lines of a log and never keeps their writer waiting: what
// nobody reads in time is dropped and counted.
package logsink

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"time"
)

// maxPending is how many bytes of lines wait to be written: some five thousand requests.
const maxPending = 1 << 20

// Sink is a writer of lines that never waits. Safe for concurrent use.
type Sink struct {
	out  io.Writer
	done chan struct{}

	mu      sync.Mutex
	wake    *sync.Cond
	pending []byte // whole lines
	closed  bool
	dropped int64 // lines, in all

	told int64 // lines dropped of which the log tells; of run alone
}

// New returns a sink whose lines go to out.
func New(out io.Writer) *Sink {
	s := &Sink{out: out, done: make(chan struct{})}
	s.wake = sync.NewCond(&s.mu)
	go s.run()
	return s
}

// Write takes one line. It drops it when too many wait already, and never fails.
func (s *Sink) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.pending)+len(line) > maxPending {
		s.dropped++
		return len(line), nil
	}
	s.pending = append(s.pending, line...)
	s.wake.Signal()
	return len(line), nil
}

// Dropped returns how many lines nobody will read.
func (s *Sink) Dropped() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}

// Close writes what waits, for at most so long.
func (s *Sink) Close(patience time.Duration) {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.wake.Signal()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-s.done:
	case <-late.C:
	}
}

// run writes what waits until the sink is closed.
func (s *Sink) run() {
	defer close(s.done)
	var lines []byte
	for {
		var untold int64
		if lines, untold = s.take(lines[:0]); lines == nil {
			return
		}
		if _, err := s.out.Write(lines); err != nil {
			s.drop(int64(bytes.Count(lines, []byte{'\n'})))
			continue
		}
		if untold > 0 && s.tell(untold) == nil {
			s.told += untold
		}
	}
}

// tell writes how many lines are missing.
func (s *Sink) tell(lines int64) error {
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Warn("log lines were dropped: nobody read them, or they could not be written",
		slog.Int64("lines", lines))
	_, err := s.out.Write(b.Bytes())
	return err
}

// take waits for lines and returns them, with how many were dropped since the log last told. The
// sink goes on with the room given. It returns nil once the sink is closed and empty.
func (s *Sink) take(room []byte) (lines []byte, untold int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) == 0 {
		if s.closed {
			return nil, 0
		}
		s.wake.Wait()
	}
	lines, s.pending = s.pending, room
	return lines, s.dropped - s.told
}

func (s *Sink) drop(lines int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped += lines
}
