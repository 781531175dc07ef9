package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/valuationlog"
	"github.com/gevel/gevel/internal/value/valuation"
)

// logged asks a service that records its valuations, and returns the log.
func logged(t *testing.T, ask ...string) (*site, string) {
	t.Helper()
	requests := make([]request, len(ask))
	for i, target := range ask {
		requests[i].target = target
	}
	return loggedRequests(t, requests...)
}

func loggedRequests(t *testing.T, ask ...request) (*site, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "valuations")
	l, err := valuationlog.Open(dir, valuationlog.Options{
		Now: func() time.Time { return clock },
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := openSite(t, func(c *setup) { c.Valuations = l })
	for _, one := range ask {
		s.ask(t, one)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return s, dir
}

func TestValuationsAreRecordedAndCanBeGivenAgain(t *testing.T) {
	tw, err := theTown()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := tw.made.Case(demo.CaseOrdinary)
	home := at(c)
	s, dir := logged(t,
		"/v1/homevalue?"+home,
		"/v1/homevalue?"+home+"&energyLabel=A%2B%2B&monument=true&useSurface=88&valuationDate=2026-03-01",
		"/v1/homevalue/value?"+home+described3,
		"/v1/homevalue/available?"+home,
		"/v1/homevalue/comparables?"+home,
		"/v1/homevalue?postalCode=9999ZZ&houseNumber=9",
	)
	var records []valuationlog.Entry
	for r, err := range valuationlog.Read(dir) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	if len(records) != 4 {
		t.Fatalf("%d records of 4 valuations", len(records))
	}
	if r := records[1]; r.Endpoint != "/v1/homevalue" || r.KeyName == "" || r.Key == "" || r.Request == "" ||
		r.Asked.Given["energy_label"] != "A++" || r.Asked.Given["use_surface"] != 88.0 || r.Asked.Given["monument"] != true ||
		r.Asked.Date != gevel.NewDate(2026, 3, 1) || !strings.Contains(string(r.Answer), `"weightedValue":`) {
		t.Errorf("recorded %+v", r)
	}
	for _, r := range records {
		if text := string(r.Answer); strings.Contains(text, secret) {
			t.Errorf("the record holds a secret: %s", text)
		}
	}
	same := replay(t, s, dir)
	if same.Same != 4 || same.Different != 0 {
		t.Errorf("given again: %+v", same)
	}
	tamper(t, dir, func(r *valuationlog.Entry) { addDigit(&r.Answer, "weightedValue") })
	if changed := replay(t, s, dir); changed.Same != 3 || changed.Different != 1 ||
		changed.Shown[0].Fields[0].Name != "weightedValue" {
		t.Errorf("a changed value was not noticed: %+v", changed)
	}
}

func replay(t *testing.T, s *site, dir string) valuationlog.Replayed {
	t.Helper()
	open := func(_ context.Context, id string) (*valuation.Valuer, error) {
		if id != s.live.Edition.ID() {
			return nil, fs.ErrNotExist
		}
		return s.live.Valuer, nil
	}
	r, err := valuationlog.Replay(t.Context(), valuationlog.Read(dir), valuationlog.Replaying{
		Open: open, From: gevel.NoDate, Until: gevel.Never, Keep: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// addDigit changes the number of a field.
func addDigit(of *json.RawMessage, field string) {
	*of = json.RawMessage(strings.Replace(string(*of), fmt.Sprintf("%q:", field), fmt.Sprintf("%q:1", field), 1))
}

// tamper makes one value a euro more, in a plain copy of the log.
func tamper(t *testing.T, dir string, change func(*valuationlog.Entry)) {
	t.Helper()
	var text strings.Builder
	first := true
	for r, err := range valuationlog.Read(dir) {
		if err != nil {
			t.Fatal(err)
		}
		if first {
			change(&r)
			first = false
		}
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(line)
		text.WriteByte('\n')
	}
	segments, err := filepath.Glob(filepath.Join(dir, "2*"))
	if err != nil || len(segments) != 1 {
		t.Fatalf("segments %v: %v", segments, err)
	}
	if err := os.Remove(segments[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(strings.TrimSuffix(segments[0], ".zst"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestAReplayCountsWhatItCannotRepeat replays entries of two editions in turn, one of which can't be opened, on several days;
// ends early; and goes on.
func TestAReplayCountsWhatItCannotRepeat(t *testing.T) {
	tw, err := theTown()
	if err != nil {
		t.Skip(err)
	}
	c, _ := tw.made.Case(demo.CaseOrdinary)
	s, dir := logged(t, "/v1/homevalue?"+at(c))
	var one valuationlog.Entry
	for e, err := range valuationlog.Read(dir) {
		if one = e; err != nil {
			t.Fatal(err)
		}
	}
	const n = 10_000
	entries := func(yield func(valuationlog.Entry, error) bool) {
		for i := range n {
			e := one
			e.Time = gevel.NewDate(2026, 3, 1+i/(n/4)).Time() // four days
			if i/(n/4) == 2 {
				continue // a day without any
			}
			if i%2 == 1 {
				e.Meta = maps.Clone(e.Meta)
				e.Meta["edition"] = "0123456789abcdef"
			}
			if !yield(e, nil) {
				return
			}
		}
		yield(valuationlog.Entry{}, &valuationlog.DamagedError{File: "x.ndjson", Line: 3, Err: io.ErrUnexpectedEOF})
	}
	opened := map[string]int{}
	how := valuationlog.Replaying{
		From: gevel.NoDate, Until: gevel.Never,
		Open: func(_ context.Context, id string) (*valuation.Valuer, error) {
			if opened[id]++; id != s.live.Edition.ID() {
				return nil, errors.New("edition 0123456789abcdef has format 19")
			}
			return s.live.Valuer, nil
		},
	}
	all, err := valuationlog.Replay(t.Context(), entries, how)
	if err != nil || all.Entries != 3*n/4 || all.Same != 3*n/8 || all.Different != 0 || all.Damaged != 1 ||
		all.Unopened["0123456789abcdef"].Entries != 3*n/8 || len(all.Silent()) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
	if opened[s.live.Edition.ID()] > 2 || opened["0123456789abcdef"] != 1 {
		t.Errorf("opened %v", opened)
	}
	ctx, end := context.WithCancel(t.Context())
	how.Progress = func(int, gevel.Date) { end() }
	part, err := valuationlog.Replay(ctx, entries, how)
	if !errors.Is(err, context.Canceled) || part.Entries == 0 || part.Entries == all.Entries || part.Next != gevel.NewDate(2026, 3, 2) {
		t.Errorf("%+v, %v", part, err)
	}
	how.Progress, how.From = nil, gevel.NewDate(2027, 1, 1) // of which there is none
	if none, err := valuationlog.Replay(ctx, entries, how); !errors.Is(err, context.Canceled) || none.Next != gevel.NewDate(2026, 3, 1) {
		t.Errorf("%+v, %v", none, err)
	}
	how.From, how.Until = part.Next, gevel.NewDate(2026, 3, 4)
	if rest, err := valuationlog.Replay(t.Context(), entries, how); err != nil || rest.Entries != n/4 {
		t.Errorf("%+v, %v", rest, err)
	}
}

// full is a log whose disk is full.
type full struct{}

func (full) Append(valuationlog.Entry) error { return errors.New("no space left on device") }

func TestAValuationThatCannotBeRecordedIsNotAnswered(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Valuations = full{} })
	home := at(s.caseAt(t, demo.CaseOrdinary))
	for _, target := range []string{"/v1/homevalue?" + home, "/v1/homevalue/value?" + home + described3} {
		a := s.ask(t, request{target: target})
		if a.StatusCode != http.StatusServiceUnavailable || strings.Contains(a.text, "Value\":") || strings.Contains(a.text, "device") {
			t.Errorf("%s: %d %s", target, a.StatusCode, a.text)
		}
	}
	if a := s.ask(t, request{target: "/v1/homevalue/available?" + home}); a.StatusCode != http.StatusOK {
		t.Errorf("available: %d %s", a.StatusCode, a.text)
	}
}

// Each sale counts once, by the last answer that was given before it; what was answered after it says nothing.
func TestAnswersAreHeldAgainstTheSalesThatCameLater(t *testing.T) {
	s := openSite(t)
	sales := s.live.Edition.Sales()
	row := int32(-1)
	for i := range sales.Len() {
		if code := sales.Dwelling[i]; code >= 0 && len(sales.OfDwelling(code)) == 1 && sales.Date[i] > s.live.Valuer.Oldest()+60 {
			row = int32(i)
		}
	}
	if row < 0 {
		t.Fatal("no home was sold once")
	}
	sold := sales.Date[row]
	answer := func(day gevel.Date, value string) valuationlog.Entry {
		return valuationlog.Entry{
			Time: day.Time(), Request: value, Asked: valuationlog.Asked{Date: day},
			Answer: []byte(`{"bagId":"` + sales.DwellingID(int(row)) + `","weightedValue":` + value + `,"accuracy":50,"confidenceClass":2}`),
			Meta: map[string]string{
				"edition": "e", "valueLow": "1", "valueHigh": "999999999", "forecastStandardDeviation": "0.1",
			},
		}
	}
	records := []valuationlog.Entry{
		answer(sold-30, "100000"), answer(sold-10, "200000"), // the later of two before the sale counts
		answer(sold+10, "300000"),
		answer(sold-300, "400000"), // too long before
	}
	late := answer(sold-20, "500000") // asked about an earlier day, after the sale
	late.Time = (sold + 5).Time()
	records = append(records, late)
	tracked, err := valuationlog.Track(func(yield func(valuationlog.Entry, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	}, &comparison.Market{Sales: sales}, 180, ratio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, r := range tracked.Unmatched {
		counts[r.Reason] = r.Count
	}
	if want := map[string]int{"newer_value": 1, "after_the_sale": 2, "too_old": 1}; tracked.Answers != 5 ||
		tracked.Report.N != 1 || !maps.Equal(counts, want) {
		t.Errorf("%d answers, %d count, %v; want %v", tracked.Answers, tracked.Report.N, counts, want)
	}
	if got, want := tracked.Report.MedianRatio.Value, 200000/float64(sales.Price[row]); got != want {
		t.Errorf("the ratio is %v, want %v", got, want)
	}
}
