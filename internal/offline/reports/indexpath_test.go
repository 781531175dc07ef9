package reports

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/backtest"
)

// withPath adds the path of a market known through October 2022.
func withPath(s *Study) *Study {
	first := gevel.NewDate(2021, 11, 1).Month()
	m := backtest.MarketPath{
		Known: gevel.NewDate(2022, 11, 5), Sales: 2043, Base: backtest.Base{From: first, Until: first + 2}, First: first,
		Forecast: first + 12,
		Areas:    12, Published: []backtest.PublishedLevel{{Month: first + 2, First: 103, Last: 102}},
	}
	for i := range 15 {
		level := 100 + float64(i)
		m.Levels, m.Low, m.High = append(m.Levels, level), append(m.Low, level-1), append(m.High, level+1)
	}
	s.Result.Market = m
	return s
}

func TestTheIndexIsDrawnAsKnownForecastAndFirstPublished(t *testing.T) {
	page := written(t, withPath(invented(900)))
	figure := regexp.MustCompile(`(?s)<figure class="wide"><h2>The index by month</h2>.*?</figure>`).FindString(page)
	for _, want := range []string{
		`<path class="trace" d="M`, `<path class="trace forecast" d="M`, `<path class="spread wide" d="M`,
		"<title>2022-01: first known as 103.0, now 102.0 (−1.0 %)</title>", "100 is its mean from 2021-11 to 2021-12.",
		"the middle 80 % of 12 areas",
		"2\u202f043 sales known before 2022-11-05.",
	} {
		if strings.Count(figure, want) != 1 {
			t.Errorf("the chart lacks %q", want)
		}
	}
	steps := func(class string) int {
		drawn := regexp.MustCompile(`<path class="` + class + `" d="([^"]*)"`).FindStringSubmatch(figure)
		return len(regexp.MustCompile("[ML]").FindAllString(drawn[1], -1))
	}
	// The dashed line begins where the solid one ends.
	if known, forecast := steps("trace"), steps("trace forecast"); known != 12 || forecast != 4 {
		t.Errorf("%d months are drawn as known and %d as forecast, want 12 and 4", known, forecast)
	}
}

func TestTheLevelsOfTheIndexAreShown(t *testing.T) {
	page := written(t, withPath(invented(900)))
	for _, want := range []string{
		"<tr><th>2021</th>" + strings.Repeat("<td></td>", 10) + "<td>100.0</td><td>101.0</td></tr>",
		"<tr><th>2022, forecast</th>" + strings.Repeat("<td></td>", 10) + "<td>112.0</td><td>113.0</td></tr>",
		"<tr><th>2022, first known</th><td>103.0</td>" + strings.Repeat("<td></td>", 11) + "</tr>",
		"<tr><th>2023, forecast</th><td>114.0</td>" + strings.Repeat("<td></td>", 11) + "</tr>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestAPathWithoutRevisionOrAreasIsDrawnWithoutThem(t *testing.T) {
	s := withPath(invented(900))
	s.Result.Market.Published, s.Result.Market.Low, s.Result.Market.High = nil, nil, nil
	s.Result.Market.Forecast = s.Result.Market.First // so no month is known completely
	page := written(t, s)
	for _, unwanted := range []string{`class="ring"`, "A ring is", "The band holds", "first known</th>"} {
		if strings.Contains(page, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	if !strings.Contains(page, `<path class="trace forecast" d="M`) {
		t.Error("what was forecast is not drawn")
	}
	s.Result.Market = backtest.MarketPath{}
	if page := written(t, s); strings.Contains(page, "The index by month") ||
		strings.Contains(page, "Levels of the chart") {
		t.Error("a path of no months is drawn")
	}
}
