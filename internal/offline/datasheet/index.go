package datasheet

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
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

// besideOf returns CBS's index of the country in the units of the edition's own, over their common months.
func besideOf(own *backtest.MarketPath, lines []pricecheck.Line) []Line {
	var beside []Line
	for _, l := range lines {
		if l.Measure != pricecheck.Index || l.Region != pricecheck.Country {
			continue
		}
		line := Line{Name: "CBS, " + l.Name}
		// Each line of the check has its own base; the units here are the edition's.
		var ours, theirs float64
		for _, p := range l.Points {
			month := middleOf(p)
			line.Points = append(line.Points, Point{Month: month, Level: p.Published})
			if at := int(month - own.First); at >= 0 && at < own.KnownMonths() {
				ours, theirs = ours+own.Levels[at], theirs+p.Own
			}
		}
		if theirs == 0 {
			continue
		}
		for i := range line.Points {
			line.Points[i].Level *= ours / theirs
		}
		beside = append(beside, line)
	}
	return beside
}

// middleOf returns the middle month of a period.
func middleOf(p pricecheck.Point) gevel.Month {
	first := gevel.NewDate(int(p.Year), 1, 1).Month()
	return first + gevel.Month((p.Part-1)*p.Months+p.Months/2)
}
