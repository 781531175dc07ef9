package reports

// An edition's newest model: how good it was on sales that it had not seen, and the documentation that supervisors and
// the trade require of such models.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// modelFacts are the facts about the newest model.
func modelFacts(s *datasheet.DataSheet) document.Table {
	m := &s.Model
	t := facts()
	t.Add("Model", fmt.Sprintf("of %s, code version %d, edition %s", m.Date, s.Edition.CodeVersion, s.Edition.ID))
	t.Add("Answers", fmt.Sprintf("any day from %s on, with the models of %s, each until the next", m.Models[0],
		daysText(m.Models)))
	t.Add("Data", fmt.Sprintf("prices paid: %s from %s to %s, known before %s, after screening",
		document.Plural(m.Sales, "sale"), m.First, m.Last, m.Date))
	t.Add("Index", fmt.Sprintf("by month, house type and price tier (none in rich markets), in %s, with sales known before %s",
		document.Plural(m.Areas, "smallest area"), m.IndexDay))
	t.Add("Method", "log prices less an index; a linear model and boosted trees on characteristics and place; kriging of "+
		"the residuals nearby; comparables adjusted by both; the home's own last sale. Their weights, and the size of the "+
		"error behind interval, FSD and class, are learned from errors out of time. docs/method.md says how and why, "+
		"docs/decisions what was decided.")
	if moved := takeover(m.Takeover); moved != "" {
		t.Add("New model", moved)
	}
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
	return strings.Join(list.Of(days, func(day gevel.Date) string { return day.String() }), ", ")
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

// testedSamples are the valued sales of a data sheet.
func testedSamples(t *accuracy.Accuracy) []sample {
	var samples []sample
	for i := range t.Observations {
		if t.Observations[i].HasValue {
			samples = append(samples, sample{&t.Observations[i], t.Days[i], t.At[i]})
		}
	}
	return samples
}

// requirements are what others ask of such models, in our words, and how the edition meets it.
func requirements(s *datasheet.DataSheet) document.Section {
	const eba = "EBA/GL/2020/06, 236–237"
	tested, held := "the edition does not hold it", s.Model.Tested
	classes, ranges := tested, tested
	if held != nil {
		r := &held.Measures
		tested = fmt.Sprintf("%s from %s to %s held against prices paid, with models of %s",
			document.Plural(r.N, "sale"), held.From, held.Until, testedDates(held))
		classes = classText(r, standard.Lending[1].Class) + "; " + classText(r, standard.Lending[0].Class) +
			fmt.Sprintf("; by %s below", held.Region)
		ranges = fmt.Sprintf("hit rate %s %%, median ratio %s, MAPE %s %%, within 10 %% %s %%; in one FSD %s %% (aim %.1f), "+
			"n in each row",
			figure(r.HitRate, 1), figure(r.MedianRatio, 3), figure(r.MAPE, 1), figure(r.PE10, 1),
			figure(r.FSD.Share, 1), r.FSD.Aim)
	}
	t := document.NewTable("by", document.Words.Column("in short"), document.Words.Column("here"))
	t.Facts = true
	t.Add(eba, "specific to the property and its place", fmt.Sprintf(
		"a value per home, by %s and its stretch of street; index in %s",
		document.Plural(len(s.Model.Characteristics), "characteristic"), document.Plural(s.Model.Areas, "area")))
	t.Add(eba, "valid, accurate, regularly tested against observed prices", tested)
	t.Add(eba, "a sample large and representative enough, of prices paid", fmt.Sprintf(
		"%s from %s to %s; house types of homes and sales stand side by side above",
		document.Plural(s.Model.Sales, "sale"), s.Model.First, s.Model.Last))
	t.Add(eba, "data up to date and of good quality", fmt.Sprintf(
		"newest sale known on %s, register%s; rejects, faults and fill rates above", s.Sales.Known, onRegisterDay(s)))
	t.Add(eba, "method, input and assumptions documented and understood",
		"docs/method.md, this report, and gevel value --explain for each home; gevel export for the model itself")
	t.Add(standard.NRVT.Name, lendingBars()+", tested yearly by region", classes)
	t.Add(standard.EAA.Name, "hit rate, bias, mean error, share within 10 %, and whether the confidence measure holds",
		ranges)
	return document.Under("Requirements for such models", t.Explained("The requirements are summarised in our words; the "+
		"documents themselves decide. Lenders and appraisers who use a value are responsible for its use."))
}

// lendingBars words the bars of lending.
func lendingBars() string {
	var bars []string
	for _, b := range standard.Lending {
		bars = append(bars, fmt.Sprintf("%.0f %% within %.0f %% (class %d) for loans up to %.0f %% of the value",
			100*b.Share, 100*b.Within, b.Class, 100*b.UpTo))
	}
	return strings.Join(bars, ", ")
}

func testedDates(t *accuracy.Accuracy) string {
	return daysText(list.Of(t.Models, func(m accuracy.Model) gevel.Date { return m.Date }))
}

// classText describes the observed share of a confidence class.
func classText(r *ratio.Measures, class gevel.ConfidenceClass) string {
	for _, c := range r.Classes {
		if c.Class == class && c.N > 0 {
			return fmt.Sprintf("class %d: %s %% within %.0f %% (n %s; promised %.0f %%, %s)",
				class, figure(c.Share, 1), c.Within, document.Count(c.N), c.Aim, c.Verdict)
		}
	}
	return fmt.Sprintf("class %d: no value had it", class)
}
