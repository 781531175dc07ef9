package api

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/valuation"
)

// The edition that answers.

// Live is an edition in use, with the valuer over it.
type Live struct {
	Edition *edition.Edition
	Valuer  *valuation.Valuer

	published  time.Time         // when, zero for an edition of no folder
	newestSale func() gevel.Date // the last day on which one became known

	endpoints   func() map[string]*endpoint // by path
	description func() (packed, error)

	batchDescription func() ([]byte, error)
}

// NewLive returns an edition in use. Its characteristics are parameters of the endpoints, and
// its description asks about one of its homes; both are worked out when first asked for.
func NewLive(e *edition.Edition, v *valuation.Valuer) *Live {
	l := &Live{Edition: e, Valuer: v}
	all := sync.OnceValue(func() []endpoint { return endpoints(e.Sales().Attributes) })
	l.newestSale = sync.OnceValue(func() gevel.Date { return e.Sales().LastKnownDay(endOfTime) })
	l.endpoints = sync.OnceValue(func() map[string]*endpoint { return byPath(all()) })
	l.description = sync.OnceValues(func() (packed, error) {
		text, err := describe(all(), l.example())
		if err != nil {
			return packed{}, err
		}
		return pack(text)
	})
	l.batchDescription = sync.OnceValues(func() ([]byte, error) { return describeBatch(l) })
	return l
}

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
