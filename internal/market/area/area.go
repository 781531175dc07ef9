// Package area counts the sales of postal-code areas and streets and takes their median prices.
package area

import (
	"math"
	"slices"
	"sort"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
)

// WindowMonths is how far the statistics look back from the valuation date.
const WindowMonths = 24

// Statistics returns the statistics of the home's postal-code area and street on a day, from the sales of the
// months before it that were known before it. The same type is the home's own BuildType.
func Statistics(s *market.Sales, h *market.Home, day gevel.Date) gevel.AreaStatistics {
	w := window{sales: s, from: day.AddMonths(-WindowMonths), day: day}
	var a gevel.AreaStatistics
	a.ZipAllTypes, a.ZipSameType = w.count(s.InZip(h.Zip), h.BuildType)
	a.StreetAllTypes, a.StreetSameType = w.count(s.InStreet(h.Street), h.BuildType)
	return a
}

// window is the time in which a sale counts: dated after from, known before day.
type window struct {
	sales     *market.Sales
	from      gevel.Date
	day       gevel.Date
	all, same []float64 // prices
}

// count counts the sales among rows, which are sorted by date: all, and the sales of a type. A type of 0 takes all.
func (w *window) count(rows []int32, buildType gevel.BuildType) (all, same gevel.SaleCount) {
	rows = rows[sort.Search(len(rows), func(i int) bool { return w.sales.Date[rows[i]] > w.from }):]
	w.all, w.same = slices.Grow(w.all[:0], len(rows)), slices.Grow(w.same[:0], len(rows))
	for _, row := range rows {
		if !w.sales.KnownBefore(row, w.day) {
			continue
		}
		price := float64(w.sales.Price[row])
		w.all = append(w.all, price)
		if buildType == 0 || w.sales.BuildType(int(row)) == buildType {
			w.same = append(w.same, price)
		}
	}
	return counted(w.all), counted(w.same)
}

// counted counts prices, which it reorders. Their median is rounded half up to whole euros.
func counted(prices []float64) gevel.SaleCount {
	middle, ok := stats.MedianInPlace(prices)
	if !ok {
		return gevel.SaleCount{}
	}
	return gevel.SaleCount{Sales: len(prices), Median: gevel.Some(gevel.Euro(math.Floor(middle + 0.5)))}
}
