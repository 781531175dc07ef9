package valuer

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/market"
)

// tellCrampedRooms has all sales tell rooms, of which larger homes have more, and which for
// the same surface are the worse the more they are.
func (m *smallMarket) tellCrampedRooms() {
	rng := rand.New(rand.NewPCG(47, 48))
	for i := range m.sales {
		s := &m.sales[i]
		rooms := s.UseSurface.V/15 + rng.IntN(3)
		s.Rooms = gevel.Some(rooms)
		s.Price = gevel.Euro(float64(s.Price) * math.Exp(-0.1*float64(rooms-6)))
	}
}

func TestMoreSurfaceIsNeverWorthLessWhereRoomsAreNotKnown(t *testing.T) {
	m := newSmallMarket(5, townStreets)
	m.tellCrampedRooms()
	tn := town{smallMarket: m, Valuer: m.valuer(t, 1, townDates[0])}
	rng := rand.New(rand.NewPCG(45, 46))
	homes := tn.neverSold()
	for range 400 {
		h := homes[rng.IntN(len(homes))]
		q := tn.inquiry(h, townDates[0]+gevel.Date(rng.IntN(int(marketEnd-townDates[0]))))
		var less, more gevel.Characteristics
		less.UseSurface = gevel.Some(50 + rng.IntN(110))
		more.UseSurface = gevel.Some(less.UseSurface.V + 1 + rng.IntN(8))
		poor, rich := tn.valueWith(t, q, less), tn.valueWith(t, q, more)
		if rich.Predicted < poor.Predicted || float64(rich.Weighted) < (1-weightedSlack)*float64(poor.Weighted) {
			t.Errorf("home %d of %d m2 is worth %d, %d, and of %d m2 %d, %d", h,
				less.UseSurface.V, poor.Predicted, poor.Weighted, more.UseSurface.V, rich.Predicted, rich.Weighted)
		}
	}
}

func TestLikeHomesOfWhichLittleIsKnownAreWorthTheSame(t *testing.T) {
	m := newSmallMarket(5, townStreets)
	m.tellSecrets()
	pairs := m.makeLikePairs()
	if len(pairs) < likePairs {
		t.Fatalf("the market has %d pairs of homes never sold, want %d", len(pairs), likePairs)
	}
	tn := town{smallMarket: m, Valuer: m.valuer(t, 1, townDates[0])}
	for _, p := range pairs {
		one := tn.valueWith(t, tn.inquiry(p[0], townDates[0]+stabilityDays), gevel.Characteristics{}).Weighted
		two := tn.valueWith(t, tn.inquiry(p[1], townDates[0]+stabilityDays), gevel.Characteristics{}).Weighted
		if one != two {
			t.Errorf("homes %d and %d, alike and of one place, are worth %d and %d", p[0], p[1], one, two)
		}
	}
}

// tellAll has sales tell what follows from the rest of the home: rooms and volume from its
// surface, its state from the year, the view from the street. Of one in fifty the rooms are
// wrong.
func (m *smallMarket) tellAll() {
	for i := range m.sales {
		s := &m.sales[i]
		s.Rooms, s.Volume = gevel.Some(1+s.UseSurface.V/20), gevel.Some(3*s.UseSurface.V)
		s.Num[0], s.Cat[0] = float64(s.BuildYear.V), s.Street
		if i%50 == 0 {
			s.Rooms = gevel.Some(33)
		}
	}
}

func TestTheUsualIsWhatTheMostLikeHomesHave(t *testing.T) {
	m := newSmallMarket(5, townStreets)
	m.tellAll()
	tn := town{smallMarket: m, Valuer: m.valuer(t, 1, townDates[0])}
	s, v := tn.edition.Sales(), tn.vintages[0]
	d := newDesk(newGround(s))
	var n, rooms, ofGroup, volume, year, view float64
	for h := 0; h < len(m.dwellings)*9/10; h += 3 {
		at, c := &m.dwellings[h], m.dwellings[h].Characteristics
		home := market.Home{Characteristics: c, Place: at.Place, Dwelling: s.DwellingCode(string(at.ID))}
		q := question{home: &home, day: marketEnd, known: marketEnd}
		d.near(q)
		u := d.usual(v, q, c.UseSurface)
		has := 1 + float64(c.UseSurface.V)/20
		n++
		rooms += math.Abs(float64(u.Rooms.V) - has)
		ofGroup += math.Abs(float64(v.Usual[c.BuildType.Group()].Rooms.V) - has)
		volume += math.Abs(float64(u.Volume.V)/float64(3*c.UseSurface.V) - 1)
		year += math.Abs(float64(u.Num[0]) - float64(c.BuildYear.V))
		if s.CatNames[0].Name(u.Cat[0]) == m.addresses[h].Street {
			view++
		}
	}
	if rooms > 0.8*ofGroup {
		t.Errorf("rooms are %.2f off in the mean, those of the group %.2f", rooms/n, ofGroup/n)
	}
	if volume/n > 0.08 || year/n > 5 {
		t.Errorf("volumes are %.3f off in the mean, the state %.1f years", volume/n, year/n)
	}
	if view < 0.95*n {
		t.Errorf("%.0f of %.0f homes get the view of their street", view, n)
	}
}

