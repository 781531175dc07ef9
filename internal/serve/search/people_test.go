package search_test

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/search"
)

// namesTown has streets of all kinds of names, and several homes at some numbers.
var namesTown = newTown(
	address("Zwaluwdreef", 2, "", "8248AH", "Gevelrade"), address("Zwaluwdreef", 20, "", "8248AH", "Gevelrade"),
	address("Sint Jansstraat", 1, "", "8248AA", "Gevelrade"), address("St. Annaplein", 3, "", "8248AB", "Gevelrade"),
	address("Kon. Wilhelminalaan", 1, "", "8248AC", "Gevelrade"), address("Koningin Julianaweg", 7, "", "8248AD", "Gevelrade"),
	address("Molenstraat", 2, "", "8246AA", "Gevelrade"), address("Molenstraat", 2, "A", "8246AA", "Gevelrade"),
	address("Molenstraat", 12, "", "8246AA", "Gevelrade"), address("Molenstraat", 14, "", "8246AA", "Gevelrade"),
	address("Haringgracht", 5, "HS", "8246AB", "Gevelrade"), address("Haringgracht", 5, "I", "8246AB", "Gevelrade"),
	address("Haringgracht", 5, "II", "8246AB", "Gevelrade"), address("Haringgracht", 7, "bis", "8246AB", "Gevelrade"),
	address("Haringgracht", 9, "ZW", "8246AB", "Gevelrade"), address("Haringgracht", 9, "RD", "8246AB", "Gevelrade"),
	address("Johan de Reylaan", 4, "", "2594AN", "'s-Gravenhage"), address("Johan de Reylaan", 265, "", "2594AN", "'s-Gravenhage"),
	address("Johan de Reylaan", 265, "A", "2594AN", "'s-Gravenhage"), address("Johan de Witlaan", 12, "", "2517JR", "'s-Gravenhage"),
	address("Eerste Helmersstraat", 8, "", "2517JA", "'s-Gravenhage"), address("2e Schuytstraat", 9, "", "2517JB", "'s-Gravenhage"),
	address("Burgemeester Flugi van Aspermontlaan", 6, "", "6981AA", "Doesburg"), address("Schout bij Nacht Doormansingel",
		3, "", "6981AB", "Doesburg"),
	address("Philippus Gastelaarsstraat", 8, "", "6981AC", "Doesburg"), address("Mr. P.N. Arntzeniusweg", 5, "", "6981AD",
		"Doesburg"),
	address("Generaal van der Heijdenplein", 11, "", "6981AE", "Doesburg"), address("Prinses Irenelaan", 13, "", "6981AF",
		"Doesburg"),
	address("Ds. Talmaweg", 14, "", "6981AG", "Doesburg"), address("Dr. Kuyperkade", 15, "", "6981AH", "Doesburg"),
	address("Nieuwegracht", 33, "", "5211AA", "'s-Hertogenbosch"), address("Plein 1944", 3, "", "6511JC", "Nijmegen"),
	address("Aert van der Goesstraat", 10, "", "2517JC", "'s-Gravenhage"), address("Curaçaostraat", 5, "", "1058BA", "Amsterdam"),
	address("Kerkstraat", 12, "", "1017GP", "Amsterdam"), address("Kerkstraat", 12, "", "5611GH", "Eindhoven"),
)

func TestAnIDIsFoundInGroupsOfDigits(t *testing.T) {
	x, home := search.New(namesTown), namesTown.list[4]
	id := string(home.ObjectID)
	for _, query := range []string{id, id[:4] + " " + id[4:8] + " " + id[8:12] + " " + id[12:]} {
		if found := x.Find(query, 3); len(found.Addresses) != 1 || found.Addresses[0] != home {
			t.Errorf("%q finds %v", query, found.Addresses)
		}
	}
}

