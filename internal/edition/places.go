package edition

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// placeList holds the places of homes: those of a stretch of street share one.
type placeList struct {
	codes    market.Ints
	distinct []gevel.Point
}

// newPlaceList holds the place of each of n homes.
func newPlaceList(n int, at func(row int) gevel.Point) placeList {
	l, known := placeList{codes: market.MakeInts(n)}, map[gevel.Point]int32{}
	for row := range n {
		l.codes.Set(row, codeOf(known, at(row), &l.distinct))
	}
	return l
}

func (l *placeList) at(row int) gevel.Point { return l.distinct[l.codes.At(row)] }

// placeColumns are the columns of the places, which are read into points.
func (l *placeList) placeColumns(points []gevel.Point) []column {
	return []column{
		codedColumn(placePrefix+"x", doubles, func(row int) float64 { return l.at(row).X }, func(row int, x float64) { points[row].X = x }),
		codedColumn(placePrefix+"y", doubles, func(row int) float64 { return l.at(row).Y }, func(row int, y float64) { points[row].Y = y }),
	}
}
