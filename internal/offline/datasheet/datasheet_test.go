package datasheet_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/datasheet"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

var day = smalltown.Dates[1] + 400

func townDataSheet(t *testing.T) (*datasheet.DataSheet, smalltown.Town) {
	t.Helper()
	town := smalltown.Shared(t)
	return datasheet.Of(town.Valuer, datasheet.Options{Day: day, MadeBy: "test"}), town
}

func TestCountsOfHomesAddUp(t *testing.T) {
	s, town := townDataSheet(t)
	if s.Homes.N != len(town.Dwellings) {
		t.Fatalf("%d homes, want %d", s.Homes.N, len(town.Dwellings))
	}
	for _, rate := range s.Homes.FillRates {
		if sum(rate.Source) != rate.Known || math.Abs(rate.Percent-100*float64(rate.Known)/float64(s.Homes.N)) > 1e-9 {
			t.Errorf("%s: %+v", rate.Label, rate)
		}
	}
	homes := 0
	for _, kind := range s.Homes.Types {
		if homes += kind.Homes; sum(kind.Source) != kind.Homes {
			t.Errorf("%s: %+v", kind.Type, kind)
		}
	}
	sales := 0
	for _, q := range s.Sales.Quarters {
		sales += q.Sales
	}
	if homes != s.Homes.N || sales != s.Sales.N || s.Sales.N != town.Sales().Len() {
		t.Errorf("types are of %d homes, quarters of %d sales, in %+v", homes, sales, s.Sales)
	}
}

func sum(counts map[string]int) (n int) {
	for _, of := range counts {
		n += of
	}
	return n
}

// The figures must match the values in the stored accuracy, with the intervals that the model of the day
// promised.
func TestTestedSalesAreThoseOfTheAccuracy(t *testing.T) {
	s, town := townDataSheet(t)
	tested, newest := s.Model.Tested, town.Vintages()[len(town.Vintages())-1]
	if tested == nil {
		t.Fatal("nothing was tested")
	}
	n := 0
	for i, r := range newest.Records {
		if m := tested.Models[i]; m.Date != r.Model || m.Learned != r.Learned || m.Sales != len(r.Rows)+len(r.Missed) {
			t.Errorf("model %+v of record %s", m, r.Model)
		}
		for k, row := range r.Rows {
			o := tested.Observations[n+k]
			price := float64(town.Edition().Sales().Price[row])
			if off := math.Log(o.Price/o.Value) - float64(r.Errors[k]); o.Price != price || math.Abs(off) > 1e-6 {
				t.Fatalf("sale %d of %v is %+v", row, price, o)
			}
			promised := o.High80 > 0 && o.FSD > 0 && o.Class.Known &&
				o.Low90 <= o.Low80 && o.Low80 <= o.Low50 && o.Low50 <= o.Value
			if promised != (r.Learned > 0) {
				t.Fatalf("a model that learned from %d errors promised %+v", r.Learned, o)
			}
		}
		n += len(r.Rows) + len(r.Missed)
	}
	if tested.Measures.N != n || tested.From < newest.AsOf.AddMonths(-24) || tested.Until >= newest.AsOf {
		t.Errorf("%d sales from %s to %s, want %d", tested.Measures.N, tested.From, tested.Until, n)
	}
}

// An edition of few sales holds no accuracy.
func TestWithoutStoredErrorsThereIsNoAccuracy(t *testing.T) {
	town := smalltown.Shared(t)
	var bare []*vintage.Vintage
	for _, v := range town.Vintages() {
		one := *v
		one.Records = nil
		bare = append(bare, &one)
	}
	s := datasheet.Of(valuation.Of(town.Edition(), town.Valuer.Sales(), bare), datasheet.Options{Day: day})
	if s.Model.Tested != nil {
		t.Errorf("tested is %+v", s.Model.Tested)
	}
	if last := s.Limits[len(s.Limits)-1]; last == "" || s.Model.Sales == 0 {
		t.Errorf("limits end with %q", last)
	}
}

func TestADataSheetSurvivesJSON(t *testing.T) {
	s, _ := townDataSheet(t)
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Homes struct{ N int }
		Model struct {
			Tested struct {
				Report struct{ Mdape struct{ Value float64 } }
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	if read.Homes.N != s.Homes.N || read.Model.Tested.Report.Mdape.Value != s.Model.Tested.Measures.MdAPE.Value {
		t.Errorf("JSON has %+v", read)
	}
}

// TestTheSheetSaysHowFarValuesMoveWithItsModel values each home of the town on both days.
func TestTheSheetSaysHowFarValuesMoveWithItsModel(t *testing.T) {
	s, town := townDataSheet(t)
	var moves []float64
	for _, a := range town.Addresses {
		q := gevel.Inquiry{AddressQuery: a.Query(), Date: s.Model.Date}
		after, err := town.Value(q)
		if err != nil {
			continue
		}
		q.Date--
		if before, err := town.Value(q); err == nil {
			moves = append(moves, math.Abs(float64(after.Weighted)/float64(before.Weighted)-1))
		}
	}
	median, _ := stats.Median(moves)
	got := s.Model.Takeover
	if got == nil || got.Homes != len(moves) || math.Abs(got.Median-100*median) > 0.1 || !(got.OneInTen > got.Median) {
		t.Errorf("values moved as %+v, want %.2f %% at the median of %d", got, 100*median, len(moves))
	}
}