func TestAddressesAreFoundAsPeopleWriteThem(t *testing.T) {
	x := search.New(namesTown)
	for want, queries := range map[string][]string{
		"Zwaluwdreef 2, 8248AH Gevelrade": {
			"Zwaluwdreef2", "Zwaluwdreef 02", "zwaluw dreef 2", "ZWALUWDREEF, 2",
			"Zwaluwdrf 2", "2 Zwaluwdreef", "8248ah2", "Zwaluwdref 2", "zwauwldreef 2",
		},
		"Sint Jansstraat 1, 8248AA Gevelrade": {
			"St. Jansstraat 1", "st jansstr. 1", "Sint-Jansstraat 1", "sintjansstraat 1",
			"Jansstraat 1", "St Janstraat 1",
		},
		"St. Annaplein 3, 8248AB Gevelrade": {"Sint Annaplein 3", "Sint Anna plein 3", "st annapln 3", "annaplein 3"},
		"Kon. Wilhelminalaan 1, 8248AC Gevelrade": {
			"Koningin Wilhelminalaan 1", "Kon Wilhelminaln 1", "koningin wilhelmina laan 1", "K. Wilhelminalaan 1", "Wilhelmnialaan 1",
		},
		"Koningin Julianaweg 7, 8248AD Gevelrade": {
			"Kon. Julianaweg 7", "kon julianawg 7", "koningi", "Julianaweg 7",
			"Koniingin Julianaweg 7",
		},
		"Molenstraat 2, 8246AA Gevelrade": {
			"Molen straat 2", "Molenstraat nr. 2", "molenstraat no 2",
			"Molenstraat huisnummer 2", "molenstr. 2, gevelrade", "Mollenstraat 2 Gevelrade", "Straat: Molenstraat, nummer: 2, plaats: Gevelrade",
		},
		"Molenstraat 12, 8246AA Gevelrade": {"Molenstraat 12-14", "Molenstraat 12 - 14"},
		"Haringgracht 5-II, 8246AB Gevelrade": {
			"8246AB 5 2 hoog", "Haringgracht 5 2hoog", "Haringgracht 5 2e verdieping",
			"Haringgracht 5 2e", "haringgracht 5 II-hoog", "Haringgracht 5 app. 2", "Haringgracht 5 tweede etage", "haringgracht 5 II", "haringgr. 5-2", "haringgracht 5 twee hoog",
		},
		"Haringgracht 5-HS, 8246AB Gevelrade": {
			"haringgracht 5 huis", "Haringgracht 5hs", "haringgracht 5 bg",
			"haringgracht 5 begane grond",
		},
		"Haringgracht 7-bis, 8246AB Gevelrade": {"haringgracht 7bis", "haringgracht 7 bis", "Haringgracht 7"},
		"Haringgracht 9-ZW, 8246AB Gevelrade":  {"haringgracht 9 zw", "haringgracht 9 zwart", "haringgracht 9-zw"},
		"Johan de Reylaan 4, 2594AN 's-Gravenhage": {
			"Reylaan 4", "J. de Reylaan 4", "j de reylaan 4", "Johan Reylaan 4", "Rey laan 4 den haag", "Reylaan 4 's-Gravenhage", "Reijlaan 4", "JdReylaan 4 s Gravenhage",
		},
		"Johan de Reylaan 265, 2594AN 's-Gravenhage":  {"2594AN265", "2594 an 265", "265 2594AN"},
		"Johan de Reylaan 265A, 2594AN 's-Gravenhage": {"2594 an 265a", "2594AN265A", "Reylaan 265-a"},
		"Johan de Witlaan 12, 2517JR 's-Gravenhage": {
			"Johan de Witlaan 12, 2517 JR Den Haag, Nederland", "12 Johan de Witlaan", "Nederland\nDen Haag\n2517JR\nJohan de Witlaan 12", "Johan v.d. Witlaan 12",
			"de witlaan 12", "Johan de Witlaan 12, 2517JS Den Haag", "Witlaan 12, The Hague, The Netherlands",
		},
		"Eerste Helmersstraat 8, 2517JA 's-Gravenhage": {
			"1e Helmersstraat 8", "1ste helmersstr 8",
			"eerste helmersstraat 8", "1e helmers 8",
		},
		"2e Schuytstraat 9, 2517JB 's-Gravenhage": {
			"Tweede Schuytstraat 9", "2de schuitstraat 9",
			"tweede schuijtstraat 9", "2eschuytstraat 9",
		},
		"Burgemeester Flugi van Aspermontlaan 6, 6981AA Doesburg": {
			"Burg Flugi v Aspermontln 6",
			"Burg. Flugi v. Aspermontlaan 6", "Aspermontlaan 6", "bgm. flugi 6",
		},
		"Schout bij Nacht Doormansingel 3, 6981AB Doesburg": {"Sbn Doormansingel 3", "Doormansingel 3", "S. b. N. Doormansngl 3"},
		"Philippus Gastelaarsstraat 8, 6981AC Doesburg":     {"Ph Gastelaarsstraat 8", "P. Gastelaarsstr 8"},
		"Mr. P.N. Arntzeniusweg 5, 6981AD Doesburg": {
			"Meester P N Arntzeniusweg 5", "mr pn arntzeniuswg 5",
			"Arntzeniusweg 5", "arntseniusweg 5",
		},
		"Generaal van der Heijdenplein 11, 6981AE Doesburg": {
			"Gen. v.d. Heydenplein 11", "gen vd heijdenpln 11",
			"Generaal van de Heijden plein 11", "van den heijdenplein 11",
		},
		"Prinses Irenelaan 13, 6981AF Doesburg": {"Pr. Irenelaan 13", "Prins Irenelaan 13", "Irene laan 13"},
		"Ds. Talmaweg 14, 6981AG Doesburg":      {"Dominee Talmaweg 14", "talmawg 14"},
		"Dr. Kuyperkade 15, 6981AH Doesburg":    {"Dokter Kuyperkade 15", "Doctor Kuijperkade 15", "Kuiperkade 15"},
		"Nieuwegracht 33, 5211AA 's-Hertogenbosch": {
			"Nieuwe-gracht 33", "Nieuwe gracht 33 Den Bosch",
			"nw gracht 33 's-hertogenbosch",
		},
		"Aert van der Goesstraat 10, 2517JC 's-Gravenhage": {"Aart vd Goesstraat 10", "Aert v d Goesstr 10", "goesstraat 10"},
		"Curaçaostraat 5, 1058BA Amsterdam":                {"Curacaostraat 5", "Kurasaostraat 5", "Curacao straat 5"},
		"Plein 1944 3, 6511JC Nijmegen":                    {"plein1944 3", "Plein 1944, 3", "Plien 1944 3"},
		"Kerkstraat 12, 5611GH Eindhoven": {
			"Kerkstraat 12 Eindhoven", "Kerkstr 12 Einhoven",
			"Eindhoven kerkstraat 12",
		},
		"Kerkstraat 12, 1017GP Amsterdam": {"Kerkstraat 12 zz Amsterdam"},
	} {
		for _, query := range queries {
			if got := x.Find(query, 3); len(got.Addresses) == 0 || got.Addresses[0].String() != want {
				t.Errorf("%q finds %v, want %s first", query, got.Addresses, want)
			}
		}
	}
}

