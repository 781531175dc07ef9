package sales

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel"
)

// priceRules judges prices by themselves and by those known before in their area: the rules MinPrice and AreaFactor.
type priceRules struct {
	Screening
	areas map[string]*areaPrices // by PC4, by its first digits, and "" for all
}

func (p *priceRules) tooLow(price gevel.Euro) (reason, what string) {
	if price >= p.MinPrice {
		return "", ""
	}
	return ReasonPriceTooLow, fmt.Sprintf("%d is less than %d", price, p.MinPrice)
}

func (p *priceRules) offArea(s *gevel.Sale) (reason, what string) {
	if p.AreaFactor == 0 || s.PC4 == "" || !s.UseSurface.Known {
		return "", ""
	}
	perM2, factor := float64(s.Price)/float64(s.UseSurface.V), p.AreaFactor
	if perM2 > mostPerM2 {
		return ReasonPriceOffArea, fmt.Sprintf("%d for %d m2 is more than any home costs: are these cents?",
			s.Price, s.UseSurface.V)
	}
	var judge string
	var median float64
	judged := false
	for i, name := range []string{s.PC4, s.PC4[:min(len(s.PC4), wideDigits)], ""} {
		area := p.areas[name]
		if area == nil {
			area = &areaPrices{}
			p.areas[name] = area
		}
		if !judged {
			if median, judged = area.medianBefore(s.KnownDate); judged && i > 0 {
				factor *= p.AreaFactor // areas differ, too, and less than units do
			}
			judge = name
		}
		area.sales = append(area.sales, areaPrice{s.KnownDate, perM2})
	}
	times := perM2 / median
	if !judged || times <= factor && times >= 1/factor {
		return "", ""
	}
	if judge == "" {
		judge = "all sales"
	}
	return ReasonPriceOffArea, fmt.Sprintf("%d for %d m2 is %.2g times the median of %s",
		s.Price, s.UseSurface.V, times, judge)
}

const (
	// mostPerM2 is more euros than any home of the Netherlands costs per m2.
	mostPerM2 = 100_000
	// wideDigits is how many digits of a postal code name the wider area, where its own has too few sales.
	wideDigits = 2
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
