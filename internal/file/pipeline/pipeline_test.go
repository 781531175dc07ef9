package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/file/pipeline"
)

// TestMain holds that no goroutine outlives the work it was started for.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// upTo reads the numbers below n.
func upTo(n int) func(context.Context, func(int) error) error {
	return func(_ context.Context, hand func(int) error) error {
		for i := range n {
			if err := hand(i); err != nil {
				return err
			}
		}
		return nil
	}
}

func nothing(context.Context, int) error { return nil }

func TestBatchesAreWrittenInTheOrderReadHoweverLongEachTakes(t *testing.T) {
	const n = 50
	var wait [n + 1]chan struct{} // even batches end only after the odd one behind them
	for i := range wait {
		wait[i] = make(chan struct{})
	}
	var got []int
	err := pipeline.Stages[int]{
		Read: upTo(n),
		Work: func(ctx context.Context, i int) error {
			if i%2 == 0 {
				<-wait[i+1]
			}
			close(wait[i])
			return nil
		},
		Write:   func(i int) error { got = append(got, i); return nil },
		Workers: 4,
	}.Run(t.Context())
	if err != nil || len(got) != n || !slices.IsSorted(got) {
		t.Errorf("written are %v, %v", got, err)
	}
}

func TestTheFirstErrorInTheOrderOfTheFileIsReturned(t *testing.T) {
	later := make(chan struct{})
	var written []int
	err := pipeline.Stages[int]{
		Read: upTo(10),
		Work: func(_ context.Context, i int) error {
			switch i {
			case 3:
				<-later
				return errors.New("batch 3")
			case 4:
				close(later)
				return errors.New("batch 4")
			}
			return nil
		},
		Write:   func(i int) error { written = append(written, i); return nil },
		Workers: 2,
	}.Run(t.Context())
	if err == nil || err.Error() != "batch 3" || !slices.Equal(written, []int{0, 1, 2}) {
		t.Errorf("written are %v, err = %v; want the three before batch 3, which fails", written, err)
	}
}

func TestAnErrorOfReadingComesAfterWhatWasRead(t *testing.T) {
	broken := errors.New("broken")
	read := func(ctx context.Context, hand func(int) error) error {
		return errors.Join(upTo(7)(ctx, hand), broken)
	}
	written := 0
	err := pipeline.Stages[int]{Read: read, Work: nothing, Write: func(int) error { written++; return nil }}.Run(t.Context())
	if !errors.Is(err, broken) || written != 7 {
		t.Errorf("%d batches are written, err = %v", written, err)
	}
	stop := errors.New("stop")
	err = pipeline.Stages[int]{Read: read, Work: nothing, Write: func(int) error { return stop }}.Run(t.Context())
	if !errors.Is(err, stop) {
		t.Errorf("err = %v, want the error of the first batch", err)
	}
}

func TestAnErrorOrTheEndOfTheContextEndsEveryGoroutine(t *testing.T) {
	endless := func(_ context.Context, hand func(int) error) error {
		for i := 0; ; i++ {
			if err := hand(i); err != nil {
				return err
			}
		}
	}
	for _, at := range []string{"work", "write"} {
		ctx, cancel := context.WithCancel(t.Context())
		end := func(stage string) error {
			if stage == at {
				cancel()
			}
			return nil
		}
		err := pipeline.Stages[int]{
			Read:  endless,
			Work:  func(context.Context, int) error { return end("work") },
			Write: func(int) error { return end("write") },
		}.Run(ctx)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("canceled in %s: err = %v", at, err)
		}
	}
	fault := errors.New("fault")
	err := pipeline.Stages[int]{Read: endless, Work: nothing, Write: func(int) error { return fault }}.Run(t.Context())
	if !errors.Is(err, fault) {
		t.Errorf("err = %v, want %v", err, fault)
	}
}

func TestAContextThatEndsWithTheLastBatchIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := pipeline.Stages[int]{Read: upTo(1), Work: nothing, Write: func(int) error { cancel(); return nil }}.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestFewBatchesAreInFlight(t *testing.T) {
	for _, workers := range []int{1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			var read, written, most atomic.Int64
			err := pipeline.Stages[int]{
				Read: func(ctx context.Context, hand func(int) error) error {
					return upTo(500)(ctx, func(i int) error {
						most.Store(max(most.Load(), read.Add(1)-written.Load()))
						return hand(i)
					})
				},
				Work: nothing, Write: func(int) error { written.Add(1); return nil }, Workers: workers,
			}.Run(t.Context())
			if limit := int64(2*workers + 2); err != nil || most.Load() > limit {
				t.Errorf("%d batches are in flight, %v; want at most %d", most.Load(), err, limit)
			}
		})
	}
}

// TestAFaultOfAnImageIsAnError cuts an image short and looks at it while batches are read, and while one is worked on.
func TestAFaultOfAnImageIsAnError(t *testing.T) {
	path, numbers := filepath.Join(t.TempDir(), "image"), make([]int64, 1000)
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(image.Write(f, nil, &numbers), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	open, err := image.Open(path, nil, &numbers)
	if err == nil {
		err = os.Truncate(path, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	look := func(i int) error {
		if i == 3 {
			return fmt.Errorf("it is read: %d", numbers[0])
		}
		return nil
	}
	var written int
	write := func(int) error { written++; return nil }
	for name, s := range map[string]pipeline.Stages[int]{
		"read": {Write: write, Work: nothing, Read: func(_ context.Context, hand func(int) error) error {
			for i := range 5 {
				if err := errors.Join(look(i), hand(i)); err != nil {
					return err
				}
			}
			return nil
		}},
		"work": {Write: write, Read: upTo(5), Work: func(_ context.Context, i int) error { return look(i) }},
	} {
		written = 0
		if err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), path) || written != 3 {
			t.Errorf("%s: %d batches are written, %v", name, written, err)
		}
	}
	runtime.KeepAlive(open)
}