// TestOfficialShortNamesAreFound has short names that the register gives beside the long ones, of Doesburg.
func TestOfficialShortNamesAreFound(t *testing.T) {
	short := map[string]string{
		"Bedrijventerrein Verhuellweg": "B Verhuellwg", "Burgemeester Flugi van Aspermontlaan": "Burg Flugi v Aspermontln",
		"Burgemeester Nahuyssingel": "Burg Nahuyssingel", "De Oude Stad binnen de grachten": "D Oude S b de grachten",
		"Philippus Gastelaarsstraat": "Philippus Gastelaarsstr", "Schout bij Nacht Doormansingel": "Sbn Doormansingel",
		"Theo Colenbranderplantsoen": "Theo Colenbranderplnts", "Verspreide panden Fraterwaard": "V panden Fraterwaard",
		"Verspreide panden IJssel en Oude IJssel": "V p IJ en Oude IJssel", "Verspreide panden Noord Oost": "Verspreide panden N O",
	}
	var list []gevel.Address
	for long := range short {
		list = append(list, address(long, 7, "", "6981AA", "Doesburg"))
	}
	x := search.New(newTown(list...))
	for long, name := range short {
		if got := x.Find(name+" 7", 3); len(got.Addresses) == 0 || got.Addresses[0].Street != long || got.Guessed {
			t.Errorf("%q finds %v, want %s", name, got.Addresses, long)
		}
	}
}

