package train_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
)

func TestTheSeasonIsOfTheCountryWhereTheSalesKnownBeforeLie(t *testing.T) {
	for _, c := range []struct {
		at    gevel.Point
		asked index.Season
		want  index.Season
	}{
		{gevel.Point{X: 81_000, Y: 455_000}, "", index.DutchSeason},
		{gevel.Point{X: 1_000_000, Y: 1_000_000}, "", index.UnknownSeason}, // of a local plane
		{gevel.Point{}, "", index.UnknownSeason},
		{gevel.Point{X: 81_000, Y: 455_000}, index.UnknownSeason, index.UnknownSeason},
	} {
		known, elsewhere := gevel.Date(100), gevel.Point{X: 200_000 - c.at.X, Y: 1_500_000}
		s := vintage.NewSales(market.NewSales(gevel.Standard(), []gevel.Sale{
			{ID: "1", At: c.at, Place: c.at, Price: 300_000, Date: known, KnownDate: known},
			{ID: "2", At: elsewhere, Place: elsewhere, Price: 300_000, Date: known + 2, KnownDate: known + 2},
			{ID: "3", At: elsewhere, Place: elsewhere, Price: 300_000, Date: known + 2, KnownDate: known + 2},
		}))
		if got := train.NewTrainer(s, train.Options{Season: c.asked}).Season(known + 1); got != c.want {
			t.Errorf("sales at %v, asked %q: season %q, want %q", c.at, c.asked, got, c.want)
		}
	}
}
