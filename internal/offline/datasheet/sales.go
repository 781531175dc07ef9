package datasheet

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
)

// Sales describes the edition's sales.
type Sales struct {
	N     int        `json:"n"`
	First gevel.Date `json:"first"` // day of sale
	Last  gevel.Date `json:"last"`
	Known gevel.Date `json:"known"` // the last known date
	Homes int        `json:"homes"` // homes of the register with a sale
	// Delay is the median number of days until a sale became known.
	Delay    float64      `json:"medianDelayDays"`
	Quarters []Quarter    `json:"quarters"`
	Types    []TypeOfSale `json:"types"`
}

// Quarter is the sales of a quarter.
type Quarter struct {
	From   gevel.Date `json:"from"`
	Sales  int        `json:"sales"`
	Median gevel.Euro `json:"medianPrice"` // 0 without sales
}

// TypeOfSale is the number of sales of a house type.
type TypeOfSale struct {
	Type  string `json:"type"` // "" is unknown
	Sales int    `json:"sales"`
}

// quarterMonths is the length of a quarter, months.
const quarterMonths = 3

func salesOf(s *market.Sales) Sales {
	out := Sales{N: s.Len()}
	if out.N == 0 {
		return out
	}
	out.First, out.Last = s.Date[0], s.Date[0]
	var types [gevel.BuildTypes]int
	homes, delays := map[int32]bool{}, make([]float64, 0, s.Len())
	prices := map[gevel.Month][]float64{}
	for row, day := range s.Date {
		if !s.IsFirst(row) {
			continue
		}
		out.First, out.Last, out.Known = min(out.First, day), max(out.Last, day), max(out.Known, s.Known[row])
		if s.Dwelling[row] >= 0 {
			homes[s.Dwelling[row]] = true
		}
		delays = append(delays, float64(s.Known[row]-day))
		types[s.BuildType(row)]++
		quarter := day.Month() - day.Month()%quarterMonths
		prices[quarter] = append(prices[quarter], float64(s.Price[row]))
	}
	out.N, out.Homes = len(delays), len(homes)
	out.Delay, _ = stats.MedianInPlace(delays)
	first := out.First.Month() - out.First.Month()%quarterMonths
	for q := first; q <= out.Last.Month(); q += quarterMonths {
		one := Quarter{From: q.First(), Sales: len(prices[q])}
		if median, ok := stats.MedianInPlace(prices[q]); ok {
			one.Median = gevel.Euro(median + 0.5)
		}
		out.Quarters = append(out.Quarters, one)
	}
	for t, n := range types {
		if n > 0 {
			out.Types = append(out.Types, TypeOfSale{gevel.BuildType(t).String(), n})
		}
	}
	return out
}
