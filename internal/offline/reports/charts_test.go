package reports

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/studysales"
)

// invented makes up a backtest of n sales; every tenth has no value.
func invented(n int) *Study {
	rng := rand.New(rand.NewPCG(1, 2))
	sold := make([]gevel.Sale, n)
	for i := range sold {
		day := gevel.NewDate(2022, 1, 1) + gevel.Date(rng.IntN(300))
		sold[i] = gevel.Sale{
			ID: fmt.Sprint(i), Date: day, KnownDate: day, Price: gevel.Euro(150_000 + rng.IntN(800_000)),
			At: gevel.Point{X: 1000 + 3000*rng.Float64(), Y: 1000 + 3000*rng.Float64()},
		}
	}
	s := market.NewSales(gevel.Standard(), sold)
	r := &backtest.Result{
		Sales: s, KnownBefore: 1234,
		Plan: backtest.Plan{
			From: gevel.NewDate(2022, 1, 1), Until: gevel.NewDate(2022, 12, 1),
			Walk: backtest.WalkMonth, Retrain: backtest.RetrainQuarter, Seed: 1,
		},
	}
	for row := range s.Len() {
		v := float64(s.Price[row]) * (1 + 0.1*rng.NormFloat64())
		fsd := 0.05 + 0.1*rng.Float64()
		f := backtest.Forecast{
			Row: int32(row), Observation: ratio.Observation{HasValue: row%10 > 0, Value: v, FSD: fsd},
		}
		o := ratio.Observation{Price: float64(s.Price[row]), Month: s.Date[row].Month(), Segments: []ratio.Segment{{
			Dimension: "house type",
			Name:      "<b>Villa",
		}}}
		if f.HasValue {
			o = ratio.Observation{
				Price: o.Price, Month: o.Month, Value: v, HasValue: true, FSD: fsd, Segments: o.Segments,
				Low50: v * (1 - 0.6*fsd), High50: v * (1 + 0.6*fsd), Low80: v * (1 - fsd), High80: v * (1 + fsd),
				Low90: v * (1 - 2*fsd), High90: v * (1 + 2*fsd),
				LowLog80: v * 0.8, HighLog80: v * 1.25, LowEuros80: v - 0.1*v, HighEuros80: v + 0.1*v,
				Accuracy: gevel.Some(100 - 300*fsd), Class: gevel.Some(gevel.ConfidenceClass(rng.IntN(6))),
			}
		}
		r.Forecasts, r.Observations = append(r.Forecasts, f), append(r.Observations, o)
	}
	r.Report = ratio.MeasuresOf(r.Observations, ratio.Options{Seed: 1})
	study := &Study{Result: r}
	study.Source = studysales.Source{Name: "sales <script>alert(1)</script>", Rows: 900}
	study.Command, study.MadeBy = []string{"gevel", "evaluate", "a&b"}, "gevel test"
	return study
}

func written(t *testing.T, s *Study) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Document().WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

func TestPageAsksNothingOfAnyNetwork(t *testing.T) {
	page := written(t, invented(900))
	if found := regexp.MustCompile(`(?i)https?:|//[a-z]|\ssrc\s*=|<link|<script|<iframe|@import|url\(`).FindAllString(page, -1); found != nil {
		t.Errorf("the page refers to something outside itself: %q", found)
	}
	if !strings.Contains(page, `content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"`) {
		t.Error("the page has no policy that forbids it")
	}
}

// TestAStudyOfOneMonthHasNoIntervalsOfPromises: nor does a table have one from 0 on.
func TestAStudyOfOneMonthHasNoIntervalsOfPromises(t *testing.T) {
	ofAccuracy := func(s *Study) string {
		s.Result.Report = ratio.MeasuresOf(s.Result.Observations, ratio.Options{Seed: 1})
		for _, row := range promises(&s.Result.Report).Rows {
			if row[0].Text == "80 % interval" {
				return row[4].Text
			}
		}
		t.Fatal("no row of the 80 % interval")
		return ""
	}
	one := invented(900)
	for i := range one.Result.Observations {
		one.Result.Observations[i].Month = 1
	}
	if months, single := ofAccuracy(invented(900)), ofAccuracy(one); months == "" || single != "" {
		t.Errorf("intervals of several months %q, of one %q", months, single)
	}
}

