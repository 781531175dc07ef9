package comps

// Weighs adjusted comparables into one indication.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Indication is the comparables' indication of the subject's price, in log euros.
type Indication struct {
	Value     float64
	Effective float64 // effective number of comparables, (sum w)^2 / sum w^2
}

const (
	// leastCounting is the least number of comparables that make an indication: by similarity alone none
	// gets more than its even share of so many, before outlying prices count less. Otherwise the same flat
	// two floors up, sold last week, would be the whole market.
	leastCounting = 4
	// An adjusted price counts half at outlyingSpreads median distances from the middle of all. leastOutlying is
	// the least value of that distance, in log euros: prices that lie closer together do so by chance.
	outlyingSpreads = 1.5
	leastOutlying   = 0.10
)

// Weigh sets the weights of comparables with adjusted prices, puts the heaviest
// first, and returns the indication: the mean of the adjusted prices weighted by
// similarity, with less weight on outlying prices (the weights of a Cauchy error).
func Weigh(found []Comparable) Indication {
	middle, spread := weighBySimilarity(found)
	weighByPrice(found, middle, spread)
	slices.SortFunc(found, func(a, b Comparable) int { return larger(a.Weight, b.Weight, a.Row, b.Row) })
	slices.SortFunc(found[:min(References, len(found))], moreSimilar) // the order of the sums stays what it was
	in := Indication{Value: mean(found)}
	squares := 0.0
	for _, c := range found {
		squares += c.Weight * c.Weight
	}
	in.Effective = 1 / squares
	return in
}

// weighBySimilarity sets the weights to the similarities, capped so that none gets more than its share, and returns
// the middle of the adjusted prices and their median distance to it.
func weighBySimilarity(found []Comparable) (middle, spread float64) {
	var room [2][Used]float64
	prices, weights := room[0][:0], room[1][:0]
	most := mostSimilarity(found)
	for i := range found {
		c := &found[i]
		c.Weight = math.Min(c.Similarity, most)
		prices, weights = append(prices, c.Adjusted), append(weights, c.Weight)
	}
	middle, _ = stats.WeightedMedian(prices, weights)
	for i, price := range prices {
		prices[i] = math.Abs(price - middle)
	}
	spread, _ = stats.WeightedMedian(prices, weights)
	return middle, spread
}

// mostSimilarity returns the cap on similarities.
func mostSimilarity(found []Comparable) float64 {
	var room [Used]float64
	descending := room[:0]
	for _, c := range found {
		descending = append(descending, c.Similarity)
	}
	slices.SortFunc(descending, func(a, b float64) int { return cmp.Compare(b, a) })
	last := min(leastCounting, len(descending)) - 1
	for k, s := range descending[:last] {
		// With the k before it capped too, this is their even share of all.
		if share := sum(descending[k:]) / float64(leastCounting-k); s <= share {
			return share
		}
	}
	return sum(descending[last:])
}

func sum(values []float64) (total float64) {
	for _, v := range values {
		total += v
	}
	return total
}

// weighByPrice reduces the weight of outlying prices, and scales the weights to a sum of 1.
func weighByPrice(found []Comparable, middle, spread float64) {
	half, total := math.Max(leastOutlying, outlyingSpreads*spread), 0.0
	for i := range found {
		c := &found[i]
		far := (c.Adjusted - middle) / half
		c.Weight /= 1 + far*far
		total += c.Weight
	}
	for i := range found {
		found[i].Weight /= total
	}
}

// mean returns the weighted mean of the adjusted prices.
func mean(found []Comparable) float64 {
	sum, total := 0.0, 0.0
	for _, c := range found {
		sum += c.Weight * c.Adjusted
		total += c.Weight
	}
	return sum / total
}

// Alike returns the n sales that Find would return first if every sale shared the home's leaves: the most similar ones
// in what is known of every home. It reorders the candidates, and uses dst when that has room.
func Alike(s *market.Sales, near []geo.Neighbour, candidates []stats.Ranked, n int, dst []Comparable) []Comparable {
	kept := mostSimilar(s, near, candidates, n, dst)
	for i := range kept {
		kept[i].Similarity = math.Exp(kept[i].Similarity)
	}
	return kept
}

// Like returns the one sale of s as a comparable of a query's home, however far away it lies; see Find.
func Like(s *market.Sales, q Query, u Units, shared float64) Comparable {
	n := geo.Neighbour{Distance: geo.Distance(q.Home.Place, s.Place[0])}
	return Comparable{Distance: n.Distance, Similarity: similarity(-apart(s, &n, u, q), shared)}
}
