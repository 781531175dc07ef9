package endpoints

import (
	"sync"

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

// Explainer returns what explains the values of an edition.
func Explainer(l *live.Live) *explain.Explainer { return derived.Of(l).explainer }

// Addresses returns the index of addresses, which the first who asks waits for.
func Addresses(l *live.Live) *search.Index { return derived.Of(l).search() }

// Prepare makes the index of addresses.
func Prepare(l *live.Live) { Addresses(l) }
