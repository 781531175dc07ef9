package pagedata

import (
	"sync"

	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/tile"
)

// What the page's answers need of an edition beside its values.

type ofEdition struct {
	tiles      *tile.Maker
	accuracies *accuracy.Book
	desk       *propertyreport.Desk
	bounds     func() *[4]float64 // of the map
}

var derived = live.NewPerEdition(func(l *live.Live) *ofEdition {
	accuracies := accuracy.NewBook(l.Edition)
	return &ofEdition{
		tiles: tile.New(l.Valuer), accuracies: accuracies,
		desk:   propertyreport.NewDesk(l.Valuer, endpoints.Explainer(l), accuracies),
		bounds: sync.OnceValue(func() *[4]float64 { return boundsOf(l.Edition.Sales().At) }),
	}
})

func derivedOf(c frame.Call) *ofEdition { return derived.Of(c.Live) }

// Tiles returns what draws the map of an edition, and finds what lies where.
func Tiles(l *live.Live) *tile.Maker { return derived.Of(l).tiles }
