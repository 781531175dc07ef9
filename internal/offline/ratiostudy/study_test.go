package ratiostudy

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/bulk"
)

// day is the date of the town's newest models; half a year of sales follows.
var day = smalltown.Dates[1]

// studied values all homes of the town on a day and compares them with sales.
func studied(t *testing.T, within int) (*Gatherer, Result) {
	t.Helper()
	v := smalltown.Shared(t).Valuer
	s := New(v, day, within)
	all := bulk.NewAll(v.Edition(), 30_000)
	defer all.Close()
	homes, err := bulk.NewFile(t.Context(), "the edition", all)
	if err != nil {
		t.Fatal(err)
	}
	o := bulk.Options{Valuer: v, Today: smalltown.End, Date: day, Progress: func(int64) {}, Additions: []bulk.Addition{s}}
	var b bytes.Buffer
	out, err := bulk.NewCSV(&b, homes, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.Value(t.Context(), homes, out, o); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != len(smalltown.Shared(t).Dwellings)+1 {
		t.Error("the study changes the output")
	}
	return s, s.Result(ratio.Options{Replicates: 1, MinSegment: 1})
}

func TestOnlySalesThatTheModelsDidNotKnowCount(t *testing.T) {
	const within = 120
	_, r := studied(t, within)
	v := smalltown.Shared(t).Valuer
	counted, learned := map[string]bool{}, map[string]bool{}
	sales := v.Edition().Sales()
	for row := range sales.Len() {
		home := sales.DwellingNames.Name(sales.Dwelling[row])
		switch {
		case sales.Date[row] < day-within || sales.Date[row] > day+within || home == "":
		case sales.Known[row] < day:
			learned[home] = true
		default:
			counted[home] = true
		}
	}
	for home := range counted {
		delete(learned, home)
	}
	if r.Measures.N != len(counted) || r.Learned != len(learned) || len(counted) == 0 || len(learned) == 0 {
		t.Errorf("%d sales count and %d were learned, want %d and %d", r.Measures.N, r.Learned, len(counted), len(learned))
	}
	if r.Homes != len(smalltown.Shared(t).Dwellings) {
		t.Errorf("%d homes, want all", r.Homes)
	}
	if !r.Measures.VEI.Figure.Known && !r.Measures.PRB.Known || r.Measures.MdAPE.Value > 20 || math.Abs(r.Measures.MedianRatio.Value-1) > 0.1 {
		t.Errorf("MdAPE %v, median ratio %v, PRB %v", r.Measures.MdAPE, r.Measures.MedianRatio, r.Measures.PRB)
	}
}

func TestAPriceIsMovedToTheDateByTheIndex(t *testing.T) {
	s, _ := studied(t, 120)
	for row := range int32(s.sales.Len()) {
		price, sold := float64(s.sales.Price[row]), s.sales.Date[row]
		if got := s.priceOn(row, sold); math.Abs(got/price-1) > 1e-12 {
			t.Fatalf("a price of %v on its own day is %v", price, got)
		}
		// There and back again, and further in a market that rose.
		ahead := s.priceOn(row, sold+365) / price
		if back := s.priceOn(row, sold-365) / price; sold < smalltown.End-365 && sold > smalltown.Start+365 && (ahead < 1 || back > 1) {
			t.Fatalf("a price of %s is moved by %v ahead and by %v back", sold, ahead, back)
		}
	}
}

func TestAStudyIsWritten(t *testing.T) {
	_, r := studied(t, 120)
	var object bytes.Buffer
	if lead := r.Lead(); !strings.Contains(lead, "were sold within 120 days of it") {
		t.Errorf("the study says %q", lead)
	}
	if err := json.NewEncoder(&object).Encode(r); err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(object.Bytes(), &back); err != nil || back.Measures.N != r.Measures.N || back.Date != r.Date {
		t.Errorf("the JSON is read as %+v, %v", back, err)
	}
}

func TestARowThatCannotBeReadHasNoSale(t *testing.T) {
	s := New(smalltown.Shared(t).Valuer, day, 120)
	added := s.Work(bulk.Answered{Reason: gevel.Invalid, Text: func(string) string { return "" }})
	if s.Note(added); s.result.Homes != 1 || len(s.join.Sales()) != 0 {
		t.Errorf("it counts as %+v", s.result)
	}
}
