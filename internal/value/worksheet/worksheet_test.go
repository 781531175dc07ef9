package worksheet_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// traceOf returns the trace of some home of the town.
func traceOf(t *testing.T) *valuation.Trace {
	t.Helper()
	town := smalltown.Shared(t)
	for i := range town.Dwellings {
		if trace, err := town.Trace(town.Inquiry(i, smalltown.Dates[1]+300)); err == nil {
			return trace
		}
	}
	t.Fatal("no home is valued")
	return nil
}

func idOf(t *valuation.Trace, i int) string {
	return t.Vintage.Sales().ID(int(t.Comparables.Sales[i].Row))
}

func judge(t *testing.T, trace *valuation.Trace, verdicts ...worksheet.Verdict) worksheet.Result {
	t.Helper()
	s, err := worksheet.New(nil, trace, worksheet.Judgement{Comparables: verdicts})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func shareOf(s worksheet.Result, sale string) float64 {
	return s.Sales[slices.Index(s.IDs, sale)].Weight
}

func TestNothingJudgedIsTheModelsValue(t *testing.T) {
	trace := traceOf(t)
	s := judge(t, trace)
	if s.Value != valuation.Euros(trace.Value) || s.Interval != trace.Interval(0.8) || s.Weight != 0 || s.Indication.Known {
		t.Errorf("%+v", s)
	}
	var none []worksheet.Verdict
	for i := range trace.Comparables.Sales {
		none = append(none, worksheet.Verdict{Sale: idOf(trace, i)})
	}
	if all := judge(t, trace, none...); all.Value != s.Value || all.Chosen != 0 {
		t.Errorf("all rejected: %+v", all)
	}
}

func TestPicksCountAloneAndRejectedNever(t *testing.T) {
	trace := traceOf(t)
	n := len(trace.Comparables.Sales)
	pick, reject := worksheet.Verdict{Sale: idOf(trace, 0), Pick: true}, worksheet.Verdict{Sale: idOf(trace, 1)}
	for _, c := range []struct {
		verdicts []worksheet.Verdict
		want     int
	}{
		{[]worksheet.Verdict{pick}, 1},
		{[]worksheet.Verdict{pick, reject}, 1},
		{[]worksheet.Verdict{reject}, n - 1},
	} {
		s := judge(t, trace, c.verdicts...)
		if s.Chosen != c.want || shareOf(s, reject.Sale) > 0 {
			t.Errorf("%+v chooses %d, want %d", c.verdicts, s.Chosen, c.want)
		}
	}
}

// TestAnAdjustmentByHandIsOfThePriceThatIsShown corrects the home sold too: the price that is shown is not moved by that.
func TestAnAdjustmentByHandIsOfThePriceThatIsShown(t *testing.T) {
	trace, byHand := traceOf(t), 0.1
	id, row := idOf(trace, 0), trace.Comparables.Sales[0].Row
	s := judge(t, trace, worksheet.Verdict{
		Sale: id, Pick: true, Reason: "like it",
		Corrections: []worksheet.Correction{{Characteristic: "useSurface", Value: 300., Source: "measured"}},
		Adjustment:  &worksheet.Adjustment{Log: &byHand, Reason: "garden"},
	})
	sale := s.Sales[slices.Index(s.IDs, id)]
	if shown := trace.Vintage.Sales().LogPrice(row) + trace.Risen(row); math.Abs(sale.Adjusted-shown-byHand) > 1e-9 {
		t.Errorf("the price is adjusted by %v, not by %v", sale.Adjusted-shown, byHand)
	}
}

func TestTheValueLiesBetweenModelAndChosen(t *testing.T) {
	trace := traceOf(t)
	before := trace.Comparables.Sales[0]
	model := valuation.Euros(trace.Value)
	for i := range trace.Comparables.Sales {
		s := judge(t, trace, worksheet.Verdict{Sale: idOf(trace, i), Pick: true})
		low, high := min(model, s.Indication.V), max(model, s.Indication.V)
		if s.Value < low || s.Value > high || s.Interval.Low > s.Value || s.Interval.High < s.Value || !(s.FSD > 0) {
			t.Errorf("comparable %d picked: %+v beside the model's %d", i, s, model)
		}
		want := math.Exp((1-s.Weight)*trace.Value + s.Weight*math.Log(float64(s.Indication.V)))
		if math.Abs(want-float64(s.Value)) > 1.5 {
			t.Errorf("comparable %d picked: %d, want %.0f", i, s.Value, want)
		}
	}
	if trace.Comparables.Sales[0] != before {
		t.Error("the trace has changed")
	}
}

func TestASaleThatIsNoComparableIsNamed(t *testing.T) {
	_, err := worksheet.New(nil, traceOf(t), worksheet.Judgement{Comparables: []worksheet.Verdict{{Sale: "no sale", Pick: true}}})
	if gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("answered %v", err)
	}
}

