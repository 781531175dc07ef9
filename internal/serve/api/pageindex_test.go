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
	for _, asked := range s.homes[:200] {
		value := s.ask(t, request{target: "/v1/homevalue?" + at(asked)})
		price, known := value.data()["histTransactionPrice"].(float64)
		if !known {
			continue
		}
		sold++
		var body struct {
			Data struct {
				Months []string
				Known  string
				Series []struct {
					Key              string
					Level, Low, High []float64
				}
			}
		}
		got := s.ask(t, request{target: "/page/index?" + at(asked)})
		if err := json.Unmarshal([]byte(got.text), &body); err != nil {
			t.Fatal(err)
		}
		home := body.Data.Series[0]
		ahead := len(home.Level) - 1 - slices.Index(body.Data.Months, body.Data.Known)
		if len(home.Low) != ahead || len(home.High) != ahead || ahead < 1 {
			t.Fatalf("%d months are forecast, with %d lows and %d highs", ahead, len(home.Low), len(home.High))
		}
		for i, level := range home.Level[len(home.Level)-ahead:] {
			if !(home.Low[i] < level && level < home.High[i]) {
				t.Errorf("%d months ahead the level %v has the interval %v to %v", i+1, level, home.Low[i], home.High[i])
			}
		}
		day, _ := value.data()["histTransactionDate"].(string)
		indexed, _ := value.data()["indexedPrice"].(float64)
		levels := home.Level
		month := slices.Index(body.Data.Months, day[:7])
		if month < 1 || month+1 >= len(levels) {
			continue // carried back from the first month, or of the last
		}
		around := levels[month-1 : month+2]
		factor := price / indexed
		if factor < slices.Min(around)-1e-3 || factor > slices.Max(around)+1e-3 {
			t.Errorf("a sale of %s is indexed by %.4f, and levels around it are %v", day, factor, around)
		}
		if end := levels[len(levels)-1]; math.Abs(end-1) > 0.05 {
			t.Errorf("the last level is %v", end)
		}
	}
	if sold < 10 {
		t.Errorf("%d homes were sold", sold)
	}
}
