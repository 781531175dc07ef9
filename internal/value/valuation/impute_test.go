package valuation_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// setCrampedRooms makes all sales record rooms. Larger homes have more, and
// for the same surface more rooms are worth less.
func setCrampedRooms(m *smalltown.Market) {
	rng := rand.New(rand.NewPCG(47, 48))
	for i := range m.Sold {
		s := &m.Sold[i]
		rooms := s.UseSurface.V/15 + rng.IntN(3)
		s.Rooms = gevel.Some(rooms)
		s.Price = gevel.Euro(float64(s.Price) * math.Exp(-0.1*float64(rooms-6)))
	}
}

func TestMoreSurfaceIsNeverWorthLessWhereRoomsAreNotKnown(t *testing.T) {
	m := smalltown.New(5, smalltown.Streets)
	setCrampedRooms(m)
	tn := smalltown.Town{Market: m, Valuer: m.Valuer(t, 1, smalltown.Dates[0])}
	rng := rand.New(rand.NewPCG(45, 46))
	homes := tn.NeverSold()
	for range 400 {
		h := homes[rng.IntN(len(homes))]
		q := tn.Inquiry(h, smalltown.Dates[0]+gevel.Date(rng.IntN(int(smalltown.End-smalltown.Dates[0]))))
		var less, more gevel.Characteristics
		less.UseSurface = gevel.Some(50 + rng.IntN(110))
		more.UseSurface = gevel.Some(less.UseSurface.V + 1 + rng.IntN(8))
		poor, rich := tn.ValueWith(t, q, less), tn.ValueWith(t, q, more)
		if rich.Predicted < poor.Predicted || float64(rich.Weighted) < (1-weightedSlack)*float64(poor.Weighted) {
			t.Errorf("home %d of %d m2 is worth %d, %d, and of %d m2 %d, %d", h,
				less.UseSurface.V, poor.Predicted, poor.Weighted, more.UseSurface.V, rich.Predicted, rich.Weighted)
		}
	}
}

func TestLikeHomesWithFewKnownCharacteristicsAreWorthTheSame(t *testing.T) {
	m := smalltown.New(5, smalltown.Streets)
	m.SetSecrets()
	pairs := m.MakeLikePairs()
	if len(pairs) < likePairs {
		t.Fatalf("the market has %d pairs of homes never sold, want %d", len(pairs), likePairs)
	}
	tn := smalltown.Town{Market: m, Valuer: m.Valuer(t, 1, smalltown.Dates[0])}
	for _, p := range pairs {
		one := tn.ValueWith(t, tn.Inquiry(p[0], smalltown.Dates[0]+stabilityDays), gevel.Characteristics{}).Weighted
		two := tn.ValueWith(t, tn.Inquiry(p[1], smalltown.Dates[0]+stabilityDays), gevel.Characteristics{}).Weighted
		if one != two {
			t.Errorf("homes %d and %d, alike and of one place, are worth %d and %d", p[0], p[1], one, two)
		}
	}
}

// setAll makes sales record values that follow from the rest of the home: rooms and volume from its
// surface, its state from the year, the view from the street. One in fifty has wrong
// rooms.
func setAll(m *smalltown.Market) {
	for i := range m.Sold {
		s := &m.Sold[i]
		s.Rooms, s.Volume = gevel.Some(1+s.UseSurface.V/20), gevel.Some(3*s.UseSurface.V)
		view := &m.Attributes[len(m.Attributes)-1]
		s.Extra = []float32{smalltown.WOZ: float32(s.BuildYear.V), smalltown.View: float32(view.Enter(s.Street))}
		if i%50 == 0 {
			s.Rooms = gevel.Some(33)
		}
	}
}

