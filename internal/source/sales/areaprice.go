package sales

import (
	"slices"

	"github.com/gevel/gevel"
)

// The sales of an area with which a price is compared.
const (
	areaMonths = 24  // as the area's statistics; a market seldom moves by half in it
	areaLeast  = 20  // sales; a median of fewer is moved by a few outliers
	areaMost   = 500 // sales, the newest; more would not steady the median, only cost time
)

// areaPrices are the prices per m2 of an area, in the order in which they were
// known, and the sorted ones among which the median is sought: sales[first:next].
type areaPrices struct {
	sales       []areaPrice
	first, next int
	sorted      []float64
}

type areaPrice struct {
	known gevel.Date
	perM2 float64
}

// add notes a sale; days never go back.
func (a *areaPrices) add(known gevel.Date, perM2 float64) {
	a.sales = append(a.sales, areaPrice{known, perM2})
}

// medianBefore returns the median price per m2 of the newest sales known before the
// day, and whether there are enough of them; days never go back.
func (a *areaPrices) medianBefore(day gevel.Date) (median float64, ok bool) {
	for ; a.next < len(a.sales) && a.sales[a.next].known < day; a.next++ {
		v := a.sales[a.next].perM2
		at, _ := slices.BinarySearch(a.sorted, v)
		a.sorted = slices.Insert(a.sorted, at, v)
	}
	oldest := day.AddMonths(-areaMonths)
	for ; a.first < a.next && (a.sales[a.first].known < oldest || a.next-a.first > areaMost); a.first++ {
		at, _ := slices.BinarySearch(a.sorted, a.sales[a.first].perM2)
		a.sorted = slices.Delete(a.sorted, at, at+1)
	}
	if len(a.sorted) < areaLeast {
		return 0, false
	}
	half := len(a.sorted) / 2
	return (a.sorted[half] + a.sorted[len(a.sorted)-1-half]) / 2, true
}
