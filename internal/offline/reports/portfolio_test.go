package reports

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

func inventedPortfolio() *Portfolio {
	ltv, change, end := 0.625, -0.04, 0.8
	loans := portfolio.Loans{
		Exposure: 1_250_000, LTV: &ltv, Bands: []portfolio.Band{{To: &end, Homes: 3, Exposure: 1, Share: 0.25}, {From: end, Homes: 1, Share: 0.75}},
		Above: []portfolio.Above{{LTV: 1, Homes: 2, Share: 0.2}},
	}
	known, peak := gevel.NewDate(2025, 12, 1).Month(), gevel.NewDate(2022, 7, 1).Month()
	return &Portfolio{Name: "<loans>.csv", Summary: portfolio.Summary{
		Origin: bulk.Origin{Edition: "0123", ValuationDate: gevel.NewDate(2026, 1, 1), MadeBy: "gevel"},
		Homes:  5, Valued: 4, Exposure: 1_300_000, ExposureValued: 1_250_000, Now: loans, Capped: loans, Shock: &loans, ShockBy: -0.2, Turned: &loans, MarketKnown: &known, TurnAfter: &peak,
		Refused: []portfolio.Refused{{Reason: "address_not_found", Homes: 1, Exposure: 50_000, Sample: "line 3: <none>"}},
		Groups:  []portfolio.Groups{{By: "municipality", Items: []portfolio.Group{{Name: "Utrecht", Homes: 4, Change: &change}}}},
	}}
}

func TestAPortfolioIsOnePageThatAsksNothing(t *testing.T) {
	var b strings.Builder
	if err := inventedPortfolio().Document().WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"&lt;loans&gt;.csv", "€ 50,000 of it on homes without a value", "62.5 %", "prices −20 %", "turned in 2025-12 as after 2022-07", "0 to 80 %", "above 80 %",
		"address_not_found", "line 3: &lt;none&gt;", "Utrecht", "−4.0 %", "edition 0123",
	} {
		if !strings.Contains(strings.ReplaceAll(b.String(), "\u00a0", " "), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, never := range []string{"<script", "http:", "https:", "src=", "<none>"} {
		if strings.Contains(b.String(), never) {
			t.Errorf("the page has %s", never)
		}
	}
}
