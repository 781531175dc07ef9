// How good a model is, in words.

package words

import (
	"fmt"

	"github.com/gevel/gevel"
)

// NoAccuracy says that an edition holds no errors of its models.
func (l Language) NoAccuracy() string {
	return phrase{
		"This edition does not hold the errors that training made: nothing is said of its accuracy.",
		"Deze editie bevat de fouten niet die bij het trainen zijn gemaakt: over haar nauwkeurigheid wordt niets gezegd.",
	}.in(l)
}

// TooFew says that there are too few sales for figures.
func (l Language) TooFew(n, least int) string {
	return phrase{
		"%d tested sales are too few to say how good values are; %d are needed.",
		"%d getoetste verkopen zijn te weinig om te zeggen hoe goed de waarden zijn; %d zijn nodig.",
	}.fill(l, n, least)
}

// Overall returns what all sales are called.
func (l Language) Overall() string {
	return phrase{"all tested sales", "alle getoetste verkopen"}.in(l)
}

// Region returns what a part of sales is called: as the register does, but for what is not known.
func (l Language) Region(name string) string {
	if name == "unknown" {
		return phrase{"not known", "onbekend"}.in(l)
	}
	return name
}

// PriceBand returns what a band of sales by price is called, of the name that package tested gives it:
// 200000 to 250000.
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

// Around returns what the sales within so many metres are called.
func (l Language) Around(metres float64) string {
	return phrase{"tested sales within %s km", "getoetste verkopen binnen %s km"}.fill(l, l.Number(metres/1000, 1))
}
