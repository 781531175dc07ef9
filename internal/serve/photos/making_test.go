package photos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
)

// asks has a number of callers ask for a picture, and returns what ends one and what all got, in order.
func asks(m *maker, name string, callers int, work func() ([]byte, error)) (leave []context.CancelFunc, got func() ([][]byte, []error)) {
	pictures, errs := make([][]byte, callers), make([]error, callers)
	var all sync.WaitGroup
	for i := range callers {
		ctx, cancel := context.WithCancel(context.Background())
		leave = append(leave, cancel)
		all.Go(func() { pictures[i], errs[i] = m.picture(ctx, name, work) })
		synctest.Wait() // the first asks first
	}
	return leave, func() ([][]byte, []error) {
		all.Wait()
		for _, cancel := range leave {
			cancel()
		}
		return pictures, errs
	}
}

// slow is work that ends when it is told to.
type slow struct {
	times int
	end   chan struct{}
}

func newSlow() *slow { return &slow{end: make(chan struct{})} }

func (s *slow) work() ([]byte, error) {
	s.times++
	<-s.end
	return []byte("picture"), nil
}

func TestAPictureIsMadeOnceForAllWhoAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMaker(4, time.Second), newSlow()
		leave, got := asks(m, "a", 5, s.work)
		leave[0]()
		leave[3]()
		synctest.Wait()
		close(s.end)
		pictures, errs := got()
		for i := range pictures {
			switch gone := errors.Is(errs[i], context.Canceled); {
			case i == 3 && !gone:
				t.Errorf("caller %d left, and got %q, %v", i, pictures[i], errs[i])
			case i != 0 && i != 3 && (string(pictures[i]) != "picture" || errs[i] != nil):
				t.Errorf("caller %d got %q, %v", i, pictures[i], errs[i])
			}
		}
		if s.times != 1 {
			t.Errorf("it was made %d times", s.times)
		}
		if len(m.making) != 0 {
			t.Errorf("%d pictures are in the making", len(m.making))
		}
	})
}

func TestAPictureThatHasNoPlaceInTimeIsUnavailable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, first, second := newMaker(1, 10*time.Second), newSlow(), newSlow()
		_, gotFirst := asks(m, "a", 1, first.work)
		_, gotSecond := asks(m, "b", 2, second.work)
		_, errs := gotSecond() // time goes on when all wait
		for _, err := range errs {
			if gevel.CodeOf(err) != gevel.Unavailable {
				t.Errorf("%v, want %s", err, gevel.Unavailable)
			}
		}
		close(first.end)
		if _, errs := gotFirst(); errs[0] != nil || second.times != 0 {
			t.Errorf("%v; the second was made %d times", errs[0], second.times)
		}
		close(second.end)
		if _, err := m.picture(t.Context(), "b", second.work); err != nil {
			t.Errorf("later: %v", err)
		}
	})
}

func TestWhatNoOneWaitsForIsNotMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, first, second := newMaker(1, time.Second), newSlow(), newSlow()
		_, gotFirst := asks(m, "a", 1, first.work)
		leave, gotSecond := asks(m, "b", 2, second.work)
		leave[0]()
		leave[1]()
		_, errs := gotSecond()
		if !errors.Is(errs[0], context.Canceled) || !errors.Is(errs[1], context.Canceled) {
			t.Errorf("%v", errs)
		}
		close(first.end)
		gotFirst()
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := m.picture(gone, "c", second.work); !errors.Is(err, context.Canceled) || second.times != 0 {
			t.Errorf("%v, made %d times", err, second.times)
		}
		if len(m.making) != 0 || !m.places.TryAcquire(1) {
			t.Errorf("%d pictures are in the making, or hold a place", len(m.making))
		}
	})
}

func TestTheLastWhoWaitsHasThePictureMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, first, second := newMaker(1, time.Second), newSlow(), newSlow()
		_, gotFirst := asks(m, "a", 1, first.work)
		leave, gotSecond := asks(m, "b", 2, second.work)
		leave[0]() // who asked first
		synctest.Wait()
		close(second.end)
		close(first.end)
		gotFirst()
		if pictures, errs := gotSecond(); string(pictures[1]) != "picture" || errs[1] != nil || second.times != 1 {
			t.Errorf("%q, %v, made %d times", pictures[1], errs[1], second.times)
		}
	})
}

func TestAPanicLeavesTheWorkToWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, end := newMaker(1, time.Second), make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_, err := m.picture(context.Background(), "a", func() ([]byte, error) { <-end; panic("damaged") })
			t.Error("no panic, but", err)
		})
		synctest.Wait()
		_, got := asks(m, "a", 1, func() ([]byte, error) { return []byte("picture"), nil })
		close(end)
		all.Wait()
		if pictures, errs := got(); string(pictures[0]) != "picture" || errs[0] != nil {
			t.Errorf("who waited got %q, %v", pictures[0], errs[0])
		}
	})
}

func TestAFailureIsOfAllWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, end, times, damaged := newMaker(1, time.Second), make(chan struct{}), 0, errors.New("damaged")
		_, got := asks(m, "a", 3, func() ([]byte, error) {
			times++
			<-end
			return nil, damaged
		})
		close(end)
		if _, errs := got(); !slices.Equal(errs, []error{damaged, damaged, damaged}) || times != 1 {
			t.Errorf("%v, made %d times", errs, times)
		}
	})
}

func TestWhoCannotBeServedInTimeIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMaker(1, time.Minute), newSlow()
		var all sync.WaitGroup
		for i := range mostMaking {
			all.Go(func() {
				if _, err := m.picture(t.Context(), fmt.Sprint(i), s.work); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		var refused *gevel.Error
		if _, err := m.picture(t.Context(), "one more", s.work); !errors.As(err, &refused) || refused.RetryAfter < time.Second {
			t.Errorf("%v, want that it is unavailable, and when to ask again", err)
		}
		close(s.end)
		all.Wait()
		if _, err := m.picture(t.Context(), "one more", s.work); err != nil || s.times != mostMaking+1 {
			t.Errorf("later: %v, %d were made", err, s.times)
		}
	})
}
