package train_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
)

func TestTheSeasonIsOfTheCountryWhereTheSalesLie(t *testing.T) {
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
		s := vintage.NewSales(market.NewSales(gevel.Standard(), []gevel.Sale{{ID: "1", At: c.at, Place: c.at, Price: 300_000}}))
		if got := train.NewTrainer(s, train.Options{Season: c.asked}).Season(); got != c.want {
			t.Errorf("sales at %v, asked %q: season %q, want %q", c.at, c.asked, got, c.want)
		}
	}
}
