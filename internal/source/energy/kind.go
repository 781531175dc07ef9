package energy

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
)

// accents are what words of the file have, in UTF-8, composed or not, and in Latin-1.
var accents = strings.NewReplacer("é", "e", "É", "e", "\u0301", "", "\xe9", "e")

// plainText returns a value without capitals, accents and what is no letter or digit.
func plainText(s string) string { return filekind.PlainColumn(accents.Replace(s)) }

// The house types of the files are read as in any file. What a type of the file leaves open stays open:
//
//   - Portiekwoning stays Portiekwoning. The 16 types separate open from closed stairs (Portiekflat),
//     the file does not, so its own word stands. Both are apartments.
//   - Galerijwoning can only be a Galerijflat.
//   - The subtypes of an Appartement (Hoekvloer, Tussendak and so on) say whether there is another
//     home beside, below or above, not which floor it is or whether it has its own street door: the
//     lowest of ten galleries is a Hoekvloer as well as a Benedenwoning is. It stays an Appartement.
//   - Berths, pitches and rooms are none of the 16: 0.
var untyped = []string{
	"woonwagen", "woonboot", "woonbootbestaandeligplaats", "woonbootnieuweligplaats", "logieswoning",
	"woongebouwmetnietzelfstandigewoonruimte",
}

// semiOrCorner is a type of the file for two of the 16: its subtype says which.
const semiOrCorner = "tweeondereenkaprijwoninghoek"

// buildType returns the house type, 0 where the row does not say.
func (p *parser) buildType() gevel.BuildType {
	v := p.value(buildType)
	plain := plainText(v)
	if plain == semiOrCorner {
		v = p.value(buildSubtype)
		if plain = plainText(v); plain == "rijwoning" || plain == "hoek" {
			return gevel.Hoekwoning
		}
	}
	if plain == "" || slices.Contains(untyped, plain) {
		return 0
	}
	t, ok := spelling.HouseType(accents.Replace(v))
	if !ok {
		p.fault(FaultUnknownBuildType, "the building type is %s", spelling.Quote(v))
	}
	return t
}
