package webp

// How levels are coded (RFC 6386, 13).

import "math"

// bandOf is the band of a position in the coded order.
var bandOf = [17]uint8{0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0}

// nodeAt names a node of the tree of a coefficient in a probTable.
type nodeAt struct{ plane, band, context, node uint8 }

// tokens passes on the bits of levels from a position on: to node those of the tree, to plain those of a fixed
// probability. Context is how many of the blocks above and left have levels.
func (l *levels) tokens(plane, context uint8, from int, node func(nodeAt, bool), plain func(bool, uint8)) {
	last := l.last()
	at := nodeAt{plane: plane, band: bandOf[from], context: context}
	branch := func(n uint8, bit bool) bool {
		at.node = n
		node(at, bit)
		return bit
	}
	if !branch(0, last >= from) {
		return
	}
	for n := from; n <= last; n++ {
		size := max(l[n], -l[n])
		if branch(1, size > 0) {
			magnitude(int(size), branch, plain)
			plain(l[n] < 0, even)
		}
		at.band, at.context = bandOf[n+1], uint8(min(size, 2))
		if size > 0 && n < 15 {
			branch(0, n < last)
		}
	}
}

// last returns the position of the last level that is not zero, -1 when there is none.
func (l *levels) last() int {
	for n := len(l) - 1; n >= 0; n-- {
		if l[n] != 0 {
			return n
		}
	}
	return -1
}

// magnitude passes on the bits of a level of at least 1.
func magnitude(size int, branch func(uint8, bool) bool, plain func(bool, uint8)) {
	switch {
	case !branch(2, size > 1):
	case !branch(3, size > 4):
		if branch(4, size > 2) {
			branch(5, size > 3)
		}
	case !branch(6, size > 10):
		if branch(7, size > 6) {
			plain((size-7)&2 != 0, 165)
			plain((size-7)&1 != 0, 145)
		} else {
			plain(size > 5, 159)
		}
	default:
		category := uint8(0)
		for category < 3 && size >= 3+16<<category {
			category++
		}
		branch(8, category > 1)
		branch(9+category/2, category%2 == 1)
		rest := size - 3 - 8<<category
		probs := largeProbs[category]
		for i, prob := range probs {
			plain(rest>>(len(probs)-1-i)&1 == 1, prob)
		}
	}
}

// largeProbs are the probabilities of the bits of a level above 10, by how many they are.
var largeProbs = [4][]uint8{
	{173, 148, 140},
	{176, 155, 140, 135},
	{180, 157, 141, 134, 130},
	{254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129},
}

// bitCosts are what a 0 costs by its probability, in 256ths of a bit.
var bitCosts = func() (costs [256]int) {
	for prob := 1; prob < 256; prob++ {
		costs[prob] = int(math.Round(-256 * math.Log2(float64(prob)/256)))
	}
	return costs
}()

func costOf(bit bool, prob uint8) int {
	if bit {
		return bitCosts[max(256-int(prob), 1)]
	}
	return bitCosts[prob]
}

// mostPriced is the largest level of which the cost is kept; larger ones are taken to cost as much.
const mostPriced = 255

// prices are the costs of levels with a probTable, in 256ths of a bit, by plane, band and context.
type prices [planes][bands][contexts]struct {
	level     [mostPriced + 1]int32 // by its size, sign included
	more, end int32                 // that there are further levels, or none
}

func pricesOf(probs *probTable) *prices {
	all := new(prices)
	for plane := range all {
		for band := range all[plane] {
			for context := range all[plane][band] {
				p, cost := &probs[plane][band][context], &all[plane][band][context]
				cost.more, cost.end = int32(costOf(true, p[0])), int32(costOf(false, p[0]))
				for size := range cost.level {
					sum := costOf(size > 0, p[1])
					if size > 0 {
						sum += 256 // the sign
						magnitude(size, func(node uint8, bit bool) bool {
							sum += costOf(bit, p[node])
							return bit
						}, func(bit bool, prob uint8) { sum += costOf(bit, prob) })
					}
					cost.level[size] = int32(sum)
				}
			}
		}
	}
	return all
}

// of returns what levels cost from a position on.
func (p *prices) of(l *levels, plane, context uint8, from int) int {
	last := l.last()
	here := &p[plane][bandOf[from]][context]
	if last < from {
		return int(here.end)
	}
	sum := here.more
	for n := from; n <= last; n++ {
		size := max(l[n], -l[n])
		sum += here.level[min(size, mostPriced)]
		here = &p[plane][bandOf[n+1]][min(size, 2)]
		if size > 0 && n < last {
			sum += here.more
		}
	}
	if last < 15 {
		sum += here.end
	}
	return int(sum)
}

// counts are how often each node was 0 and 1.
type counts [planes][bands][contexts][nodes][2]int32

// probs returns the probabilities with which those bits cost least, what it costs to say them included.
func (c *counts) probs() probTable {
	probs := usualProbs
	for plane := range c {
		for band := range c[plane] {
			for context := range c[plane][band] {
				for node, n := range c[plane][band][context] {
					usual, change := usualProbs[plane][band][context][node], changeProbs[plane][band][context][node]
					if n[0]+n[1] == 0 {
						continue
					}
					own := uint8(min(max(256*int(n[0])/int(n[0]+n[1]), 1), 255))
					cost := func(prob uint8) int { return int(n[0])*costOf(false, prob) + int(n[1])*costOf(true, prob) }
					if cost(own)+8*256+costOf(true, change) < cost(usual)+costOf(false, change) {
						probs[plane][band][context][node] = own
					}
				}
			}
		}
	}
	return probs
}
