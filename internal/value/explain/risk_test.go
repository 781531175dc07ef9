package explain_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
)

func TestAChangedHomeRestsLessOnItsOwnSale(t *testing.T) {
	town := smalltown.Shared(t)
	seen := 0
	for h := range 60 {
		q := town.Inquiry(h, smalltown.End)
		weight := func(surface int) (own, holds float64) {
			q.Overrides.UseSurface = gevel.Some(surface)
			e, err := explain.New(town.Valuer).Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			if !e.OwnSale.Known {
				return -1, -1
			}
			return e.Approaches[reconcile.OwnSale].Weight, e.OwnSale.V.Unchanged
		}
		was := town.Dwellings[h].UseSurface.V
		same, whole := weight(was)
		larger, _ := weight(was * 5 / 4)
		twice, part := weight(2 * was)
		if same < 0 {
			continue
		}
		seen++
		if !(same > larger && larger > twice) {
			t.Errorf("home %d: its own sale weighs %.3f, with a quarter more surface %.3f, with twice as much %.3f", h, same, larger, twice)
		}
		if !(0 < part && part < whole && whole <= 1) {
			t.Errorf("home %d: its own sale keeps %.3f of its weight, with twice as much surface %.3f", h, whole, part)
		}
	}
	if seen < 10 {
		t.Errorf("only %d homes with an own sale were seen", seen)
	}
}