func TestPageEscapesWhatItIsGiven(t *testing.T) {
	page := written(t, invented(900))
	for _, want := range []string{"sales &lt;script&gt;", "&lt;b&gt;Villa", "gevel evaluate a&amp;b"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("the template refused a value")
	}
}

func TestEveryChartIsThereAndSaysWhatItIsMadeOf(t *testing.T) {
	page := written(t, withPath(invented(900)))
	for _, title := range []string{
		"Ratio against price", "Distribution of the errors", "Drift over time", "The index by month", "Does accuracy come true?",
		"Where values are too low or too high", "Where values are far off",
	} {
		if strings.Count(page, "<h2>"+title+"</h2><div class=\"scroll\"><svg ") != 1 {
			t.Errorf("there is no chart %q", title)
		}
	}
	charts := strings.Count(page, "<figure")
	if got := len(regexp.MustCompile(`<figcaption>[A-Z0-9][^<]{40,}<span class="basis">(810 sales, 2022-01-0\d to 2022-10-\d\d|2\x{202f}043 sales known before 2022-11-05)\.</span>`).FindAllString(page, -1)); got != charts {
		t.Errorf("%d of %d charts have a caption with number and dates", got, charts)
	}
}

func TestDrawingsAreWellFormed(t *testing.T) {
	page := written(t, withPath(invented(900)))
	for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(page, -1) {
		decoder := xml.NewDecoder(strings.NewReader(svg))
		for {
			_, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in %.200s", err, svg)
			}
		}
		if bad := regexp.MustCompile(`"[^"]*(NaN|Inf|e[+-]\d)[^"]*"`).FindString(svg); bad != "" {
			t.Errorf("a coordinate is %s", bad)
		}
	}
}

func TestTheSameStudyIsTheSamePage(t *testing.T) {
	first, second := written(t, invented(300)), written(t, invented(300))
	if first != second {
		t.Error("two pages of one study differ")
	}
}

func TestFewSalesMakeAPageWithoutCharts(t *testing.T) {
	for _, n := range []int{1, 2, 12, 40} {
		page := written(t, invented(n))
		if n <= 2 && !strings.Contains(page, "too few valued sales to draw") {
			t.Errorf("%d sales: the page does not say that it has no charts", n)
		}
		if strings.Contains(page, "NaN") {
			t.Errorf("%d sales: NaN on the page", n)
		}
	}
}

