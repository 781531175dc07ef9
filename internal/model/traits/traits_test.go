package traits_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/traits"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestATraitThatNoSaleHasDoesNotCount(t *testing.T) {
	m := smalltown.New(2, 1) // whose sales record no volumes
	s := market.NewSales(m.Attributes, m.Sold)
	floors := make([]float64, len(s.Attributes))
	scales := traits.Scales(s, s.EvidenceBefore(smalltown.End), floors)
	home := s.Home(0, nil)
	without := traits.Standardise(scales, traits.Of(s, &home, floors, nil), nil)
	home.Volume = gevel.Some(400)
	if with := traits.Standardise(scales, traits.Of(s, &home, floors, nil), nil); !slices.Equal(with, without) {
		t.Errorf("a volume, which no sale has, moves the traits from %v to %v", without, with)
	}
}
