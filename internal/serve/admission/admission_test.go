package admission

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gevel/gevel"
)

func TestBeyondPlacesAndQueueRequestsAreTurnedAwayAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newPlaces(2, 2, 1, time.Second)
		for range 2 {
			if err := a.Enter(t.Context(), "a"); err != nil {
				t.Fatal(err)
			}
		}
		waited := make(chan error)
		go func() { waited <- a.Enter(t.Context(), "a") }()
		synctest.Wait()
		before := time.Now()
		if err := a.Enter(t.Context(), "a"); gevel.CodeOf(err) != gevel.Unavailable || time.Since(before) != 0 {
			t.Errorf("beyond the queue: %v after %s", err, time.Since(before))
		}
		a.Leave("a")
		if err := <-waited; err != nil {
			t.Errorf("the one that waited got no place: %v", err)
		}
		if a.waiting() != 0 {
			t.Errorf("%d wait", a.waiting())
		}
	})
}

func TestNobodyWaitsLongerThanTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newPlaces(1, 1, 5, 100*time.Millisecond)
		if err := a.Enter(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		before := time.Now()
		err := a.Enter(t.Context(), "a")
		if took := time.Since(before); gevel.CodeOf(err) != gevel.Unavailable || took != 100*time.Millisecond {
			t.Errorf("got %v after %s", err, took)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := a.Enter(gone, "a"); gevel.CodeOf(err) != gevel.Unavailable {
			t.Errorf("a caller that went away: %v", err)
		}
		a.Leave("a")
		if err := a.Enter(t.Context(), "a"); err != nil {
			t.Errorf("the place is lost: %v", err)
		}
	})
}

func TestTheBoundFollowsTheProcessors(t *testing.T) {
	if got, want := DefaultMaxInFlight(), 4*runtime.GOMAXPROCS(0); got != want {
		t.Errorf("%d answers at once, want %d", got, want)
	}
}
