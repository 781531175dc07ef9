package pagedata

import (
	"sync"

	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/serve/tile"
	"github.com/gevel/gevel/internal/value/accuracy"
	"github.com/gevel/gevel/internal/value/explain"
)

// What the page's answers need of an edition beside its values.

type ofEdition struct {
	explainer  *explain.Explainer
	tiles      *tile.Maker
	accuracies *accuracy.Book
	desk       *propertyreport.Desk
	search     func() *search.Index
	bounds     func() *[4]float64 // of the map
}

var derived = live.NewPerEdition(func(l *live.Live) *ofEdition {
	explainer, accuracies := explain.New(l.Valuer), accuracy.NewBook(l.Edition)
	return &ofEdition{
		explainer: explainer, tiles: tile.New(l.Valuer), accuracies: accuracies,
		desk:   propertyreport.NewDesk(l.Valuer, explainer, accuracies),
		search: sync.OnceValue(func() *search.Index { return search.New(l.Edition.AddressRows()) }),
		bounds: sync.OnceValue(func() *[4]float64 { return boundsOf(l.Edition.Sales().At) }),
	}
})

func derivedOf(c frame.Call) *ofEdition { return derived.Of(c.Live) }

// Prepare makes the index of addresses, which a first search would wait for.
func Prepare(l *live.Live) { derived.Of(l).search() }
