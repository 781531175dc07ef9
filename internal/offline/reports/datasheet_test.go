package reports

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// inventedDataSheet is a data sheet whose tested sales come from an invented study.
func inventedDataSheet(n int) *datasheet.DataSheet {
	study := withPath(invented(n))
	asOf, age := gevel.NewDate(2022, 9, 1), 60
	t := &accuracy.Accuracy{
		From: study.Result.Plan.From, Until: study.Result.Plan.Until - 1, Region: "municipality", Measures: study.Result.Report,
		Models:       []accuracy.Model{{Date: study.Result.Plan.From, Sales: n, Learned: 77}},
		Observations: study.Result.Observations,
		Pooled:       []accuracy.Pooled{{Dimension: "municipality", Parts: 3, Sales: 40, Least: 30}},
	}
	for _, f := range study.Result.Forecasts {
		t.Days, t.At = append(t.Days, study.Result.Sales.Date[f.Row]), append(t.At, study.Result.Sales.At[f.Row])
	}
	return &datasheet.DataSheet{
		Edition: datasheet.Edition{ID: "0123456789abcdef", Parameters: []byte(`{"a": "<b>"}`)},
		Day:     asOf + 60, MadeBy: "gevel test",
		Sources: []datasheet.Source{
			{
				Name: "bag", Label: "BAG register", AsOf: &asOf, AgeDays: &age, Licence: "CC0", Read: 1000,
				Counts: &gevel.RowCount{Read: 1000, Used: 900, Past: 100},
			},
			{Name: "sales", Label: "sales", Read: 50, Rejects: []gevel.Reject{{Reason: "bad_price", Count: 2, Samples: []string{"<i>line 3"}}}},
		},
		Homes: datasheet.Homes{
			N: 900, Sources: []string{"BAG", "walls"},
			FillRates: []datasheet.FillRate{
				{Label: "house type", Known: 900, Percent: 100, Source: map[string]int{"walls": 900}},
				{Label: "build year", Known: 450, Percent: 50, Source: map[string]int{"BAG": 450}},
			},
			Types: []datasheet.TypeCount{{Type: "Tussenwoning", Homes: 900, Source: map[string]int{"walls": 900}}},
		},
		Sales: datasheet.Sales{
			N: n, Quarters: []datasheet.Quarter{{From: gevel.NewDate(2022, 1, 1), Sales: n, Median: 300_000}},
			Types: []datasheet.TypeOfSale{{Type: "Tussenwoning", Sales: n}},
		},
		Index:  datasheet.Index{Market: study.Result.Market, Groups: []datasheet.Rise{{Name: "whole market", Sales: n}}},
		Model:  datasheet.Model{Date: asOf, Models: []gevel.Date{asOf}, Tested: t},
		Limits: []string{"it has never seen <a> kitchen"},
	}
}

func dataSheetPage(t *testing.T, s *datasheet.DataSheet) string {
	t.Helper()
	var b bytes.Buffer
	if err := DataSheet(s).WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

func TestADataSheetAsksNothingOfAnyNetworkAndEscapes(t *testing.T) {
	page := dataSheetPage(t, inventedDataSheet(900))
	if found := regexp.MustCompile(`(?i)https?:|//[a-z]|\ssrc\s*=|<link|<script|<iframe|@import|url\(`).FindAllString(page, -1); found != nil {
		t.Errorf("the page refers to something outside itself: %q", found)
	}
	for _, want := range []string{
		`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`, "&lt;i&gt;line 3", "never seen &lt;a&gt; kitchen",
		"By municipality, the 3 parts with the fewest sales are shown together, as fewer than 30 are too few: 40 sales.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "ZgotmplZ") || strings.Contains(page, "NaN") {
		t.Error("the page holds what is no value")
	}
}

func TestEveryChartOfADataSheetSaysWhatItIsMadeOf(t *testing.T) {
	page := dataSheetPage(t, inventedDataSheet(900))
	for _, title := range []string{
		"Sales by quarter", "The index by month", "Does accuracy come true?", "Where values are far off",
	} {
		if strings.Count(page, "<h2>"+title+"</h2><div class=\"scroll\"><svg ") != 1 {
			t.Errorf("there is no chart %q", title)
		}
	}
	charts := strings.Count(page, "<figure")
	if got := len(regexp.MustCompile(`<span class="basis">[^<]{8,}\.</span>`).FindAllString(page, -1)); got != charts {
		t.Errorf("%d of %d charts say n and dates", got, charts)
	}
}

func TestTheRowsOfASourceAddUp(t *testing.T) {
	c := gevel.RowCount{Read: 127, Used: 64, Past: 32, Withdrawn: 16, NoHomes: 8, Empty: 4, Rejected: 2, Faults: 1}
	var table document.Table
	addSource(&table, &datasheet.Source{Name: "monuments", Label: "monuments", Read: c.Read, Counts: &c})
	var got []string
	for _, cell := range table.Rows[0][4:11] {
		got = append(got, cell.Text)
	}
	if strings.Join(got, " ") != "64 32 16 8 4 2 1" {
		t.Errorf("counts of the rows: %s", got)
	}
}

func TestADataSheetSaysWhatTheEditionDoesNotHold(t *testing.T) {
	s := inventedDataSheet(900)
	s.Model.Tested = nil
	page := dataSheetPage(t, s)
	for _, want := range []string{
		"<th>sales</th><td>not dated</td><td></td><td>50</td><td>not held</td>",
		"This edition holds no errors of sales", `<td class="left">the edition does not hold it</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "Does accuracy come true?") {
		t.Error("accuracy is drawn of nothing")
	}
}

func TestAnIndexOfOthersStandsBeside(t *testing.T) {
	s := inventedDataSheet(300)
	if strings.Contains(dataSheetPage(t, s), `class="trace other"`) {
		t.Error("there is a second line without an index of others")
	}
	first := s.Index.Market.First
	s.Index.Beside = []datasheet.Line{{Name: "CBS, index", Points: []datasheet.Point{
		{Month: first, Level: 90}, {Month: first + 3, Level: 99},
	}}}
	page := dataSheetPage(t, s)
	if !strings.Contains(page, `<path class="trace other" d="M`) ||
		!strings.Contains(page, "The dotted line is CBS, index.") {
		t.Error("the second line is not drawn or not named")
	}
}

func TestADataSheetSaysWhetherTheSalesAreLikeTheHomes(t *testing.T) {
	s := inventedDataSheet(300)
	s.Homes.N, s.Homes.Sources = 400, []string{"BAG", "walls"}
	s.Homes.Types = []datasheet.TypeCount{
		{Type: "Tussenwoning", Homes: 100, Source: map[string]int{"walls": 100}},
		{Homes: 300, Source: map[string]int{"BAG": 300}},
	}
	var got []string
	for _, row := range typeTable(s)[0].(document.Table).Rows {
		for _, cell := range row {
			got = append(got, cell.Text)
		}
	}
	if want := "Tussenwoning|0|100|100|25.0|100.0|unknown|300|0|300|75.0|0.0"; strings.Join(got, "|") != want {
		t.Errorf("house types are %q, want %q", strings.Join(got, "|"), want)
	}
}
