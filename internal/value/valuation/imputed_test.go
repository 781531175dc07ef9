package valuation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// Homes with characteristics that the register does not know and all sales record.

// trusting returns the town valued by models that take imputed homes to be as sure as
// others.
func trusting(t *testing.T, tn smalltown.Town) smalltown.Town {
	t.Helper()
	var models []*vintage.Vintage
	for _, v := range tn.Vintages() {
		blithe := *v
		blithe.Spread.Imputed = make([][]float64, len(v.Spread.Imputed))
		for g, added := range v.Spread.Imputed {
			blithe.Spread.Imputed[g] = make([]float64, len(added))
		}
		models = append(models, &blithe)
	}
	return smalltown.Town{Market: tn.Market, Valuer: tn.Open(t, tn.Edition().Sales(), models)}
}

func TestIntervalsOfImputedHomesCoverWhatTheyPromise(t *testing.T) {
	honest := smalltown.Secretive(t)
	fresh := smalltown.Dates[len(smalltown.Dates)-1] // the market is known until then
	covered := func(tn smalltown.Town) float64 {
		rng := rand.New(rand.NewPCG(33, 34))
		inside, n := 0.0, 0.0
		for _, h := range tn.NeverSold() {
			out := tn.ValueWith(t, tn.Inquiry(h, fresh), gevel.Characteristics{})
			for range 100 {
				price := tn.Sale(rng, 1, h, fresh).Price
				price = gevel.Euro(float64(price) * math.Exp(smalltown.NewSecret(rng).Worth()))
				n++
				if price >= out.Interval.Low && price <= out.Interval.High {
					inside++
				}
			}
		}
		return inside / n
	}
	// Few homes were never sold: among as many, chance alone moves the share by 0.08 (one standard error).
	if got := covered(honest); math.Abs(got-0.8) > 0.07 {
		t.Errorf("the 80 %% intervals of imputed homes hold %.3f of the prices", got)
	}
	if got := covered(trusting(t, honest)); got > 0.65 {
		t.Errorf("intervals that know nothing of imputing hold %.3f of the prices: the test shows nothing", got)
	}
}

func TestACharacteristicThatIsKnownNeverMakesAHomeLessSure(t *testing.T) {
	tn := smalltown.Secretive(t)
	rng := rand.New(rand.NewPCG(35, 36))
	surer := 0
	homes := tn.NeverSold()
	for range 300 {
		h := homes[rng.IntN(len(homes))]
		q := tn.Inquiry(h, smalltown.Dates[0]+gevel.Date(rng.IntN(int(smalltown.End-smalltown.Dates[0]))))
		typical := taken(t, tn, q)
		less := tn.ValueWith(t, q, gevel.Characteristics{})
		var given gevel.Characteristics
		for _, next := range rng.Perm(2) {
			switch next {
			case 0:
				given.Rooms = typical.Rooms
			case 1:
				given.Monument = typical.Monument
			}
			more := tn.ValueWith(t, q, given)
			// Comparables are adjusted for what is known of both, so that the value moves a little.
			moved := float64(more.Weighted)/float64(less.Weighted) - 1
			if math.Abs(moved) > 0.03 || more.FSD > less.FSD || more.Class < less.Class {
				t.Errorf("home %d, given %+v: %d, FSD %v, class %d; with less given %d, %v, %d",
					h, given, more.Weighted, more.FSD, more.Class, less.Weighted, less.FSD, less.Class)
			}
			if more.FSD < less.FSD {
				surer++
			}
			less = more
		}
	}
	if surer < 30 {
		t.Errorf("only %d times a home was surer for what was given", surer)
	}
}

// taken returns the characteristics that a home is valued with.
func taken(t *testing.T, tn smalltown.Town, q gevel.Inquiry) gevel.Characteristics {
	t.Helper()
	trace, err := tn.Trace(q)
	if err != nil {
		t.Fatal(err)
	}
	return trace.Home.Characteristics
}

func TestAHomeWithAllCharacteristicsKnownIsAsSureAsBefore(t *testing.T) {
	honest := smalltown.Secretive(t)
	blithe := trusting(t, honest)
	seen := 0
	for h := range honest.Dwellings {
		q := honest.Inquiry(h, smalltown.End)
		if trace, err := honest.Trace(q); err != nil || len(trace.Imputed) > 0 {
			continue
		}
		seen++
		got, want := honest.ValueWith(t, q, gevel.Characteristics{}), blithe.ValueWith(t, q, gevel.Characteristics{})
		if want.Edition = got.Edition; !cmp.Equal(got, want, cmpopts.EquateNaNs()) {
			t.Errorf("home %d, with nothing unknown, is valued\n%+v\nand without imputing\n%+v", h, got, want)
		}
	}
	if seen < 30 {
		t.Errorf("only %d homes with nothing unknown were seen", seen)
	}
}

func TestWhereThereIsNoTypicalValueNothingIsAdded(t *testing.T) {
	town := smalltown.Shared(t) // whose sales often leave out what they could record
	for _, v := range town.Vintages() {
		h := town.Edition().Sales().Home(0, nil)
		for g, added := range v.Spread.Imputed {
			for c, variance := range added {
				if has := v.Typical[g].Give(town.Edition().Sales(), &h, impute.Characteristic(c)); has != (variance > 0) {
					t.Errorf("vintage %s: characteristic %d of group %d has a typical value: %v, and adds %v", v.AsOf, c, g, has, variance)
				}
			}
		}
	}
}
