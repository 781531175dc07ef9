package index

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// follows invents eight years of a market of 30 sales a month, each known two months later, and a series of which it
// takes part in the growth by a loading. Each figure is known three weeks after its month.
func follows(loading float64, level func(t float64) float64) (sales []Observation, series gevel.PriceSeries) {
	const years = 8
	rng := rand.New(rand.NewPCG(9, 1))
	for m := range gevel.Month(12 * years) {
		series = append(series, gevel.Published{
			Month: start + m, Known: (start + m + 1).First() + 21, Value: 100 * math.Exp(level(float64(m))),
		})
		for range 30 {
			at := float64(m) + rng.Float64() - 0.5
			sales = append(sales, Observation{
				Month: float64(start) + at, Known: float64(start) + at + 2, Value: 12 + loading*level(at) + 0.1*rng.NormFloat64(),
				Area: 1, Group: 1,
			})
		}
	}
	return sales, series
}

// risen is how far the market has risen on a day, a month before which the sales known end, since two months before.
func risen(t *testing.T, sales []Observation, series gevel.PriceSeries, origin gevel.Month) float64 {
	t.Helper()
	var known []Observation
	for _, o := range sales {
		if o.Known < startOf(origin) {
			known = append(known, o)
		}
	}
	over := Window{Areas: twoAreas(), First: start, Last: origin, Ahead: 4, Season: DutchSeason, Series: series.Before(origin.First())}
	params := Tune(t.Context(), known, over)
	over.Last += 12
	ix := Fit(known, over, params)
	if figures := over.Series.Newest(); len(figures) >= seriesHistory != (ix.SeriesEnd > 0) || ix.SeriesEnd > 0 && ix.SeriesEnd != figures[len(figures)-1].Month {
		t.Errorf("the index says that the series ends in %s", ix.SeriesEnd)
	}
	return ix.Level(1, 1, float64(origin)) - ix.Level(1, 1, float64(origin)-6)
}

// turning rises by a percent a month, and falls by as much from month 90 on.
func turning(t float64) float64 { return 0.01 * (90 - math.Abs(t-90)) }

func TestTheLevelFollowsAPublishedIndexPastTheSalesThatAreKnown(t *testing.T) {
	origin := start + 95
	for _, loading := range []float64{1, 0.5} {
		sales, series := follows(loading, turning)
		alone, with := risen(t, sales, nil, origin), risen(t, sales, series, origin)
		truth := loading * (turning(95) - turning(89))
		if math.Abs(with-truth) > 0.8*math.Abs(alone-truth) {
			t.Errorf("with a loading of %v the market moved by %.3f in half a year; the index lets it be %.3f, sales alone %.3f",
				loading, truth, with, alone)
		}
	}
}

// Medians of few homes err by a tenth: what each of them says of the market is next to nothing.
func TestTheLevelHardlyFollowsNoisyFigures(t *testing.T) {
	sales, series := follows(1, turning)
	origin := start + 95
	alone := risen(t, sales, nil, origin)
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(5, seed))
		noisy := slices.Clone(series)
		for i := range noisy {
			noisy[i].Value *= math.Exp(0.1 * rng.NormFloat64())
		}
		if noise := newPublished(noisy.Newest(), start, len(noisy)).noise; noise < 0.07 || noise > 0.14 {
			t.Errorf("figures that err by 0.1 seem to err by %.3f", noise)
		}
		if with := risen(t, sales, noisy, origin); math.Abs(with-alone) > 0.005 {
			t.Errorf("figures that err by 0.1 move the level by %.3f", with-alone)
		}
	}
	if noise := newPublished(series.Newest(), start, len(series)).noise; noise != leastSeriesNoise {
		t.Errorf("figures without errors seem to err by %.3f", noise)
	}
}

func TestASeriesThatTheMarketDoesNotFollowHasLittleWeight(t *testing.T) {
	sales, series := follows(1, func(t float64) float64 { return 0.005 * t })
	rng := rand.New(rand.NewPCG(2, 3))
	walk := 0.0
	for i := range series {
		walk += 0.03 * rng.NormFloat64()
		series[i].Value = math.Exp(walk)
	}
	origin := start + 95
	alone, with := risen(t, sales, nil, origin), risen(t, sales, series, origin)
	if math.Abs(with-alone) > 0.01 {
		t.Errorf("a series of chance moves the level by %.3f", with-alone)
	}
}

func TestTooShortASeriesSaysNothing(t *testing.T) {
	sales, series := follows(1, turning)
	origin := start + 95
	short := series[len(series)-seriesHistory-1 : len(series)-2]
	if alone, with := risen(t, sales, nil, origin), risen(t, sales, short, origin); alone != with {
		t.Errorf("%d months move the level by %v", len(short), with-alone)
	}
}

