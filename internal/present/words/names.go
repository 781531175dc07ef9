// What characteristics, steps and approaches are called.

package words

import (
	"cmp"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/value/explain"
)

// dutchNames are the characteristics in Dutch, by name; the English ones are in their table.
var dutchNames = map[string]string{
	"buildType": "woningtype", "buildYear": "bouwjaar", "useSurface": "gebruiksoppervlakte",
	"parcelSurface": "perceeloppervlakte", "volume": "inhoud", "rooms": "aantal kamers", "energyLabel": "energielabel",
	"monument": "monument",
}

// Characteristic returns what a characteristic is called in a sentence. What a file brings is
// called as it says.
func (l Language) Characteristic(a *gevel.Attribute) string {
	if name, ok := dutchNames[a.Name]; ok && l == Dutch {
		return name
	}
	return a.Label
}

// named is Characteristic by name.
func (l Language) named(name string) string {
	table := gevel.Standard()
	for k := range table {
		if table[k].Name == name {
			return l.Characteristic(&table[k])
		}
	}
	return name
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

// Value returns what a home has, as package explain and the table of characteristics write it.
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

var groups = [gevel.BuildGroups]string{
	"onbekend", "appartement", "tussenwoning", "hoekwoning", "twee-onder-een-kap", "vrijstaand",
}

// Group returns what a group of house types is called.
func (l Language) Group(g gevel.BuildGroup) string {
	if l == Dutch {
		return groups[g]
	}
	return g.String()
}

// Source returns what a source is called.
func (l Language) Source(s gevel.SourceRow) string {
	return phrase{s.Name, cmp.Or(s.Dutch, s.Name)}.in(l)
}

// From says where a characteristic comes from.
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
	"hedonic": {"hedonic value", "hedonische waarde"}, "kriging": {"kriging", "kriging"},
	"comparables": {"comparables", "vergelijkbare verkopen"}, "ownSale": {"own last sale", "eigen laatste verkoop"},
}

// Approach returns what an approach is called.
func (l Language) Approach(name string) string { return approaches[name].in(l) }

var parts = map[explain.Part]phrase{
	explain.Typical: {"typical home, whole market", "doorsnee woning, hele markt"},
	explain.Area:    {"index of the area", "index van het gebied"},
	explain.Group:   {"index of the house type", "index van het woningtype"},
	explain.Place:   {hedonic.Place, "ligging"},
	explain.Time:    {"such homes since, beyond the index", "zulke woningen sindsdien, buiten de index om"},
}

// Step returns what a step is called that is of no characteristic; of one, the characteristic's
// name in a sentence.
func (l Language) Step(s explain.Step) string {
	switch s.Part {
	case explain.Having:
		return l.named(s.Name)
	case explain.Reconciling:
		return phrase{"towards ", "naar "}.in(l) + l.Approach(s.Name)
	}
	return parts[s.Part].in(l)
}

// StepText says what the home has of a step's characteristic and what is typical, "" of other
// steps.
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
		typical = phrase{"none known", "geen bekend"}.in(l)
	}
	return phrase{"%s; typical: %s", "%s; doorsnee: %s"}.fill(l, has, typical)
}

// Difference returns what a difference between two homes is called.
func (l Language) Difference(name string) string {
	switch name {
	case "index":
		return phrase{"index", "index"}.in(l)
	case hedonic.Place:
		return parts[explain.Place].in(l)
	case hedonic.Time:
		return parts[explain.Time].in(l)
	}
	return l.named(name)
}

// HomeIndex returns what the index of a home's area and house type is called.
func (l Language) HomeIndex(g gevel.BuildGroup) string {
	return phrase{"this area, house type: %s", "dit gebied, woningtype: %s"}.fill(l, l.Group(g))
}

// AreaIndex returns what the index of a home's area is called.
func (l Language) AreaIndex() string {
	return phrase{"this area, all house types", "dit gebied, alle woningtypen"}.in(l)
}

// MarketIndex returns what the index of the whole market is called.
func (l Language) MarketIndex() string { return phrase{"the whole market", "de hele markt"}.in(l) }

// OwnSale returns what a sale of the home itself is called.
func (l Language) OwnSale() string {
	return phrase{"sale of this home", "verkoop van deze woning"}.in(l)
}
