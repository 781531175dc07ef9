// Package mixeddeals mixes invented deals into real sales: homes sold together, like one that was sold, beside it.
package mixeddeals

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

// Deal is a deal of some homes like one that was sold.
type Deal struct {
	Like  gevel.Sale
	Homes int
	Total bool // the price of each sale is that of all, not of each
}

// Sizes are the numbers of homes of the deals that are drawn.
var Sizes = []int{2, 3, 4, 8, 24}

// Draw draws n deals, each like one of the sales, half of them with a total.
func Draw(rng *rand.Rand, n int, sold []*gevel.Sale) []Deal {
	deals := make([]Deal, n)
	for i := range deals {
		deals[i] = Deal{*sold[rng.IntN(len(sold))], Sizes[rng.IntN(len(Sizes))], rng.IntN(2) == 0}
	}
	return deals
}

// ID returns the beginning of the ids of a deal's sales and homes.
func (d *Deal) ID() string {
	kind := "each"
	if d.Total {
		kind = "total"
	}
	return fmt.Sprintf("%s %d", kind, d.Homes)
}

// sales returns the deal's sales. With a total the sizes of the homes differ by a tenth, and it is 20 % less to 5 % more than
// they fetch one by one. A price each is that of a new house: up to a quarter above the sale that it is like.
func (d *Deal) sales(number int, rng *rand.Rand) []gevel.Sale {
	sold, sum := make([]gevel.Sale, d.Homes), 0.0
	for i := range sold {
		s := d.Like
		s.ID = fmt.Sprintf("%s %d %d", d.ID(), number, i)
		s.DwellingID = "home " + s.ID
		s.Street = fmt.Sprint("Dealstraat ", number)
		s.At.X += 6 * float64(i)
		if d.Total && s.UseSurface.Known {
			s.UseSurface.V = max(10, int(float64(s.UseSurface.V)*math.Exp(0.1*rng.NormFloat64())))
			sum += math.Pow(float64(s.UseSurface.V)/float64(d.Like.UseSurface.V), 0.8)
		} else {
			sum++
		}
		sold[i] = s
	}
	times := 1 + 0.25*rng.Float64()
	if d.Total {
		times = sum * (0.8 + 0.25*rng.Float64())
	}
	for i := range sold {
		sold[i].Price = gevel.Euro(math.Round(float64(d.Like.Price)*times/500) * 500)
	}
	return sold
}

// Write writes the deals as a sales file with positions in metres and the characteristics of a table, and returns its path.
func Write(t testing.TB, deals []Deal, table gevel.Attributes, rng *rand.Rand) string {
	t.Helper()
	rows := [][]string{strings.Split("sale_id,dwelling_id,sale_date,known_date,price,postal_code,street,x,y", ",")}
	for k := range table {
		rows[0] = append(rows[0], table[k].Column)
	}
	for i := range deals {
		for _, s := range deals[i].sales(i, rng) {
			row := []string{
				s.ID, s.DwellingID, s.Date.String(), s.KnownDate.String(), fmt.Sprint(int(s.Price)), s.PC4, s.Street,
				fmt.Sprint(s.At.X), fmt.Sprint(s.At.Y),
			}
			for k := range table {
				text := ""
				if a := &table[k]; a.Known(&s.Characteristics) {
					text = strings.TrimSuffix(a.Text(a.Get(&s.Characteristics)), " "+a.Unit)
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
	}
	path := filepath.Join(t.TempDir(), "deals.csv")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := csv.NewWriter(f).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return path
}
