// Package logsink takes log lines without ever blocking their writer: when the output is too slow it drops
// and counts lines.
package logsink

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"time"
)

// maxPending is the limit for lines waiting to be written, bytes: some five thousand requests.
const maxPending = 1 << 20

// Sink is a writer of lines that never blocks. Safe for concurrent use.
type Sink struct {
	out  io.Writer
	done chan struct{}

	mu      sync.Mutex
	wake    *sync.Cond
	pending []byte // whole lines
	closed  bool
	dropped int64 // total lines

	reported int64 // dropped lines that the log has reported; used by run alone
}

// New returns a sink whose lines go to out.
func New(out io.Writer) *Sink {
	s := &Sink{out: out, done: make(chan struct{})}
	s.wake = sync.NewCond(&s.mu)
	go s.run()
	return s
}

// Write queues one line. It drops the line when too many wait already, and never fails.
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

// Dropped returns the number of dropped lines.
func (s *Sink) Dropped() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}

// Close writes the waiting lines, and gives up after patience.
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

// run writes waiting lines until the sink is closed.
func (s *Sink) run() {
	defer close(s.done)
	var lines []byte
	for {
		var unreported int64
		if lines, unreported = s.take(lines[:0]); lines == nil {
			return
		}
		if _, err := s.out.Write(lines); err != nil {
			s.drop(int64(bytes.Count(lines, []byte{'\n'})))
			continue
		}
		if unreported > 0 && s.report(unreported) == nil {
			s.reported += unreported
		}
	}
}

// report writes to the log how many lines are missing.
func (s *Sink) report(lines int64) error {
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Warn("log lines were dropped: they were not read in time, or could not be written",
		slog.Int64("lines", lines))
	_, err := s.out.Write(b.Bytes())
	return err
}

// take waits for lines and returns them, with the number of dropped lines that the log has not reported. The
// sink continues with room as its buffer. It returns nil once the sink is closed and empty.
func (s *Sink) take(room []byte) (lines []byte, unreported int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.pending) == 0 {
		if s.closed {
			return nil, 0
		}
		s.wake.Wait()
	}
	lines, s.pending = s.pending, room
	return lines, s.dropped - s.reported
}

func (s *Sink) drop(lines int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped += lines
}
