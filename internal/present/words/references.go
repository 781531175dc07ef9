package words

import "github.com/gevel/gevel"

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
