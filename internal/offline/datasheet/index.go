package datasheet

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// Index is the last index of the newest model.
type Index struct {
	Market backtest.MarketPath `json:"market"` // of the whole market, relative to its base
	// Beside are other publishers' indexes in the same units.
	Beside []Line `json:"beside,omitempty"`
	Groups []Rise `json:"rises"` // the whole market, then house type groups
}

// Line is another publisher's index.
type Line struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is the level in a month; a quarter's is in its middle month.
type Point struct {
	Month gevel.Month `json:"month"`
	Level float64     `json:"level"`
}

// Rise is the rise of a level until the last month that the index knew completely.
type Rise struct {
	Name  string `json:"name"`
	Sales int    `json:"sales"` // of such homes, known to the index
	// Year and FiveYears are in percent, nil where the index is too short.
	Year      *float64 `json:"yearPercent"`
	FiveYears *float64 `json:"fiveYearsPercent"`
}

func indexOf(v *vintage.Vintage) Index {
	d, s := v.Indexes[len(v.Indexes)-1], v.Sales()
	out := Index{Market: backtest.PathOf(d, s.Sales, backtest.YearBefore(d), d.Index.First)}
	var sold [gevel.BuildGroups]int
	for _, row := range s.EvidenceBefore(d.Known) {
		sold[s.Group(row)]++
	}
	last := min(d.Until.Month()-1, d.Index.First+gevel.Month(d.Index.Months)-1)
	rise := func(group gevel.BuildGroup, months gevel.Month) *float64 {
		if last-months < d.Index.First {
			return nil
		}
		log := d.Index.Level(0, group, float64(last)) - d.Index.Level(0, group, float64(last-months))
		percent := 100 * math.Expm1(log)
		return &percent
	}
	for g, n := range sold {
		group := gevel.BuildGroup(g)
		one := Rise{Name: group.String(), Sales: n, Year: rise(group, 12), FiveYears: rise(group, 60)}
		switch {
		case group == 0:
			one.Name, one.Sales = "whole market", out.Market.Sales
		case n == 0:
			continue
		}
		out.Groups = append(out.Groups, one)
	}
	return out
}
