package book

// How often the interval of a book's total holds on open walks: GEVEL_WALKS names a folder of predictions, each with its
// file of sales: "predictions.csv=sales.csv.gz", separated by spaces.

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/csvrows"
	"github.com/gevel/gevel/internal/value/valuation"
)

// walked is a book with what was paid for it.
type walked struct {
	*Book
	paid float64
}

func TestTotalsOfOpenWalks(t *testing.T) {
	walks := os.Getenv("GEVEL_WALKS")
	if walks == "" {
		t.Skip("GEVEL_WALKS names no walks")
	}
	for _, pair := range strings.Fields(walks) {
		predictions, sales, _ := strings.Cut(pair, "=")
		sold := map[string]map[string]string{}
		csvrows.Each(t, sales, func(row map[string]string) { sold[row["sale_id"]] = row })
		books := map[string]map[string]*walked{"month": {}, "quarter": {}, "type and month": {}}
		csvrows.Each(t, predictions, func(row map[string]string) {
			if row["value"] == "" {
				return
			}
			number := func(column string) float64 {
				v, err := strconv.ParseFloat(strings.Replace(row[column], ",", ".", 1), 64)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			day, err := gevel.ParseDate(sold[row["sale_id"]]["sale_date"])
			if err != nil {
				t.Fatal(err)
			}
			month := day.Month()
			h := Home{Value: number("value"), FSD: number("fsd"), Shared: valuation.Shared{
				Level: number("level_sd"), Area: number("area_sd"), Group: number("group_sd"),
				InArea: int32(number("index_area")), InGroup: gevel.BuildGroup(number("house_group")),
			}}
			for by, name := range map[string]string{
				"month": month.String(), "quarter": strconv.Itoa(int(month) / 3),
				"type and month": month.String() + sold[row["sale_id"]]["build_type"],
			} {
				b := books[by][name]
				if b == nil {
					b = &walked{Book: new(Book)}
					books[by][name] = b
				}
				b.Add(&h)
				b.paid += number("price")
			}
		})
		for _, by := range []string{"month", "quarter", "type and month"} {
			held, alone, n := 0, 0, 0
			var off []float64
			for _, b := range books[by] {
				if len(b.homes) < 10 {
					continue
				}
				d := of(t, b.Book, Options{Seed: 1})
				n++
				off = append(off, 100*(b.paid/d.Total.Mean-1))
				if d.Total.Low80 <= b.paid && b.paid <= d.Total.High80 {
					held++
				}
				if d.Alone.Low80 <= b.paid && b.paid <= d.Alone.High80 {
					alone++
				}
			}
			slices.Sort(off)
			t.Logf("%s by %s: %d of %d totals within the 80 %% interval, %d if homes erred alone; paid over mean, %%: %.1f", predictions, by, held, n, alone, off)
		}
	}
}
