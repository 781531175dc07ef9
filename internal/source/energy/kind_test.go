package energy

import (
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

func TestMethodsAndStatusesAreKnownBySeveralNames(t *testing.T) {
	for text, want := range map[string]Method{
		"": 0,
		"NTA 8800:2024 (detailopname woningbouw)":                                       NTA8800,
		"NTA-8800 (basisopname woningbouw)":                                             NTA8800,
		"Rekenmethodiek Definitief Energielabel, versie 1.2, 16 september 2014":         DefinitiveLabel,
		"Nader Voorschrift, versie 1.0, 1 februari 2014 met erratalijst, addendum 2018": EnergyIndex,
		"ISSO75.3, versie 3.0, oktober 2011":                                            EnergyIndex,
		"ISSO 82.3":                                                                     EnergyIndex,
		"EPA":                                                                           EnergyIndex,
	} {
		labels, s := readText(t, columnsOfTests+rowOf(values{"Berekeningstype": text, "PrimaireFossieleEnergie": "93000,4"}))
		if len(labels) != 1 || labels[0].Method != want || s.Faults.Total() != 0 ||
			labels[0].PrimaryEnergy.Known != (want == NTA8800) {
			t.Errorf("%q: %+v, want method %d and figures of NTA 8800 only; %v", text, labels, want, s.Faults.List())
		}
	}
	for text, want := range map[string]Status{
		"": 0, "Bestaand": Existing, "Bestaande bouw": Existing, "Oplevering": Delivered, "Nieuwbouw (oplevering)": Delivered,
		"Nieuwbouw": Delivered, "Vergunningsaanvraag": Permit, "Nieuwbouw (vergunning)": Permit, "Verbouwd": OtherStatus,
		"\xff": OtherStatus,
	} {
		if got := statusOf([]byte(text)); got != want {
			t.Errorf("statusOf(%q) = %d, want %d", text, got, want)
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
