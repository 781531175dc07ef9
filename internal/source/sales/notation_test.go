package sales

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
)

func TestDatesAreReadInTheirUsualForms(t *testing.T) {
	want := gevel.NewDate(2023, 1, 31)
	for _, test := range []struct {
		layout, text string
		ok           bool
	}{
		{"", "2023-01-31", true},
		{"", "20230131", true},
		{"", "31-01-2023", true},
		{"", "2023-01-31 00:00:00", true},
		{"", "2023-01-31T00:00:00", true},
		{"", "31/01/2023", false},
		{"", "2023-01-31x", false},
		{"", "2023-13-31", false},
		{"DD/MM/YYYY", "31/01/2023", true},
		{"DD/MM/YYYY", "2023-01-31", false},
	} {
		got, err := Mapping{Date: test.layout}.notation().day(test.text)
		if (err == nil) != test.ok || test.ok && got != want {
			t.Errorf("day(%q) in %q = %v, %v; want %v, %v", test.text, test.layout, got, err, want, test.ok)
		}
	}
}

func TestDelimiterIsSeenInTheHeader(t *testing.T) {
	for header, want := range map[string]rune{
		"sale_date,price": ',', "sale_date;price": ';', "sale_date\tprice": '\t', "a|b": '|',
		"a;b;c, d": ';', "price": ',',
	} {
		if got := (Mapping{}).delimiterOf(header); got != want {
			t.Errorf("delimiter of %q is %q, want %q", header, got, want)
		}
	}
	if got := (Mapping{Delimiter: ";"}).delimiterOf("a,b,c"); got != ';' {
		t.Errorf("the mapped delimiter gives way to %q", got)
	}
}

// buildTypeOf reads a house type as the column of a sales file.
func buildTypeOf(s string) (gevel.BuildType, error) {
	v, err := named(&gevel.Standard()[gevel.AtBuildType], s)
	if math.IsNaN(v) {
		v = 0
	}
	return gevel.BuildType(v), err
}

func TestHouseTypesAreReadInTheirUsualSpellings(t *testing.T) {
	for i, name := range gevel.BuildTypeNames() {
		if got, err := buildTypeOf(name); err != nil || got != gevel.BuildType(i+1) {
			t.Errorf("buildTypeOf(%q) = %v, %v", name, got, err)
		}
	}
	for spelling, want := range map[string]gevel.BuildType{
		"A": gevel.Appartement, "H": gevel.Hoekwoning, "K": gevel.TweeOnderEenKapwoning,
		"T": gevel.Tussenwoning, "V": gevel.VrijstaandeWoning, "O": 0, "Onbekend": 0,
		"twee-onder-een-kap":              gevel.TweeOnderEenKapwoning,
		"Twee-onder-één-kap":              gevel.TweeOnderEenKapwoning,
		"2 onder 1 kap woning":            gevel.TweeOnderEenKapwoning,
		"Geschakelde 2 onder 1 kapwoning": gevel.GeschakeldeTweeOnderEenKapwoning,
		"Half vrijstaande woning":         gevel.HalfvrijstaandeWoning,
		"rijwoning":                       gevel.Tussenwoning,
		"Tussen/rijwoning":                gevel.Tussenwoning,
		"RIJTJESHUIS":                     gevel.Tussenwoning,
		"galerijwoning":                   gevel.Galerijflat,
		"Flatwoning (overig)":             gevel.Appartement,
		"vrijstaande-woning":              gevel.VrijstaandeWoning,
	} {
		got, err := buildTypeOf(spelling)
		if err != nil || got != want {
			t.Errorf("buildTypeOf(%q) = %v, %v; want %v", spelling, got, err, want)
		}
	}
	if got, err := buildTypeOf("Kasteel"); err == nil {
		t.Errorf("a castle is read as %v", got)
	}
}
