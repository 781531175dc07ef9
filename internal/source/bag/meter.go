package bag

import "sync"

// meter adds up how much of a delivery is done and reports it. A member that
// lies in a deflated zip counts with its share of that zip, so that the total is
// known from the start.
type meter struct {
	mu     sync.Mutex
	done   float64 // bytes
	total  int64   // bytes
	report func(done, total int64)
}

func newMeter(total int64, report func(done, total int64)) *meter {
	return &meter{total: total, report: report}
}

func (m *meter) add(bytes float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += bytes
	if m.report != nil {
		m.report(min(int64(m.done), m.total), m.total)
	}
}

// finish reports the whole delivery as done, skipped parts included.
func (m *meter) finish() { m.add(float64(m.total)) }
