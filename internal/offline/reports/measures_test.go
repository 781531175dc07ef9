package reports

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// textOf is what a terminal shows of some blocks.
func textOf(t *testing.T, blocks ...document.Block) string {
	t.Helper()
	var b bytes.Buffer
	if err := (&document.Document{Kind: "test", Blocks: blocks}).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// simulated makes up sales whose values err by a tenth, and say so.
func simulated(n int) []ratio.Observation {
	const sigma = 0.10
	rng := rand.New(rand.NewPCG(1, 0))
	obs := make([]ratio.Observation, n)
	for i := range obs {
		value := 100_000 * math.Exp(rng.Float64()*2)
		obs[i] = ratio.Observation{
			Price: value * (1 + sigma*rng.NormFloat64()), Value: value, HasValue: true, Month: gevel.Month(i % 12),
			Low50: value * 0.93, High50: value * 1.07, Low80: value * 0.87, High80: value * 1.13, Low90: value * 0.84, High90: value * 1.16,
			LowLog80: 0.9 * value, HighLog80: 1.2 * value, LowEuros80: value - 50_000, HighEuros80: value + 50_000,
			FSD: sigma, Accuracy: gevel.Some(68.27), Class: gevel.Some[gevel.ConfidenceClass](3),
			Segments: []ratio.Segment{{Dimension: "parity", Name: []string{"even", "odd"}[i%2]}},
		}
	}
	return obs
}

func study100(obs []ratio.Observation) *ratio.Measures {
	m := ratio.MeasuresOf(obs, ratio.Options{Seed: 1, Replicates: 100})
	return &m
}

func TestATerminalShowsFiguresPromisesAndParts(t *testing.T) {
	m := study100(append(simulated(400), ratio.Observation{Price: 250_000}, ratio.Observation{Price: -1}))
	text := textOf(t, append(measured(m, ""), parts("By part", m))...)
	for _, want := range []string{
		"400 of 401 sales valued.\n", "\n1 invalid row left out.\n", "95 % interval  ideal  asked\n", "\nhit rate, %           99.75 ",
		"\nMdAPE, %", "\nMKI", " 0.98 to 1.03, IAAO 2013", " to ", "its significance is ",
		"promised, %", "\n80 % interval", "\n- constant in log ", " 30.0\n", "\n- constant in euros ", "\nwithin the FSD", "\nclass 3 (15 %)",
		"\nparity  sales  MdAPE %", "\neven ", "\nprice decile", "\nover ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "median of |value") {
		t.Errorf("a terminal has room for meanings:\n%s", text)
	}
}

func TestAStudyOfNothingHasNoFigures(t *testing.T) {
	text := textOf(t, measured(study100(nil), "")...)
	if strings.Contains(text, "NaN") || !strings.Contains(text, "0 of 0 sales valued") || strings.Contains(text, "PROMISES") {
		t.Errorf("a study of nothing says:\n%s", text)
	}
}

func TestPromisesOfOneMonthHaveNoInterval(t *testing.T) {
	obs := simulated(40)
	for i := range obs {
		obs[i].Month = 1
	}
	for _, row := range promises(study100(obs)).Rows {
		if row[4].Text != "" {
			t.Errorf("%s has the interval %s", row[0].Text, row[4].Text)
		}
	}
}

// A measure has one name, in all reports and in both forms.
func TestAnotherLabelOfAMeasureStandsInEveryReport(t *testing.T) {
	before := ratio.Table
	row := ratio.MdAPE
	t.Cleanup(func() { ratio.MdAPE, ratio.Table = row, before })
	ratio.Table = append([]ratio.Measure(nil), before...)
	ratio.MdAPE.English = "median miss"
	for i := range ratio.Table {
		if ratio.Table[i].Key == row.Key {
			ratio.Table[i] = ratio.MdAPE
		}
	}
	s := withPath(invented(300))
	var text bytes.Buffer
	if err := s.Document().WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for name, report := range map[string]string{"study as HTML": written(t, s), "study as text": text.String(), "edition": dataSheetPage(t, inventedDataSheet(300))} {
		if strings.Contains(report, row.English) || !strings.Contains(report, "median miss") {
			t.Errorf("the report of a %s says %q", name, row.English)
		}
	}
}