// A market of eleven months of sales has not seen a spring come back; the series has.
func TestAShortRecordHasTheSeasonOfTheSeries(t *testing.T) {
	spring := func(t float64) float64 { return 0.002*t + 0.04*math.Sin(2*math.Pi*t/yearMonths) }
	all, series := follows(1, spring)
	first, origin := start+73, start+84
	sales := slices.DeleteFunc(all, func(o Observation) bool { return o.Month < startOf(first) || o.Known >= startOf(origin) })
	miss := func(series gevel.PriceSeries) (squares, unsure float64) {
		over := Window{Areas: twoAreas(), First: first, Last: origin, Ahead: 4, Season: UnknownSeason, Series: series.Before(origin.First())}
		params := Tune(t.Context(), sales, over)
		over.Last += 11
		ix := Fit(sales, over, params)
		for m := origin; m < origin+yearMonths; m++ {
			squares += square(ix.Level(1, 1, float64(m)) - 12 - spring(float64(m-start)))
			unsure += ix.WholeVariance(params.Ahead, float64(m))
		}
		return squares, unsure
	}
	alone, _ := miss(nil)
	short, guess := miss(series[len(series)-yearMonths-seasonMonths:])
	with, sure := miss(series)
	if with > alone/4 || with > short/4 || sure >= guess {
		t.Errorf("squares of errors are %.4f with the series' season, %.4f with a series too short for one, %.4f alone; the variances add up to %.4f and %.4f",
			with, short, alone, sure, guess)
	}
	quarters := slices.DeleteFunc(slices.Clone(series), func(p gevel.Published) bool { return p.Month%3 != 1 })
	for of, series := range map[string]gevel.PriceSeries{"months": series, "quarters": quarters} {
		if e, says := extend(series, first, yearMonths, int(origin-first)); !says || (e.season != nil) != (of == "months") {
			t.Errorf("a series of %d %s says something %v, and has the season %v", len(series), of, says, e.season)
		}
	}
}

// TestWhatASeriesPublishesLaterIsNotForecastWith changes what became known after the last month of which a past forecast
// is made.
func TestWhatASeriesPublishesLaterIsNotForecastWith(t *testing.T) {
	sales, series := follows(1, turning)
	record := func(series gevel.PriceSeries) *forecastRecord {
		return newForecastRecord(t.Context(), sales, Window{First: start, Last: start + 96, Series: series}, DefaultParams().Whole)
	}
	after := start + 60
	later := append(gevel.PriceSeries{}, series...)
	for i := range later {
		if later[i].Known >= after.First() {
			later[i].Value *= 1.5
		}
	}
	later = append(later, gevel.Published{Month: start + 40, Known: after.First(), Value: 7})
	later.Sort()
	was, is := record(series), record(later)
	compared, changed := 0, 0
	for i := range was.trials {
		month := start + forecastHistory + gevel.Month(i)
		same := reflect.DeepEqual(was.trials[i].lead, is.trials[i].lead)
		switch {
		case month <= after && !same:
			t.Fatalf("the forecast of %s knows what was published from %s on", month, after)
		case month <= after:
			compared++
		case !same:
			changed++
		}
	}
	if compared < 12 || changed < 12 {
		t.Errorf("%d forecasts were compared, and %d of later months changed", compared, changed)
	}
}

func TestASeriesThatEndedLongAgoSaysNothing(t *testing.T) {
	sales, series := follows(1, turning)
	ended := series[:len(series)-seriesSilence-6]
	known := sales[:len(sales)-30]
	over := Window{Areas: twoAreas(), First: start, Last: start + 96, Ahead: 4, Season: DutchSeason, Series: ended}
	params := Tune(t.Context(), known, over)
	with := Fit(known, over, params)
	over.Series = nil
	if alone := Fit(known, over, params); with.SeriesEnd != 0 || !reflect.DeepEqual(alone.Area, with.Area) {
		t.Errorf("a series until %s moves the level after %s", ended[len(ended)-1].Month, with.End)
	}
}

func TestASeriesThatBeginsLaterOrFellSilentSaysNothingOfTheRise(t *testing.T) {
	const first, months = gevel.Month(24_000), 60
	series := func(from, until int) (figures gevel.PriceSeries) {
		for m := from; m <= until; m++ {
			month := first + gevel.Month(m)
			figures = append(figures, gevel.Published{Month: month, Known: (month + 1).First(), Value: math.Exp(0.004 * float64(m))})
		}
		return figures
	}
	level := make([]float64, months)
	for m := range level {
		level[m] = 0.004 * float64(m)
	}
	for name, is := range map[string]struct {
		from, until, end int
		says             bool
	}{
		"up to the end":              {0, 40, 40, true},
		"from the end on":            {40, 55, 40, true},
		"from a month later on":      {41, 55, 40, false},
		"silent as long as it may":   {0, 40 - seriesSilence, 40, true},
		"silent for a month more":    {0, 39 - seriesSilence, 40, false},
		"with a figure too few":      {0, seriesHistory - 2, seriesHistory, false},
		"with as few as it may have": {0, seriesHistory - 1, seriesHistory, true},
	} {
		e, says := extend(series(is.from, is.until), first, months, is.end)
		if says != is.says {
			t.Errorf("%s: that it says something is %v", name, says)
		}
		if !says {
			continue
		}
		switch rise := e.rise(level, is.end); {
		case len(rise) != months-is.end || rise[0] != 0:
			t.Errorf("%s: %d months, %v at first", name, len(rise), rise[0])
		case math.Abs(rise[12]-0.048) > 0.015:
			t.Errorf("%s: %v in a year, want 0.048", name, rise[12])
		}
	}
}