func TestAHomeIsMeantOnlyByWordsThatSayIt(t *testing.T) {
	x := search.New(namesTown)
	said := func(query string) string {
		got := x.Find(query, 3)
		if !got.Meant {
			return ""
		}
		return got.Addresses[0].String()
	}
	for query, want := range map[string]string{
		"Molenstraat 2":                "Molenstraat 2, 8246AA Gevelrade",
		"molen straat 2a":              "Molenstraat 2A, 8246AA Gevelrade",
		"8246AA 2":                     "Molenstraat 2, 8246AA Gevelrade",
		"Reylaan 4":                    "Johan de Reylaan 4, 2594AN 's-Gravenhage",
		"St. Jansstraat 1":             "Sint Jansstraat 1, 8248AA Gevelrade",
		"8246AB 5 2 hoog":              "Haringgracht 5-II, 8246AB Gevelrade",
		"Kerkstraat 12 Eindhoven":      "Kerkstraat 12, 5611GH Eindhoven",
		"Zwaluwdreef 2":                "Zwaluwdreef 2, 8248AH Gevelrade",
		"Johan 4":                      "", // is not complete
		"Kerkstraat 12":                "", // in two cities
		"Haringgracht 5":               "", // three homes
		"Haringgracht 5 III":           "", // the others are near
		"Molenstraat 1":                "", // 12 and 14 only begin so
		"Zwaluwdreef":                  "",
		"Zwaluwdref 2":                 "",
		"Molenstraat 2, 8246AB":        "",
		"Molenstraat 12-14":            "",
		"8246AA 2 Kerkplein":           "",
		"Kerkstraat 12 Nijmegen":       "",
		"Molenstraat 2 Rotterdam":      "",
		"Molenstraat 2 Amsterdam":      "",
		"Goudsbloemlaan 2 Gevelrade":   "",
		"Molenweg 2 Gevelrade":         "",
		"8246AA 3":                     "",
		"Gevelrade 2":                  "",
		"Molenstraat 2 Gevelrade 2594": "",
	} {
		if got := said(query); got != want {
			t.Errorf("%q means %q, want %q", query, got, want)
		}
	}
	home := namesTown.list[0]
	if got := said("BAG " + string(home.ObjectID)); got != home.String() {
		t.Errorf("its id means %q, want %s", got, home)
	}
}

func TestHomesOfANumberWithoutTheSuffixComeNearestFirst(t *testing.T) {
	x := search.New(namesTown)
	got := x.Find("Haringgracht 5 III", 3)
	var list []string
	for _, a := range got.Addresses {
		list = append(list, a.Extension())
	}
	if want := "II I HS"; strings.Join(list, " ") != want || !got.Guessed {
		t.Errorf("the homes are %q, guessed: %v; want %q", list, got.Guessed, want)
	}
}

func TestAnExtensionThatIsNotThereIsNoSecondNumber(t *testing.T) {
	x := search.New(newTown(
		address("Kade", 9, "", "2592HD", "Den Haag"), address("Kade", 9, "k404", "2592HD", "Den Haag"), address("Kade", 9,
			"k405", "2592HD", "Den Haag"),
	))
	if got := x.Find("2592HD 9 405", 3); len(got.Addresses) != 3 || got.Addresses[0].Extension() != "k405" || got.Meant {
		t.Errorf("there are %v, meant: %v", got.Addresses, got.Meant)
	}
}

func TestAStrangeNameFindsNothing(t *testing.T) {
	x := search.New(namesTown)
	for _, query := range []string{
		"Goudsbloemlaan 2", "Kerkstraat 12 Rotterdam", "Rotterdam", "9999XX", "9999XX 2", "Kerkstraat 99", "van", "nr 12", "Nederland", "12", "Zuid-Holland 4",
		strings.Repeat("1", 200), "\x00\xff",
	} {
		if got := x.Find(query, 3); len(got.Addresses) > 0 && (got.Meant || query != "van") {
			t.Errorf("%q finds %v", query, got.Addresses)
		}
	}
	var none gevel.Address
	if got := x.Find("", 3); len(got.Addresses) > 0 && got.Addresses[0] != none {
		t.Errorf("nothing finds %v", got.Addresses)
	}
}
