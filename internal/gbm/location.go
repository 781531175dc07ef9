package gbm

import "math"

// Where the middle of weighted values lies, for each loss that refits its leaves.

// weighted is a value and what it weighs, more than 0.
type weighted struct {
	value, weight float64
}

// median is the quantile in the middle.
const median = 0.5

// locationSteps is how often a robust location is improved. Boosting takes only a
// share of the step, so the last digits don't matter.
const locationSteps = 5

// location returns the number c with the least summed loss of c - value, looked for
// from start on where it takes steps. It reorders items, of which there must be at
// least one.
func (l Loss) location(items []weighted, start float64) float64 {
	switch l.Kind {
	case Squared:
		return mean(items)
	case Absolute:
		return quantile(items, median)
	case Quantile:
		return quantile(items, l.Alpha)
	default:
		return l.reweighted(items, start)
	}
}

// reweighted returns the M-estimate of location (Huber, Annals of Mathematical
// Statistics 35, 1964) as a mean in which a value weighs the less the farther off it is.
func (l Loss) reweighted(items []weighted, start float64) float64 {
	c := start
	for range locationSteps {
		sum, total := 0.0, 0.0
		for _, x := range items {
			e := x.value - c
			w := x.weight * l.trust(e)
			sum += w * e
			total += w
		}
		c += shift(sum, total)
	}
	return c
}

// shift returns how far a location moves: not at all where everything lies too far off to
// count.
func shift(sum, total float64) float64 {
	if total > 0 {
		return sum / total
	}
	return 0
}

// unweighted is reweighted for values that all weigh 1, of Huber's loss and Bounded, to the
// same bits. Whether a value lies beyond Delta can't be guessed, so that asks no branch: the
// larger of two numbers without sign has the larger bits, and max of these, which need not
// look for NaN, takes a fraction of the time. Beyond Cut few values lie: a branch spares a division.
func (l Loss) unweighted(values []float64, start float64) float64 {
	least, cut := math.Float64bits(l.Delta), l.Cut
	if l.Kind == Huber {
		cut = math.MaxFloat64
	}
	c := start
	for range locationSteps {
		sum, total := 0.0, 0.0
		for _, v := range values {
			e := v - c
			a := math.Abs(e)
			w := l.Delta / math.Float64frombits(max(math.Float64bits(a), least))
			if a > cut {
				beyond := cut / a
				w = w * beyond * beyond
			}
			sum += w * e
			total += w
		}
		c += shift(sum, total)
	}
	return c
}

func mean(items []weighted) float64 {
	sum, total := 0.0, 0.0
	for _, x := range items {
		sum += x.weight * x.value
		total += x.weight
	}
	return sum / total
}

// quantile returns the smallest value at which the weight of the values up to it
// reaches the share alpha of all weight; when it reaches it exactly, the middle between
// that value and the next: the median of 1, 2, 3, 4 is 2.5. It reorders items.
func quantile(items []weighted, alpha float64) float64 {
	total := 0.0
	for _, x := range items {
		total += x.weight
	}
	want := alpha * total
	answer, next := items[0].value, math.Inf(1) // next: the smallest value beyond items
	for len(items) > 0 {
		// A pivot at a scattered place: no order of the rows makes this slow.
		answer = items[scatter(uint64(len(items)))%uint64(len(items))].value
		c := cut(items, answer)
		switch {
		case c.below >= want && c.from > 0:
			items, next = items[:c.from], answer
		case c.below+c.same > want:
			return answer
		case c.below+c.same == want:
			for _, x := range items[c.to:] {
				next = min(next, x.value)
			}
			if math.IsInf(next, 1) {
				return answer
			}
			return (answer + next) / 2
		default:
			want -= c.below + c.same
			items = items[c.to:]
		}
	}
	return answer // all weight was used up by rounding: the largest value
}

// pivoted describes items in three parts: below, equal to and above a pivot.
type pivoted struct {
	from, to    int // the equal part is items[from:to]
	below, same float64
}

// cut orders items into those below the pivot, equal to it and above it.
func cut(items []weighted, pivot float64) pivoted {
	var c pivoted
	c.to = len(items)
	for i := 0; i < c.to; {
		switch x := items[i]; {
		case x.value < pivot:
			c.below += x.weight
			items[c.from], items[i] = x, items[c.from]
			c.from++
			i++
		case x.value > pivot:
			c.to--
			items[c.to], items[i] = x, items[c.to]
		default:
			c.same += x.weight
			i++
		}
	}
	return c
}
