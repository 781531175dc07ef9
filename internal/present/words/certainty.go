// The certainty of a value, in words.

package words

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// leastRisk is the change of the error's size, as a fraction, from which a risk is mentioned.
const leastRisk = 0.005

// Mentions reports whether a risk is worth a sentence: it changes the size of the error, and is no market that was
// known until less than a month ago.
func Mentions(r explain.Risk) bool {
	return math.Abs(r.Factor-1) >= leastRisk && (r.Name != explain.Staleness || r.Has.V >= 1)
}

// Promise words the promise of a confidence class briefly.
func (l Language) Promise(class gevel.ConfidenceClass) string {
	p := class.Promise()
	if p.Share == 0 {
		return phrase{"no promise", "geen belofte"}.in(l)
	}
	return say("at least of prices lie").fill(l, 100*p.Share, 100*p.Within)
}

// Class words the promise of a confidence class.
func (l Language) Class(class gevel.ConfidenceClass) string {
	return phrase{"Class %d of 5: %s.", "Klasse %d van 5: %s."}.fill(l, class, l.Promise(class))
}

// Scales words where an FSD, a fraction of the value, stands on the scales of others.
func (l Language) Scales(fsd float64) string {
	band := map[standard.Band]phrase{
		standard.High: {"high", "hoog"}, standard.Medium: {"medium", "midden"}, standard.Low: {"low", "laag"},
	}[standard.BandOf(fsd)].in(l)
	return phrase{"EAA level %d of %d; band %s (%s)", "EAA-niveau %d van %d; band %s (%s)"}.fill(
		l, standard.LevelOf(fsd), standard.HighestLevel, band, standard.FreddieMac.Name)
}

// FSD words an FSD, a fraction of the value, and where it stands on the scales of others.
func (l Language) FSD(fsd float64) string {
	return fmt.Sprintf("%s %s %%: %s.", l.Measure(&ratio.InFSD), l.Number(100*fsd, 1), l.Scales(fsd))
}

// Accuracy words the number of homes in a hundred that sell close to such a value.
func (l Language) Accuracy(v gevel.Valuation) string {
	if l.OldSales(v.Date, v.SalesUntil) != "" {
		return say("by its range, of 100 such homes").fill(l, v.Accuracy)
	}
	return say("of 100 such homes about").fill(l, v.Accuracy)
}

// DataAge words the day until which sales were known.
func (l Language) DataAge(v gevel.Valuation) string {
	age := l.Span(float64(v.Date-v.SalesUntil) / 365.25)
	return say("the newest sale has been").fill(l, l.Date(v.SalesUntil), age)
}

// Turned words what the last turn of the market would do to a value.
func (l Language) Turned(t valuation.Turned, value gevel.Euro) string {
	if t.Of(value) == value {
		return say("the market is known to").fill(l, t.Known, t.Peak)
	}
	return say("the market is known to after").fill(l, t.Known, t.Peak, l.Euros(t.Of(value)), l.Factor(1+t.Change))
}

// Series words what a price series has to do with the forecast of the market.
func (l Language) Series(s valuation.Series) string {
	return say("after its last known month").fill(l, l.Share(s.Share), s.End)
}

// Shares words what a value rests on, in whole percents that add up.
func (l Language) Shares(s valuation.Shares) string {
	sales, own := math.Round(100*s.Sales), math.Round(100*s.OwnSale)
	model := 100 - sales - own
	if own == 0 {
		return say("sales of other homes carry").fill(l, sales, model)
	}
	return say("sales of other homes carry of").fill(l, sales, own, model)
}

// Sureness gives the reasons why a value is surer than the typical sale's, and less sure, a
// sentence each, the most important first.
func (l Language) Sureness(e explain.Explanation) (sure, unsure []string) {
	sure, unsure = []string{}, []string{}
	for _, r := range e.Certainty.ByEffect() {
		switch {
		case !Mentions(r):
		case r.Factor < 1:
			sure = append(sure, sentence(l.Risk(r, e)))
		default:
			unsure = append(unsure, sentence(l.Risk(r, e)))
		}
	}
	return sure, unsure
}

// sentence gives a clause a capital and a full stop. All begin with an ASCII letter or a number.
func sentence(clause string) string {
	if c := clause[0]; c >= 'a' && c <= 'z' {
		clause = string(c-'a'+'A') + clause[1:]
	}
	return clause + "."
}
