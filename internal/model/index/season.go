package index

import (
	"fmt"
	"math"

	"github.com/gevel/gevel/internal/num/stats"
)

// A season is the yearly pattern of prices: homes sold in spring fetch more than the same homes in winter. The level of
// a path with a season is the trend, g, plus the calendar month's part, c, a sum of waves:
//
//	sum_i w_i (y_i - (g + c)(t_i))^2 + penalty of g + sum_j (a_j^2 + b_j^2) / (r / 3)
//	c_m = sum_j a_j cos(2 pi j m / 12) + b_j sin(2 pi j m / 12), j = 1 to 3
//
// the basic structural model with a fixed trigonometric season (Harvey, Forecasting, Structural Time Series Models,
// 1989), less its shortest waves. The prior gives each month's part the variance r. Growth persists in the trend alone,
// so that last spring's rise does not go on through the summer, and its end is not taken for a turn of the market.

// yearMonths are the calendar months.
const yearMonths = 12

// seasonWaves is the number of waves of a season: of a year, half a year and a third of a year.
// Twelve months have room for six, but sales all dated on the first of a month observe the
// mean of two neighbouring levels only. That leaves a thirtieth of the sixth wave, up and down in turn:
// noise in it would be thirty times as large at mid-month. It leaves 0.7 of the third.
const seasonWaves = 3

// seasonMonths is the fewest months with observations for a season: with fewer, not every
// calendar month has come back, and season and trend can't be separated.
const seasonMonths = 24

// Season is the season expected of a market whose own sales cover fewer than seasonMonths months.
type Season string

// The seasons that a market may be taken to have.
const (
	UnknownSeason Season = "unknown" // homes sold in spring may fetch much more, as in some countries
	DutchSeason   Season = "dutch"   // the season of the Dutch index of existing homes
)

// Validate refuses what is neither of these; "" stands for a choice by place.
func (s Season) Validate() error {
	switch s {
	case "", UnknownSeason, DutchSeason:
		return nil
	}
	return fmt.Errorf("%q is neither dutch nor unknown", string(s))
}

// dutchSpread is the standard deviation of a calendar month around the trend in the Netherlands, log euros: of the
// medians by month of the Dutch index (CBS 83906NED) around its mean of twelve months, 1995 to 2023. It is 0.0027 over
// all and at most this in a decade.
const dutchSpread = 0.0034

// spread returns the standard deviation of a calendar month around the trend that is expected, log euros.
func (s Season) spread() float64 {
	if s == DutchSeason {
		return dutchSpread
	}
	return slowPrior.Season
}

// unseen returns the variance that the season adds to a forecast a number of months ahead: the variance of the
// difference between two calendar months that far apart.
func (s Season) unseen(months int) float64 {
	sum := 0.0
	for wave := 1; wave <= seasonWaves; wave++ {
		sum += 1 - math.Cos(2*math.Pi*float64(wave*months)/yearMonths)
	}
	return 2 * square(s.spread()) / seasonWaves * sum
}

// seasonal returns trend and season under the prior. Eliminating the trend leaves
// equations in the heights of the waves.
func (p *path) seasonal(prior pathPrior) (trend, season []float64) {
	const n = 2 * seasonWaves
	waves, equations := wavesOver(p.months), p.factor(prior)
	// Of each wave: its part of the right-hand side, and of the trend.
	var columns, trends [n][]float64
	for k, wave := range waves {
		columns[k] = p.observed(wave)
		trends[k] = equations.solve(columns[k])
	}
	trend, season = equations.solve(p.right), make([]float64, p.months)
	gram, heights := make([]float64, n*n), make([]float64, n)
	for k := range n {
		for j := range k + 1 {
			gram[k*n+j] = dot(columns[k], waves[j]) - dot(columns[k], trends[j])
		}
		gram[k*n+k] += seasonWaves / prior.season
		heights[k] = dot(waves[k], p.right) - dot(columns[k], trend)
	}
	if err := stats.SolveSPD(gram, heights); err != nil {
		panic(err) // the prior keeps it definite
	}
	for k, height := range heights {
		for m := range trend {
			trend[m] -= height * trends[k][m]
			season[m] += height * waves[k][m]
		}
	}
	return trend, season
}

// yearWaves are the waves of a season over the calendar months, with amplitude 1: of each length a cosine and a sine.
var yearWaves = func() (waves [2 * seasonWaves][yearMonths]float64) {
	for j := range seasonWaves {
		for m := range yearMonths {
			angle := 2 * math.Pi / yearMonths * float64((j+1)*m%yearMonths)
			waves[2*j+1][m], waves[2*j][m] = math.Sincos(angle)
		}
	}
	return waves
}()

// wavesOver returns the waves over a number of months.
func wavesOver(months int) (waves [2 * seasonWaves][]float64) {
	for k := range waves {
		waves[k] = make([]float64, months)
		for m := 0; m < months; m += yearMonths {
			copy(waves[k][m:], yearWaves[k][:])
		}
	}
	return waves
}

// observed returns the product of the observations' normal equations and a path.
func (p *path) observed(g []float64) []float64 {
	product := make([]float64, p.months)
	for m := range product {
		product[m] = p.diagonal[m] * g[m]
		if m > 0 {
			product[m] += p.first[m-1] * g[m-1]
		}
		if m+1 < p.months {
			product[m] += p.first[m] * g[m+1]
		}
	}
	return product
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
