// The accuracy of models, in words.

package words

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// NoAccuracy says that an edition holds no errors of its models.
func (l Language) NoAccuracy() string {
	return phrase{
		"This edition does not hold the errors that training made: nothing is said of its accuracy.",
		"In deze editie zijn de afwijkingen uit de training niet bewaard: over de nauwkeurigheid is niets te zeggen.",
	}.in(l)
}

// TooFew says that there are too few sales for figures.
func (l Language) TooFew(n, least int) string {
	return phrase{
		"%d tested sales are too few to say how good values are; %d are needed.",
		"%d getoetste verkopen zijn te weinig voor een uitspraak over de nauwkeurigheid; er zijn er %d nodig.",
	}.fill(l, n, least)
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
