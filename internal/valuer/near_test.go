package valuer

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// nearDay is the day on which the tests of this file look for sales.
const nearDay = gevel.Date(8000)

// cityOf invents n sales of flats in a city of a side in metres, among which every
// so many is of a villa, and some of no known type; a tenth is known too late.
func cityOf(rng *rand.Rand, n int, side float64, villas int) *market.Sales {
	var sales []gevel.Sale
	for i := range n {
		s := gevel.Sale{
			ID: fmt.Sprint(i), DwellingID: fmt.Sprint("home ", rng.IntN(n)), Price: 300_000,
			Date: nearDay - 1 - gevel.Date(rng.IntN(3000)),
			At:   gevel.Point{X: 100_000 + 10*float64(int(rng.Float64()*side/10)), Y: 400_000 + 10*float64(int(rng.Float64()*side/10))},
		}
		s.KnownDate = s.Date
		if rng.IntN(10) == 0 {
			s.KnownDate = nearDay
		}
		switch {
		case i%villas == 0:
			s.BuildType = gevel.VrijstaandeWoning
		case i%13 > 0:
			s.BuildType = gevel.Portiekflat
		}
		sales = append(sales, s)
	}
	return market.NewSales(gevel.Standard(), sales)
}

// nearby lists by a scan what near should find.
func nearby(s *market.Sales, home *market.Home) []geo.Neighbour {
	var all []geo.Neighbour
	for row := range s.Len() {
		distance := geo.Distance(geo.Point(home.Place), geo.Point(s.Place[row]))
		if s.Known[row] < nearDay && s.Dwelling[row] != home.Dwelling && distance <= comps.Reach {
			all = append(all, geo.Neighbour{Item: int32(row), Distance: distance})
		}
	}
	slices.SortFunc(all, func(a, b geo.Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(b.Item, a.Item))
	})
	group := home.BuildType.Group()
	var kin []geo.Neighbour
	for _, n := range all {
		if group > 0 && s.BuildType(int(n.Item)).Group() == group && n.Distance <= kinReach && len(kin) < leastKin {
			kin = append(kin, n)
		}
	}
	found := all[:min(nearest, len(all))]
	for _, n := range kin {
		if slices.Contains(found, n) {
			continue
		}
		for last := len(found) - 1; ; last-- { // the farthest other makes room
			if s.BuildType(int(found[last].Item)).Group() != group {
				found = append(slices.Delete(found, last, last+1), n)
				break
			}
		}
	}
	return found
}

func TestNearFindsKinAmongOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	brought := 0
	for _, c := range []struct {
		side   float64
		villas int
	}{{800, 100}, {3000, 12}, {3000, 40}, {9000, 6}, {20_000, 30}} {
		s := cityOf(rng, 3000, c.side, c.villas)
		d := newDesk(newGround(s))
		for range 60 {
			row := rng.IntN(s.Len())
			home := market.Home{Place: s.Place[row], Dwelling: s.Dwelling[row]}
			home.BuildType = []gevel.BuildType{0, gevel.Appartement, gevel.VrijstaandeWoning, gevel.Hoekwoning}[rng.IntN(4)]
			got, want := slices.Clone(d.near(question{home: &home, day: nearDay, known: nearDay})), nearby(s, &home)
			for _, found := range [][]geo.Neighbour{got, want} {
				slices.SortFunc(found, func(a, b geo.Neighbour) int { return int(a.Item - b.Item) })
			}
			if !slices.Equal(got, want) {
				t.Fatalf("near a %v in %+v:\ngot  %v\nwant %v", home.BuildType, c, got, want)
			}
			if home.BuildType == gevel.VrijstaandeWoning && d.countKin(gevel.GroupDetached) == leastKin {
				brought++
			}
		}
	}
	if brought < 20 {
		t.Errorf("%d villas have all the kin they ask for: the test tells little", brought)
	}
}

func TestAnOverriddenTypeDecidesWhoIsKin(t *testing.T) {
	town := newTown(t)
	d := newDesk(newGround(town.edition.Sales()))
	for h := range town.dwellings {
		q := town.inquiry(h, marketEnd)
		q.Overrides.BuildType = gevel.VrijstaandeWoning
		if _, err := town.decide(d, q); err != nil {
			t.Fatal(err)
		}
		if got := d.countKin(gevel.GroupDetached); got < leastKin {
			t.Errorf("home %d, said to be detached, has %d detached homes near", h, got)
		}
	}
}

// TestCandidatesAreThoseOfTheQuestion asks one desk, which keeps what it measured, for homes
// that differ in one thing from the one before, and a new desk for each.
func TestCandidatesAreThoseOfTheQuestion(t *testing.T) {
	g := newGround(newTown(t).edition.Sales())
	first := question{day: marketEnd, known: marketEnd}
	h := g.sales.Home(0, nil, nil)
	measured := func(d *desk, q question) []stats.Ranked {
		candidates := slices.Clone(d.measure(q))
		for i := range candidates {
			candidates[i].Item = 0 // the sales near are in any order
		}
		stats.SortRanked(candidates)
		return candidates
	}
	one := newDesk(g)
	first.home = &h
	one.near(first)
	before := measured(one, first)
	for what, change := range map[string]func(q *question, h *market.Home){
		"surface":    func(_ *question, h *market.Home) { h.UseSurface.V += 20 },
		"no surface": func(_ *question, h *market.Home) { h.UseSurface.Known = false },
		"year":       func(_ *question, h *market.Home) { h.BuildYear.V -= 30 },
		"type":       func(_ *question, h *market.Home) { h.BuildType = gevel.Hoekwoning },
		"day":        func(q *question, _ *market.Home) { q.day += 300 },
		"place": func(q *question, h *market.Home) {
			h.Place = g.sales.Place[g.sales.Len()-1]
			one.near(question{home: h, day: q.day, known: q.known})
		},
	} {
		q, changed := first, h
		change(&q, &changed)
		q.home = &changed
		other := newDesk(g)
		other.near(question{home: &market.Home{Characteristics: h.Characteristics, Place: changed.Place, Dwelling: h.Dwelling}, known: first.known})
		got, want := measured(one, q), measured(other, q)
		if !slices.Equal(got, want) || slices.Equal(got, before) {
			t.Errorf("another %s: %d candidates, want the %d of a new desk and others than before", what, len(got), len(want))
		}
		one.near(first)
		if !slices.Equal(measured(one, first), before) {
			t.Errorf("after another %s the first candidates are others", what)
		}
	}
}
