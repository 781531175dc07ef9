package api

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
)

// How much is in work at once. An answer that comes too late helps nobody, and a long
// queue makes all answers late: beyond what the processors can do, a request is turned
// away at once.

const (
	// answersPerProcessor is how many answers are worked on at once by a processor: more
	// than one, since a few wait for the disk that has the photos' catalogues.
	answersPerProcessor = 4

	// queuePerAnswer is how many requests wait for each that is in work. A valuation takes
	// a fraction of a millisecond: the last in the queue waits for a few of them.
	queuePerAnswer = 4

	// patience is the longest that a request waits for its turn.
	patience = 100 * time.Millisecond
)

// DefaultMaxInFlight is how many answers are in work at once unless said otherwise.
func DefaultMaxInFlight() int { return answersPerProcessor * runtime.GOMAXPROCS(0) }

// admission admits requests to a bounded number of places, in the order in which they
// came. Downloads, which wait for their readers and not for a processor, have no queue.
type admission struct {
	places   chan struct{} // holds one for each request in work
	most     int64         // how many may be in work or wait
	patience time.Duration
	present  atomic.Int64 // in work or waiting
	shed     atomic.Int64 // turned away
	came     atomic.Int64 // all
}

func newAdmission(places, queue int, patience time.Duration) *admission {
	return &admission{places: make(chan struct{}, places), most: int64(places + queue), patience: patience}
}

// enter takes a place, and waits for one when there is room to wait. Error:
// gevel.Unavailable, with no place taken.
func (a *admission) enter(ctx context.Context) error {
	a.came.Add(1)
	if a.present.Add(1) > a.most {
		return a.turnAway()
	}
	// Requests that have arrived wait for a processor, unseen and in any number, as long as others
	// keep it busy. Stepping back once lets them come this far and be counted.
	runtime.Gosched()
	select {
	case a.places <- struct{}{}:
		return nil
	default:
	}
	late := time.NewTimer(a.patience)
	defer late.Stop()
	select {
	case a.places <- struct{}{}:
		return nil
	case <-late.C:
		return a.turnAway()
	case <-ctx.Done(): // the caller went away
		a.present.Add(-1)
		return errBusy
	}
}

func (a *admission) turnAway() error {
	a.present.Add(-1)
	a.shed.Add(1)
	return errBusy
}

var errBusy = &gevel.Error{
	Code: gevel.Unavailable, Message: "too many requests are in work", Hint: "try again later",
}

func (a *admission) leave() {
	<-a.places
	a.present.Add(-1)
}

func (a *admission) inWork() int64 { return int64(len(a.places)) }

func (a *admission) waiting() int64 { return max(0, a.present.Load()-a.inWork()) }
