package facts

import (
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// The list of national monuments.

// Monuments returns the source of a list of monuments of the Dutch heritage agency (RCE): a row for
// each monument and home in it, with the BAG id, the day on which the monument was registered, and its
// legal status where the list has that. Whatever else such a list holds, the numbers of monuments and
// the other numbers of objects among it, is passed over.
func Monuments(src Source) Source {
	src.Preset = monuments
	src.Implied = []Implied{{Attribute: gevel.AtMonument, Value: 1}}
	return src
}

// monuments are what the agency's lists say. Rows of what is a monument no more say nothing: the home
// may be part of another one.
var monuments = flatfile.Mapping{
	Columns: map[string]string{"monument": "juridische_status"},
	Values:  map[string]map[string]string{"monument": statuses()},
}

// statuses are the legal statuses by name and by their terms in the agency's thesaurus, which has two spellings of
// each. While the procedure of a monument runs it is protected as if it were registered.
func statuses() map[string]string {
	values := map[string]string{}
	for _, status := range []struct{ name, capital, term, monument string }{
		{"rijksmonument", "Rijksmonument", "b2d9a59a-fe1e-4552-9a05-3c2acddff864", "yes"},
		{"voorbeschermd", "Voorbeschermd", "2e93edd1-098f-4f31-ae7e-72cb77f4d2ca", "yes"},
		{"geen rijksmonument", "Geen rijksmonument", "3e79bb7c-b459-4998-a9ed-78d91d069227", ""},
	} {
		for _, written := range []string{status.name, status.capital, strings.ToUpper(status.name)} {
			values[written] = status.monument
		}
		for _, terms := range []string{"rn/", "rn/2/"} {
			values["https://data.cultureelerfgoed.nl/term/id/"+terms+status.term] = status.monument
		}
	}
	return values
}
