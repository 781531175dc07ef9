package index

import "github.com/gevel/gevel/internal/stats"

// A season is what the months of a year are worth beside each other, year after
// year: homes sold in spring fetch more than the same homes in winter. Where a path
// has one, its level in a month is that of the trend, g, plus that of the calendar
// month, c:
//
//	sum_i w_i (y_i - (g + c)(t_i))^2 + penalty of g + sum_k c_k^2 / r
//
// the basic structural model (Harvey 1989) with a fixed season. The trend alone is
// held to persist, so that neither last spring's rise is taken to go on through the
// summer nor its end for a turn.

// yearMonths are the calendar months.
const yearMonths = 12

// seasonMonths is how many months with observations a season takes: with fewer, not
// every calendar month has come back, and a season is told from the trend by chance.
const seasonMonths = 24

// solveSeasonal returns trend plus season under the prior. The trend is eliminated:
// what is left over are twelve equations in the calendar months.
func (p *path) solveSeasonal(prior pathPrior) []float64 {
	var columns, trends [yearMonths][]float64 // what one unit of a month adds to the right-hand side, and takes from the trend
	for k := range yearMonths {
		unit := make([]float64, p.months)
		for m := k; m < p.months; m += yearMonths {
			unit[m] = 1
		}
		columns[k] = p.observed(unit)
		trends[k] = p.solveFor(columns[k], prior)
	}
	trend := p.solveFor(p.right, prior)
	gram, season := make([]float64, yearMonths*yearMonths), make([]float64, yearMonths)
	for k := range yearMonths {
		for j := range k + 1 {
			gram[k*yearMonths+j] = every12th(columns[j], k) - dot(columns[k], trends[j])
		}
		gram[k*yearMonths+k] += 1 / prior.season
		season[k] = every12th(p.right, k) - dot(columns[k], trend)
	}
	if err := stats.SolveSPD(gram, season); err != nil {
		panic(err) // the prior keeps it definite
	}
	level := trend
	for m := range level {
		for k, c := range season {
			level[m] -= c * trends[k][m]
		}
		level[m] += season[m%yearMonths]
	}
	return level
}

// observed returns the observations' part of the normal equations times a path.
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

// every12th returns the sum of a path over one month of each year.
func every12th(path []float64, from int) float64 {
	sum := 0.0
	for m := from; m < len(path); m += yearMonths {
		sum += path[m]
	}
	return sum
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
