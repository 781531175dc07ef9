package index

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
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
	// Unknowns are the trend's n levels and the waves' heights.
	const heights = 2 * seasonWaves
	dense, right := make([][]float64, n+heights), make([]float64, n+heights)
	for i := range dense {
		dense[i] = make([]float64, n+heights)
	}
	// part is the effect of an unknown on a level.
	part := func(unknown, m int) float64 {
		angle := 2 * math.Pi / yearMonths * float64(((unknown-n)/2+1)*m)
		switch {
		case unknown < n && unknown != m:
			return 0
		case unknown < n:
			return 1
		case (unknown-n)%2 == 0:
			return math.Cos(angle)
		default:
			return math.Sin(angle)
		}
	}
	add := func(row, column int, v float64) {
		for i := range dense {
			for j := range dense {
				dense[i][j] += v * part(i, row) * part(j, column)
			}
		}
	}
	for m := range n {
		add(m, m, p.diagonal[m])
		if m+1 < n {
			add(m, m+1, p.first[m])
			add(m+1, m, p.first[m])
		}
		for i := range right {
			right[i] += p.right[m] * part(i, m)
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
	for k := range heights {
		dense[n+k][n+k] += seasonWaves / prior.season
	}
	unknowns := eliminate(dense, right)
	for m, got := range p.solve(prior) {
		want := 0.0
		for i, x := range unknowns {
			want += x * part(i, m)
		}
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("level %d = %v, want %v", m, got, want)
		}
	}
}

// TestPathOfSalesDatedByTheMonthIsSmooth has all sales on the first of a month, as in many files, where they
// show only the mean of two levels.
func TestPathOfSalesDatedByTheMonthIsSmooth(t *testing.T) {
	for _, wave := range []func(float64) float64{func(float64) float64 { return 0 }, spring} {
		rng := rand.New(rand.NewPCG(8, 1))
		level := func(t float64) float64 { return 0.005*t + wave(t) }
		var sales []Observation
		for m := start; m < start+gevel.Month(months); m++ {
			at := MonthsSince(0, m.First())
			for range 2000 {
				sales = append(sales, Observation{
					Month: at, Value: 12 + level(at-float64(start)) + 0.04*rng.NormFloat64(),
					Area: 1, Group: 1,
				})
			}
		}
		ix := Fit(sales, Window{Areas: twoAreas(), First: start, Last: start + gevel.Month(months) - 1}, seasonal())
		for m := 1; m < months-1; m++ { // the last has sales on one side alone
			got := ix.Level(1, 1, float64(start)+float64(m)) - ix.Level(1, 1, float64(start)+float64(m-1))
			if want := level(float64(m)) - level(float64(m-1)); math.Abs(got-want) > 0.004 {
				t.Errorf("from the middle of month %d to the next the level changes by %.4f, want %.4f", m-1, got, want)
			}
		}
	}
}

func TestSeasonIsForecast(t *testing.T) {
	// Four years end in December: what follows is a spring that only the season knows.
	sales := observe(rand.New(rand.NewPCG(9, 8)), 8000, 1, 1, spring)
	rise := func(p Params) float64 {
		ix := Fit(sales, Window{Areas: twoAreas(), First: start, Last: start + 59}, p)
		return ix.Level(1, 1, float64(start)+54) - ix.Level(1, 1, float64(start)+48)
	}
	if got := rise(seasonal()); math.Abs(got-0.05) > 0.015 {
		t.Errorf("from January to July the index rises by %.3f, want 0.05", got)
	}
	if got := rise(DefaultParams()); got > 0.02 {
		t.Errorf("without a season the index forecasts a rise of %.3f; the test shows nothing", got)
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
	a, b := Fit(sales, Window{Areas: twoAreas(), First: start, Last: last}, with), Fit(sales, Window{Areas: twoAreas(), First: start, Last: last}, without)
	for m := range a.Months {
		if a.Area[1][m] != b.Area[1][m] {
			t.Fatalf("month %d has a season from less than two years of sales", m)
		}
	}
}

func TestTuneFindsTheSeason(t *testing.T) {
	rise := func(level func(float64) float64) float64 {
		sales := observe(rand.New(rand.NewPCG(5, 3)), 20_000, 1, 1, level)
		ix := Fit(sales, Window{Areas: twoAreas(), First: start, Last: start + 59}, Tune(context.Background(), sales, Window{Areas: twoAreas(), First: start, Last: start + 48, Ahead: 6, Season: UnknownSeason}))
		return ix.Level(1, 1, float64(start)+54) - ix.Level(1, 1, float64(start)+48)
	}
	if got := rise(spring); math.Abs(got-0.05) > 0.015 {
		t.Errorf("in a market of seasons it forecasts a rise of %.3f, want 0.05", got)
	}
	if got := rise(func(float64) float64 { return 0 }); math.Abs(got) > 0.015 {
		t.Errorf("in a market without seasons it forecasts a rise of %.3f", got)
	}
}

func TestASeasonWithoutTrialsIsNotUsed(t *testing.T) {
	season := func(months gevel.Month) float64 {
		var sales []Observation
		for _, o := range observe(rand.New(rand.NewPCG(5, 3)), 4000, 1, 1, spring) {
			if o.Month < float64(start+months)-0.5 {
				sales = append(sales, o)
			}
		}
		return Tune(context.Background(), sales, Window{Areas: twoAreas(), First: start, Last: start + months, Ahead: 2, Season: UnknownSeason}).Whole.Season
	}
	if got := season(seasonMonths); got != 0 {
		t.Errorf("two years allow no trial of a season, but the season is %v", got)
	}
	if got := season(2 * seasonMonths); got == 0 {
		t.Error("four years of seasons show none")
	}
}

func TestASeasonThatSalesDoNotShowIsThatOfTheCountry(t *testing.T) {
	ahead := func(months gevel.Month, season Season) *Ahead {
		var list []Observation
		for _, o := range observe(rand.New(rand.NewPCG(4, 2)), 8000, 1, 1, func(float64) float64 { return 0 }) {
			if o.Month < float64(start+months)-0.5 {
				list = append(list, o)
			}
		}
		return Tune(t.Context(), list, Window{Areas: twoAreas(), First: start, Last: start + months, Ahead: 2, Season: season}).Ahead
	}
	// Two months of delay leave 22 of 24 months.
	dutch, unknown := ahead(22, DutchSeason), ahead(22, UnknownSeason)
	if d, u := dutch.VarianceAt(6), unknown.VarianceAt(6); d > 0.7*u {
		t.Errorf("half a year ahead of 22 months the level errs by %.4f in the Netherlands, by %.4f elsewhere", math.Sqrt(d), math.Sqrt(u))
	}
	if !reflect.DeepEqual(dutch.Shares, unknown.Shares) {
		t.Errorf("the season of the country changes the forecast itself")
	}
	if d, u := ahead(36, DutchSeason), ahead(36, UnknownSeason); !reflect.DeepEqual(d, u) {
		t.Errorf("after three years of sales the country still matters")
	}
}
