// The accuracy of models, in words.

package words

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/watch"
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

// sides are the parts of the map.
var sides = map[string]phrase{
	"north-west": {"the north-west", "het noordwesten"}, "north-east": {"the north-east", "het noordoosten"},
	"south-west": {"the south-west", "het zuidwesten"}, "south-east": {"the south-east", "het zuidoosten"},
}

// watched names a part of the market.
func (l Language) watched(p watch.Part) string {
	if p == (watch.Part{}) {
		return phrase{"all homes", "alle woningen"}.in(l)
	}
	if side, ok := sides[p.Name]; ok {
		return side.in(l)
	}
	return l.Value(l.Part(p.Name))
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
