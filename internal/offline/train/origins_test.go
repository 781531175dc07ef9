package train_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestModelsOfOriginsKnowFromHowManyErrorsTheyLearned: a size that is learned from few errors is doubted, and takes the
// high classes away.
func TestModelsOfOriginsKnowFromHowManyErrorsTheyLearned(t *testing.T) {
	m := smalltown.New(4, smalltown.FewStreets)
	dates := []gevel.Date{gevel.NewDate(2021, 7, 1), gevel.NewDate(2022, 7, 1)}
	vintages, err := train.Origins(t.Context(), vintage.NewSales(market.NewSales(m.Attributes, m.Sold)), dates, train.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vintages {
		if v.Learned < 20 {
			t.Errorf("the model of %s says that it learned from %d errors", v.AsOf, v.Learned)
		}
	}
}
