package traits

import (
	"math"

	"github.com/gevel/gevel/internal/market"
)

// Scale moves a trait to mean 0 and standard deviation 1.
type Scale struct{ Mean, Deviation float64 }

// Scales returns the scale of each trait over the sales in rows.
func Scales(s *market.Sales, rows []int32, floors []float64) []Scale {
	sums := make([]moments, len(s.Roles.Measured))
	var h market.Home
	var values []float64
	for _, row := range rows {
		h = s.Home(int(row), h.Extra)
		values = Of(s, &h, floors, values[:0])
		for i, v := range values {
			if !math.IsNaN(v) {
				sums[i].add(v)
			}
		}
	}
	scales := make([]Scale, len(sums))
	for i := range sums {
		scales[i] = sums[i].scale()
	}
	return scales
}

// moments are the sums behind a scale.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(v float64) {
	m.n++
	m.sum += v
	m.squares += v * v
}

// scale returns the scale. A trait that no sale has observed does not make homes alike or
// different: its deviation is infinite.
func (m *moments) scale() Scale {
	if m.n == 0 {
		return Scale{Deviation: math.Inf(1)}
	}
	mean := m.sum / m.n
	if d := math.Sqrt(math.Max(0, m.squares/m.n-mean*mean)); d > 0 {
		return Scale{mean, d}
	}
	return Scale{mean, 1}
}

// Standardise appends traits in standard deviations to dst; unknown is the mean.
func Standardise(scales []Scale, values []float64, dst []float32) []float32 {
	for i, s := range scales {
		dst = append(dst, s.Standardise(values[i]))
	}
	return dst
}

// Standardise returns a trait in standard deviations; unknown is the mean.
func (s Scale) Standardise(value float64) float32 {
	z := (value - s.Mean) / s.Deviation
	if math.IsNaN(z) {
		z = 0
	}
	return float32(z)
}
