package agent

// The tools: first those about one home.

import (
	_ "embed" // the answers
	"fmt"
	"strings"
	"text/template"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// why asks for an explanation, in the one form that the service has.
func (c *caller) why(asked any) (w present.Why, meta map[string]string, err error) {
	meta, err = c.get("/v1/homevalue/explanation", asked, &w)
	return w, meta, err
}

// texts are what agents read: a text for each tool.
var texts = template.Must(template.New("").Funcs(template.FuncMap{
	"euros": words.English.Euros, "squareMetres": squareMetres, "percent": percent, "signed": signed,
	"percents": func(share float64) string { return percent(new(100 * share)) },
	"number":   func(v *float64) float64 { return *v },
	"list":     func(sentences ...string) []string { return sentences },
	"text":     deref,
}).Parse(answerTexts))

//go:embed answers.tmpl
var answerTexts string

// say writes the answer of a tool.
func say[Out any](tool string, of any, out Out) (string, Out, error) {
	var text strings.Builder
	err := texts.ExecuteTemplate(&text, tool, of)
	return strings.TrimSuffix(text.String(), "\n"), out, err
}

// answered is a tool's answer, and the explanation that it is made from.
type answered[Out any] struct {
	Why *present.Why
	Out Out
}

func value(c *caller, in homeInput) (string, valuedBySales, error) {
	w, meta, err := c.why(in)
	if err != nil {
		return "", valuedBySales{}, err
	}
	out := valuedBySales{newValued(&w, meta), []sale{}}
	for _, r := range w.References {
		out.References = append(out.References, newSale(&r.WhyMoved, r.Share))
	}
	return say("value", answered[valuedBySales]{&w, out}, out)
}

func explain(c *caller, in homeInput) (string, explained, error) {
	w, meta, err := c.why(in)
	if err != nil {
		return "", explained{}, err
	}
	out := explained{newValued(&w, meta), []step{}, w.Words.Sure, w.Words.Unsure}
	for _, s := range w.Steps {
		if s.Euros != 0 {
			out.Steps = append(out.Steps, step{s.Label, s.Text, s.Euros})
		}
	}
	return say("explain", answered[explained]{&w, out}, out)
}

func comparables(c *caller, in comparablesInput) (string, listed, error) {
	var answer struct {
		Comparables []present.WhyComparable `json:"comparables"`
		Out         listed                  `json:"-"`
	}
	meta, err := c.get("/v1/homevalue/comparables", in, &answer)
	if err != nil {
		return "", listed{}, err
	}
	answer.Out = listed{newSource(meta, ""), []sale{}}
	for _, s := range answer.Comparables {
		answer.Out.Sales = append(answer.Out.Sales, newSale(&s.WhyMoved, s.Share))
	}
	return say("comparables", answer, answer.Out)
}

func whatIf(c *caller, in homeInput) (string, compared, error) {
	if in.changes == (changes{}) {
		return "", compared{}, refusal{Message: "give at least one characteristic that changes, such as useSurface or energyLabel"}
	}
	before, meta, err := c.why(in.address)
	if err != nil {
		return "", compared{}, err
	}
	after, _, err := c.why(in)
	if err != nil {
		return "", compared{}, err
	}
	out := compared{
		source: newSource(meta, before.Words.OldSales), Address: before.Home.Address, Date: before.Valuation.ValueDate.String(),
		Registered: newEstimated(&before), Given: newEstimated(&after),
	}
	out.Difference = out.Given.Value - out.Registered.Value
	times := float64(out.Given.Value) / float64(out.Registered.Value)
	return say("whatIf", struct {
		compared
		Percent *float64
	}{out, new(100 * (times - 1))}, out)
}

// The tools about more than one home.

func search(c *caller, in searchInput) (string, found, error) {
	out := found{Homes: []foundHome{}}
	if _, err := c.get("/v1/addresses", in, &out); err != nil {
		return "", found{}, err
	}
	return say("search", out, out)
}

func market(c *caller, in addressInput) (string, moved, error) {
	var home present.Homevalue
	meta, err := c.get("/v1/homevalue", in, &home)
	if err != nil {
		return "", moved{}, err
	}
	var index struct {
		Months []string
		Series []struct {
			Label string
			Level []float64
		}
	}
	if _, err := c.get("/page/index", in, &index); err != nil {
		return "", moved{}, err
	}
	until, err := gevel.ParseDate(meta["salesUntil"])
	if err != nil {
		return "", moved{}, fmt.Errorf("the day until which sales are known: %w", err)
	}
	area := "postal-code area " + home.PostalCode[:4]
	out := moved{source: newSource(meta, words.English.OldSales(home.ValueDate, until)), Index: []change{}, Sales: []counts{}}
	for _, s := range index.Series {
		out.Index = append(out.Index, change{s.Label, growth(s.Level, 12), growth(s.Level, 60)})
	}
	for _, s := range []struct {
		where  string
		n      *int
		median *gevel.Euro
	}{
		{area, home.NumZipAllTypes, home.MedZipAllTypes},
		{area + ", same house type", home.NumZipSameType, home.MedZipSameType},
		{home.Street + ", " + home.City, home.NumStrAllTypes, home.MedStrAllTypes},
	} {
		if s.n == nil {
			continue
		}
		out.Sales = append(out.Sales, counts{s.where, *s.n, s.median})
	}
	return say("market", struct {
		moved
		Date gevel.Date
	}{out, home.ValueDate}, out)
}

// growth returns the change of a level in so many months, in percent; nil where it is not known.
func growth(level []float64, months int) *float64 {
	last := len(level) - 1
	if last < months || level[last-months] == 0 {
		return nil
	}
	return new(100 * (level[last]/level[last-months] - 1))
}

// signed writes a change that may be unknown.
func signed(v *float64) string {
	if v == nil {
		return "unknown"
	}
	return fmt.Sprintf("%+.1f %%", *v)
}

func accuracy(c *caller, in nearInput) (string, record, error) {
	var out record
	if _, err := c.get("/page/accuracy", in, &out); err != nil {
		return "", out, err
	}
	known := out.Reason == nil && out.Overall != nil && out.From != nil && out.Until != nil
	return say("accuracy", struct {
		record
		Known bool
	}{out, known}, out)
}
