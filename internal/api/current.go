package api

import (
	"sync/atomic"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/valuation"
)

// Live is an edition in use, with the valuer over it.
type Live struct {
	Edition *edition.Edition
	Valuer  *valuation.Valuer
}

// Current is what answers now. A request takes it once and keeps it to its end,
// so that an edition is let go of when its last request ends.
type Current struct{ live atomic.Pointer[Live] }

// NewCurrent returns a Current that begins with an edition.
func NewCurrent(l *Live) *Current {
	c := new(Current)
	c.live.Store(l)
	return c
}

// Get returns what answers now.
func (c *Current) Get() *Live { return c.live.Load() }
