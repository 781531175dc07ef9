package sales

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// Deals mixed into real sales: how many of their totals are found, and how many true sales are lost.

// mixedDeal is a deal whose homes are like one that was sold, side by side with it.
type mixedDeal struct {
	like  gevel.Sale
	homes int
	total bool
}

// rows returns the deal's sales as a file has them. Their sizes differ by a fifth; a total is 5 % more to 20 % less than
// the homes are worth one by one; a price each is that of a new house, up to a quarter above it.
func (d *mixedDeal) rows(id string, rng *rand.Rand) (rows [][]string) {
	sum, surfaces := 0.0, make([]int, d.homes)
	for i := range surfaces {
		spread := 0.0
		if d.total {
			spread = 0.1 * rng.NormFloat64()
		}
		surfaces[i] = max(10, int(float64(d.like.UseSurface.V)*math.Exp(spread)))
		sum += float64(d.like.Price) * math.Pow(float64(surfaces[i])/float64(d.like.UseSurface.V), 0.8)
	}
	price := float64(d.like.Price) * (1 + 0.25*rng.Float64())
	if d.total {
		price = sum * (0.8 + 0.25*rng.Float64())
	}
	for i, surface := range surfaces {
		rows = append(rows, []string{
			fmt.Sprintf("%s/%d", id, i), fmt.Sprintf("home %s/%d", id, i), d.like.Date.String(), fmt.Sprint(math.Round(price/500) * 500),
			d.like.BuildType.String(), fmt.Sprint(d.like.BuildYear.V), fmt.Sprint(surface), d.like.PC4, "Dealstraat " + id,
			fmt.Sprint(d.like.At.X + 6*float64(i)), fmt.Sprint(d.like.At.Y),
		})
	}
	return rows
}

// mixDeals returns a file of the sales, in metres, and of deals like some of them.
func mixDeals(t *testing.T, sold []gevel.Sale, deals []mixedDeal, rng *rand.Rand) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mixed.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := csv.NewWriter(f)
	write := func(row []string) {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Split("sale_id,dwelling_id,sale_date,price,build_type,build_year,use_surface,postal_code,street,x,y", ","))
	for _, s := range sold {
		write([]string{
			s.ID, s.DwellingID, s.Date.String(), fmt.Sprint(int(s.Price)), s.BuildType.String(), fmt.Sprint(s.BuildYear.V),
			fmt.Sprint(s.UseSurface.V), s.PC4, s.Street, fmt.Sprint(s.At.X), fmt.Sprint(s.At.Y),
		})
	}
	for i, d := range deals {
		kind := "each"
		if d.total {
			kind = "total"
		}
		for _, row := range d.rows(fmt.Sprintf("%s %d %d", kind, d.homes, i), rng) {
			write(row)
		}
	}
	if w.Flush(); w.Error() != nil {
		t.Fatal(w.Error())
	}
	return path
}

// TestRealDealsAreFoundAndNoOthers mixes 600 deals into each file of real sales. Those of a file without deals are
// kept to a sale or two in ten thousand, and rows of new houses at a price each whole.
func TestRealDealsAreFoundAndNoOthers(t *testing.T) {
	sizes := []int{2, 3, 4, 8, 24}
	for _, name := range []string{"king_county.csv.gz", "seattle.csv.gz", "hdb.csv.gz"} {
		t.Run(name, func(t *testing.T) {
			path := sharedFile(t, name)
			screening := Screening{DealHomes: 2}
			options := Options{AsOf: gevel.NewDate(2024, 1, 1), Screening: screening}
			plain, err := Read(t.Context(), Source{Path: path}, options)
			if err != nil {
				t.Fatal(err)
			}
			together := 0
			for _, s := range plain.Sales {
				if s.Deal != "" {
					together++
				}
			}
			rng := rand.New(rand.NewPCG(39, 2))
			var deals []mixedDeal
			var of [2]map[int]int
			of[0], of[1] = map[int]int{}, map[int]int{}
			for range 600 {
				d := mixedDeal{like: plain.Sales[rng.IntN(len(plain.Sales))], homes: sizes[rng.IntN(len(sizes))], total: rng.IntN(2) == 0}
				deals = append(deals, d)
				of[b2i(d.total)][d.homes] += d.homes
			}
			mixed, err := Read(t.Context(), Source{Path: mixDeals(t, plain.Sales, deals, rng)}, options)
			if err != nil {
				t.Fatal(err)
			}
			kept := [2]map[int]int{{}, {}}
			lost := len(plain.Sales)
			for _, s := range mixed.Sales {
				var n int
				switch kind, rest, _ := strings.Cut(s.ID, " "); kind {
				case "each", "total":
					fmt.Sscan(rest, &n)
					kept[b2i(kind == "total")][n]++
				default:
					lost--
				}
			}
			t.Logf("%d sales: %d lost as they are, %d of deals at a price each; %d lost beside deals", plain.Rows,
				plain.Rejects.Count(ReasonDealTotal), together, lost)
			for _, n := range sizes {
				t.Logf("deals of %d: %d of %d homes with a total kept, %d of %d with a price each lost",
					n, kept[1][n], of[1][n], of[0][n]-kept[0][n], of[0][n])
			}
		})
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