func TestMeasuresBeyondAllSoldAreDoubted(t *testing.T) {
	tn := smalltown.Secretive(t)
	for _, h := range tn.NeverSold() {
		q := tn.Inquiry(h, smalltown.End)
		group := tn.Dwellings[h].BuildType.Group()
		ranges := tn.VintageOn(q.Date).Ranges[group]
		e, err := explain.New(tn.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		if d := risk(t, e, explain.Extreme); d.Factor != 1 || d.Has.V != 1 {
			t.Errorf("home %d is as others that were sold, and yet %+v", h, d)
		}
		for name, given := range map[string]gevel.Characteristics{
			"a park":         {ParcelSurface: gevel.Some(1_000_000)},
			"a hundred room": {Rooms: gevel.Some(100)},
		} {
			if group == gevel.GroupApartment && given.ParcelSurface.Known {
				continue // what does not count needs no doubt
			}
			q.Overrides = given
			odd, err := explain.New(tn.Valuer).Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			if odd.Valuation.Class > 1 || risk(t, odd, explain.Extreme).Factor < 1.5 {
				t.Errorf("home %d said to have %s is of class %d, %+v", h, name, odd.Valuation.Class, risk(t, odd, explain.Extreme))
			}
			checkRisks(t, odd)
		}
		q.Overrides = gevel.Characteristics{Rooms: gevel.Some(ranges[3].Most)}
		if e, err = explain.New(tn.Valuer).Explain(q); err != nil || risk(t, e, explain.Extreme).Factor != 1 {
			t.Errorf("home %d with the most rooms sold is doubted: %+v %v", h, risk(t, e, explain.Extreme), err)
		}
	}
}

func TestWhatIsImputedIsSaid(t *testing.T) {
	tn, risen := smalltown.Secretive(t), 0
	for _, h := range tn.NeverSold() {
		q := tn.Inquiry(h, smalltown.End)
		masked, err := explain.New(tn.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := imputed(masked), []string{"rooms", "monument", "num_woz"}; !slices.Equal(got, want) {
			t.Errorf("home %d: %v are imputed, want %v", h, got, want)
		}
		q.Overrides.Rooms = masked.Home.Rooms
		given, err := explain.New(tn.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := imputed(given), []string{"monument", "num_woz"}; !slices.Equal(got, want) {
			t.Errorf("home %d, given its rooms: %v are imputed, want %v", h, got, want)
		}
		before, after := risk(t, masked, explain.Imputed), risk(t, given, explain.Imputed)
		if after.Factor >= before.Factor {
			risen++ // comparables are adjusted for rooms once these are known, and may then agree less
		}
		if before.Has.V != 3 || after.Has.V != 2 || !(1.02*before.Factor > after.Factor && after.Factor > 1) {
			t.Errorf("home %d: imputing has %+v, and given its rooms %+v", h, before, after)
		}
		checkRisks(t, masked)
	}
	if homes := len(tn.NeverSold()); homes < 20*risen {
		t.Errorf("imputing costs %d of %d homes more once their rooms are known", risen, homes)
	}
}

// imputed returns the names of the steps that are imputed.
func imputed(e explain.Explanation) (names []string) {
	for _, s := range e.Steps {
		if s.Imputed {
			names = append(names, s.Name)
		}
	}
	return names
}

func risk(t *testing.T, e explain.Explanation, name explain.RiskName) explain.Risk {
	t.Helper()
	i := slices.IndexFunc(e.Certainty.Risks, func(d explain.Risk) bool { return d.Name == name })
	if i < 0 {
		t.Fatalf("%v has no risk %s", e.Valuation.Address, name)
	}
	return e.Certainty.Risks[i]
}

// newForgetful returns a town that keeps rooms and state as the secretive town does, but one sale
// in twenty records neither.
func newForgetful(t *testing.T) smalltown.Town {
	t.Helper()
	m := smalltown.New(7, smalltown.Streets)
	m.SetSecrets()
	for i := range m.Sold {
		if i%20 == 0 {
			m.Sold[i].Rooms, m.Sold[i].Extra[smalltown.WOZ] = gevel.Opt[int]{}, float32(math.NaN())
		}
	}
	return smalltown.Town{Market: m, Valuer: m.Valuer(t, 1, smalltown.Dates...)}
}

func TestAnUnchangedHomeIsNotAdjusted(t *testing.T) {
	tn := newForgetful(t)
	seen := 0
	for h := range tn.Dwellings {
		q := tn.Inquiry(h, smalltown.End)
		e, err := explain.New(tn.Valuer).Explain(q)
		if err != nil || !e.OwnSale.Known {
			continue
		}
		if !e.OwnSale.V.Rooms.Known {
			seen++
		}
		if a := e.OwnSale.V.Adjustment; math.Abs(a-1) > 1e-6 {
			t.Errorf("%v: the own sale of an unchanged home, which recorded %+v, is adjusted by %v: %v", q.AddressQuery, e.OwnSale.V.Characteristics, a, e.OwnSale.V.Differences)
		}
	}
	if seen < 5 {
		t.Errorf("only %d homes whose own sale did not record all were seen", seen)
	}
}

func TestAChangedHomeIsAdjustedForWhatChanged(t *testing.T) {
	tn := smalltown.Secretive(t)
	s := tn.Edition().Sales()
	for h := range tn.Dwellings {
		q := tn.Inquiry(h, smalltown.End)
		surface := tn.Dwellings[h].UseSurface.V
		q.Overrides.UseSurface = gevel.Some(surface + surface/2)
		trace, err := tn.Trace(q)
		if err != nil || !trace.Basis.HasOwnSale {
			continue
		}
		sold, recorded := trace.OwnSale.Sold, s.Home(int(trace.OwnSale.Row), nil)
		if !cmp.Equal(sold.Characteristics, recorded.Characteristics, cmpopts.EquateNaNs()) {
			t.Fatalf("a home sold by a sale that recorded all is taken for %+v, and it recorded %+v", sold.Characteristics, recorded.Characteristics)
		}
		e, err := explain.New(tn.Valuer).Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, difference := range e.OwnSale.V.Differences {
			sum += difference.Log
		}
		if a := e.OwnSale.V.Adjustment; a <= 1 || math.Abs(sum-math.Log(a)) > 1e-6 {
			t.Fatalf("the own sale of a home half as large again is adjusted by %v, for %v", a, e.OwnSale.V.Differences)
		}
	}
}

// TestAHomeSoldLatelyHasAnOffer holds the offer to the middle of the prices of such homes, within the widest interval.
func TestAHomeSoldLatelyHasAnOffer(t *testing.T) {
	with, without := 0, 0
	for _, e := range explained(t, smalltown.City(t), 100) {
		v, own := e.Valuation, e.OwnSale.V
		lately := e.OwnSale.Known && float64(v.Date-own.Date) < 2*365.25
		if own.Offered.Known != lately {
			t.Errorf("%v, last sold on %v (%v) and valued on %v, has the offer %v", v.Address, own.Date, e.OwnSale.Known, v.Date, own.Offered)
		}
		if !lately {
			without++
			continue
		}
		with++
		if i := e.Certainty.Interval50; own.Offered.V < i.Low || own.Offered.V > i.High {
			t.Errorf("%v would fetch %d, outside half of the prices, %d to %d", v.Address, own.Offered.V, i.Low, i.High)
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d homes have an offer and %d none: want both", with, without)
	}
}
