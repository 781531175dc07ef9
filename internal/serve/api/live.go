package api

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/serve/tile"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The edition that answers.

// Live is an edition in use, with the valuer over it.
type Live struct {
	Edition *edition.Edition
	Valuer  *valuation.Valuer

	explainer  *explain.Explainer
	records    records
	published  time.Time         // when, zero for an edition of no folder
	newestSale func() gevel.Date // the last day on which one became known

	endpoints func() *router
	described func(base string) (packed, error)
	search    func() *search.Index
	bounds    func() *[4]float64 // of the map
	tiles     *tile.Maker
}

// NewLive returns an edition in use. Its characteristics are parameters of the endpoints, and
// its description asks about one of its homes; both are worked out when first asked for.
func NewLive(e *edition.Edition, v *valuation.Valuer) *Live {
	l := &Live{Edition: e, Valuer: v, explainer: explain.New(v), tiles: tile.New(v)}
	l.newestSale = sync.OnceValue(func() gevel.Date { return e.Sales().LastKnownDay(endOfTime) })
	surfaces := sync.OnceValue(func() []surface { return surfaces(e.Sales().Attributes) })
	l.endpoints = sync.OnceValue(func() *router { return newRouter(surfaces()) })
	texts := sync.OnceValues(func() (map[string]packed, error) { return describeAll(surfaces(), l) })
	l.search = sync.OnceValue(func() *search.Index { return search.New(e.AddressRows()) })
	l.bounds = sync.OnceValue(func() *[4]float64 { return boundsOf(e.Sales().At) })
	l.described = func(base string) (packed, error) {
		all, err := texts()
		return all[base], err
	}
	return l
}

// description returns the description of the published endpoints.
func (l *Live) description() (packed, error) { return l.described(base) }

// pageDescription returns that of the page's.
func (l *Live) pageDescription() (packed, error) { return l.described(pageBase) }

// batchDescription returns that of batches.
func (l *Live) batchDescription() (packed, error) { return l.described(batchPath) }

// Current is what answers now. A request takes it once and keeps it to its end,
// so that an edition is let go of when its last request ends.
type Current struct {
	live    atomic.Pointer[Live]
	swaps   atomic.Int64
	refused atomic.Pointer[[]Refused]
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

// swap lets another edition answer from now on.
func (c *Current) swap(l *Live) {
	c.live.Store(l)
	c.swaps.Add(1)
}
