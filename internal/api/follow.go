package api

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/valuation"
)

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
	return &Live{Edition: e, Valuer: v}, nil
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
