package facts

import (
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/flatfile"
)

func TestAMonumentsSaysWhichHomesAreSinceWhen(t *testing.T) {
	got, r, err := told(t, "rijksmonumentnummer,cultuurhistorischObjectnummer,verblijfsobjectIdentificatie,datumInschrijving,juridische_status\n"+
		"36046,38342,0518010000000001,1967-06-20,rijksmonument\n"+
		"36047,38343,http://bag.basisregistraties.overheid.nl/bag/id/verblijfsobject/0518010000000002,1967-06-20T00:00:00,"+
		"https://data.cultureelerfgoed.nl/term/id/rn/2/2e93edd1-098f-4f31-ae7e-72cb77f4d2ca\n"+
		"36048,38344,0518010000000003,1970-01-02,geen rijksmonument\n"+
		"36049,38345,0518010000000001,1967-06-20,RIJKSMONUMENT\n"+
		"36050,38346,0518010000000003,1970-01-02,gemeentelijk\n"+
		"36051,38347,0518010000000003,,rijksmonument\n"+
		"36052,38348,0363010000000003,1971-01-01,rijksmonument\n", Monuments(Source{}))
	checkTold(t, got, err, "1 monument=yes 1967-06-20", "2 monument=yes 1967-06-20")
	if r.Used != 2 || r.Empty != 2 || r.Rejects.Count("bad_monument") != 1 || r.Rejects.Count("no_known_date") != 1 ||
		r.Rejects.Count("unknown_dwelling") != 1 || r.Rejects.Total() != 3 {
		t.Errorf("got %+v with %v", r, r.Rejects.List())
	}
}

func TestAMonumentsNeedsNoStatus(t *testing.T) {
	got, _, err := told(t, "rijksmonument_nummer;postcode;huisnummer;inschrijvingsdatum\n36046;2511CV;1;20-06-1967\n", Monuments(Source{}))
	checkTold(t, got, err, "1 monument=yes 1967-06-20")
}

func TestMonumentsWithoutAHomeAreRefusedAsAFile(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"FeatureCollection","features":[]}`: "looks like GeoJSON; what is read here is a table, as CSV or xlsx",
		"<html>": "looks like a web page, such as a log-in",
		"rijksmonument_nummer,juridische_status\n1,rijksmonument\n":      "no column dwelling_id",
		"rijksmonument_nummer,vbo_id,juridische_status\n1,2,geldig\n":    "no column known_date",
		"rijksmonument_nummer,vbo,verblijfsobject,datum_inschrijving\n1": "are both dwelling_id",
	} {
		if _, _, err := told(t, text, Monuments(Source{})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestAFileOfCharacteristicsIsNoMonuments(t *testing.T) {
	const text = "dwelling_id,num_woz,known_date\n0518010000000001,300000,2023-01-31\n"
	if _, _, err := told(t, text, Monuments(Source{})); err == nil || !strings.Contains(err.Error(), "sources.characteristics") {
		t.Errorf("got %v", err)
	}
	mapped := Source{Mapping: flatfile.Mapping{Columns: map[string]string{"num_woz": "num_woz"}}}
	if _, _, err := told(t, text, Monuments(mapped)); err != nil {
		t.Errorf("a column that the build file names: %v", err)
	}
}
