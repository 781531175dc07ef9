package valuer

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// What is never worth less, and what of it the final value keeps.

const (
	orderedCases  = 1500
	weightedSlack = 0.01 // the contract's: weightedValue follows within 1 %
)

// better makes one characteristic more, of those of which more is never worth less.
var better = map[string]func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics){
	"useSurface": func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics) {
		less, more = *c, *c
		less.UseSurface, more.UseSurface = twoOf(rng, gevel.MinUseSurface, gevel.MaxUseSurface)
		return less, more
	},
	"parcelSurface": func(rng *rand.Rand, c *gevel.Characteristics) (less, more gevel.Characteristics) {
		less, more = *c, *c
		less.ParcelSurface, more.ParcelSurface = twoOf(rng, 0, gevel.MaxParcelSurface)
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

// randomOverrides are other characteristics that a caller may give as well.
func randomOverrides(rng *rand.Rand) gevel.Characteristics {
	var c gevel.Characteristics
	if rng.IntN(3) == 0 {
		c.BuildType = gevel.BuildType(1 + rng.IntN(gevel.BuildTypes-1))
	}
	if rng.IntN(3) == 0 {
		c.BuildYear = gevel.Some(1700 + rng.IntN(320))
	}
	if rng.IntN(3) == 0 {
		c.UseSurface = gevel.Some(gevel.MinUseSurface + rng.IntN(400))
	}
	if rng.IntN(4) == 0 {
		c.Volume = gevel.Some(gevel.MinVolume + rng.IntN(2000))
	}
	if rng.IntN(4) == 0 {
		c.Rooms = gevel.Some(gevel.MinRooms + rng.IntN(12))
	}
	return c
}

func TestMoreIsNeverWorthLess(t *testing.T) {
	town := newTown(t)
	rng := rand.New(rand.NewPCG(21, 22))
	for range orderedCases {
		q := town.inquiry(rng.IntN(len(town.dwellings)), town.Oldest()+gevel.Date(rng.IntN(900)))
		others := randomOverrides(rng)
		for _, name := range slices.Sorted(maps.Keys(better)) { // in one order, so that a failure comes again
			less, more := better[name](rng, &others)
			poor, rich := town.valueWith(t, q, less), town.valueWith(t, q, more)
			if rich.Predicted < poor.Predicted {
				t.Errorf("%s: %+v is predicted at %d and %+v at %d", name, less, poor.Predicted, more, rich.Predicted)
			}
			if float64(rich.Weighted) < (1-weightedSlack)*float64(poor.Weighted) {
				t.Errorf("%s: %+v is valued at %d and %+v at %d", name, less, poor.Weighted, more, rich.Weighted)
			}
		}
	}
}

func (town *town) valueWith(t *testing.T, q gevel.Inquiry, overrides gevel.Characteristics) gevel.Valuation {
	t.Helper()
	q.Overrides = overrides
	out, err := town.Value(q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return out
}

func TestMoreThanTheRegisterKnowsIsNeverWorthLess(t *testing.T) {
	town := newTown(t)
	day := town.Oldest() + 30
	for h, d := range town.dwellings {
		q := town.inquiry(h, day)
		plain := town.valueWith(t, q, gevel.Characteristics{})
		more := gevel.Characteristics{UseSurface: gevel.Some(plain.Dwelling.UseSurface.V + 1 + h%40)}
		if d.ParcelSurface.Known {
			more.ParcelSurface = gevel.Some(plain.Dwelling.ParcelSurface.V + h%70)
		}
		if got := town.valueWith(t, q, more); got.Predicted < plain.Predicted || float64(got.Weighted) < (1-weightedSlack)*float64(plain.Weighted) {
			t.Errorf("home %d is worth %d, %d and with %+v %d, %d", h, plain.Predicted, plain.Weighted, more, got.Predicted, got.Weighted)
		}
	}
}
