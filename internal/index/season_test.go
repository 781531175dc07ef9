package index

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
)

// spring is a season: a twentieth more in the middle of the year than at its turn.
func spring(t float64) float64 { return -0.025 * math.Cos(2*math.Pi*t/yearMonths) }

func seasonal() Params {
	p := DefaultParams()
	p.Whole = Prior{Persistence: 0.95, Growth: 0.002, Season: 0.02}
	return p
}

func TestSeasonalPathSolvesTheWholeSystem(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 30
	p := newPath(n)
	for range 400 {
		p.observe(rng.Float64()*n, rng.NormFloat64(), rng.Float64()+0.1)
	}
	prior := pathPrior{persistence: 0.7, innovation: 0.3, season: 0.5}
	// Unknowns are the trend's n levels and the twelve calendar months.
	dense, right := make([][]float64, n+yearMonths), make([]float64, n+yearMonths)
	for i := range dense {
		dense[i] = make([]float64, n+yearMonths)
	}
	places := func(m int) [2]int { return [2]int{m, n + m%yearMonths} }
	add := func(row, column int, v float64) {
		for _, i := range places(row) {
			for _, j := range places(column) {
				dense[i][j] += v
			}
		}
	}
	for m := range n {
		add(m, m, p.diagonal[m])
		if m+1 < n {
			add(m, m+1, p.first[m])
			add(m+1, m, p.first[m])
		}
		for _, i := range places(m) {
			right[i] += p.right[m]
		}
	}
	d, e, f := make([]float64, n), make([]float64, n), make([]float64, n)
	addPenalty(d, e, f, prior)
	for m := range n {
		dense[m][m] += d[m]
		if m+1 < n {
			dense[m][m+1] += e[m]
			dense[m+1][m] += e[m]
		}
		if m+2 < n {
			dense[m][m+2] += f[m]
			dense[m+2][m] += f[m]
		}
	}
	for k := range yearMonths {
		dense[n+k][n+k] += 1 / prior.season
	}
	want := eliminate(dense, right)
	for m, got := range p.solve(prior) {
		if sum := want[m] + want[n+m%yearMonths]; math.Abs(got-sum) > 1e-6 {
			t.Errorf("level %d = %v, want %v", m, got, sum)
		}
	}
}

func TestSeasonIsForetold(t *testing.T) {
	// Four years end in December: what follows is a spring that only the season knows.
	sales := observe(rand.New(rand.NewPCG(9, 8)), 8000, 1, 1, spring)
	rise := func(p Params) float64 {
		ix := Fit(sales, twoAreas(), start, start+59, p)
		return ix.Level(1, 1, float64(start)+54) - ix.Level(1, 1, float64(start)+48)
	}
	if got := rise(seasonal()); math.Abs(got-0.05) > 0.01 {
		t.Errorf("from January to July the index rises by %.3f, want 0.05", got)
	}
	if got := rise(DefaultParams()); got > 0.02 {
		t.Errorf("without a season the index foretells a rise of %.3f; the test shows nothing", got)
	}
}

// TestNoSeasonFromFewMonths has a month of sales long before the others, too.
func TestNoSeasonFromFewMonths(t *testing.T) {
	var sales []Observation
	for _, o := range observe(rand.New(rand.NewPCG(7, 6)), 8000, 1, 1, spring) {
		if t := o.Month - float64(start); t < 0.5 || t > float64(months-seasonMonths)+2 {
			sales = append(sales, o)
		}
	}
	with := seasonal()
	without := with
	without.Whole.Season = 0
	last := start + gevel.Month(months)
	a, b := Fit(sales, twoAreas(), start, last, with), Fit(sales, twoAreas(), start, last, without)
	for m := range a.Months {
		if a.Area[1][m] != b.Area[1][m] {
			t.Fatalf("month %d has a season from less than two years of sales", m)
		}
	}
}

func TestTuneFindsTheSeason(t *testing.T) {
	rise := func(level func(float64) float64) float64 {
		sales := observe(rand.New(rand.NewPCG(5, 3)), 4000, 1, 1, level)
		ix := Fit(sales, twoAreas(), start, start+59, Tune(sales, twoAreas(), start, start+48, 6))
		return ix.Level(1, 1, float64(start)+54) - ix.Level(1, 1, float64(start)+48)
	}
	if got := rise(spring); math.Abs(got-0.05) > 0.015 {
		t.Errorf("in a market of seasons it foretells a rise of %.3f, want 0.05", got)
	}
	if got := rise(func(float64) float64 { return 0 }); math.Abs(got) > 0.015 {
		t.Errorf("in a market without seasons it foretells a rise of %.3f", got)
	}
}
