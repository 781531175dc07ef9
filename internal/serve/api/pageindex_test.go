package api_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
)

// TestTheIndexMovesTheHomesOwnSaleAsTheValuationDoes holds the series beside the indexed prices.
func TestTheIndexMovesTheHomesOwnSaleAsTheValuationDoes(t *testing.T) {
	s := openSite(t)
	sold := 0
	for _, home := range s.homes[:200] {
		value := s.ask(t, request{target: "/v1/homevalue?" + at(home)})
		price, known := value.data()["histTransactionPrice"].(float64)
		if !known {
			continue
		}
		sold++
		var body struct {
			Data struct {
				Months []string
				Series []struct {
					Key   string
					Level []float64
				}
				Marks []struct {
					Kind, Date          string
					Price, IndexedPrice float64
				}
			}
		}
		got := s.ask(t, request{target: "/page/index?" + at(home)})
		if err := json.Unmarshal([]byte(got.text), &body); err != nil {
			t.Fatal(err)
		}
		last := -1
		for i, m := range body.Data.Marks {
			if m.Kind == "sale" {
				last = i
			}
		}
		if last < 0 || body.Data.Marks[last].Price != price || body.Data.Marks[last].IndexedPrice != value.data()["indexedPrice"] {
			t.Fatalf("the own sale is %+v, want %v", body.Data.Marks, value.data())
		}
		mark, levels := body.Data.Marks[last], body.Data.Series[0].Level
		month := slices.Index(body.Data.Months, mark.Date[:7])
		if month < 1 || month+1 >= len(levels) {
			continue // carried back from the first month, or of the last
		}
		around := levels[month-1 : month+2]
		factor := mark.Price / mark.IndexedPrice
		if factor < slices.Min(around)-1e-3 || factor > slices.Max(around)+1e-3 {
			t.Errorf("a sale of %s is indexed by %.4f, and levels around it are %v", mark.Date, factor, around)
		}
		if end := levels[len(levels)-1]; math.Abs(end-1) > 0.05 {
			t.Errorf("the last level is %v", end)
		}
	}
	if sold < 10 {
		t.Errorf("%d homes were sold", sold)
	}
}