func TestComparisonIsShownWithItsVerdict(t *testing.T) {
	s := invented(900)
	values := []comparison.Value{{Row: "a row", Sale: "elsewhere"}}
	for row, price := range s.Result.Sales.Price {
		values = append(values, comparison.Value{Sale: s.Result.Sales.ID(row), Said: ratio.Observation{Value: float64(price) * 1.5, HasValue: true}})
	}
	sold := comparison.Market{Sales: s.Result.Sales}
	var err error
	if s.Comparison, err = s.Result.Compare(sold.Join(values, comparison.Rule{})); err != nil {
		t.Fatal(err)
	}
	s.rival = "others"
	page := written(t, s)
	for _, want := range []string{"Against others", "<td class=\"left\">better</td>", "<th>no_sale</th><td>1</td><td class=\"samples\">a row: no sale is named elsewhere</td>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestClassesShowTheirVerdict(t *testing.T) {
	s := invented(900)
	s.Result.Report.Classes = []ratio.ClassPromise{
		{Class: 5, Within: 10, Calibration: ratio.Calibration{N: 1}, Verdict: ratio.Broken},
		{Class: 4, Within: 10, Calibration: ratio.Calibration{N: 1}, Verdict: ratio.Kept},
		{Class: 3, Within: 15, Calibration: ratio.Calibration{N: 1}, Verdict: ratio.NotRefuted},
		{Class: 0, Calibration: ratio.Calibration{N: 1}},
	}
	page := written(t, s)
	for _, want := range []string{
		`<span class="verdict broken">broken</span>`, `<span class="verdict kept">kept</span>`,
		`<span class="verdict">not refuted</span>`, `<th>class 0 (0 %)</th><td>1</td><td>0.0</td><td>–</td><td class="faint"></td><td></td><td class="left">promises nothing</td>`,
	} {
		if strings.Count(page, want) != 1 {
			t.Errorf("the page has %q %d times, want once", want, strings.Count(page, want))
		}
	}
}

func TestTheMostImportantIsShownFirstAndTheLeastNotAtAll(t *testing.T) {
	s := invented(900)
	if strings.Contains(written(t, s), "Importance in the trees") {
		t.Error("importance is shown although there is none")
	}
	for i := range mostImportant + 1 {
		s.Result.Importance = append(s.Result.Importance, hedonic.Importance{
			Name:  fmt.Sprintf("num_%02d", i),
			Share: float64(20 - i),
		})
	}
	page := written(t, s)
	for _, want := range []string{
		`<th>num_00</th><td class="barred"><span class="bar" style="width: 100%"></span><span>20.0</span>`,
		`<th>num_14</th><td class="barred"><span class="bar" style="width: 30%"></span><span>6.0</span>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "num_15") {
		t.Error("the page shows more than it has room for")
	}
}

func TestWidthsStandBesideThoseOfOneWidthForAll(t *testing.T) {
	s := invented(900)
	row := regexp.MustCompile(`<tr><th>([^<]*)</th>(?:<td[^>]*>[^<]*</td>){4}<td>(\d+\.\d)</td><td class="left"></td></tr>`)
	names := func() (all []string) {
		for _, found := range row.FindAllStringSubmatch(written(t, s), -1) {
			all = append(all, found[1]+" "+found[2])
		}
		return all
	}
	got := names()
	if len(got) != 5 || got[2] != "– constant in log 45.0" || got[3] != "– constant in euros 20.0" {
		t.Errorf("widths are %q", got)
	}
	s.Result.Report.ConstantLog80, s.Result.Report.ConstantEuros80 = ratio.Coverage{}, ratio.Coverage{}
	if got := names(); len(got) != 3 {
		t.Errorf("without constant intervals widths are %q", got)
	}
}

func TestTheScoreOfTheIndexIsShown(t *testing.T) {
	s := invented(900)
	page := written(t, s)
	if !strings.Contains(page, "no tested home is known to have been sold a year or more before") ||
		strings.Contains(page, "<th>no index</th>") {
		t.Error("the page does not say that there are no pairs")
	}
	fig := func(v float64) ratio.Figure { return ratio.Figure{Value: v, Known: true} }
	s.Result.Index = backtest.IndexScore{
		Pairs: 1200, Sooner: 34,
		ByIndex:    backtest.RepeatErrors{MedianAbsolute: fig(7.25), Median: fig(-0.5), Mean: fig(-4)},
		Volatility: backtest.Volatility{Months: 59, Market: fig(0.71), Areas: 64, Area: fig(0.72)},
		Revision:   backtest.Revision{Months: 11, MedianAbsolute: fig(0.19), MeanAbsolute: fig(0.2), Mean: fig(-0.06)},
	}
	page = written(t, s)
	for _, want := range []string{
		"(1\u202f200 pairs; 34 sooner ones left out)",
		"<th>area, house type, tier</th><td>7.25</td><td>−0.50</td><td>−4.00</td>",
		"0.71 % in the whole market, 0.72 % in an area (mean of 64), over 59 months.",
		"0.20 % on average, −0.06 % with signs (11 months).",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	s.Result.Plan.Walk = backtest.WalkNone
	if !strings.Contains(written(t, s), "a static test has one index") {
		t.Error("the page does not say why there is no revision")
	}
}

func TestNumbersAreGroupedAndSigned(t *testing.T) {
	for n, want := range map[int]string{7: "7", 1234: "1\u202f234", 1234567: "1\u202f234\u202f567"} {
		if got := document.Count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
	if got := document.Signed(-1.25, 1) + document.Signed(-0.04, 1) + document.Signed(2, 0); got != "−1.20.0+2" {
		t.Errorf("signed numbers are %q", got)
	}
}
