package words

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/explain"
)

func TestNumbersAreWrittenAsTheReaderDoes(t *testing.T) {
	day := gevel.NewDate(2026, time.March, 5)
	for _, tt := range []struct{ en, nl, wantEN, wantNL string }{
		{English.Euros(1_412_500), Dutch.Euros(1_412_500), "€ 1,412,500", "€ 1.412.500"},
		{English.Euros(-999), Dutch.Euros(-1000), "- € 999", "- € 1.000"},
		{English.Signed(0), Dutch.Signed(-41_000), "+ € 0", "- € 41.000"},
		{English.Factor(1.0314), Dutch.Factor(1.0314), "+3.1 %", "+3,1 %"},
		{English.Factor(0.9), Dutch.Factor(0.9), "-10.0 %", "-10,0 %"},
		{English.Factor(0.99999), Dutch.Factor(1.00001), "0.0 %", "0,0 %"},
		{English.Span(1 / 365.25), Dutch.Span(2.5), "a day", "2,5 jaar"},
		{English.Date(day), Dutch.Date(day), "5 March 2026", "5 maart 2026"},
		{English.Value("105 m2"), Dutch.Value("38 to 190 m2"), "105 m²", "38 tot 190 m²"},
		{English.PriceBand("to 250000"), Dutch.PriceBand("200000 to 250000"), "to € 250,000", "€ 200.000 tot € 250.000"},
		{English.PriceBand("over 1000000"), Dutch.PriceBand("over 9"), "over € 1,000,000", "boven € 9"},
		{English.Value("2-onder-1-kapwoning"), Dutch.Value("2-onder-1-kapwoning"), "Semi-detached house", "2-onder-1-kapwoning"},
		{English.Value("unknown"), Dutch.Value("yes"), "not known", "ja"},
	} {
		if tt.en != tt.wantEN || tt.nl != tt.wantNL {
			t.Errorf("got %q and %q, want %q and %q", tt.en, tt.nl, tt.wantEN, tt.wantNL)
		}
	}
}

func TestEachNameOfTheProgramsHasItsWords(t *testing.T) {
	want := map[string][]string{"house types": gevel.BuildTypeNames(), "groups": nil, "steps": {"typical", "area", "group", "tier", "place"}}
	for g := range gevel.BuildGroups {
		want["groups"] = append(want["groups"], gevel.BuildGroup(g).String())
	}
	for group, words := range names() {
		for name, by := range words {
			if by[English] == "" || by[Dutch] == "" != (group == "house types") {
				t.Errorf("%s: %s is %q", group, name, by)
			}
		}
		if has := slices.Sorted(maps.Keys(words)); want[group] != nil && !slices.Equal(has, slices.Sorted(slices.Values(want[group]))) {
			t.Errorf("%s are of %q, want %q", group, has, want[group])
		}
	}
}

// TestNoRiskIsWithoutWords asks for each risk in both languages, with all that is known and nothing.
func TestNoRiskIsWithoutWords(t *testing.T) {
	some := gevel.Some(0.4)
	own := gevel.Some(explain.OwnSale{Unchanged: 0.5, Credibility: 0.8})
	for _, l := range []Language{English, Dutch} {
		for _, name := range []explain.RiskName{
			explain.ComparablesDiffer, explain.ComparablesCount, explain.ComparablesFar, explain.ComparablesAdjusted,
			explain.LikeHomesFew, explain.LikeHomesUnlike, explain.ApproachesDiffer, explain.OwnSaleApart, explain.OwnSaleAge,
			explain.BelowMiddle, explain.AboveMiddle, explain.HouseType, explain.Surroundings, explain.BuildPeriod,
			explain.Staleness, explain.Extreme, explain.Imputed, explain.Bounds,
		} {
			for _, e := range []explain.Explanation{{}, {OwnSale: own}} {
				got := l.Risk(explain.Risk{Name: name, Has: some, Typical: some, Factor: 1.2}, e)
				if got == string(name) || strings.Contains(got, "%!") || len(got) < 20 {
					t.Errorf("%s in %s is %q", name, l, got)
				}
			}
		}
	}
}

func TestSurenessIsSortedByWhatCountsMost(t *testing.T) {
	some := gevel.Some(1.5)
	e := explain.Explanation{Certainty: explain.Certainty{Risks: []explain.Risk{
		{Name: explain.Surroundings, Factor: 1.05},
		{Name: explain.ComparablesCount, Has: some, Typical: some, Factor: 1.3},
		{Name: explain.HouseType, Factor: 1.001},
		{Name: explain.BuildPeriod, Factor: 0.9},
	}}}
	sure, unsure := English.Sureness(e)
	if len(sure) != 1 || len(unsure) != 2 || !strings.HasPrefix(unsure[0], "There are about 2 closely comparable sales; ") {
		t.Errorf("sure: %q, unsure: %q", sure, unsure)
	}
}

func TestAMarketKnownUntilLessThanAMonthAgoIsNotMentioned(t *testing.T) {
	for months, want := range map[float64]int{0.4: 0, 0.9: 0, 1: 1, 3: 1} {
		e := explain.Explanation{Certainty: explain.Certainty{Risks: []explain.Risk{
			{Name: explain.Staleness, Has: gevel.Some(months), Typical: gevel.Some(0.0), Factor: 1.1},
		}}}
		if _, unsure := Dutch.Sureness(e); len(unsure) != want {
			t.Errorf("%g months: %q", months, unsure)
		}
	}
}

