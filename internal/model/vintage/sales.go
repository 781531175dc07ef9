package vintage

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
)

// Sales are the sales with numbers that every vintage needs, computed once.
type Sales struct {
	*market.Sales
	Month []float64 // of each sale; see index.Level
}

// NewSales computes them.
func NewSales(s *market.Sales) *Sales {
	out := &Sales{Sales: s, Month: make([]float64, s.Len())}
	for row, day := range s.Date {
		out.Month[row] = index.MonthsSince(0, day)
	}
	return out
}

// LogPrice returns the log of a sale's price.
func (s *Sales) LogPrice(row int32) float64 { return math.Log(float64(s.Price[row])) }

// Group returns the house type group of a sale's home.
func (s *Sales) Group(row int32) gevel.BuildGroup { return s.BuildType(int(row)).Group() }

const daysPerYear = 365.25

// YearsSince returns how long before a day a sale was.
func (s *Sales) YearsSince(row int32, day gevel.Date) float64 {
	return math.Max(0, float64(day-s.Date[row])/daysPerYear)
}
