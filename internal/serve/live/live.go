// Package live holds the edition that answers, follows the folder of editions, and swaps newer ones in.
package live

import (
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/image"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/serve/metric"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The edition that answers.

// Live is an edition in use, with the valuer over it.
type Live struct {
	Edition *edition.Edition
	Valuer  *valuation.Valuer

	published  time.Time         // zero for an edition of no folder
	newestSale func() gevel.Date // the last day on which a sale became known
	watch      func() *accuracy.Watch
	derived    sync.Map // by the PerEdition that made it
	lost       atomic.Pointer[gevel.Error]
}

// New returns an edition in use.
func New(e *edition.Edition, v *valuation.Valuer) *Live {
	return &Live{
		Edition: e, Valuer: v,
		newestSale: sync.OnceValue(func() gevel.Date { return e.Sales().LastKnownDay(endOfTime) }),
		watch: sync.OnceValue(func() *accuracy.Watch {
			models := v.Vintages()
			return accuracy.NewWatch(e, models[len(models)-1])
		}),
	}
}

// endOfTime lies after every day on which a sale is known.
const endOfTime = gevel.Date(math.MaxInt32)

// Lost returns gevel.Unavailable once the edition is known to be no more what was opened: nothing is answered from it, and
// it is opened anew.
func (l *Live) Lost() error {
	if err := l.lost.Load(); err != nil {
		return err
	}
	return nil
}

// Check asks the file system whether the edition is still what was opened. Error: see Lost.
func (l *Live) Check() error {
	if err := l.Edition.Sound(); err != nil {
		l.lost.CompareAndSwap(nil, unreadable(err))
	}
	return l.Lost()
}

// Fault returns gevel.Unavailable for a panic that came of reading an edition, nil for any other. If it was this one, it is
// lost. Without an edition l is nil.
func (l *Live) Fault(recovered any) error {
	fault := image.FaultOf(recovered)
	if fault == nil {
		return nil
	}
	if l != nil {
		_ = l.Check()
	}
	return unreadable(fault)
}

func unreadable(cause error) *gevel.Error {
	return &gevel.Error{
		Code: gevel.Unavailable, Message: "the edition can't be read any more", Hint: "try again in a moment: it is opened anew",
		RetryAfter: followEvery, Err: cause,
	}
}

// NewestSale returns the last day on which a sale of the edition became known.
func (l *Live) NewestSale() gevel.Date { return l.newestSale() }

// Watch returns what sales since say of the edition's values; nil where it holds no errors of models.
func (l *Live) Watch() *accuracy.Watch { return l.watch() }

// PerEdition is what a subject works out of an edition: once, when it is first asked for, and kept for as long as the
// edition is in use.
type PerEdition[T any] struct{ make func(*Live) T }

// NewPerEdition returns a PerEdition of what make works out.
func NewPerEdition[T any](make func(*Live) T) *PerEdition[T] { return &PerEdition[T]{make} }

// Of returns what was worked out of an edition.
func (p *PerEdition[T]) Of(l *Live) T {
	made, ok := l.derived.Load(p)
	if !ok {
		made, _ = l.derived.LoadOrStore(p, sync.OnceValue(func() T { return p.make(l) }))
	}
	return made.(func() T)()
}

// Current is what answers now. A request takes it once and keeps it to its end,
// so an edition is freed when its last request ends.
type Current struct {
	live    atomic.Pointer[Live]
	swaps   atomic.Int64
	refused atomic.Pointer[[]Refused]

	mu   sync.Mutex
	left []weak.Pointer[Live] // editions that were swapped out and may still be in memory
}

// Refused is an edition that is newer than the one that answers, and can't answer.
type Refused struct {
	Edition string    // id
	Since   time.Time // when that was seen first
}

// NewCurrent returns a Current that begins with an edition.
func NewCurrent(l *Live) *Current {
	c := new(Current)
	c.live.Store(l)
	return c
}

// Get returns what answers now.
func (c *Current) Get() *Live { return c.live.Load() }

// Refused returns the newer editions that can't answer, the newest first.
func (c *Current) Refused() []Refused {
	if list := c.refused.Load(); list != nil {
		return *list
	}
	return nil
}

// Swap makes another edition the one that answers.
func (c *Current) Swap(l *Live) {
	old := c.live.Swap(l)
	c.swaps.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = append(c.left, weak.Make(old))
}

// Release gives memory back to the system as long as an edition that was swapped out is held, and once more when it is
// gone: by itself a service that answers few requests collects its garbage minutes later. It reports whether all are
// gone. Pools keep an edition for two collections after its last request.
func (c *Current) Release() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.left) == 0 {
		return true
	}
	debug.FreeOSMemory()
	c.left = slices.DeleteFunc(c.left, func(l weak.Pointer[Live]) bool { return l.Value() == nil })
	return len(c.left) == 0
}

// Metrics returns the metrics of the edition that answers, and of those that were swapped in or refused.
func (c *Current) Metrics() []prometheus.Collector {
	return []prometheus.Collector{
		editionMetrics{c},
		metric.Counter("gevel_edition_swaps_total", "Editions swapped in since the start.",
			metric.Number(&c.swaps)),
		metric.Gauge("gevel_editions_refused", "Editions newer than the one that answers which can't answer.",
			func() float64 { return float64(len(c.Refused())) }),
	}
}

// editionMetrics are which edition answers and when its parts were made. They are moments and not ages: a query works
// out ages by its own clock.
type editionMetrics struct{ current *Current }

var (
	editionInfo = prometheus.NewDesc("gevel_edition_info", "The edition that answers; always 1.",
		[]string{"edition"}, nil)
	editionPublished = prometheus.NewDesc("gevel_edition_published_timestamp_seconds",
		"When the edition that answers was published.", nil, nil)
	editionNewestSale = prometheus.NewDesc("gevel_edition_newest_sale_timestamp_seconds",
		"The last day on which a sale of the edition that answers became known.", nil, nil)
	editionNewestModel = prometheus.NewDesc("gevel_edition_newest_model_timestamp_seconds",
		"The day of the newest model of the edition that answers.", nil, nil)
	editionAlarms = prometheus.NewDesc("gevel_edition_value_alarms",
		"Alarms of values that newer sales speak against: prices above or below them, or intervals too narrow.",
		[]string{"what"}, nil)
)

// Describe says what Collect will yield.
func (editionMetrics) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{editionInfo, editionPublished, editionNewestSale, editionNewestModel, editionAlarms} {
		ch <- d
	}
}

// Collect yields the edition in use now.
func (e editionMetrics) Collect(ch chan<- prometheus.Metric) {
	// An edition that can't be read has none until it is opened anew.
	_ = image.Guard(func() error {
		e.collect(ch)
		return nil
	})
}

func (e editionMetrics) collect(ch chan<- prometheus.Metric) {
	live := e.current.Get()
	ch <- prometheus.MustNewConstMetric(editionInfo, prometheus.GaugeValue, 1, live.Edition.ID())
	moment := func(d *prometheus.Desc, at time.Time) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, metric.Seconds(at))
	}
	if !live.published.IsZero() {
		moment(editionPublished, live.published)
	}
	vintages := live.Valuer.Vintages()
	moment(editionNewestModel, vintages[len(vintages)-1].AsOf.Time())
	for what, alarms := range live.Watch().Counts() {
		ch <- prometheus.MustNewConstMetric(editionAlarms, prometheus.GaugeValue, float64(alarms), string(what))
	}
	if live.Edition.Sales().Len() > 0 {
		moment(editionNewestSale, live.NewestSale().Time())
	}
}
