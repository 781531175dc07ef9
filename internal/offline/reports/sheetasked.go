package reports

// Documentation that supervisors and the trade require of such models, and where it is.

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// requirements are what others ask of such models, in our words, and how the edition meets it.
func requirements(s *datasheet.Sheet) document.Section {
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
	var days []gevel.Date
	for _, m := range t.Models {
		days = append(days, m.Date)
	}
	return daysText(days)
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
