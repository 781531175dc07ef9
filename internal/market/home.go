package market

import (
	"slices"

	"github.com/gevel/gevel"
)

// Home is a dwelling as the models see it.
type Home struct {
	gevel.Characteristics
	Place    gevel.Point
	Zip      int32      // code in Sales.Zips, -1 when no sale is there
	Street   int32      // code in Sales.Streets
	Dwelling int32      // code in Sales, -1 when it was never sold
	Day      gevel.Date // on which it is looked at: the day of the sale, or the valuation date
	Num      []float32
	Cat      []int32
}

// Clone returns a home that shares nothing with h.
func (h *Home) Clone() Home {
	c := *h
	c.Num, c.Cat = slices.Clone(h.Num), slices.Clone(h.Cat)
	return c
}

// Home returns the dwelling of a sale as it was then. Num and Cat use the given
// slices when they have room.
func (s *Sales) Home(row int, num []float32, cat []int32) Home {
	h := Home{
		Characteristics: s.Get(row), Place: s.Place[row],
		Zip: s.Zip[row], Street: s.Street[row], Dwelling: s.Dwelling[row], Day: s.Date[row],
		Num: num[:0], Cat: cat[:0],
	}
	for k := range s.Num {
		h.Num = append(h.Num, s.Num[k][row])
	}
	for k := range s.Cat {
		h.Cat = append(h.Cat, s.Cat[k][row])
	}
	return h
}
