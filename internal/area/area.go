// Package area counts the sales of postal-code areas and streets and takes their
// median prices.
package area

import (
	"slices"
	"sort"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// WindowMonths is how far the statistics look back from the valuation date.
const WindowMonths = 24

// Statistics returns the statistics of the home's postal-code area and street on
// a day, from the sales of the months before it that were known before it. The
// same type is the home's own BuildType.
func Statistics(s *edition.Sales, h *edition.Home, day gevel.Date) gevel.AreaStatistics {
	w := window{sales: s, from: day.AddMonths(-WindowMonths), day: day}
	zip, street := s.InZip(h.Zip), s.InStreet(h.Street)
	return gevel.AreaStatistics{
		ZipAllTypes:    w.count(zip, 0),
		ZipSameType:    w.count(zip, h.BuildType),
		StreetAllTypes: w.count(street, 0),
		StreetSameType: w.count(street, h.BuildType),
	}
}

// window is the time in which a sale counts: dated after from, known before day.
type window struct {
	sales  *edition.Sales
	from   gevel.Date
	day    gevel.Date
	prices []int64
}

// count counts the sales among rows, which are sorted by date. A type of 0 takes
// all types.
func (w *window) count(rows []int32, buildType gevel.BuildType) gevel.SaleCount {
	first := sort.Search(len(rows), func(i int) bool { return w.sales.Date[rows[i]] > w.from })
	w.prices = w.prices[:0]
	for _, row := range rows[first:] {
		if w.sales.Known[row] < w.day && (buildType == 0 || w.sales.BuildType(int(row)) == buildType) {
			w.prices = append(w.prices, w.sales.Price[row])
		}
	}
	if len(w.prices) == 0 {
		return gevel.SaleCount{}
	}
	slices.Sort(w.prices)
	return gevel.SaleCount{Sales: len(w.prices), Median: gevel.Some(median(w.prices))}
}

// median returns the middle of sorted prices, of which there is at least one; of
// an even number the mean of the middle two, rounded half up to whole euros.
func median(sorted []int64) gevel.Euro {
	n := len(sorted)
	if n%2 == 1 {
		return gevel.Euro(sorted[n/2])
	}
	return gevel.Euro((sorted[n/2-1] + sorted[n/2] + 1) / 2)
}
