package valuation_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
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

// nearby lists by a full scan what near should find.
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
	var same []geo.Neighbour
	for _, n := range all {
		if group > 0 && s.BuildType(int(n.Item)).Group() == group && n.Distance <= valuation.GroupReach && len(same) < valuation.LeastSameGroup {
			same = append(same, n)
		}
	}
	found := all[:min(valuation.Nearest, len(all))]
	for _, n := range same {
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

func TestNearFindsTheSameGroupAmongOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	brought := 0
	for _, c := range []struct {
		side   float64
		villas int
	}{{800, 100}, {3000, 12}, {3000, 40}, {9000, 6}, {20_000, 30}} {
		s := cityOf(rng, 3000, c.side, c.villas)
		w := valuation.NewWorkspace(vintage.NewSales(s))
		for range 60 {
			row := rng.IntN(s.Len())
			home := market.Home{Place: s.Place[row], Dwelling: s.Dwelling[row]}
			home.BuildType = []gevel.BuildType{0, gevel.Appartement, gevel.VrijstaandeWoning, gevel.Hoekwoning}[rng.IntN(4)]
			got, want := slices.Clone(w.Near(&home, nearDay)), nearby(s, &home)
			for _, found := range [][]geo.Neighbour{got, want} {
				slices.SortFunc(found, func(a, b geo.Neighbour) int { return int(a.Item - b.Item) })
			}
			if !slices.Equal(got, want) {
				t.Fatalf("near a %v in %+v:\ngot  %v\nwant %v", home.BuildType, c, got, want)
			}
			if home.BuildType == gevel.VrijstaandeWoning && w.CountGroup(gevel.GroupDetached) == valuation.LeastSameGroup {
				brought++
			}
		}
	}
	if brought < 20 {
		t.Errorf("%d villas have all of their group they ask for: the test shows little", brought)
	}
}

func TestAnOverriddenTypeDecidesTheGroup(t *testing.T) {
	town := smalltown.Shared(t)
	w := valuation.NewWorkspace(town.Sales())
	for h := range town.Dwellings {
		q := town.Inquiry(h, smalltown.End)
		q.Overrides.BuildType = gevel.VrijstaandeWoning
		if err := town.Decide(w, q); err != nil {
			t.Fatal(err)
		}
		if got := w.CountGroup(gevel.GroupDetached); got < valuation.LeastSameGroup {
			t.Errorf("home %d, said to be detached, has %d detached homes near", h, got)
		}
	}
}

// TestCandidatesAreThoseOfTheQuery gives one workspace, which caches its ranking, homes
// that differ in one thing from the one before, and compares with a new workspace for each.
func TestCandidatesAreThoseOfTheQuery(t *testing.T) {
	s := smalltown.Shared(t).Sales()
	h, known := s.Home(0, nil), smalltown.End
	ranked := func(n *valuation.Nearby, home *market.Home, day gevel.Date) []stats.Ranked {
		candidates := slices.Clone(n.Rank(home, day))
		for i := range candidates {
			candidates[i].Item = 0 // the sales near are in any order
		}
		stats.SortRanked(candidates)
		return candidates
	}
	one := valuation.NewWorkspace(s)
	near := one.Find(&h, known)
	before := ranked(near, &h, smalltown.End)
	for what, change := range map[string]func(day *gevel.Date, h *market.Home){
		"surface":    func(_ *gevel.Date, h *market.Home) { h.UseSurface.V += 20 },
		"no surface": func(_ *gevel.Date, h *market.Home) { h.UseSurface.Known = false },
		"year":       func(_ *gevel.Date, h *market.Home) { h.BuildYear.V -= 30 },
		"type":       func(_ *gevel.Date, h *market.Home) { h.BuildType = gevel.Hoekwoning },
		"day":        func(day *gevel.Date, _ *market.Home) { *day += 300 },
		"place": func(_ *gevel.Date, h *market.Home) {
			h.Place = s.Place[s.Len()-1]
			near = one.Find(h, known)
		},
	} {
		day, changed := smalltown.End, h
		change(&day, &changed)
		other := valuation.NewWorkspace(s).Find(&market.Home{Characteristics: h.Characteristics, Place: changed.Place, Dwelling: h.Dwelling}, known)
		got, want := ranked(near, &changed, day), ranked(other, &changed, day)
		if !slices.Equal(got, want) || slices.Equal(got, before) {
			t.Errorf("another %s: %d candidates, want the %d of a new workspace and others than before", what, len(got), len(want))
		}
		near = one.Find(&h, known)
		if !slices.Equal(ranked(near, &h, smalltown.End), before) {
			t.Errorf("after another %s the first candidates are others", what)
		}
	}
}
