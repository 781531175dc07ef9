package demo

import (
	"github.com/gevel/gevel"
)

// irregularity is a reason for which a row of the sales file is no evidence of value, or can't be read.
// Screening should find each.
type irregularity uint8

const (
	regular irregularity = iota
	deal
	familySale
	rentedOut
	auction
	partialShare
	resale
	tenfold
	symbolic
	unknownAddress
	lateDate
	noPrice
	noType
	shortRow

	irregularities
)

// oneIrregularPer is the number of regular sales per row of each irregularity; a small town has
// irregularLeast of each.
const (
	oneIrregularPer = 220
	irregularLeast  = 2
)

// irregular returns rows with every irregularity, made from regular sales.
func (t *town) irregular(sold []sale) []sale {
	d := newDice(t.Seed, "irregular")
	n := max(irregularLeast, len(sold)/oneIrregularPer)
	var rows []sale
	for kind := deal; kind < irregularities; kind++ {
		for made := 0; made < n; {
			s := sold[d.IntN(len(sold))]
			s.irregular = kind
			s.day += gevel.Date(d.between(20, 150)) // within the six months of a resale
			s.known = max(s.known, s.day) + 1
			s.price = kind.price(s.price)
			if s.known < t.Date {
				rows = append(rows, s)
				made++
			}
		}
	}
	return rows
}

// factors are the effects of irregularities on a regular price; others leave it unchanged.
var factors = map[irregularity]float64{
	deal: 1.9, familySale: 0.78, auction: 0.78, rentedOut: 0.7, partialShare: 0.5, resale: 1.06, tenfold: 10,
}

// price applies the irregularity to a regular price.
func (i irregularity) price(regular gevel.Euro) gevel.Euro {
	if i == symbolic {
		return 1
	}
	if factor, ok := factors[i]; ok {
		return gevel.Euro(factor * float64(regular))
	}
	return regular
}
