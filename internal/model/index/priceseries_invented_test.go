package index

// Whether a published index helps: run by hand, over invented markets that follow the Dutch index of existing homes.
//
//	GEVEL_SERIES=1 go test -v -run InventedMarkets ./internal/model/index

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// dutchIndex reads the months of CBS's table 83906NED: log levels from January 1995.
func dutchIndex(t *testing.T) (first gevel.Month, levels []float64) {
	content, err := os.ReadFile("../../../../shared/data/cbs/bestaande_koopwoningen.csv")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(content)) {
		cells := strings.Split(line, ";")
		if len(cells) < 3 || !strings.Contains(cells[1], "MM") {
			continue
		}
		value, err := strconv.ParseFloat(strings.Trim(cells[2], "\" "), 64)
		if err != nil {
			t.Fatal(err)
		}
		levels = append(levels, math.Log(value))
	}
	return gevel.NewDate(1995, 1, 1).Month(), levels
}

// invented is a market that follows an index.
type invented struct {
	sales   int     // a month
	late    float64 // months until a sale is known
	loading float64 // of the index
	noise   float64 // by which its level goes its own way a month, log
	revised bool    // whether figures err by half a percent until three months later
}

func (m invented) String() string {
	return fmt.Sprintf("%d sales, %v months late, noise %v, revised %v", m.sales, m.late, m.noise, m.revised)
}

// invent returns the sales, true levels and the price series.
func (m invented) invent(first gevel.Month, index []float64, seed uint64) (sales []Observation, level []float64, series gevel.PriceSeries) {
	rng := rand.New(rand.NewPCG(seed, 11))
	own := 0.0
	for k, log := range index {
		own += m.noise * rng.NormFloat64()
		level = append(level, m.loading*log+own)
		month := first + gevel.Month(k)
		published := (month + 1).First() + 21
		if m.revised {
			series = append(series, gevel.Published{Month: month, Known: published, Value: math.Exp(log + 0.005*rng.NormFloat64())})
			published = (month + 4).First() + 21
		}
		series = append(series, gevel.Published{Month: month, Known: published, Value: math.Exp(log)})
	}
	for k := range index {
		for range m.sales {
			at := float64(k) + rng.Float64() - 0.5
			o := Observation{Month: float64(first) + at, Value: levelAt(level, at) + 0.12*rng.NormFloat64(), Area: 1, Group: 1}
			o.Known = o.Month + m.late
			sales = append(sales, o)
		}
	}
	series.Sort()
	return sales, level, series
}

func TestAPublishedIndexInInventedMarkets(t *testing.T) {
	if os.Getenv("GEVEL_SERIES") == "" {
		t.Skip("GEVEL_SERIES=1 runs it")
	}
	first, index := dutchIndex(t)
	const ahead = 12
	for _, m := range []invented{
		{sales: 25, noise: 0.003},
		{sales: 25, late: 2, noise: 0.003},
		{sales: 100, late: 2, noise: 0.003},
		{sales: 25, late: 2, noise: 0.0075},
		{sales: 25, late: 2, noise: 0.003, revised: true},
		{sales: 400, late: 2, noise: 0.003},
	} {
		var errors, turns [2]float64
		var n, atTurns, covered [2]float64
		for run, loading := range []float64{0.7, 1, 1.3} {
			m.loading = loading
			sales, level, series := m.invent(first, index, uint64(run))
			for origin := gevel.NewDate(2000, 7, 1).Month(); origin <= gevel.NewDate(2022, 7, 1).Month(); origin += 6 {
				var known []Observation
				for _, o := range sales {
					if max(o.Month, o.Known) < startOf(origin) && o.Month > float64(origin-120) {
						known = append(known, o)
					}
				}
				for with := range 2 {
					over := Window{Areas: twoAreas(), First: max(first, origin-120), Last: origin, Ahead: 2 + int(m.late), Season: DutchSeason}
					if with == 1 {
						over.Series = series.Before(origin.First())
					}
					p := Tune(t.Context(), known, over)
					over.Last += ahead
					ix := Fit(known, over, p)
					sum := 0.0
					for k := range gevel.Month(ahead) {
						miss := ix.Level(1, 1, float64(origin+k)) - level[origin+k-first]
						sum += math.Abs(miss) / ahead
						if math.Abs(miss) < 1.2816*math.Sqrt(ix.WholeVariance(p.Ahead, float64(origin+k))) {
							covered[with] += 1. / ahead
						}
					}
					errors[with], n[with] = errors[with]+sum, n[with]+1
					switch origin.First().Year() {
					case 2008, 2009, 2013, 2022:
						turns[with], atTurns[with] = turns[with]+sum, atTurns[with]+1
					}
				}
			}
		}
		t.Logf("%v: %.0f origins: without %.2f %%, at turns %.2f, 80 %% covers %.0f; with %.2f, %.2f, %.0f", m, n[0],
			100*errors[0]/n[0], 100*turns[0]/atTurns[0], 100*covered[0]/n[0], 100*errors[1]/n[1], 100*turns[1]/atTurns[1], 100*covered[1]/n[1])
	}
}
