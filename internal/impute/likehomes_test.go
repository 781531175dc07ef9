package impute

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/traits"
)

func TestWhereNoLikeHomeHasItObservedTheGroupDecides(t *testing.T) {
	l := LikeHomes{scales: make([]traits.Scale, traits.FirstExtra)}
	if got := l.mean(traits.Rooms, func(int) float64 { return 1 }); !math.IsNaN(got) {
		t.Errorf("the mean of none is %v", got)
	}
	if _, ok := l.most(func(int) int32 { return 1 }); ok {
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
		if got := rounded(c.group, func() float64 { return c.mean }); got != c.want {
			t.Errorf("where the group has %v and the mean is %v, the typical value is %v", c.group, c.mean, got)
		}
	}
}

func TestMostOfTheLikeHomes(t *testing.T) {
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
		var l LikeHomes
		for i, w := range c.weights {
			l.Found = append(l.Found, comps.Comparable{Row: int32(i), Weight: w})
		}
		if got, ok := l.most(func(i int) int32 { return c.codes[i] }); got != c.want || ok != c.ok {
			t.Errorf("most of %v by %v have %d, %v", c.codes, c.weights, got, ok)
		}
	}
}

func TestATypicalLotIsTheMeanOfLotsAsTheyCount(t *testing.T) {
	l := LikeHomes{scales: make([]traits.Scale, traits.FirstExtra)}
	for i := range l.scales {
		l.scales[i].Deviation = math.Inf(1) // nothing is clipped
	}
	for i, lot := range []int{10, 400} {
		l.Found = append(l.Found, comps.Comparable{Weight: 1})
		l.homes[i].ParcelSurface = gevel.Some(lot)
	}
	l.average(market.NewSales(gevel.SaleSchema{}, nil), &Typical{Parcel: gevel.Some(1)}, 100)
	if got := l.typical.Parcel; got != gevel.Some(200) { // that of 100 and 400 m2, in logs
		t.Errorf("the typical lot is %v", got)
	}
}

func TestMostLikeHomesDecideLabelAndMonument(t *testing.T) {
	l := LikeHomes{scales: make([]traits.Scale, traits.FirstExtra)}
	for i := range l.scales {
		l.scales[i].Deviation = math.Inf(1)
	}
	for i, label := range []gevel.EnergyLabel{gevel.LabelG, gevel.LabelG + 4} {
		l.Found = append(l.Found, comps.Comparable{Weight: 1})
		l.homes[i].EnergyLabel, l.homes[i].Monument = label, gevel.Some(true)
	}
	s := market.NewSales(gevel.SaleSchema{}, nil)
	group := &Typical{Label: gevel.LabelG + 1, Monument: gevel.Some(false)}
	l.average(s, group, 0)
	l.vote(s, group)
	if l.typical.Label != gevel.LabelG+2 || l.typical.Monument != gevel.Some(true) {
		t.Errorf("the typical label is %s, the typical monument %v", l.typical.Label, l.typical.Monument)
	}
}
