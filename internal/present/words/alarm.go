package words

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/watch"
)

// Alarm says which homes have values that no longer hold, since when, and how far they are off.
func (l Language) Alarm(a *watch.Alarm) string {
	since, n := l.Date(a.Since), l.Whole(int64(a.Sales))
	if a.What == watch.Narrow {
		return phrase{
			"%s: since %s the interval of 80 %% holds %s of the prices (%s sales)",
			"%s: sinds %s ligt %s van de prijzen in de bandbreedte van 80 %% (%s verkopen)",
		}.fill(l, l.watched(a.Part), since, l.Share(a.Held), n)
	}
	off := l.Number(100*math.Abs(a.Off), 1)
	text := phrase{
		"%s: since %s prices lie %s %% above the values that gevel gave (%s sales)",
		"%s: sinds %s liggen prijzen %s %% boven de waarden die gevel gaf (%s verkopen)",
	}
	if a.What == watch.Below {
		text = phrase{
			"%s: since %s prices lie %s %% below the values that gevel gave (%s sales)",
			"%s: sinds %s liggen prijzen %s %% onder de waarden die gevel gaf (%s verkopen)",
		}
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
		return phrase{
			"All three adjusted prices lie above the value: no sale nearly as alike lies below it.",
			"Alle drie de gecorrigeerde prijzen liggen boven de waarde: geen verkoop die bijna even vergelijkbaar is, ligt eronder.",
		}.in(l)
	case gevel.Below:
		return phrase{
			"All three adjusted prices lie below the value: no sale nearly as alike lies above it.",
			"Alle drie de gecorrigeerde prijzen liggen onder de waarde: geen verkoop die bijna even vergelijkbaar is, ligt erboven.",
		}.in(l)
	}
	return ""
}

// Status words what the register says of a home that it does not have in use, "" for one in use.
func (l Language) Status(s gevel.Status) string {
	switch s {
	case gevel.Formed:
		return phrase{
			"The register has this home only as formed: planned, or still being built or split off. Its value is as if " +
				"it were there.",
			"Het register kent deze woning alleen als gevormd: gepland, in aanbouw of nog niet afgesplitst. De waarde geldt " +
				"alsof zij er al is.",
		}.in(l)
	case gevel.OutOfUse:
		return phrase{
			"The register has this home as out of use. Its value is as if it were in use.",
			"Volgens het register is deze woning buiten gebruik. De waarde geldt alsof zij in gebruik is.",
		}.in(l)
	case gevel.Rebuilding:
		return phrase{
			"The register has this home as being rebuilt. Its value is of the home as registered.",
			"Volgens het register wordt deze woning verbouwd. De waarde geldt voor de woning zoals zij geregistreerd is.",
		}.in(l)
	}
	return ""
}
