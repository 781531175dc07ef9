// Package admission bounds how much is in work at once, and turns away what is too much.
package admission

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/metric"
)

// How much is in work at once. A long queue makes all answers late: beyond what the processors can do, a request is
// turned away at once.

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

// MostAtOnce is more than any machine works on, or holds open.
const MostAtOnce = 1 << 20

// Settings say how much is in work at once.
type Settings struct {
	MaxInFlight int `env:"GEVEL_MAX_IN_FLIGHT" placeholder:"N" help:"Answers worked on at once; a few more wait, and others get 503 (default: 4 a processor; env ${env})."`
}

// Validate refuses what no machine can do.
func (s *Settings) Validate() error {
	if s.MaxInFlight < 0 || s.MaxInFlight > MostAtOnce {
		return fmt.Errorf("--max-in-flight must be from 1 to %d, or 0 for the default", MostAtOnce)
	}
	return nil
}

// Load is what is in work, by kind. Slow downloads leave room for answers, and so do answers about photos, which wait
// for a bucket that may be away.
type Load struct{ Answers, Photos, Downloads *Places }

// New returns the places of a service that has so many for downloads.
func New(s Settings, downloads int) *Load {
	most := cmp.Or(s.MaxInFlight, DefaultMaxInFlight())
	return &Load{
		Answers:   newPlaces(most, queuePerAnswer*most, patience),
		Photos:    newPlaces(most, queuePerAnswer*most, patience),
		Downloads: newPlaces(max(1, downloads), 0, 0),
	}
}

// Metrics returns the metrics of how busy the service is and of the requests that it turned away.
func (l *Load) Metrics() []prometheus.Collector {
	shed := func(what string, p *Places) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "gevel_http_requests_shed_total", Help: "Requests turned away because too many were in work.",
			ConstLabels: prometheus.Labels{"what": what},
		}, func() float64 { return float64(p.shed.Load()) })
	}
	return []prometheus.Collector{
		metric.Gauge("gevel_http_requests_in_flight", "Requests in work now.",
			func() float64 { return float64(l.Answers.inWork() + l.Photos.inWork() + l.Downloads.inWork()) }),
		metric.Gauge("gevel_http_requests_waiting", "Requests that wait for their turn now.",
			func() float64 { return float64(l.Answers.waiting() + l.Photos.waiting()) }),
		shed("answers", l.Answers), shed("photos", l.Photos), shed("downloads", l.Downloads),
	}
}

// Places admits requests to a bounded number of places, in the order in which they
// came. Downloads, which wait for their readers and not for a processor, have no queue.
type Places struct {
	places   chan struct{} // holds one for each request in work
	most     int64         // how many may be in work or wait
	patience time.Duration
	present  atomic.Int64 // in work or waiting
	shed     atomic.Int64 // turned away
	came     atomic.Int64 // all
}

// newPlaces returns so many places, with a queue before them and how long a request waits in it at most.
func newPlaces(places, queue int, patience time.Duration) *Places {
	return &Places{places: make(chan struct{}, places), most: int64(places + queue), patience: patience}
}

// Enter takes a place, and waits for one when there is room to wait. Error:
// gevel.Unavailable, with no place taken.
func (p *Places) Enter(ctx context.Context) error {
	p.came.Add(1)
	if p.present.Add(1) > p.most {
		return p.turnAway()
	}
	// Requests that have arrived wait for a processor, unseen and in any number, as long as others
	// keep it busy. Stepping back once lets them come this far and be counted.
	runtime.Gosched()
	select {
	case p.places <- struct{}{}:
		return nil
	default:
	}
	late := time.NewTimer(p.patience)
	defer late.Stop()
	select {
	case p.places <- struct{}{}:
		return nil
	case <-late.C:
		return p.turnAway()
	case <-ctx.Done(): // the caller went away
		p.present.Add(-1)
		return errBusy
	}
}

func (p *Places) turnAway() error {
	p.present.Add(-1)
	p.shed.Add(1)
	return errBusy
}

var errBusy = &gevel.Error{
	Code: gevel.Unavailable, Message: "too many requests are in work", Hint: "try again later",
}

// Leave gives a place back.
func (p *Places) Leave() {
	<-p.places
	p.present.Add(-1)
}

// Came returns how many requests have come.
func (p *Places) Came() int64 { return p.came.Load() }

func (p *Places) inWork() int64 { return int64(len(p.places)) }

func (p *Places) waiting() int64 { return max(0, p.present.Load()-p.inWork()) }