func TestWhereNoLikeHomeTellsTheUsualIsThatOfTheGroup(t *testing.T) {
	a := alikes{scales: make([]Scale, firstExtraLike)}
	if got := a.mean(roomsLike, func(int) float64 { return 1 }); !math.IsNaN(got) {
		t.Errorf("the mean of none is %v", got)
	}
	if _, ok := a.most(func(int) int32 { return 1 }); ok {
		t.Error("most of none have something")
	}
	group := gevel.Some(4)
	for _, c := range []struct {
		group gevel.Opt[int]
		mean  float64
		want  gevel.Opt[int]
	}{
		{group, math.NaN(), group}, {group, 5.6, gevel.Some(6)}, {gevel.Opt[int]{}, 5.6, gevel.Opt[int]{}},
	} {
		if got := whole(c.group, func() float64 { return c.mean }); got != c.want {
			t.Errorf("where %v is usual in the group and the mean is %v, the usual is %v", c.group, c.mean, got)
		}
	}
}

func TestMostOfTheAlikes(t *testing.T) {
	for _, c := range []struct {
		codes   []int32
		weights []float64
		want    int32
		ok      bool
	}{
		{[]int32{3, 5, 5}, []float64{0.5, 0.3, 0.3}, 5, true},
		{[]int32{3, 5, 5}, []float64{0.5, 0.25, 0.25}, 3, true}, // of two the most like decides
		{[]int32{-1, -1, 2}, []float64{0.5, 0.5, 0.1}, 2, true},
		{[]int32{-1, -1}, []float64{0.5, 0.5}, 0, false},
	} {
		var a alikes
		for i, w := range c.weights {
			a.found = append(a.found, comps.Comparable{Row: int32(i), Weight: w})
		}
		if got, ok := a.most(func(i int) int32 { return c.codes[i] }); got != c.want || ok != c.ok {
			t.Errorf("most of %v by %v have %d, %v", c.codes, c.weights, got, ok)
		}
	}
}

// TestLookingForTheUsualChangesNoIndication: it puts the sales nearby in another order.
func TestLookingForTheUsualChangesNoIndication(t *testing.T) {
	tn := newSecretive(t)
	g, v := newGround(tn.edition.Sales()), tn.vintages[0]
	for row := 0; row < g.sales.Len(); row += 7 {
		home := g.sales.Home(row, nil, nil)
		q := question{home: &home, day: marketEnd, known: marketEnd}
		d, other := newDesk(g), newDesk(g)
		d.near(q)
		want := d.indicate(v, q)
		other.near(q)
		other.usual(v, q, gevel.Opt[int]{V: home.UseSurface.V + row%2, Known: row%3 > 0})
		got := other.indicate(v, q)
		if diff := cmp.Diff(want.value, got.value, cmpopts.EquateNaNs()); diff != "" || !slices.Equal(got.found, want.found) || got.unlike != want.unlike {
			t.Fatalf("home of sale %d: indications (-before +after)\n%s", row, diff)
		}
	}
}

// TestASurfaceThatNoHomeHasChoosesNoLikeHomes tells the surface of homes of which the register
// knows one that no home has.
func TestASurfaceThatNoHomeHasChoosesNoLikeHomes(t *testing.T) {
	plain := newSecretive(t)
	models, err := Encode(plain.vintages)
	if err != nil {
		t.Fatal(err)
	}
	taken := func(surface gevel.Opt[int]) (homes []gevel.Characteristics) {
		m := &smallMarket{addresses: plain.addresses, dwellings: slices.Clone(plain.dwellings), sales: plain.sales}
		for h := range m.dwellings {
			m.dwellings[h].UseSurface = surface
		}
		tn := town{smallMarket: m, Valuer: m.open(t, market.NewSales(marketSchema, m.sales), models)}
		for _, h := range m.neverSold() {
			q := tn.inquiry(h, townDates[1])
			q.Overrides.UseSurface = gevel.Some(120)
			homes = append(homes, tn.taken(t, q))
		}
		return homes
	}
	want := taken(gevel.Opt[int]{})
	for _, m2 := range []int{1, gevel.MinUseSurface - 1, gevel.MaxUseSurface + 1} {
		if got := taken(gevel.Some(m2)); !slices.Equal(got, want) {
			t.Errorf("where the register says %d m2 homes have %v, where it says nothing %v", m2, got, want)
		}
	}
}

func TestAUsualLotIsTheMeanOfLotsAsTheyCount(t *testing.T) {
	a := alikes{scales: make([]Scale, firstExtraLike)}
	for i := range a.scales {
		a.scales[i].Deviation = math.Inf(1) // nothing is odd
	}
	for i, lot := range []int{10, 400} {
		a.found = append(a.found, comps.Comparable{Weight: 1})
		a.homes[i].ParcelSurface = gevel.Some(lot)
	}
	a.measure(market.NewSales(gevel.Standard(), nil), &Usual{Parcel: gevel.Some(1)}, 100)
	if got := a.usual.Parcel; got != gevel.Some(200) { // that of 100 and 400 m2, in logs
		t.Errorf("the usual lot is %v", got)
	}
}

func TestMostLikeHomesDecideLabelAndMonument(t *testing.T) {
	a := alikes{scales: make([]Scale, firstExtraLike)}
	for i := range a.scales {
		a.scales[i].Deviation = math.Inf(1)
	}
	for i, label := range []gevel.EnergyLabel{gevel.LabelG, gevel.LabelG + 4} {
		a.found = append(a.found, comps.Comparable{Weight: 1})
		a.homes[i].EnergyLabel, a.homes[i].Monument = label, gevel.Some(true)
	}
	s := market.NewSales(gevel.Standard(), nil)
	group := &Usual{Label: gevel.LabelG + 1, Monument: gevel.Some(false)}
	a.measure(s, group, 0)
	a.vote(s, group)
	if a.usual.Label != gevel.LabelG+2 || a.usual.Monument != gevel.Some(true) {
		t.Errorf("the usual label is %s, the usual monument %v", a.usual.Label, a.usual.Monument)
	}
}

