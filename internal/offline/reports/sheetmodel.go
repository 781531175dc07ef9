package reports

// An edition's newest model, and how good it was on sales that it had not seen.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// modelFacts are the facts about the newest model.
func modelFacts(s *datasheet.Sheet) document.Table {
	m := &s.Model
	t := facts()
	t.Add("Model", fmt.Sprintf("of %s, code version %d, edition %s", m.Date, s.Edition.CodeVersion, s.Edition.ID))
	t.Add("Answers", fmt.Sprintf("any day from %s on, with the models of %s, each until the next", m.Models[0],
		daysText(m.Models)))
	t.Add("Data", fmt.Sprintf("prices paid: %s from %s to %s, known before %s, after screening",
		document.Plural(m.Sales, "sale"), m.First, m.Last, m.Date))
	t.Add("Index", fmt.Sprintf("by month and house type, in %s, with sales known before %s",
		document.Plural(m.Areas, "smallest area"), m.IndexDay))
	t.Add("Method", "log prices less an index; a linear model and boosted trees on characteristics and place; kriging of "+
		"the residuals nearby; comparables adjusted by both; the home's own last sale. Their weights, and the size of the "+
		"error behind interval, FSD and class, are learned from errors out of time. docs/method.md says how and why, "+
		"docs/decisions what was decided.")
	t.Add("Parameters", fmt.Sprintf("%s, seed %d", compact(s.Edition.Parameters), s.Edition.Seed))
	if a := s.Edition.Answered; a != nil {
		t.Add("When built", fmt.Sprintf("%s of a sample of %s were given a value when it was built",
			document.Count(a.Valued), document.Plural(a.Homes, "home")))
	}
	if f := s.Edition.Forced; f != nil {
		t.Add("Forced", "published beyond limits of the build: "+strings.Join(f.Passed, "; "))
	}
	return t
}

// compact returns JSON on one line.
func compact(text json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return string(text)
	}
	return b.String()
}

func daysText(days []gevel.Date) string {
	var list []string
	for _, day := range days {
		list = append(list, day.String())
	}
	return strings.Join(list, ", ")
}

// characteristics has each characteristic that the model may use.
func characteristics(m *datasheet.Model) document.Table {
	t := document.NewTable("", document.Words.Column("column"), document.Words.Column("kind"), "known, % of sales",
		"from callers")
	for _, u := range m.Characteristics {
		callers := "no"
		if u.Callers {
			callers = "yes"
		}
		t.Add(u.Label, u.Column, strings.TrimSpace(u.Kind+" "+u.Unit), document.Number(u.Percent, 1), callers)
	}
	return t
}

// tested is the accuracy of the models out of time.
func tested(t *accuracy.Accuracy) document.Blocks {
	const title = "Accuracy and intervals"
	if t == nil {
		return document.Blocks{document.Under(title,
			document.Say(document.Plain, "This edition holds no errors of sales that its models had not seen: there were too "+
				"few earlier sales. Measure their accuracy with gevel evaluate."))}
	}
	c := charts{samples: testedSamples(t), report: &t.Measures, first: t.From.Month(), last: t.Until.Month()}
	by := parts("By region, house type and price", &t.Measures)
	for _, p := range t.Pooled {
		by.Blocks = append(by.Blocks, document.Say(document.Aside, "By %s, the %s with the fewest sales are shown together, "+
			"as fewer than %d are too few: %s.", p.Dimension, document.Plural(p.Parts, "part"), p.Least,
			document.Plural(p.Sales, "sale")))
	}
	return document.Blocks{
		document.Under(title, document.Say(document.Plain, "Out of time: %s from %s to %s that became known after the model "+
			"of their day was trained, each valued on its own day with what was known then and with the home as its sale "+
			"recorded it. From the errors of earlier models the newest learned its uncertainty; its own are of what was sold "+
			"since. By %s and house type below; n is in each row.",
			document.Plural(t.Measures.N, "sale"), t.From, t.Until, t.Region),
			testedModels(t.Models)),
		c.all(document.Chart{}), // the index is elsewhere in the report
		measured(&t.Measures, "Shares in percent, relative to the value. "+ranges.Text),
		by, decision(&t.Decision),
	}
}

func testedModels(models []accuracy.Model) document.Table {
	t := document.NewTable("model of", "tested sales", document.Words.Column("its weights and intervals were learned from"))
	for _, m := range models {
		learned := document.Plural(m.Learned, "error")
		if m.Learned == 0 {
			learned = "none: its intervals do not count"
		}
		t.Add(m.Date, m.Sales, learned)
	}
	return t
}

// testedSamples are the valued sales of a sheet.
func testedSamples(t *accuracy.Accuracy) []sample {
	var samples []sample
	for i := range t.Observations {
		if t.Observations[i].HasValue {
			samples = append(samples, sample{&t.Observations[i], t.Days[i], t.At[i]})
		}
	}
	return samples
}
