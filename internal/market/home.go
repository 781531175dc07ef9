package market

import (
	"slices"

	"github.com/gevel/gevel"
)

// Home is a dwelling in the form that the models use.
type Home struct {
	gevel.Characteristics
	Place    gevel.Point
	Zip      int32      // code in Sales.Zips, -1 when no sale is there
	Street   int32      // code in Sales.Streets
	Dwelling int32      // code in Sales, -1 when it was never sold
	Day      gevel.Date // the day that it is seen on: the day of the sale, or the valuation date
}

// Clone returns a home that shares nothing with h.
func (h *Home) Clone() Home {
	c := *h
	c.Extra = slices.Clone(h.Extra)
	return c
}

// Home returns the dwelling of a sale as it was then. Its Extra uses the given slice when it
// has room.
func (s *Sales) Home(row int, extra []float32) Home {
	return Home{
		Characteristics: s.Get(row, extra), Place: s.Place[row],
		Zip: s.Zip[row], Street: s.Street[row], Dwelling: s.Dwelling[row], Day: s.Date[row],
	}
}
