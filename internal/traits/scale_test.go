package traits_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/smalltown"
	"github.com/gevel/gevel/internal/traits"
)

func TestATraitThatNoSaleHasDoesNotCount(t *testing.T) {
	m := smalltown.New(2, 1) // whose sales record no volumes
	s := market.NewSales(smalltown.Schema, m.Sold)
	scales := traits.Scales(s, s.KnownBefore(smalltown.End), 0)
	home := s.Home(0, nil, nil)
	without := traits.Standardise(scales, traits.Of(&home, 0, nil), nil)
	home.Volume = gevel.Some(400)
	if with := traits.Standardise(scales, traits.Of(&home, 0, nil), nil); !slices.Equal(with, without) {
		t.Errorf("a volume, which no sale has, moves the traits from %v to %v", without, with)
	}
}
