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

// ownColumns are the names of columns that files of operators often have.
var ownColumns = map[string]phrase{
	"num_woz": {"WOZ value", "WOZ-waarde"}, "num_asking_price": {"asking price", "vraagprijs"},
	"num_days_on_market": {"days on market", "dagen te koop"}, "num_maintenance": {"maintenance", "onderhoud"},
	"num_storey": {"storey", "verdieping"},
}

// column returns the name of a column of an operator's own.
func (l Language) column(name string) string {
	if p, ok := ownColumns[name]; ok {
		return p.in(l)
	}
	return plainColumn(name)
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

// englishTypes are the house types in English, by their Dutch name.
var englishTypes = map[string]string{
	"Appartement": "Apartment", "Galerijflat": "Gallery flat", "Maisonnette": "Maisonette", "Portiekwoning": "Porch flat",
	"Portiekflat": "Porch flat (block)", "Corridorflat": "Corridor flat", "Bovenwoning": "Upper-floor flat",
	"Benedenwoning": "Ground-floor flat", "Tussenwoning": "Terraced house", "Geschakelde woning": "Linked house",
	"Eindwoning": "End-of-terrace house", "Hoekwoning": "Corner house", "2-onder-1-kapwoning": "Semi-detached house",
	"Geschakelde 2-onder-1-kapwoning": "Linked semi-detached house", "Halfvrijstaande woning": "Half-detached house",
	"Vrijstaande woning": "Detached house",
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
	if name, ok := englishTypes[text]; ok && l == English {
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

var groups = [gevel.BuildGroups]string{
	"onbekend", "appartement", "tussenwoning", "hoekwoning", "twee-onder-een-kap", "vrijstaand",
}

// Group returns the name of a group of house types.
func (l Language) Group(g gevel.BuildGroup) string {
	if l == Dutch {
		return groups[g]
	}
	return g.String()
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

var approaches = map[string]phrase{
	"hedonic": {"model of characteristics and place", "model van kenmerken en ligging"}, "kriging": {"similar homes nearby", "soortgelijke woningen in de buurt"},
	"comparables": {"comparable sales", "vergelijkbare verkopen"}, "ownSale": {"own last sale", "eigen laatste verkoop"},
}

// Approach returns the name of an approach.
func (l Language) Approach(name string) string { return approaches[name].in(l) }

var parts = map[explain.Part]phrase{
	explain.Typical: {"typical home", "doorsneewoning"},
	explain.Area:    {"price level of the area", "prijsniveau van het gebied"},
	explain.Group:   {"price level of the house type", "prijsniveau van het woningtype"},
	explain.Place:   {hedonic.Place, "ligging"},
}

// Step returns the name of a step; if it is about a characteristic, the characteristic's name in a sentence.
func (l Language) Step(s explain.Step) string {
	switch s.Part {
	case explain.Having:
		return l.named(s.Name, s.Label, s.Dutch)
	case explain.Reconciling:
		return phrase{"towards: ", "bijstelling naar: "}.in(l) + l.Approach(s.Name)
	}
	return parts[s.Part].in(l)
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
		return phrase{"price level of area and house type", "prijsniveau van gebied en woningtype"}.in(l)
	case hedonic.Place:
		return parts[explain.Place].in(l)
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

// HomeIndex returns the name of the index of a home's area and house type.
func (l Language) HomeIndex(g gevel.BuildGroup) string {
	return phrase{"this area, house type: %s", "dit gebied, woningtype: %s"}.fill(l, l.Group(g))
}

// AreaIndex returns the name of the index of a home's area.
func (l Language) AreaIndex() string {
	return phrase{"this area, all house types", "dit gebied, alle woningtypen"}.in(l)
}

// MarketIndex returns the name of the index of the whole market.
func (l Language) MarketIndex() string { return phrase{"the whole market", "de hele markt"}.in(l) }
