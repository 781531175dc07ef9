package datasheet

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/offline/backtest"
)

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
