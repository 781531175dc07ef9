package backtest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// The invented town of these tests: some two hundred sales in three years, of homes that are sold again, some
// known only weeks later. It is small because these tests do not test the models.
var (
	townBegins     = gevel.NewDate(2020, 1, 1)
	townAttributes = gevel.Standard().With(
		gevel.Attribute{Name: "num_storey", Column: "num_storey", Kind: gevel.Number},
		gevel.Attribute{Name: "cat_quarter", Column: "cat_quarter", Kind: gevel.Category})
)

const (
	townSales = 200
	townHomes = 150
	townDays  = 3 * 365
)

func town(seed uint64) []gevel.Sale {
	rng := rand.New(rand.NewPCG(seed, 1))
	homes := make([]gevel.Sale, townHomes)
	for i := range homes {
		homes[i] = home(rng, fmt.Sprintf("home-%03d", i))
	}
	sales := make([]gevel.Sale, townSales)
	for i := range sales {
		sales[i] = sell(rng, homes[rng.IntN(townHomes)], townBegins+gevel.Date(rng.IntN(townDays)))
		sales[i].ID = fmt.Sprintf("sale-%03d", i)
	}
	return sales
}

// home invents a home.
func home(rng *rand.Rand, id string) gevel.Sale {
	column, line := rng.IntN(3), rng.IntN(3)
	return gevel.Sale{
		DwellingID: id,
		At: gevel.Point{X: 80_000 + 1000*(float64(column)+rng.Float64()), Y: 455_000 +
			1000*(float64(line)+rng.Float64())},
		PC4: fmt.Sprintf("25%d%d", column, line), Street: fmt.Sprintf("street %d", rng.IntN(20)), City: "Town",
		Characteristics: gevel.Characteristics{
			BuildType: gevel.BuildType(1 + rng.IntN(gevel.BuildTypes-1)), BuildYear: gevel.Some(1890 + rng.IntN(130)),
			UseSurface: gevel.Some(40 + rng.IntN(160)), ParcelSurface: gevel.Some(rng.IntN(400)),
			Extra: []float32{
				float32(rng.IntN(6)),
				float32(townAttributes[len(gevel.Standard())+1].Enter([]string{"old", "new", ""}[rng.IntN(3)])),
			},
		},
	}
}

// sell invents a sale of a home.
func sell(rng *rand.Rand, of gevel.Sale, day gevel.Date) gevel.Sale {
	of.Date, of.KnownDate = day, day
	if rng.IntN(4) == 0 {
		of.KnownDate += gevel.Date(rng.IntN(60))
	}
	level := 0.08 * float64(day-townBegins) / 365
	of.Price = gevel.Euro(4000 * float64(of.UseSurface.V) * math.Exp(level+0.1*rng.NormFloat64()))
	return of
}

func salesOf(sales []gevel.Sale) *market.Sales { return market.NewSales(townAttributes, sales) }

func silent(int, int) {}
