package energy

import (
	"bytes"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// plainText holds a value without capitals, accents and what is no letter or digit.
type plainText struct {
	buffer [64]byte // the longest type has 41
}

// of returns the value in plain spelling, cut off where the buffer ends.
func (t *plainText) of(v []byte) []byte {
	plain := t.buffer[:0]
	for i := 0; i < len(v) && len(plain) < len(t.buffer); i++ {
		c := v[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c == 0xC3 && i+1 < len(v) && v[i+1] >= 0xA8 && v[i+1] <= 0xAB, // è to ë
			c == 0xC3 && i+1 < len(v) && v[i+1] >= 0x88 && v[i+1] <= 0x8B: // È to Ë
			c = 'e'
		case c == 0xE9: // é of Latin-1, which UTF-8 never has before an ASCII letter
			c = 'e'
		}
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			plain = append(plain, c)
		}
	}
	return plain
}

// buildTypes are the house types of the files in plain spelling; other words are read as in any file. What a type of
// the file leaves open stays open:
//
//   - Portiekwoning stays Portiekwoning. The 16 types separate open from closed stairs (Portiekflat),
//     the file does not, so its own word stands. Both are apartments.
//   - Galerijwoning can only be a Galerijflat.
//   - The subtypes of an Appartement (Hoekvloer, Tussendak and so on) say whether there is another
//     home beside, below or above, not which floor it is or whether it has its own street door: the
//     lowest of ten galleries is a Hoekvloer as well as a Benedenwoning is. It stays an Appartement.
//   - Berths, pitches and rooms are none of the 16: 0.
var buildTypes = map[string]gevel.BuildType{
	"vrijstaandewoning":          gevel.VrijstaandeWoning,
	"vrijstaand":                 gevel.VrijstaandeWoning,
	"tweeondereenkap":            gevel.TweeOnderEenKapwoning,
	"tweeondereenkapwoning":      gevel.TweeOnderEenKapwoning,
	"2onder1kap":                 gevel.TweeOnderEenKapwoning,
	"2onder1kapwoning":           gevel.TweeOnderEenKapwoning,
	"2ondereenkap":               gevel.TweeOnderEenKapwoning,
	"rijwoninghoek":              gevel.Hoekwoning,
	"hoekwoning":                 gevel.Hoekwoning,
	"rijwoningtussen":            gevel.Tussenwoning,
	"tussenwoning":               gevel.Tussenwoning,
	"appartement":                gevel.Appartement,
	"flatwoningoverig":           gevel.Appartement,
	"flatwoning":                 gevel.Appartement,
	"galerijwoning":              gevel.Galerijflat,
	"portiekwoning":              gevel.Portiekwoning,
	"maisonnette":                gevel.Maisonnette,
	"woonwagen":                  0,
	"woonboot":                   0,
	"woonbootbestaandeligplaats": 0,
	"woonbootnieuweligplaats":    0,
	"logieswoning":               0,
	"woongebouwmetnietzelfstandigewoonruimte": 0,
}

// semiOrCorner is a type of the file for two of the 16: its subtype says which.
const semiOrCorner = "tweeondereenkaprijwoninghoek"

var semiOrCornerTypes = map[string]gevel.BuildType{
	"":                0,
	"tweeondereenkap": gevel.TweeOnderEenKapwoning,
	"rijwoning":       gevel.Hoekwoning,
	"rijwoninghoek":   gevel.Hoekwoning,
	"hoek":            gevel.Hoekwoning,
}

// buildType returns the house type, 0 where the row does not say.
func (p *parser) buildType() gevel.BuildType {
	v := p.value(buildType)
	if len(v) == 0 {
		return 0
	}
	var text plainText
	plain := text.of(v)
	if string(plain) == semiOrCorner {
		v, plain = p.value(buildSubtype), text.of(p.value(buildSubtype))
		if t, ok := semiOrCornerTypes[string(plain)]; ok {
			return t
		}
	} else if t, ok := buildTypes[string(plain)]; ok {
		return t
	}
	if t, ok := spelling.HouseType(string(v)); ok {
		return t
	}
	p.fault(FaultUnknownBuildType, "the building type is %s", spelling.Quote(v))
	return 0
}

// Status says of what stage of a building a label is.
type Status uint8

// The stages; 0 is not said.
const (
	Existing    Status = 1 + iota // Bestaand
	Delivered                     // Oplevering, Nieuwbouw: as built
	Permit                        // Vergunningsaanvraag: as drawn, before it is built
	OtherStatus                   // any other word
)

func statusOf(v []byte) Status {
	var text plainText
	plain := text.of(v)
	switch {
	case len(v) == 0:
		return 0
	case bytes.Contains(plain, []byte("vergunning")):
		return Permit
	case bytes.Contains(plain, []byte("oplever")), bytes.HasPrefix(plain, []byte("nieuwbouw")):
		return Delivered
	case bytes.HasPrefix(plain, []byte("bestaand")):
		return Existing
	}
	return OtherStatus
}

// Method is how the class was worked out. Figures of different methods can't be compared.
type Method uint8

// The methods; 0 is not said, or unknown.
const (
	NTA8800         Method = 1 + iota // since 2021; kWh/m2 a year
	DefinitiveLabel                   // Rekenmethodiek Definitief Energielabel, 2015 to 2020: by a few questions
	EnergyIndex                       // Nader Voorschrift, ISSO 75 and 82, EPA: an energy index
)

func (p *parser) method() Method {
	v := p.value(method)
	var text plainText
	plain := text.of(v)
	has := func(prefix string) bool { return bytes.HasPrefix(plain, []byte(prefix)) }
	switch {
	case len(v) == 0:
		return 0
	case bytes.Contains(plain, []byte("nta8800")):
		return NTA8800
	case bytes.Contains(plain, []byte("definitiefenergielabel")):
		return DefinitiveLabel
	case has("nadervoorschrift"), has("isso"), has("nen7120"), string(plain) == "ep", string(plain) == "epa":
		return EnergyIndex
	}
	p.fault(FaultUnknownMethod, "the method is %s", spelling.Quote(v))
	return 0
}