func TestStepsAreNamedAsAnAppraiserWould(t *testing.T) {
	for _, tt := range []struct {
		want string
		step explain.Step
	}{
		{"doorsneewoning", explain.Step{Part: explain.Typical}},
		{"prijsniveau van het gebied", explain.Step{Part: explain.Area}},
		{"bijstelling naar: soortgelijke woningen in de buurt", explain.Step{Part: explain.Reconciling, Name: "kriging"}},
		{"onderhoud", explain.Step{Part: explain.Having, Name: "num_maintenance"}},
		{"perceeloppervlakte", explain.Step{Part: explain.Having, Name: "parcelSurface", Label: "parcel surface", Dutch: "perceeloppervlakte"}},
	} {
		if got := Dutch.Step(tt.step); got != tt.want {
			t.Errorf("the step %+v is called %q, want %q", tt.step, got, tt.want)
		}
	}
	parcel := explain.Step{Part: explain.Having, Name: "parcelSurface", Has: "80 m2", Typical: explain.Unknown}
	if got := Dutch.StepText(parcel); got != "80 m²; doorsnee: onbekend" {
		t.Errorf("a parcel where none is typical reads %q", got)
	}
}

func TestALanguageIsOneOfTwo(t *testing.T) {
	for _, code := range Languages() {
		if l, err := Parse(code); err != nil || string(l) != code {
			t.Errorf("Parse(%q) = %q, %v", code, l, err)
		}
	}
	if _, err := Parse("NL"); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("NL is refused with %v", err)
	}
}

func TestEachSourceHasItsNameInEachLanguage(t *testing.T) {
	for source, want := range map[gevel.Source][2]string{
		gevel.FromBAG:       {"BAG", "BAG"},
		gevel.FromWalls:     {"walls", "gedeelde muren"},
		gevel.From3DBAG:     {"3DBAG", "3DBAG"},
		gevel.FromLabel:     {"energy label", "energielabel"},
		gevel.FromMonuments: {"monument register", "monumentenregister"},
		gevel.FromParcels:   {"cadastral map", "kadastrale kaart"},
		gevel.FromShared:    {"shared parcel", "gedeeld perceel"},
		gevel.FromCBS:       {"CBS", "CBS"},
		gevel.FromFile:      {"own file", "eigen bestand"},
		gevel.FromSale:      {"last sale", "laatste verkoop"},
	} {
		row := *gevel.StandardSources().Row(source)
		if got := [2]string{English.Source(row), Dutch.Source(row)}; got != want {
			t.Errorf("%v is called %q, want %q", source, got, want)
		}
	}
}

func TestEachCharacteristicHasItsNameInEachLanguage(t *testing.T) {
	want := [...]string{
		"woningtype", "bouwjaar", "gebruiksoppervlakte", "perceeloppervlakte", "inhoud", "aantal kamers", "energielabel", "monument",
	}
	for k, a := range gevel.Standard() {
		if got := Dutch.Characteristic(&a); got != want[k] {
			t.Errorf("%s is called %q in Dutch, want %q", a.Name, got, want[k])
		}
		if got := English.Characteristic(&a); got != a.Label {
			t.Errorf("%s is called %q in English, want %q", a.Name, got, a.Label)
		}
	}
	for column, want := range map[string]string{"num_noise": "noise", "cat_view_of_sea": "view of sea"} {
		if own, ok := gevel.ExtraColumn(column); !ok || Dutch.Characteristic(&own) != want {
			t.Errorf("the column %s is called %q, want %q", column, Dutch.Characteristic(&own), want)
		}
	}
	if own := (gevel.Attribute{Name: "num_noise", Label: "noise at night"}); English.Characteristic(&own) != own.Label {
		t.Errorf("a characteristic with a name of its own is called %q", English.Characteristic(&own))
	}
}

func TestEachGroupHasItsDutchName(t *testing.T) {
	want := [...]string{"onbekend", "appartement", "tussenwoning", "hoekwoning", "twee-onder-een-kap", "vrijstaand"}
	for g := range gevel.BuildGroup(gevel.BuildGroups) {
		if got := Dutch.Group(g); got != want[g] {
			t.Errorf("%s is called %q in Dutch, want %q", g, got, want[g])
		}
	}
}

// TestWhatABuyerSeesIsInEuros has columns that files of operators bring: WOZ value, asking price, days on market.
func TestWhatABuyerSeesIsInEuros(t *testing.T) {
	for _, tt := range []struct{ column, had, label, text string }{
		{"num_woz", "345000", "WOZ-waarde", Dutch.Euros(345_000)},
		{"num_asking_price", "375000", "vraagprijs", Dutch.Euros(375_000)},
		{"num_days_on_market", "31", "dagen te koop", "31"},
		{"num_woz", explain.Unknown, "WOZ-waarde", ""},
		{"num_noise_at_night", "53.5", "noise at night", "53.5"},
	} {
		d := explain.Difference{Name: tt.column, Label: tt.column, Had: tt.had}
		if label, text := Dutch.Difference(d), Dutch.Had(d); label != tt.label || text != tt.text {
			t.Errorf("%s: %q, %q", tt.column, label, text)
		}
		d.Has, d.Had = d.Had, ""
		if text := Dutch.Has(d); text != tt.text {
			t.Errorf("the home has %q of %s", text, tt.column)
		}
		if d.Imputed = true; Dutch.Has(d) != "" {
			t.Errorf("%s of the home is not known, and it has %q", tt.column, Dutch.Has(d))
		}
	}
}