func TestAnEditionWithoutATableIsCautiousAndSaysSo(t *testing.T) {
	trace := traceOf(t)
	pick := worksheet.Verdict{Sale: idOf(trace, 0), Pick: true}
	learned := judge(t, trace, pick)
	if learned.Learned == 0 || learned.Learned != trace.Vintage.Learned {
		t.Errorf("learned from %d errors, the model from %d", learned.Learned, trace.Vintage.Learned)
	}
	old, vintage := *trace, *trace.Vintage
	old.Vintage, vintage.Handpicked = &vintage, handpicked.Table{} // as a model has it that learned from no errors
	without := handpicked.Table{}
	if s := judge(t, &old, pick); s.Learned != 0 || s.Weight != without.Of(1).Weight {
		t.Errorf("without a table %+v", s)
	}
}

// TestSalesAreAsTheyWereKnown judges sales of homes of which more becomes known from a day on.
func TestSalesAreAsTheyWereKnown(t *testing.T) {
	m, day := smalltown.New(2, smalltown.FewStreets), smalltown.Dates[1]
	learned := m.Relearn(rand.New(rand.NewPCG(1, 1)), day)
	before, after := m.Valuer(t, 1, smalltown.Dates[0]), learned.Valuer(t, 1, smalltown.Dates[0])
	trace := func(v *valuation.Valuer, day gevel.Date) *valuation.Trace {
		trace, err := v.Trace(m.Inquiry(m.NeverSold()[0], day))
		if err != nil {
			t.Fatal(err)
		}
		return trace
	}
	was, is := trace(before, day), trace(after, day)
	beyond := 0
	for _, s := range m.Sold {
		if len(learned.Revisions[s.ID]) == 0 || beyond == 20 {
			continue
		}
		pick := worksheet.Judgement{Comparables: []worksheet.Verdict{{Sale: s.ID, Pick: true}}}
		want, errWant := worksheet.New(nil, was, pick)
		got, errGot := worksheet.New(nil, is, pick)
		if want.Indication != got.Indication || fmt.Sprint(errWant) != fmt.Sprint(errGot) {
			t.Errorf("%s says %+v, %v, and before more was known %+v, %v", s.ID, got.Indication, errGot, want.Indication, errWant)
		}
		beyond += want.Beyond
	}
	if beyond == 0 {
		t.Error("no such sale is beyond the comparables")
	}

	later, revised := trace(after, day+301), 0
	moment := gevel.Moment{Before: day + 301, Valid: day - 10}
	for i := range learned.Dwellings[:100] {
		d, a := &learned.Dwellings[i], m.Inquiry(i, day)
		own := worksheet.OwnSale{AddressQuery: a.AddressQuery, Price: 300_000, Date: moment.Valid, Source: "seen"}
		got, err := worksheet.New(after.Edition(), later, worksheet.Judgement{
			Comparables: []worksheet.Verdict{{Sale: "own", Pick: true, Own: &own}},
		})
		if err != nil {
			continue // the home itself, or too little is known
		}
		byID := own
		byID.AddressQuery = gevel.AddressQuery{ObjectID: d.ID}
		same, err := worksheet.New(after.Edition(), later, worksheet.Judgement{
			Comparables: []worksheet.Verdict{{Sale: "own", Pick: true, Own: &byID}},
		})
		if err != nil || same.Indication != got.Indication {
			t.Errorf("%s by its id alone says %+v, %v, and by its address %+v", d.ID, same.Indication, err, got.Indication)
		}
		want := d.Seen(moment, m.Attributes).UseSurface
		if is := got.Sales[got.Picked()[0]].Own.UseSurface; is != want {
			t.Errorf("%s sold with %+v m2, want %+v", d.ID, is, want)
		}
		if d.On(moment.Valid, m.Attributes).UseSurface != want {
			revised++
		}
	}
	if revised == 0 {
		t.Error("of no home more became known after its sale")
	}
}

func TestAJudgementIsOfOneHome(t *testing.T) {
	trace, today := traceOf(t), smalltown.End
	home := trace.Subject.Address.ObjectID
	for _, of := range []*worksheet.Request{nil, {}, {AddressQuery: gevel.AddressQuery{ObjectID: home}}} {
		j := worksheet.Judgement{Request: of}
		if err := j.Answer(trace, gevel.Characteristics{}, today); err != nil || j.Request.ObjectID != home ||
			*j.Request.ValuationDate != trace.Day || *j.Day != today {
			t.Errorf("a judgement of %+v is answered with %+v, %v", of, j, err)
		}
	}
	other := worksheet.Judgement{Request: &worksheet.Request{AddressQuery: gevel.AddressQuery{ObjectID: "0518010000999999"}}}
	err := other.Answer(trace, gevel.Characteristics{}, today)
	if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(fmt.Sprint(err), "a judgement is of one home") {
		t.Errorf("a judgement of another home: %v", err)
	}
}