func TestATypicalValueIsWhatTheMostLikeHomesHave(t *testing.T) {
	m := smalltown.New(5, smalltown.Streets)
	setAll(m)
	tn := smalltown.Town{Market: m, Valuer: m.Valuer(t, 1, smalltown.Dates[0])}
	s, v := tn.Edition().Sales(), tn.Vintages()[0]
	w := valuation.NewWorkspace(tn.Sales())
	var n, rooms, ofGroup, volume, year, view float64
	for h := 0; h < len(m.Dwellings)*9/10; h += 3 {
		at, c := &m.Dwellings[h], m.Dwellings[h].Characteristics
		home := market.Home{Characteristics: c, Place: at.Place, Dwelling: s.DwellingCode(string(at.ID))}
		u := w.Typical(valuation.Query{Vintage: v, Home: &home, Day: smalltown.End, Known: smalltown.End, Surface: c.UseSurface})
		has := 1 + float64(c.UseSurface.V)/20
		n++
		typical := func(of *impute.Typical, column string) float64 {
			return of.Values[slices.Index(s.Roles.Imputed, s.Attributes.Column(column))]
		}
		rooms += math.Abs(typical(u, "rooms") - has)
		ofGroup += math.Abs(typical(&v.Typical[c.BuildType.Group()], "rooms") - has)
		volume += math.Abs(typical(u, "volume")/float64(3*c.UseSurface.V) - 1)
		year += math.Abs(typical(u, "num_woz") - float64(c.BuildYear.V))
		if s.Attributes[s.Attributes.Column("cat_view")].NameOf(typical(u, "cat_view")) == m.Addresses[h].Street {
			view++
		}
	}
	if rooms > 0.8*ofGroup {
		t.Errorf("imputed rooms are %.2f off in the mean, the rooms of the group %.2f", rooms/n, ofGroup/n)
	}
	if volume/n > 0.08 || year/n > 5 {
		t.Errorf("volumes are %.3f off in the mean, the state %.1f years", volume/n, year/n)
	}
	if view < 0.95*n {
		t.Errorf("%.0f of %.0f homes get the view of their street", view, n)
	}
}

// TestLookingForTypicalValuesChangesNoIndication: the search reorders the sales nearby.
func TestLookingForTypicalValuesChangesNoIndication(t *testing.T) {
	tn := smalltown.Secretive(t)
	s := tn.Sales()
	for row := 0; row < s.Len(); row += 7 {
		home := s.Home(row, nil)
		q := valuation.Query{Vintage: tn.Vintages()[0], Home: &home, Day: smalltown.End, Known: smalltown.End, Holdout: true}
		var want, got valuation.Trace
		w, other := valuation.NewWorkspace(s), valuation.NewWorkspace(s)
		ok := w.Indicate(q, &want)
		other.IndicateAfterTypical(q, gevel.Opt[int]{V: home.UseSurface.V + row%2, Known: row%3 > 0}, &got)
		if diff := cmp.Diff(want.Indications, got.Indications, cmpopts.EquateNaNs()); !ok || diff != "" ||
			!slices.Equal(got.Comparables.Sales, want.Comparables.Sales) || got.Kriging.Unlike != want.Kriging.Unlike {
			t.Fatalf("home of sale %d: indications (-before +after)\n%s", row, diff)
		}
	}
}

// TestASurfaceThatNoHomeHasChoosesNoLikeHomes gives homes a registered surface that no home
// has.
func TestASurfaceThatNoHomeHasChoosesNoLikeHomes(t *testing.T) {
	plain := smalltown.Secretive(t)
	taken := func(surface gevel.Opt[int]) (homes []gevel.Characteristics) {
		m := &smalltown.Market{Attributes: plain.Attributes, Addresses: plain.Addresses, Dwellings: slices.Clone(plain.Dwellings), Sold: plain.Sold}
		for h := range m.Dwellings {
			m.Dwellings[h].UseSurface = surface
		}
		tn := smalltown.Town{Market: m, Valuer: m.Open(t, market.NewSales(m.Attributes, m.Sold), plain.Vintages())}
		for _, h := range m.NeverSold() {
			q := tn.Inquiry(h, smalltown.Dates[1])
			q.Overrides.UseSurface = gevel.Some(120)
			homes = append(homes, taken(t, tn, q))
		}
		return homes
	}
	want := taken(gevel.Opt[int]{})
	for _, m2 := range []int{1, 5 - 1, 2700 + 1} {
		if got := taken(gevel.Some(m2)); !cmp.Equal(got, want, cmpopts.EquateNaNs()) {
			t.Errorf("where the register says %d m2 homes have %v, where it says nothing %v", m2, got, want)
		}
	}
}
