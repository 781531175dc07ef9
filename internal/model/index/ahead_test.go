package index

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gevel/gevel"
)

// recorded returns the extrapolation learned from six years of sales.
func recorded(seed uint64, level func(t float64) float64) *Ahead {
	const years = 6
	rng := rand.New(rand.NewPCG(seed, 3))
	list := make([]Observation, 12_000)
	for i := range list {
		t := 12 * years * rng.Float64()
		list[i] = Observation{Month: float64(start) + t - 0.5, Value: level(t) + 0.1*rng.NormFloat64(), Area: 1, Group: 1}
		list[i].Known = list[i].Month
	}
	last := start + 12*years - 1
	return Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: last, Ahead: 2, Season: UnknownSeason}).Ahead
}

func TestGrowthThatTurnedIsForecastLess(t *testing.T) {
	steady := recorded(1, func(t float64) float64 { return 0.006 * t })
	turning := recorded(2, func(t float64) float64 { return 0.1 * math.Sin(2*math.Pi*t/20) })
	for k := 2; k < 12; k += 3 {
		if got := steady.Shares[k][still]; got > priorShares[still] {
			t.Errorf("after growth that always went on no change has a share of %v %d months ahead", got, k+1)
		}
	}
	if was, got := steady.Shares[9][still], turning.Shares[9][still]; got < 2*was {
		t.Errorf("after growth that turned each ten months no change has a share of %v ten months ahead, after steady growth %v", got, was)
	}
}

func TestALevelThatForecastsMissedIsLessSure(t *testing.T) {
	steady := recorded(1, func(t float64) float64 { return 0.006 * t })
	turning := recorded(2, func(t float64) float64 { return 0.1 * math.Sin(2*math.Pi*t/20) })
	if s, u := steady.VarianceAt(6), turning.VarianceAt(6); s > square(0.02) || u < square(0.05) {
		t.Errorf("half a year ahead the level errs by %.3f where it was foretold, by %.3f where it was not",
			math.Sqrt(s), math.Sqrt(u))
	}
	for _, a := range []*Ahead{steady, turning, withoutForecasts()} {
		if v := a.VarianceAt(1); !(v > 0) {
			t.Errorf("a month ahead the level is sure: its variance is %v", v)
		}
		before := 0.0
		for months := 0.0; months < 40; months += 0.5 {
			v := a.VarianceAt(months)
			if v < before {
				t.Fatalf("%v months ahead the variance is %v, and half a month before %v", months, v, before)
			}
			before = v
		}
	}
}

func TestAMarketWithoutARecordErrsAsAnother(t *testing.T) {
	got := (*Ahead)(nil).VarianceAt(12)
	if want := priorVariance(12); got < want || got > want+UnknownSeason.unseen(6) {
		t.Errorf("without a record the variance is %v, want %v and no more than a season beside", got, want)
	}
	// With fewer than a dozen sales a month the level is uncertain, and so are its forecasts.
	rng := rand.New(rand.NewPCG(6, 7))
	var list []Observation
	for i := range 130 {
		m := float64(start) + 24*float64(i)/130
		list = append(list, Observation{Month: m, Known: m, Value: 0.3 * rng.NormFloat64(), Area: 1, Group: 1})
	}
	got = Tune(context.Background(), list, Window{Areas: twoAreas(), First: start, Last: start + 24, Ahead: 2, Season: UnknownSeason}).Ahead.VarianceAt(6)
	if want := priorVariance(6); math.Abs(got/want-1) > 0.2 {
		t.Errorf("with 130 sales in two years the variance is %v, want about that of no record, %v", got, want)
	}
}

func TestTheLevelIsExtrapolatedFromTheLastKnownMonth(t *testing.T) {
	var list []Observation
	for i := range 3600 {
		m := float64(start) + 36*float64(i)/3600
		list = append(list, Observation{Month: m, Known: m + 3, Value: 0.01 * m, Area: 1, Group: 1})
	}
	params := DefaultParams()
	params.Ahead = withoutForecasts()
	ix := Fit(list, Window{Areas: twoAreas(), First: start, Last: start + 60}, params)
	if got, want := ix.End, start+gevel.Month(36); got != want && got != want-1 {
		t.Errorf("the index ends in month %d, want %d", got, want)
	}
	for k := range params.Ahead.Shares {
		params.Ahead.Shares[k] = ByOutlook{still: 1}
	}
	stays := Fit(list, Window{Areas: twoAreas(), First: start, Last: start + 60}, params)
	for m := ix.End; m < start+50; m++ {
		// The last month known itself is between the two paths.
		if got := stays.Area[0][m-start] - stays.Area[0][ix.End+1-start]; m > ix.End && math.Abs(float64(got)) > 0.005 { // a season of chance
			t.Fatalf("where no growth is used the level moves by %v after the last month known", got)
		}
		if moved := ix.Area[0][m-start] - ix.Area[0][ix.End-start]; m > ix.End+3 && moved < 0.02 {
			t.Fatalf("where growth is used the level moves by %v in %d months", moved, m-ix.End)
		}
	}
}

// TestALaterSaleIsInNoForecastOnRecord adds sales known later than some forecasts and compares
// these forecasts.
func TestALaterSaleIsInNoForecastOnRecord(t *testing.T) {
	list := observe(rand.New(rand.NewPCG(4, 9)), 2000, 1, 1, course)
	for i := range list {
		list[i].Known = list[i].Month
	}
	f, all := newFitter(list, start, start+gevel.Month(months))
	f.scale = 0.1
	weights := make([]float64, len(all))
	for i := range weights {
		weights[i] = 1
	}
	month := start + gevel.Month(months/2)
	want, _ := f.forecastAt(month, DefaultParams().Whole, weights, nil)
	later := append([]Observation{}, list...)
	for i := range later {
		if later[i].Month >= startOf(month) {
			later[i].Value += 1
		}
	}
	later = append(later, Observation{Month: startOf(month) - 3, Known: startOf(month), Value: 9, Area: 1, Group: 1})
	g, _ := newFitter(later, start, start+gevel.Month(months))
	g.scale = 0.1
	if got, _ := g.forecastAt(month, DefaultParams().Whole, append(weights, 1), nil); !reflect.DeepEqual(got, want) {
		t.Errorf("sales known later change a forecast from %+v to %+v", want, got)
	}
}
