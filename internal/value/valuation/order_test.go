package valuation_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// More of some characteristics is never worth less. How closely the final value keeps to that.

const (
	orderedCases  = 1500
	weightedSlack = 0.01 // the contract's: weightedValue follows within 1 %
)

// better increases a characteristic; more of it is never worth less.
var better = map[string]func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics){
	"useSurface": func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics) {
		less, more = *c, *c
		less.UseSurface, more.UseSurface = twoOf(rng, 5, 2700)
		return less, more
	},
	"parcelSurface": func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics) {
		less, more = *c, *c
		less.ParcelSurface, more.ParcelSurface = twoOf(rng, 0, 1_000_000)
		return less, more
	},
	"energyLabel": func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics) {
		less, more = *c, *c
		low, high := twoOf(rng, int(gevel.LabelG), gevel.EnergyLabels-1)
		less.EnergyLabel, more.EnergyLabel = gevel.EnergyLabel(low.V), gevel.EnergyLabel(high.V)
		return less, more
	},
}

// twoOf draws two numbers of a range, the lower first: mostly ordinary ones, close
// to each other as often as far apart.
func twoOf(rng *rand.Rand, least, most int) (low, high gevel.Opt[int]) {
	span := func() int {
		n := most - least
		for n > 10 && rng.IntN(6) > 0 {
			n /= 3
		}
		return rng.IntN(n + 1)
	}
	from := least + span()
	return gevel.Some(from), gevel.Some(min(from+span(), most))
}

func TestMoreIsNeverWorthLess(t *testing.T) {
	town := smalltown.Shared(t)
	rng := rand.New(rand.NewPCG(21, 22))
	for range orderedCases {
		q := town.Inquiry(rng.IntN(len(town.Dwellings)), town.Oldest()+gevel.Date(rng.IntN(900)))
		others := smalltown.Overrides(rng)
		for _, name := range slices.Sorted(maps.Keys(better)) { // in one order, so that a failure comes again
			less, more := better[name](rng, &others)
			poor, rich := town.ValueWith(t, q, less), town.ValueWith(t, q, more)
			if rich.Predicted < poor.Predicted {
				t.Errorf("%s: %+v is predicted at %d and %+v at %d", name, less, poor.Predicted, more, rich.Predicted)
			}
			if float64(rich.Weighted) < (1-weightedSlack)*float64(poor.Weighted) {
				t.Errorf("%s: %+v is valued at %d and %+v at %d", name, less, poor.Weighted, more, rich.Weighted)
			}
		}
	}
}

func TestMoreThanTheRegisterKnowsIsNeverWorthLess(t *testing.T) {
	town := smalltown.Shared(t)
	day := town.Oldest() + 30
	for h, d := range town.Dwellings {
		q := town.Inquiry(h, day)
		plain := town.ValueWith(t, q, gevel.Characteristics{})
		more := gevel.Characteristics{UseSurface: gevel.Some(plain.Dwelling.UseSurface.V + 1 + h%40)}
		if d.ParcelSurface.Known {
			more.ParcelSurface = gevel.Some(plain.Dwelling.ParcelSurface.V + h%70)
		}
		if got := town.ValueWith(t, q, more); got.Predicted < plain.Predicted || float64(got.Weighted) < (1-weightedSlack)*float64(plain.Weighted) {
			t.Errorf("home %d is worth %d, %d and with %+v %d, %d", h, plain.Predicted, plain.Weighted, more, got.Predicted, got.Weighted)
		}
	}
}
