// Names of characteristics, steps and approaches.

package words

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/value/explain"
)

// Characteristic returns the name of a characteristic in a sentence. A characteristic from a file that has no
// other name is called by its column: num_year_built is year built.
func (l Language) Characteristic(a *gevel.Attribute) string { return l.named(a.Name, a.Label, a.Dutch) }

// named is Characteristic by what an explanation has of it.
func (l Language) named(name, label, dutch string) string {
	switch {
	case l == Dutch && dutch != "":
		return dutch
	case label == name || label == "":
		return l.column(name)
	}
	return label
}

// column returns the name of a column of an operator's own; files often have some of them.
func (l Language) column(name string) string {
	return cmp.Or(nameOf("columns", name).in(l), plainColumn(name))
}

// Amount translates a value of a characteristic, and writes euros as such.
func (l Language) Amount(name, text string) string {
	if name == "num_woz" || name == "num_asking_price" {
		if amount, err := strconv.ParseInt(text, 10, 64); err == nil {
			return l.Euros(gevel.Euro(amount))
		}
	}
	return l.Value(text)
}

// plainColumn returns the name of a column without its prefix, in separate words.
func plainColumn(column string) string {
	bare := strings.TrimPrefix(strings.TrimPrefix(column, gevel.NumPrefix), gevel.CatPrefix)
	return strings.ReplaceAll(bare, "_", " ")
}

// Value translates a value as package explain and the table of characteristics write it.
func (l Language) Value(text string) string {
	switch text {
	case explain.Unknown:
		return phrase{"not known", "onbekend"}.in(l)
	case "yes":
		return phrase{"yes", "ja"}.in(l)
	case "no":
		return phrase{"no", "nee"}.in(l)
	}
	if name := nameOf("house types", text).in(l); name != "" {
		return name
	}
	for _, unit := range [][2]string{{" m2", " m²"}, {" m3", " m³"}} {
		if bare, ok := strings.CutSuffix(text, unit[0]); ok {
			text = bare + unit[1]
		}
	}
	if l == Dutch {
		return strings.Replace(text, " to ", " tot ", 1)
	}
	return text
}

// BuildPeriod writes a period of construction in words: <1906 is before 1906.
func (l Language) BuildPeriod(name string) string {
	if year, ok := strings.CutPrefix(name, "<"); ok {
		return phrase{"before ", "vóór "}.in(l) + year
	}
	if year, ok := strings.CutPrefix(name, ">"); ok {
		return phrase{"after ", "na "}.in(l) + year
	}
	return name
}

// Group returns the name of a group of house types.
func (l Language) Group(g gevel.BuildGroup) string {
	return nameOf("groups", g.String()).in(l)
}

// Source returns the name of a source.
func (l Language) Source(s gevel.SourceRow) string {
	return phrase{s.Name, cmp.Or(s.Dutch, s.Name)}.in(l)
}

// From words the source of a characteristic.
func (l Language) From(c explain.Characteristic) string {
	switch {
	case c.Given:
		return phrase{"given", "opgegeven"}.in(l)
	case c.Source == gevel.NoSource:
		return phrase{"not said", "niet bekend"}.in(l)
	}
	text := l.Source(c.From)
	if c.From.Derived {
		text = phrase{"derived from ", "afgeleid van "}.in(l) + text
	}
	if c.Known != gevel.NoDate {
		text += phrase{" of ", " van "}.in(l) + l.Date(c.Known)
	}
	if c.About.Known {
		text += phrase{", about ", ", over "}.in(l) + l.Date(c.About.V)
	}
	if c.Expired {
		text += phrase{", expired on ", ", verlopen op "}.in(l) + l.Date(c.Until)
	}
	return text
}

// Approach returns the name of an approach.
func (l Language) Approach(name string) string { return nameOf("approaches", name).in(l) }

// Step returns the name of a step; if it is about a characteristic, the characteristic's name in a sentence.
func (l Language) Step(s explain.Step) string {
	switch s.Part {
	case explain.Having:
		return l.named(s.Name, s.Label, s.Dutch)
	case explain.Reconciling:
		return phrase{"towards: ", "bijstelling naar: "}.in(l) + l.Approach(s.Name)
	}
	return nameOf("steps", string(s.Part)).in(l)
}

// StepText gives the home's value of a step's characteristic and the typical value, "" for other steps.
func (l Language) StepText(s explain.Step) string {
	if s.Part != explain.Having {
		return ""
	}
	has := l.Value(s.Has)
	switch {
	case s.Imputed:
		has += phrase{" (imputed)", " (aangenomen)"}.in(l)
	case s.CountsAs != "":
		has += phrase{" (as %s)", " (telt als %s)"}.fill(l, l.Value(s.CountsAs))
	}
	typical := l.Value(s.Typical)
	if s.Typical == explain.Unknown {
		typical = phrase{"not known", "onbekend"}.in(l)
	}
	return phrase{"%s; typical: %s", "%s; doorsnee: %s"}.fill(l, has, typical)
}

// Difference returns the name of a difference between two homes.
func (l Language) Difference(d explain.Difference) string {
	switch d.Name {
	case explain.ByHand:
		return phrase{"set by the appraiser", "bepaald door de taxateur"}.in(l)
	case "index":
		return phrase{"price level by area, house type and price", "prijsniveau naar gebied, woningtype en prijs"}.in(l)
	case hedonic.Place:
		return nameOf("steps", string(explain.Place)).in(l)
	case hedonic.Time:
		return phrase{"prices of such homes, apart from the index", "prijsontwikkeling van zulke woningen, los van de index"}.in(l)
	}
	return l.named(d.Name, d.Label, d.Dutch)
}

// Has returns what the home has of the characteristic of a difference, "" where that is not known: what is typical, with
// which the home itself is valued, costs no euros beside a sale.
func (l Language) Has(d explain.Difference) string {
	if d.Imputed {
		return ""
	}
	return l.known(d, d.Has)
}

// Had returns what the home sold had of it.
func (l Language) Had(d explain.Difference) string { return l.known(d, d.Had) }

func (l Language) known(d explain.Difference, text string) string {
	if text == explain.Unknown {
		return ""
	}
	return l.Amount(d.Name, text)
}

// HomeIndex returns the name of the index of a home's area, house type and tier.
func (l Language) HomeIndex(g gevel.BuildGroup) string {
	return phrase{"this area, house type: %s, homes about as dear", "dit gebied, woningtype: %s, even dure woningen"}.fill(l, l.Group(g))
}

// AreaIndex returns the name of the index of a home's area.
func (l Language) AreaIndex() string {
	return phrase{"this area, all house types", "dit gebied, alle woningtypen"}.in(l)
}

// MarketIndex returns the name of the index of the whole market.
func (l Language) MarketIndex() string { return phrase{"the whole market", "de hele markt"}.in(l) }
