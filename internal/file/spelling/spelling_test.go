package spelling_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// buildTypeOf reads a house type, 0 of words for unknown.
func buildTypeOf(s string) (gevel.BuildType, bool) {
	v, ok := spelling.Name(&gevel.Standard()[gevel.AtBuildType], s)
	if math.IsNaN(v) {
		v = 0
	}
	return gevel.BuildType(v), ok
}

func TestHouseTypesAreReadInTheirUsualSpellings(t *testing.T) {
	for i, name := range gevel.BuildTypeNames() {
		for _, text := range []string{name, strings.ToUpper(name), strings.ReplaceAll(name, "-", " ")} {
			if got, ok := buildTypeOf(text); !ok || got != gevel.BuildType(i+1) {
				t.Errorf("%q is read as %v, %v", text, got, ok)
			}
		}
	}
	for text, want := range map[string]gevel.BuildType{
		"A": gevel.Appartement, "H": gevel.Hoekwoning, "K": gevel.TweeOnderEenKapwoning,
		"T": gevel.Tussenwoning, "V": gevel.VrijstaandeWoning, "O": 0, "Onbekend": 0,
		"twee-onder-een-kap":              gevel.TweeOnderEenKapwoning,
		"Twee onder een kap":              gevel.TweeOnderEenKapwoning,
		"Twee-onder-één-kap":              gevel.TweeOnderEenKapwoning,
		"twee_onder_een_kapwoning":        gevel.TweeOnderEenKapwoning,
		"2 onder 1 kap woning":            gevel.TweeOnderEenKapwoning,
		"2/1 kap":                         gevel.TweeOnderEenKapwoning,
		"Geschakelde 2 onder 1 kapwoning": gevel.GeschakeldeTweeOnderEenKapwoning,
		"GTW":                             gevel.GeschakeldeTweeOnderEenKapwoning,
		"Half vrijstaande woning":         gevel.HalfvrijstaandeWoning,
		"halfvrijstaand":                  gevel.HalfvrijstaandeWoning,
		"rijwoning":                       gevel.Tussenwoning,
		"Tussen/rijwoning":                gevel.Tussenwoning,
		"RIJTJESHUIS":                     gevel.Tussenwoning,
		"hoek woning":                     gevel.Hoekwoning,
		"Eindrijwoning":                   gevel.Eindwoning,
		"galerijwoning":                   gevel.Galerijflat,
		"flat":                            gevel.Appartement,
		"Flatwoning (overig)":             gevel.Appartement,
		"Maisonette":                      gevel.Maisonnette,
		"bov":                             gevel.Bovenwoning,
		"vrijstaande-woning":              gevel.VrijstaandeWoning,
		"Vrijstaand":                      gevel.VrijstaandeWoning,
	} {
		if got, ok := buildTypeOf(text); !ok || got != want {
			t.Errorf("%q is read as %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "Kasteel", "Woonboot", "-"} {
		if got, ok := buildTypeOf(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestLabelsAreReadInLowerCase(t *testing.T) {
	table := gevel.Standard()
	a := &table[table.Column("energy_label")]
	if v, ok := spelling.Name(a, "a++"); !ok || a.NameOf(v) != "A++" {
		t.Errorf("a++ is read as %v, %v", v, ok)
	}
	if v, ok := spelling.Name(a, "H"); ok {
		t.Errorf("H is read as %v", v)
	}
}

func all(string, int) bool { return true }

func TestDutchColumnsAreRecognised(t *testing.T) {
	for _, test := range []struct{ header, want string }{
		{
			"Postcode;HUISNUMMER;huisletter;Toevoeging",
			"Postcode as postal_code, HUISNUMMER as house_number, huisletter as house_letter, " +
				"Toevoeging as house_number_ext",
		},
		{"huisnummertoevoeging", "huisnummertoevoeging as house_number_ext"},
		{"huisnummer_toevoeging", "huisnummer_toevoeging as house_number_ext"},
		{"koopsom;transactiedatum", "koopsom as price, transactiedatum as sale_date"},
		{"transactieprijs;Datum", "transactieprijs as price, Datum as sale_date"},
		{" verkoopprijs ;bouwjaar", "verkoopprijs as price, bouwjaar as build_year"},
		{
			"oppervlakte;perceeloppervlakte;inhoud",
			"oppervlakte as use_surface, perceeloppervlakte as parcel_surface, inhoud as volume",
		},
		{"Gebruiksoppervlakte;aantal kamers", "Gebruiksoppervlakte as use_surface, aantal kamers as rooms"},
		{"aantal_kamers;energielabel", "aantal_kamers as rooms, energielabel as energy_label"},
		{"kamers;soort;straat", "kamers as rooms, soort as build_type, straat as street"},
		{"woningtype;vbo_id", "woningtype as build_type, vbo_id as dwelling_id"},
		{"BAG-ID", "BAG-ID as dwelling_id"},
		{"verblijfsobject_id;notaris;", "verblijfsobject_id as dwelling_id"},
		{"use_surface;kamer", ""},
		{"prijs;vraagprijs", ""}, // asked, or paid
		{"Perceeloppervlakte (procent);inhoud (centraal)", ""},
		{"oorspronkelijk_bouwjaar;bouwjaar", "bouwjaar as build_year"},
		{"Sale price (EUR);koopsom;zipcode", "koopsom as price, zipcode as postal_code"},
		{"Oorspronkelijk bouwjaar;Kaveloppervlakte m2", "Oorspronkelijk bouwjaar as build_year, Kaveloppervlakte m2 as parcel_surface"},
	} {
		got, err := spelling.Recognise(strings.Split(test.header, ";"), all)
		if err != nil || listOf(got) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.header, listOf(got), err, test.want)
		}
	}
}

func listOf(found []spelling.Recognised) string {
	texts := make([]string, len(found))
	for i, r := range found {
		texts[i] = r.String()
	}
	return strings.Join(texts, ", ")
}

func TestTwoColumnsThatAreOneOfGevelsAreBothNamed(t *testing.T) {
	header := []string{"id", "Koopsom", "transactieprijs"}
	_, err := spelling.Recognise(header, all)
	if want := `columns "Koopsom" and "transactieprijs" are both price; rename one`; err == nil || err.Error() != want {
		t.Errorf("err = %v, want %s", err, want)
	}
	for _, unit := range []string{"cent", "eurocenten", "in centen"} {
		if _, err := spelling.Recognise([]string{"Koopsom (" + unit + ")"}, all); err == nil {
			t.Errorf("a price in %s is read", unit)
		}
	}
	got, err := spelling.Recognise(header, func(_ string, field int) bool { return field != 1 })
	want := []spelling.Recognised{{Name: "transactieprijs", Column: "price"}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("with one that is used otherwise: %v, %s", err, diff)
	}
}

// FuzzSpellings holds that what people write is read or refused.
func FuzzSpellings(f *testing.F) {
	for _, seed := range []string{
		"2 onder 1 kap", "31-01-2023", "20230131", "2023-01-31T00:00:00", "Ja", "Koopsom", "\xff", "0",
	} {
		f.Add(seed)
	}
	table := gevel.Standard()
	f.Fuzz(func(t *testing.T, text string) {
		for i := range table {
			a := &table[i]
			if v, ok := spelling.Name(a, text); ok && !math.IsNaN(v) && a.NameOf(v) == "" {
				t.Errorf("%q is %v of %s, which has no name", text, v, a.Column)
			}
		}
		if yes, err := spelling.Yes(text); yes && err != nil {
			t.Errorf("%q says yes and is no answer", text)
		}
		found, err := spelling.Recognise([]string{text, "x"}, all)
		if err != nil || len(found) > 1 {
			t.Errorf("%q is recognised as %v, %v", text, found, err)
		}
	})
}
