package htmlreport

// The out-of-time accuracy of the models, in the report of an edition.

import (
	"fmt"

	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// ratioFigure is a statistic with its interval.
type ratioFigure = ratio.Figure

// testedView is the report's section about accuracy.
type testedView struct {
	Lead       string
	Models     []testedModel
	Charts     []chart
	Promises   []promiseRow
	Figures    []figureRow
	Dimensions []dimension
	Pooled     []string
	Decision   decisionView
}

type testedModel struct{ Date, Sales, Learned string }

func newTestedView(t *accuracy.Accuracy) *testedView {
	if t == nil {
		return nil
	}
	v := &testedView{
		Lead: fmt.Sprintf("Out of time: %s from %s to %s that became known after the model of their day was trained, each "+
			"valued on its own day with what was known then and with the home as its sale recorded it. From the errors of "+
			"earlier models the newest learned its uncertainty; its own are of what was sold since. By %s and house type "+
			"below; n is in each row.",
			plural(t.Measures.N, "sale"), t.From, t.Until, t.Region),
		Promises: promises(&t.Measures), Figures: figures(&t.Measures), Dimensions: dimensions(&t.Measures),
		Decision: newDecisionView(&t.Decision),
	}
	for _, m := range t.Models {
		learned := plural(m.Learned, "error")
		if m.Learned == 0 {
			learned = "none: its intervals do not count"
		}
		v.Models = append(v.Models, testedModel{m.Date.String(), count(m.Sales), learned})
	}
	for _, p := range t.Pooled {
		v.Pooled = append(v.Pooled, fmt.Sprintf("By %s, the %s with the fewest sales are shown together, as fewer than %d are too few: %s.",
			p.Dimension, plural(p.Parts, "part"), p.Least, plural(p.Sales, "sale")))
	}
	if n := t.Measures.SmallSegments; n > 0 {
		v.Pooled = append(v.Pooled, fmt.Sprintf("%s of fewer than %d sales not shown.",
			plural(n, "segment"), ratio.DefaultMinSegment))
	}
	samples := testedSamples(t)
	if len(samples) == 0 {
		return v
	}
	c := charts{samples: samples, report: &t.Measures, first: t.From.Month(), last: t.Until.Month()}
	v.Charts = c.all(func() (chart, bool) { return chart{}, false }) // the index is elsewhere in the report
	return v
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
