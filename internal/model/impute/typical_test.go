package impute_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestAParcelCountsWhereSomeSalesRecordOne(t *testing.T) {
	for _, c := range []struct {
		recording int // of twenty sales
		want      gevel.Opt[int]
	}{
		{0, gevel.Some(70)}, {1, gevel.Some(70)}, {4, gevel.Some(0)}, {20, gevel.Some(0)},
	} {
		m := smalltown.New(3, 2)
		for i := range m.Sold {
			m.Sold[i].ParcelSurface = gevel.Opt[int]{Known: i%20 < c.recording} // of 0 m2
		}
		s := market.NewSales(m.Attributes, m.Sold)
		typical := impute.ByGroup(s, s.EvidenceBefore(smalltown.End+100))
		h := s.Home(0, nil)
		h.BuildType, h.ParcelSurface = gevel.Tussenwoning, gevel.Some(0)
		if typical[gevel.Tussenwoning.Group()].WithoutParcel(&h, gevel.Some(70)); h.ParcelSurface != c.want {
			t.Errorf("where %d of 20 sales record a lot, a home said to have none has %v, want %v", c.recording, h.ParcelSurface, c.want)
		}
	}
}
