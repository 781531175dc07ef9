package api

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/valuation"
)

// The edition that answers, and the swap to a newer one.

// Live is an edition in use, with the valuer over it.
type Live struct {
	Edition *edition.Edition
	Valuer  *valuation.Valuer

	endpoints   func() map[string]*endpoint // by path
	description func() ([]byte, error)
}

// NewLive returns an edition in use. Its characteristics are parameters of the endpoints, and
// its description asks about one of its homes; both are worked out when first asked for.
func NewLive(e *edition.Edition, v *valuation.Valuer) *Live {
	l := &Live{Edition: e, Valuer: v}
	all := sync.OnceValue(func() []endpoint { return endpoints(e.Sales().Attributes) })
	l.endpoints = sync.OnceValue(func() map[string]*endpoint { return byPath(all()) })
	l.description = sync.OnceValues(func() ([]byte, error) { return describe(all(), l.example()) })
	return l
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

// followEvery is how often the folder of editions is looked at: one directory
// listing, for editions that come once a month.
const followEvery = 2 * time.Second

// OpenNewest opens the newest edition under dir for answering.
func OpenNewest(dir string) (*Live, error) {
	newest, err := edition.Newest(dir)
	if err != nil {
		return nil, err
	}
	return open(newest)
}

func open(dir string) (*Live, error) {
	e, err := edition.Open(dir)
	if err != nil {
		return nil, err
	}
	v, err := valuation.New(e)
	if err != nil {
		return nil, err
	}
	return NewLive(e, v), nil
}

// Follow lets each edition that is published under dir answer from then on, until
// ctx ends. One that can't be opened is logged once and leaves the old one in
// place.
func (c *Current) Follow(ctx context.Context, dir string, log *slog.Logger) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	refused := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		refused = c.look(dir, refused, log)
	}
}

// look swaps in the newest edition under dir when it is not the one that answers.
// It returns the directory of an edition that was refused, which it is not to try
// again.
func (c *Current) look(dir, refused string, log *slog.Logger) string {
	newest, err := edition.Newest(dir)
	if err != nil || newest == refused || filepath.Base(newest) == c.Get().Edition.ID() {
		return refused
	}
	live, err := open(newest)
	if err != nil {
		log.Error("edition not opened, the old one stays", slog.String("dir", newest), slog.Any("error", err))
		return newest
	}
	c.live.Store(live)
	log.Info("edition swapped in", slog.String("edition", live.Edition.ID()))
	return ""
}
