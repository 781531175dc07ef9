package energy

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

func TestBuildingTypesAreTheServicesHouseTypes(t *testing.T) {
	const either = "Twee-onder-een-kap / rijwoning hoek"
	for _, test := range []struct {
		kind, subtype string
		want          gevel.BuildType
	}{
		{"Vrijstaande woning", "", gevel.VrijstaandeWoning},
		{"Twee-onder-één-kap", "", gevel.TweeOnderEenKapwoning},
		{"Twee-onder-e\u0301e\u0301n-kap", "", gevel.TweeOnderEenKapwoning},
		{"Twee-onder-\xe9\xe9n-kap", "", gevel.TweeOnderEenKapwoning}, // Latin-1
		{"TWEE-ONDER-ÉÉN-KAP", "", gevel.TweeOnderEenKapwoning},
		{"Twee onder een kap", "", gevel.TweeOnderEenKapwoning},
		{"2-onder-1-kapwoning", "", gevel.TweeOnderEenKapwoning},
		{either, "Twee-onder-een-kap", gevel.TweeOnderEenKapwoning},
		{either, "Rijwoning", gevel.Hoekwoning},
		{either, "", 0},
		{"Rijwoning hoek", "", gevel.Hoekwoning},
		{"Rijwoning tussen", "", gevel.Tussenwoning},
		{"Appartement", "", gevel.Appartement},
		{"Appartement", "Hoekvloer", gevel.Appartement},
		{"Appartement", "Tussendakvloer", gevel.Appartement},
		{"Flatwoning (overig)", "Hoekdak", gevel.Appartement},
		{"Galerijwoning", "", gevel.Galerijflat},
		{"Portiekwoning", "", gevel.Portiekwoning},
		{"Maisonnette", "Tussenvloer", gevel.Maisonnette},
		{"Woonwagen", "", 0},
		{"Woonboot bestaande ligplaats", "", 0},
		{"Woongebouw met niet-zelfstandige woonruimte", "", 0},
		{"", "Hoekvloer", 0},
	} {
		labels, s := readText(t, columnsOfTests+rowOf(values{"Gebouwtype": test.kind, "Gebouwsubtype": test.subtype}))
		if len(labels) != 1 || labels[0].Type != test.want || s.Faults.Total() != 0 {
			t.Errorf("%q, %q: %v, want %s; faults %v", test.kind, test.subtype, labels, test.want, s.Faults.List())
		}
	}
}

func TestPermitsAreKnownBySeveralNames(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "Bestaand": false, "Nieuwbouw (oplevering)": false, "Vergunningsaanvraag": true, "Nieuwbouw (vergunning)": true,
		"Verbouwd": false, "\xff": false,
	} {
		labels, s := readText(t, strings.Replace(columnsOfTests, "Projectnaam", "Status", 1)+
			strings.TrimSpace(rowOf(nil))+text+"\n")
		if len(labels) != 1 || labels[0].IsPermit != want || s.Faults.Total() != 0 {
			t.Errorf("%q: %+v, want permit %t; %v", text, labels, want, s.Faults.List())
		}
	}
}

// TestAHouseNumberIsTakenApart reads the spellings of numbers with their letter and extension.
func TestAHouseNumberIsTakenApart(t *testing.T) {
	for _, test := range []struct {
		number, letter, ext string
		want                gevel.AddressQuery
	}{
		{"4", "", "", at("6981CH", 4, "", "")},
		{"4", "a", "bis", at("6981CH", 4, "a", "bis")},
		{"4A", "", "", at("6981CH", 4, "A", "")},
		{"4-A2", "", "", at("6981CH", 4, "A", "2")},
		{"4 - 3", "", "", at("6981CH", 4, "", "3")},
		{"4 A-101", "", "", at("6981CH", 4, "A", "101")},
		{"4A", "A", "", at("6981CH", 4, "A", "")},
		{"4-A2", "", "a-2", at("6981CH", 4, "", "a-2")},
		{"00004", "", "", at("6981CH", 4, "", "")},
		{"99999", "", "II+III", at("6981CH", 99999, "", "II+III")},
	} {
		labels, s := readText(t, columnsOfTests+rowOf(values{
			"Huisnummer": test.number, "Huisletter": test.letter, "Huisnummertoevoeging": test.ext,
		}))
		if len(labels) != 1 || labels[0].Address != test.want || s.Faults.Total() != 0 {
			t.Errorf("%+v: %+v, faults %v", test, labels, s.Faults.List())
		}
	}
}
