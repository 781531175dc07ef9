package bulk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

func TestADutchFileOfHomesIsValuedAsGevelsOwn(t *testing.T) {
	town, _ := sharedTown(t)
	home, _ := town.Case(demo.CaseOrdinary)
	row := func(more string) string {
		return fmt.Sprintf("%s;%d;%s;%s;%s\n",
			home.PostalCode, home.HouseNumber, home.HouseLetter, home.HouseNumberExt, more)
	}
	own := "postal_code;house_number;house_letter;house_number_ext;" +
		"build_type;use_surface;parcel_surface;monument;valuation_date;note\n"
	dutch := "Postcode;Huisnummer;Huisletter;Toevoeging;" +
		"Woningtype;Gebruiksoppervlakte;Perceeloppervlakte;Monument;Peildatum;note\n"
	_, want := valueAll(t, own+row("Tussenwoning;99;1251;false;2025-02-01;x"), NewCSV)
	s, got := valueAll(t, dutch+row("Rijwoning;98,6;1.250,5;Nee;01-02-2025;x"), NewCSV)
	added := func(text string) []string { return readCSV(t, text, ';')[1][10:] }
	if diff := cmp.Diff(added(want), added(got)); diff != "" || added(got)[0] == "" {
		t.Errorf("values (-own +Dutch):\n%s\n%s", diff, got)
	}
	var b strings.Builder
	s.Write(&b, time.Second)
	for _, want := range []string{
		"columns read: Postcode as postal_code, Huisnummer as house_number, Huisletter as",
		"Woningtype as build_type",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the summary does not say %q:\n%s", want, b.String())
		}
	}
	_, faulty := valueAll(t, dutch+row("Kasteel;98,6;1.250;Nee;;x"), NewCSV)
	for _, want := range []string{
		`Woningtype: ""Kasteel"" is no house type`, `Perceeloppervlakte: ""1.250"" may be 1.250 or 1250`,
	} {
		if !strings.Contains(faulty, want) {
			t.Errorf("no message has %s:\n%s", want, faulty)
		}
	}
}

// TestLinesOfASpreadsheetAroundATableAreNoRows has Excel's line of the separator, and rows without a cell.
func TestLinesOfASpreadsheetAroundATableAreNoRows(t *testing.T) {
	town, _ := sharedTown(t)
	home, _ := town.Case(demo.CaseOrdinary)
	row := fmt.Sprintf("%s;%d;%s;%s\n", home.PostalCode, home.HouseNumber, home.HouseLetter, home.HouseNumberExt)
	for _, separator := range []string{"sep=;\r\n", "\"sep=;\"\n", "\ufeffsep=;\n"} {
		s, got := valueAll(t, separator+"postal_code;house_number;house_letter;house_number_ext\n"+row+";;;\n"+row+";;;\n;;;\n", NewCSV)
		if s.Rows != 2 || len(s.Refused.List()) != 0 {
			t.Errorf("%q: %d rows, refused %v:\n%s", separator, s.Rows, s.Refused.List(), got)
		}
	}
}

func TestColumnsOfOneMeaningAreBothNamed(t *testing.T) {
	for header, want := range map[string]string{
		"bag_id;oppervlakte;Woonoppervlakte":             `columns "oppervlakte" and "Woonoppervlakte" are both use_surface`,
		"vbo_id;verblijfsobject_id":                      `columns "vbo_id" and "verblijfsobject_id" are both dwelling_id`,
		"bag_id;use_surface;oppervlakte;Woonoppervlakte": "", // gevel's own name settles it
		"bag_id;dwelling_id;vbo_id":                      "",
		"bag_id;koopsom;verkoopprijs":                    "", // prices are not asked for
		"postcode;huisnummer":                            "",
	} {
		_, err := newHomes(header + "\n")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", header, err, want)
		}
		if want != "" && gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%s: code %s", header, gevel.CodeOf(err))
		}
	}
}
