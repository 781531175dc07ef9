package admission

import (
	"fmt"
	"sync/atomic"
	"testing"
)

func TestEachDoesAllOrSaysWhatFailedFirst(t *testing.T) {
	p := NewProcessors(func() int64 { return 0 })
	var done atomic.Int64
	const n = 10*turnHomes + 3
	if err := p.Each(t.Context(), "key", n, func(int) error { done.Add(1); return nil }); err != nil || done.Load() != n {
		t.Fatalf("%d of %d are done: %v", done.Load(), n, err)
	}
	done.Store(0)
	err := p.Each(t.Context(), "key", 1000*turnHomes, func(i int) error {
		if done.Add(1); i == 5 {
			return fmt.Errorf("home %d", i)
		}
		return nil
	})
	if err == nil || err.Error() != "home 5" || done.Load() == 1000*turnHomes {
		t.Errorf("home 5 fails: %v after %d homes", err, done.Load())
	}
	func() {
		defer func() {
			if recover() != "at home 40" {
				t.Error("a panic is not the caller's")
			}
		}()
		_ = p.Each(t.Context(), "key", n, func(i int) error {
			if i == 40 {
				panic("at home 40")
			}
			return nil
		})
	}()
	if taken, waiting := p.counts(); taken != 0 || waiting != 0 {
		t.Errorf("%d turns are still taken, and %d wait", taken, waiting)
	}
}

func TestSingleRequestsKeepHalfOfTheProcessors(t *testing.T) {
	came := int64(0)
	p := NewProcessors(func() int64 { return came })
	p.all = 4
	for _, want := range []struct {
		came int64
		most int
	}{{0, 4}, {1, 2}, {1, 2}, {2, 2}} {
		came = want.came
		p.Count()
		if got := p.most(); got != want.most {
			t.Errorf("after %d requests %d of 4 are taken, want %d", came, got, want.most)
		}
	}
	for range quietHomes {
		p.Count()
	}
	if p.most() != 4 {
		t.Errorf("after %d quiet homes only %d of 4 are taken", quietHomes, p.most())
	}
}
