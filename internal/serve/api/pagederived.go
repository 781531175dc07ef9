package api

import (
	"sync"

	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/serve/tile"
	"github.com/gevel/gevel/internal/value/explain"
)

// What the page's answers need of an edition beside its values.

type pageDerived struct {
	explainer *explain.Explainer
	tiles     *tile.Maker
	records   records
	search    func() *search.Index
	bounds    func() *[4]float64 // of the map
}

var derived = NewPerEdition(func(l *Live) *pageDerived {
	return &pageDerived{
		explainer: explain.New(l.Valuer), tiles: tile.New(l.Valuer),
		search: sync.OnceValue(func() *search.Index { return search.New(l.Edition.AddressRows()) }),
		bounds: sync.OnceValue(func() *[4]float64 { return boundsOf(l.Edition.Sales().At) }),
	}
})

func derivedOf(c call) *pageDerived { return derived.Of(c.live) }

// Prepare makes the index of addresses, which a first search would wait for.
func Prepare(l *Live) { derived.Of(l).search() }
