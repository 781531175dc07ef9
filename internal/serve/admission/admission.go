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
	"github.com/gevel/gevel/internal/serve/measure"
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

	// mostBodies is how many bodies of kilobytes are read at once.
	mostBodies = 256
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
// for a bucket that may be away, and pages of a layer of homes, each the work of hundreds of answers. Bodies of kilobytes
// are being read; portfolios hold theirs in memory.
type Load struct {
	Of     map[measure.Place]*Places // without those that nothing bounds here
	Bodies *Places
	Unread *Unread
}

// New returns the places of a service that has so many for downloads.
func New(s Settings, downloads int) *Load {
	most := cmp.Or(s.MaxInFlight, DefaultMaxInFlight())
	quick := func() *Places { return newPlaces(most, (most+1)/2, queuePerAnswer*most, patience) }
	return &Load{
		Of: map[measure.Place]*Places{
			measure.Answers: quick(), measure.Photos: quick(), measure.Agents: quick(), measure.Layers: quick(),
			measure.Portfolios: newPlaces(most, max(1, most/4), 0, 0),
			measure.Downloads:  newPlaces(max(1, downloads), max(1, downloads), 0, patience),
		},
		Bodies: newPlaces(mostBodies, mostBodies/4, 0, 0), Unread: NewUnread(),
	}
}

// Metrics returns the metrics of how busy the service is and of the requests that it turned away.
func (l *Load) Metrics() []prometheus.Collector {
	shed := func(what string, p *Places) prometheus.Collector {
		return metric.Counter("gevel_http_requests_shed_total", "Requests turned away because too many were in work.",
			metric.Number(&p.shed), "what", what)
	}
	sum := func(count func(*Places) int64, of ...measure.Place) func() float64 {
		return func() (total float64) {
			for _, place := range of {
				total += float64(count(l.Of[place]))
			}
			return total
		}
	}
	all := []prometheus.Collector{
		metric.Gauge("gevel_http_requests_in_flight", "Requests in work now.",
			sum((*Places).inWork, measure.Answers, measure.Photos, measure.Layers, measure.Downloads)),
		metric.Gauge("gevel_http_requests_waiting", "Requests that wait for their turn now.",
			sum((*Places).waiting, measure.Answers, measure.Photos, measure.Layers, measure.Agents)),
		metric.Gauge("gevel_http_unread_bytes", "Bytes of answers that wait for their readers now.", l.Unread.bytes),
		metric.Counter("gevel_http_unread_cut_total", "Answers cut off because their readers stood still.",
			metric.Number(&l.Unread.cut)),
		shed("bodies", l.Bodies),
	}
	for place, p := range l.Of {
		all = append(all, shed(string(place), p))
	}
	return all
}

// Places admits requests to a bounded number of places, in turn by key. Downloads, which wait for their readers and not
// for a processor, have no queue.
type Places struct {
	turns    *Turns
	patience time.Duration
	shed     atomic.Int64 // turned away
	came     atomic.Int64 // all
}

// newPlaces returns so many places, a share of them for one key, with a queue before them and how long a request
// waits in it at most.
func newPlaces(places, share, queue int, patience time.Duration) *Places {
	return &Places{turns: NewTurns(func() int { return places }, func() int { return share }, queue), patience: patience}
}

// Enter takes a place for a key, and waits for one when there is room to wait. Error: gevel.Unavailable, with no place
// taken.
func (p *Places) Enter(ctx context.Context, key string) error {
	p.came.Add(1)
	// Requests that have arrived wait for a processor, unseen and in any number, as long as others
	// keep it busy. Stepping back once lets them come this far and be counted.
	runtime.Gosched()
	mine := p.turns.ask(key)
	if mine == granted {
		return nil
	}
	late, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	if p.turns.wait(late, key, mine) == nil {
		return nil
	}
	if ctx.Err() == nil { // the caller is still there
		p.shed.Add(1)
	}
	return errBusy
}

var errBusy = &gevel.Error{
	Code: gevel.Unavailable, Message: "too many requests are in work", Hint: "try again later",
}

// Leave gives a key's place back.
func (p *Places) Leave(key string) { p.turns.Give(key) }

// Came returns how many requests have come.
func (p *Places) Came() int64 { return p.came.Load() }

func (p *Places) inWork() int64 {
	taken, _ := p.turns.counts()
	return taken
}

func (p *Places) waiting() int64 {
	_, waiting := p.turns.counts()
	return waiting
}
