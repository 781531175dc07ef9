package index

import (
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/list"
)

// A path is the course of a log price level over months, given at the middle of
// each month and straight in between. It minimises
//
//	sum_i w_i (y_i - g(t_i))^2 + sum_t ((g_t - g_t-1) - phi (g_t-1 - g_t-2))^2 / q + sum_t g_t^2 / s
//
// in units of the observations' variance: a random walk whose growth persists by phi, with innovations of variance
// q, pulled to zero with prior variance s. It is the posterior mode of a state-space model (local linear trend with
// damped growth; Harvey, Forecasting, Structural Time Series Models, 1989), written as a penalised regression
// because that form takes robust weights. Months after the last observation follow from the penalty alone: growth
// dies out by phi a month. A season may be added to it: see season.go.
type path struct {
	months int
	// The normal equations of the observations: symmetric, a band beside the diagonal. The penalty adds a second.
	diagonal, first, right []float64
}

// pathPrior is how a path may move, relative to the variance of one observation.
type pathPrior struct {
	persistence float64 // phi, 0 to below 1
	innovation  float64 // q
	level       float64 // s; 0 leaves the level free
	season      float64 // variance of a calendar month's part; 0 is no season
}

func newPath(months int) *path {
	return &path{
		months:   months,
		diagonal: make([]float64, months), first: make([]float64, months), right: make([]float64, months),
	}
}

// observe adds an observation y of weight w at time t, in months from the middle of the first.
func (p *path) observe(t, y, w float64) {
	m, a := position(t, p.months)
	b := 1 - a
	p.diagonal[m] += w * b * b
	p.right[m] += w * b * y
	if a > 0 {
		p.diagonal[m+1] += w * a * a
		p.first[m] += w * a * b
		p.right[m+1] += w * a * y
	}
}

// position splits a time into the month at or before it and the share of the next.
func position(t float64, months int) (month int, share float64) {
	if !(t > 0) {
		return 0, 0
	}
	if t >= float64(months-1) {
		return months - 1, 0
	}
	whole := math.Floor(t)
	return int(whole), t - whole
}

// solve returns the levels under the prior.
func (p *path) solve(prior pathPrior) []float64 {
	level, season := p.parts(prior)
	for m, s := range season {
		level[m] += s
	}
	return level
}

// parts returns the trend and the season under the prior, which add up to the levels.
func (p *path) parts(prior pathPrior) (trend, season []float64) {
	if prior.season > 0 {
		return p.seasonal(prior)
	}
	return p.factor(prior).solve(p.right), make([]float64, p.months)
}

// less returns the path of the observations less a path.
func (p *path) less(g []float64) *path {
	c, observed := *p, p.observed(g)
	c.right = list.Make(p.months, func(m int) float64 { return p.right[m] - observed[m] })
	return &c
}

// factor decomposes the equations under the prior, without a season.
func (p *path) factor(prior pathPrior) bands {
	b := bands{slices.Clone(p.diagonal), slices.Clone(p.first), make([]float64, p.months)}
	addPenalty(b.d, b.e, b.f, prior)
	b.factor()
	return b
}

// ridge keeps the equations solvable where nothing else determines the level.
const ridge = 1e-9

func addPenalty(d, e, f []float64, prior pathPrior) {
	for i := range d {
		d[i] += ridge
		if prior.level > 0 {
			d[i] += 1 / prior.level
		}
	}
	k := 1 / prior.innovation
	if len(d) > 1 { // the first step has no growth before it
		d[0] += k
		d[1] += k
		e[0] -= k
	}
	phi := prior.persistence
	for t := 2; t < len(d); t++ {
		// (1, -(1+phi), phi) times (g_t, g_t-1, g_t-2)
		c := [3]float64{phi, -(1 + phi), 1}
		d[t-2] += k * c[0] * c[0]
		d[t-1] += k * c[1] * c[1]
		d[t] += k * c[2] * c[2]
		e[t-2] += k * c[0] * c[1]
		e[t-1] += k * c[1] * c[2]
		f[t-2] += k * c[0] * c[2]
	}
}

// bands is a symmetric positive definite matrix with two bands beside the diagonal, or its LDL' decomposition.
type bands struct{ d, e, f []float64 }

// factor decomposes the matrix in place. The second band stays as it comes out, times the diagonal.
func (m bands) factor() {
	for i := range m.d {
		if i >= 1 { // e[i-1] holds l(i,i-1)*d(i-1) at this point
			l := m.e[i-1] / m.d[i-1]
			m.d[i] -= l * m.e[i-1]
			if i+1 < len(m.d) {
				m.e[i] -= l * m.f[i-1]
			}
			m.e[i-1] = l
		}
		if i+2 < len(m.d) {
			m.d[i+2] -= m.f[i] / m.d[i] * m.f[i]
		}
	}
}

// solve returns the solution for a right-hand side, by the decomposition.
func (m bands) solve(right []float64) []float64 {
	b, n := slices.Clone(right), len(m.d)
	for i := range n {
		if i >= 1 {
			b[i] -= m.e[i-1] * b[i-1]
		}
		if i+2 < n {
			b[i+2] -= m.f[i] / m.d[i] * b[i]
		}
	}
	for i := range n {
		b[i] /= m.d[i]
	}
	for i := n - 1; i >= 0; i-- {
		if i+1 < n {
			b[i] -= m.e[i] * b[i+1]
		}
		if i+2 < n {
			b[i] -= m.f[i] / m.d[i] * b[i+2]
		}
	}
	return b
}
