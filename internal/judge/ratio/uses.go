package ratio

// The decision in sentences: what the values may be used for, and the symptoms of what is in the way.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/judge/standard"
)

// uses says what the values may be used for.
func (d *Decision) uses() []string {
	var list []string
	for i := range d.Lending {
		list = append(list, d.Lending[i].sentence())
	}
	if len(d.Certainty) > 0 {
		list = append(list, d.Certainty[0].sentence())
	}
	list = append(list, d.massAppraisal())
	for i := range d.Baselines {
		list = append(list, d.Baselines[i].sentence())
	}
	return list
}

// Name names the loans.
func (l *Lending) Name() string {
	if l.Over == 0 {
		return fmt.Sprintf("Loans up to %.0f %% of the value", 100*l.UpTo)
	}
	return fmt.Sprintf("Loans over %.0f up to %.0f %% of the value", 100*l.Over, 100*l.UpTo)
}

// sentence counts on classes: the bar is on the probability of each value's error, and all values together may meet it
// by the surest.
func (l *Lending) sentence() string {
	name := l.Name() + " (" + standard.NRVT.Name + "): "
	classed, none := fmt.Sprintf("values of class %d and higher", l.Class), fmt.Sprintf("no value has class %d or higher", l.Class)
	if l.By == Implied {
		classed = fmt.Sprintf("values whose FSD, interval or level promises class %d or higher", l.Class)
		none = fmt.Sprintf("no FSD, interval or level promises class %d or higher", l.Class)
	}
	switch {
	case l.By == NotStated && l.All.N == 0:
		return name + "not stated; no value is of such a loan."
	case l.By == NotStated:
		return name + fmt.Sprintf("not stated: the values say nothing of their own errors; of all %d, %.1f %% lie within %.0f %%, %.0f %% asked.",
			l.All.N, l.All.Share.Value, l.Within, l.Share)
	case l.Classed.Outcome == Met:
		return name + fmt.Sprintf("%s, %.1f %% of all.", classed, l.Classed.OfValues)
	case l.Classed.N == 0:
		return name + "none; " + none + "."
	case l.Classed.Outcome == NotMet:
		return name + fmt.Sprintf("none; of the %s only %.1f %% lie within %.0f %%, %.0f %% asked.",
			classed, l.Classed.Share.Value, l.Within, l.Share)
	}
	return name + fmt.Sprintf("not shown; of the %s %.1f %% lie within %.0f %%, %.0f %% asked, and chance may have made "+
		"the difference.",
		classed, l.Classed.Share.Value, l.Within, l.Share)
}

func (c *Certainty) sentence() string {
	return fmt.Sprintf("Certainty: level %d of %d (%s), band %s (%s): two thirds of the prices lie within %.1f %%.",
		c.Reached, standard.HighestLevel, standard.EAA.Name, c.Band, standard.FreddieMac.Name, c.Observed.Value)
}

func (d *Decision) massAppraisal() string {
	var missed, open []string
	for _, b := range d.Bounds {
		switch b.Outcome {
		case NotMet:
			missed = append(missed, Bounded(b.Measure).English)
		case Undecided:
			open = append(open, Bounded(b.Measure).English)
		}
	}
	name := "Mass appraisal (" + standard.IAAO2013.Name + "): "
	switch {
	case len(missed) > 0:
		return name + "no; not met: " + strings.Join(missed, ", ") + "."
	case len(open) > 0:
		return name + "not shown; undecided: " + strings.Join(open, ", ") + "."
	}
	return name + "yes; all bounds are met."
}

func (b *BesideBaseline) sentence() string {
	name := fmt.Sprintf("Beside the %s: ", b.Name)
	if b.N == 0 {
		return name + "no sale has one."
	}
	verdict := map[Outcome]string{Met: "better", NotMet: "worse", Undecided: "not better beyond chance"}[b.Outcome]
	return name + fmt.Sprintf("%s; %s %.2f against %.2f %% on the same %d sales.", verdict, MdAPE.English, b.MdAPE,
		b.BaselineMdAPE, b.N)
}

// Sentence says whether there are sales enough to judge.
func (e Evidence) Sentence() string {
	sales := fmt.Sprintf("%d valued sales of %d months", e.Sales, e.Months)
	switch {
	case !e.Margin.Known:
		return "Sales enough to judge: no; " + sales + ", and the chance of one month can't be known."
	case e.Enough:
		return fmt.Sprintf("Sales enough to judge: yes; by %s the share within 10 %% is known to %.1f points (%d allowed).",
			sales, e.Margin.Value, e.Allowed)
	}
	return fmt.Sprintf("Sales enough to judge: no; by %s the share within 10 %% is known to %.1f points (%d allowed): "+
		"about %d sales are needed, of more months.", sales, e.Margin.Value, e.Allowed, e.Needed)
}

// Name names the values.
func (c *Certainty) Name() string {
	if c.Level == nil {
		return "all"
	}
	return fmt.Sprintf("level %d", *c.Level)
}

// Advice is the document that says what to do about symptoms.
const Advice = "docs/goodenough.md"

// Symptom is something that is not good enough. docs/goodenough.md has what to do about it, under a heading of the
// same text.
type Symptom string

// The symptoms.
const (
	FewSales   Symptom = "Too few sales to judge"
	Unvalued   Symptom = "Sales without a value"
	LevelOff   Symptom = "The level is off"
	Unequal    Symptom = "Dear and cheap homes are valued differently"
	LargeError Symptom = "The errors are large"
	TooSure    Symptom = "The values promise too much"
	NoBetter   Symptom = "No better than a plain way"
)

// Symptoms are all of them, in order.
var Symptoms = []Symptom{FewSales, Unvalued, LevelOff, Unequal, LargeError, TooSure, NoBetter}

const (
	manyUnvalued = 5    // percent of the sales
	levelOff     = 0.02 // from a median ratio of 1
)

// symptoms returns those that the sales show beyond chance.
func (d *Decision) symptoms(obs []Observation) []Symptom {
	shows := map[Symptom]bool{
		FewSales:   !d.Evidence.Enough,
		Unvalued:   percent(len(obs)-d.Evidence.Sales, len(obs)) > manyUnvalued,
		LargeError: true,
	}
	for _, b := range d.Bounds {
		switch r := b.Figure.Range; b.Measure {
		case standard.MedianRatio:
			shows[LevelOff] = math.Abs(b.Figure.Value-1) > levelOff && r != (Range{}) && (r.Low > 1 || r.High < 1)
		case standard.PRD, standard.PRB:
			shows[Unequal] = shows[Unequal] || b.Outcome == NotMet
		}
	}
	for _, l := range d.Lending {
		shows[LargeError] = shows[LargeError] && l.All.Outcome == NotMet && l.Classed.Outcome != Met
	}
	for _, c := range d.Certainty {
		shows[TooSure] = shows[TooSure] || c.Outcome == NotMet || c.Level == nil && c.Promised > 0 && c.Promised < c.Observed.Range.Low
	}
	for _, b := range d.Baselines {
		shows[NoBetter] = shows[NoBetter] || b.N >= DefaultMinSegment && b.Outcome != Met && b.Difference.Value >= 0
	}
	return slices.DeleteFunc(slices.Clone(Symptoms), func(s Symptom) bool { return !shows[s] })
}
