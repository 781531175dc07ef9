package bag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func day(t testing.TB, s string) gevel.Date {
	t.Helper()
	d, err := gevel.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Statistics Netherlands publishes these numbers for 1 January.
func TestBuiltInTableHasEveryMunicipalityOfTheYear(t *testing.T) {
	list, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	for date, want := range map[string]int{
		"2009-01-01": 441, "2011-01-01": 418, "2015-01-01": 393, "2019-01-01": 355, "2021-01-01": 352,
		"2023-01-01": 342,
	} {
		got, provinces := 0, map[string]bool{}
		for _, m := range list {
			if m.validOn(day(t, date)) {
				got++
				provinces[m.Province] = true
			}
		}
		if got != want || len(provinces) != 12 {
			t.Errorf("%s: %d municipalities in %d provinces, want %d in 12", date, got, len(provinces), want)
		}
	}
}

func TestNameFollowsTheDate(t *testing.T) {
	for date, want := range map[string]string{"2015-06-30": "De Friese Meren", "2015-07-01": ""} {
		m, ok, err := municipalityNames{day: day(t, date)}.of("1921")
		if err != nil || ok != (want != "") || m.Name != want {
			t.Errorf("%s: %q, %t, %v; want %q", date, m.Name, ok, err, want)
		}
	}
}

func TestOwnListComesFirst(t *testing.T) {
	own := []Municipality{
		{Code: "0344", Name: "Utrecht-Oud", Province: "Utrecht", From: gevel.NoDate, Until: day(t, "2020-01-01")},
		{Code: "0344", Name: "Utrecht-Nieuw", Province: "Utrecht", From: day(t, "2020-01-01"), Until: gevel.NoDate},
	}
	for date, want := range map[string]string{"2019-12-31": "Utrecht-Oud", "2020-01-01": "Utrecht-Nieuw"} {
		if m, _, _ := (municipalityNames{extra: own, day: day(t, date)}).of("0344"); m.Name != want {
			t.Errorf("%s: %q, want %q", date, m.Name, want)
		}
	}
}

func TestReadMunicipalitiesOfEveryStyle(t *testing.T) {
	want := []Municipality{
		{Code: "0014", Name: "Groningen", Province: "Groningen", From: gevel.NoDate, Until: gevel.NoDate},
		{Code: "1680", Name: "Aa en Hunze, het", Province: "Drenthe", From: gevel.NoDate, Until: gevel.NoDate},
	}
	for name, text := range map[string]string{
		"national list": "\xef\xbb\xbfGemeentecode,GemeentecodeGM,Gemeentenaam,Provinciecode,ProvinciecodePV,Provincienaam\r\n" +
			"14,GM0014,Groningen,20,PV20,Groningen\r\n" +
			"1680,GM1680,\"Aa en Hunze, het\",22,PV22,Drenthe\r\n",
		"with periods": "provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum\n" +
			"20;Groningen;0014;Groningen;;\n22;Drenthe;1680;Aa en Hunze, het;;\n",
		"comments first": "# a, list, of, commas\nprovincienaam;gemeentecode;gemeentenaam\n" +
			"Groningen;0014;Groningen\n# some; of; more; fields\nDrenthe;1680;Aa en Hunze, het\n",
	} {
		got, err := ReadMunicipalities(t.Context(), strings.NewReader(text))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestReadMunicipalitiesNamesTheBadRow(t *testing.T) {
	const head = "gemeentecode;gemeentenaam;provincienaam;begindatum;einddatum\n0014;Groningen;Groningen;;\n"
	for name, c := range map[string]struct{ text, want string }{
		"empty":      {"", "header"},
		"no column":  {"gemeentecode,gemeentenaam\n", "provincienaam"},
		"code":       {head + "PV14;Groningen;Groningen;;\n", "line 3"},
		"long code":  {head + "00014;Groningen;Groningen;;\n", "line 3"},
		"no name":    {head + "0015;;Groningen;;\n", "line 3"},
		"damaged":    {head + "0015;Súd\xfawest;Groningen;;\n", "line 3: 0015: name or province is no UTF-8"},
		"date":       {head + "0015;X;Groningen;1-1-2020;\n", "begindatum"},
		"few fields": {head + "0015;X\n", "line 3"},
	} {
		if _, err := ReadMunicipalities(t.Context(), strings.NewReader(c.text)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v does not name %q", name, err, c.want)
		}
	}
}

func FuzzReadMunicipalities(f *testing.F) {
	f.Add("gemeentecode;gemeentenaam;provincienaam;begindatum;einddatum\n0014;Groningen;Groningen;2020-01-01;\n")
	f.Add("Gemeentecode,Gemeentenaam,Provincienaam\n14,Groningen,Groningen\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadMunicipalities(t.Context(), strings.NewReader(text))
		for _, m := range list {
			if err == nil && (len(m.Code) != codeDigits || m.Name == "" || m.Province == "") {
				t.Errorf("%+v is accepted", m)
			}
		}
	})
}

func TestAListOfMunicipalitiesHasALimit(t *testing.T) {
	list := "Gemeentecode,Gemeentenaam,Provincienaam\n" + strings.Repeat("1,a,b\n", mostMunicipalities+1)
	if _, err := ReadMunicipalities(t.Context(), strings.NewReader(list)); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("got %v, want that the list is too long", err)
	}
}
