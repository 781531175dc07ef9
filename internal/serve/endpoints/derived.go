package endpoints

import (
	"sync"

	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/value/explain"
)

// What the endpoints need of an edition beside its values.

type ofEdition struct {
	explainer *explain.Explainer
	search    func() *search.Index
}

var derived = live.NewPerEdition(func(l *live.Live) *ofEdition {
	return &ofEdition{
		explainer: explain.New(l.Valuer),
		search:    sync.OnceValue(func() *search.Index { return search.New(l.Edition.AddressRows()) }),
	}
})

func derivedOf(c frame.Call) *ofEdition { return derived.Of(c.Live) }

// Addresses returns the index of addresses, which the first who asks waits for.
func Addresses(l *live.Live) *search.Index { return derived.Of(l).search() }

// Prepare makes the index of addresses.
func Prepare(l *live.Live) { Addresses(l) }
