// The accuracy of models, in words.

package words

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/judge/watch"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// NoAccuracy says that an edition holds no errors of its models.
func (l Language) NoAccuracy() string {
	return say("this edition does not hold").in(l)
}

// TooFew says that there are too few sales for figures.
func (l Language) TooFew(n, least int) string {
	return say("tested sales are too few").fill(l, n, least)
}

// Overall returns the name of all sales together.
func (l Language) Overall() string {
	return phrase{"all tested sales", "alle getoetste verkopen"}.in(l)
}

// Measure returns the name of a measure.
func (l Language) Measure(m *ratio.Measure) string { return phrase{m.English, m.Dutch}.in(l) }

// Meanings explains the English names of measures, which are abbreviations; Dutch names need no explanation.
func (l Language) Meanings(measures []ratio.Measure) string {
	if l == Dutch {
		return ""
	}
	var list []string
	for i := range measures {
		list = append(list, measures[i].English+": "+measures[i].Meaning)
	}
	return strings.Join(list, "; ") + "."
}

// Part returns the name of a region or house type: the register's, a word for unknown, or a number of others.
func (l Language) Part(name string) string {
	if name == "unknown" {
		return phrase{"not known", "onbekend"}.in(l)
	}
	var others int
	if n, err := fmt.Sscanf(name, "%d others", &others); n == 1 && err == nil {
		return phrase{"%d others together", "%d andere samen"}.fill(l, others)
	}
	return name
}

// Quarters returns the name of a quarter or of several in a row; package accuracy calls them 2023 Q1 to 2023 Q4.
func (l Language) Quarters(name string) string {
	if l != Dutch {
		return name
	}
	var ends []string
	for end := range strings.SplitSeq(name, " to ") {
		var year, quarter int
		if n, err := fmt.Sscanf(end, "%d Q%d", &year, &quarter); n != 2 || err != nil {
			return name
		}
		ends = append(ends, fmt.Sprintf("%de kwartaal %d", quarter, year))
	}
	return strings.Join(ends, " t/m ")
}

// PriceBand returns the name of a price band; package accuracy calls it by its bounds, 200000 to 250000.
func (l Language) PriceBand(name string) string {
	var amount, other int64
	if n, err := fmt.Sscanf(name, "%d to %d", &amount, &other); n == 2 && err == nil {
		return phrase{"%s to %s", "%s tot %s"}.fill(l, l.Euros(gevel.Euro(amount)), l.Euros(gevel.Euro(other)))
	}
	if n, err := fmt.Sscanf(name, "to %d", &amount); n == 1 && err == nil {
		return phrase{"to %s", "tot %s"}.fill(l, l.Euros(gevel.Euro(amount)))
	}
	if n, err := fmt.Sscanf(name, "over %d", &amount); n == 1 && err == nil {
		return phrase{"over %s", "boven %s"}.fill(l, l.Euros(gevel.Euro(amount)))
	}
	return name
}

// Resold says what homes that were sold again soon are judged by.
func (l Language) Resold(by string) string {
	if by == accuracy.InValue {
		return phrase{"their values", "hun waarden"}.in(l)
	}
	return phrase{"what they would fetch", "wat zij zouden opbrengen"}.in(l)
}

// Around returns the name of the sales within so many metres.
func (l Language) Around(metres float64) string {
	return phrase{"tested sales within %s km", "getoetste verkopen binnen %s km"}.fill(l, l.Number(metres/1000, 1))
}

// Alarm says which homes have values that no longer hold, since when, and how far they are off.
func (l Language) Alarm(a *watch.Alarm) string {
	since, n := l.Date(a.Since), l.Whole(int64(a.Sales))
	if a.What == watch.Narrow {
		return say("since the interval of 80").fill(l, l.watched(a.Part), since, l.Share(a.Held), n)
	}
	off := l.Number(100*math.Abs(a.Off), 1)
	text := say("since prices lie above the")
	if a.What == watch.Below {
		text = say("since prices lie below the")
	}
	said := text.fill(l, l.watched(a.Part), since, off, n)
	if a.Part != (watch.Part{}) {
		said += phrase{", beside all other homes", ", vergeleken met alle andere woningen"}.in(l)
	}
	return said
}

// watched names a part of the market.
func (l Language) watched(p watch.Part) string {
	if p == (watch.Part{}) {
		return phrase{"all homes", "alle woningen"}.in(l)
	}
	return cmp.Or(nameOf("sides", p.Name).in(l), l.Value(l.Part(p.Name)))
}

// References says on which side of the value all references lie, "" for both.
func (l Language) References(side gevel.Side) string {
	switch side {
	case gevel.Above:
		return say("all three adjusted prices lie").in(l)
	case gevel.Below:
		return say("all three adjusted prices lie below").in(l)
	}
	return ""
}

// Status words what the register says of a home that it does not have in use, "" for one in use.
func (l Language) Status(s gevel.Status) string {
	switch s {
	case gevel.Formed:
		return say("the register has this home").in(l)
	case gevel.OutOfUse:
		return say("the register has this home as").in(l)
	case gevel.Rebuilding:
		return say("the register has this home as being").in(l)
	}
	return ""
}

// The certainty of a value, in words.

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
