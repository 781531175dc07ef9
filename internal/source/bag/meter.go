package bag

import (
	"math"
	"slices"
	"sync"
)

// joinShare is the share of the delivery's size that the joining counts for: a fifth of the progress bar.
const joinShare = 0.25

// meter counts the bytes read and reports progress. A member of a compressed inner zip counts as its share of
// that zip, so that the total is known from the start. The joining counts as additional bytes.
type meter struct {
	mu     sync.Mutex
	done   float64 // bytes
	size   int64   // of the delivery, bytes
	total  int64   // bytes, joining included
	report func(done, total int64)
}

func newMeter(size int64, report func(done, total int64)) *meter {
	return &meter{size: size, total: size + int64(joinShare*float64(size)), report: report}
}

func (m *meter) add(bytes float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reach(m.done + bytes)
}

func (m *meter) reach(bytes float64) {
	m.done = max(m.done, min(bytes, float64(m.total)))
	if m.report != nil {
		m.report(int64(m.done), m.total)
	}
}

// read reports the whole delivery as read, skipped parts included.
func (m *meter) read() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reach(float64(m.size))
}

// finish reports all as done.
func (m *meter) finish() { m.add(float64(m.total)) }

// stretch is a step of the joining.
type stretch struct {
	meter *meter
	bytes float64
}

// stretch returns a step of the joining that takes percent of it. All steps add up to 100.
func (m *meter) stretch(percent float64) stretch {
	return stretch{m, joinShare * float64(m.size) * percent / 100}
}

// tick is the number of rows between two reports, some hundredths of a second.
const tick = 1 << 15

// at reports row i of n, at every tick.
func (s stretch) at(i, n int) {
	if i%tick == 0 {
		s.add(float64(min(tick, n-i)) / float64(n))
	}
}

// add reports a further share of the step.
func (s stretch) add(share float64) {
	if s.meter != nil {
		s.meter.add(s.bytes * share)
	}
}

// sortFunc sorts rows, and reports its comparisons as a share of the most that it may need. Nearly sorted
// rows need fewer.
func sortFunc[T any](rows []T, compare func(a, b T) int, s stretch) {
	const every = 1 << 18 // comparisons
	// A quarter more than with perfect pivots.
	most := 1.25 * float64(len(rows)) * math.Log2(float64(len(rows)+2))
	n := 0
	slices.SortFunc(rows, func(a, b T) int {
		if n++; n%every == 0 && float64(n) <= most {
			s.add(every / most)
		}
		return compare(a, b)
	})
	s.add(max(0, 1-float64(n/every*every)/most))
}
