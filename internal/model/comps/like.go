package comps

import (
	"math"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Alike returns the n sales that Find would return first if every sale shared the home's leaves:
// the most similar ones in what is known of every home. It reorders the candidates,
// and uses dst when that has room.
func Alike(s *market.Sales, near []geo.Neighbour, candidates []stats.Ranked, n int, dst []Comparable) []Comparable {
	kept := mostSimilar(s, near, candidates, n, dst)
	for i := range kept {
		kept[i].Similarity = math.Exp(kept[i].Similarity)
	}
	return kept
}
