package sales

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// mapped reads a file by a mapping, as a build file has it.
func mapped(t *testing.T, mapping, text string) (*Result, error) {
	t.Helper()
	var m Mapping
	if err := yaml.UnmarshalWithOptions([]byte(mapping), &m, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return Read(t.Context(), Source{Path: write(t, "sales.csv", text), Mapping: m}, Options{AsOf: delivery})
}

func TestRulesOfAMappingSayWhatIsEvidence(t *testing.T) {
	const text = `sale_id,sale_date,price,use_surface,num_days,cat_state,auction,monument
ok,2020-01-01,100000,50,10,Sold,n,n
state,2020-01-01,100000,50,10,withdrawn,n,n
test,2020-01-01,100000,50,10,TEST,n,n
unknown,2020-01-01,100000,,,,,
dear,2020-01-01,600001,50,10,sold,n,n
perm2,2020-01-01,100000,101,10,sold,n,n
days,2020-01-01,100000,50,1000,sold,n,n
auction,2020-01-01,100000,50,10,sold,ja,n
monument,2020-01-01,100000,50,10,sold,n,J
`
	got, err := mapped(t, `
rules:
  cat_state: {keep: [sold], refuse: {test: a_test}, otherwise: not_sold}
  price: {most: 600000, otherwise: too_dear}
  price_per_m2: {least: 1000, otherwise: too_cheap}
  num_days: {least: 0, most: 999, otherwise: too_slow}
  auction: {}
  monument: {refuse: {yes: listed}}
`, text)
	if err != nil {
		t.Fatal(err)
	}
	if ids(got.Sales) != "auction ok unknown" {
		t.Errorf("kept %q", ids(got.Sales))
	}
	want := map[string]string{
		"not_sold":  `sales.csv line 3: cat_state says "withdrawn"`,
		"a_test":    `sales.csv line 4: cat_state says "TEST"`,
		"too_dear":  `sales.csv line 6: price: 600001 is not 600000 or less`,
		"too_cheap": `sales.csv line 7: price_per_m2: 990.0990099 is not 1000 or more`,
		"too_slow":  `sales.csv line 8: num_days: 1000 is not from 0 to 999`,
		"listed":    `sales.csv line 10: monument says "J"`,
	}
	samples := map[string]string{}
	for _, r := range got.Rejects.List() {
		samples[r.Reason] = r.Samples[0]
	}
	if diff := cmp.Diff(want, samples); diff != "" {
		t.Errorf("rejects (-want +got):\n%s", diff)
	}
}

func TestRulesThatMakeNoSenseAreErrors(t *testing.T) {
	for rules, want := range map[string]string{
		"kasteel: {keep: [a], otherwise: b}":             `rules names "kasteel", which is no column`,
		"auction: {keep: [no]}":                          `rules: auction: otherwise is "", which is no reason`,
		"auction: {keep: [no], otherwise: No home}":      `otherwise is "No home", which is no reason`,
		"auction: {refuse: {yes: ''}}":                   `"yes" is refused for "", which is no reason`,
		"auction: {otherwise: sold}":                     `otherwise sold goes with keep, least or most`,
		"cat_x: {least: 1, otherwise: sold}":             `least and most are for numbers`,
		"monument: {least: 1, otherwise: sold}":          `least and most are for numbers`,
		"price: {least: 2, most: 1, otherwise: sold}":    `least 2 is above most 1`,
		"price: {least: .nan, otherwise: sold}":          `NaN is no bound`,
		"price_per_m2: {keep: [a], otherwise: sold}":     `keep and refuse are for columns`,
		"mutation_code: {keep: [606], otherwise: other}": `rules name mutation_code, and the file has no such column`,
	} {
		_, err := mapped(t, "rules: {"+rules+"}", "sale_date,price\n2020-01-01,100000\n")
		if err == nil || !strings.Contains(err.Error(), "mapping: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: err = %v, want %q", rules, err, want)
		}
	}
}

func TestADutchFileNeedsNoMapping(t *testing.T) {
	got := readText(t, "VBO_ID;Postcode;Huisnummer;Huisletter;Toevoeging;Straat;Koopsom;Transactiedatum;Woningtype;"+
		`Bouwjaar;Oppervlakte;Perceeloppervlakte;Inhoud;Aantal kamers;Energielabel;Notaris
0518010000000012;2593 VW;12;A;;Laan;€ 350.000,00;31-01-2023;twee-onder-een-kap;1931;98,6;1.250,5;350;5;a+;Jansen
`, Options{Register: newHamlet()})
	if len(got.Sales) != 1 {
		t.Fatalf("rejects %v", got.Rejects.List())
	}
	s := got.Sales[0]
	text := s.Date.String() + " " + got.Attributes.Describe(&s.Characteristics)
	want := "2023-01-31 2-onder-1-kapwoning, built 1931, 99 m2, lot 1251 m2, 350 m3, 5 rooms, label A+"
	if s.DwellingID != string(home12) || s.Price != 350_000 || text != want {
		t.Errorf("sale %s of %d: %s, want %s", s.DwellingID, s.Price, text, want)
	}
	if len(got.Recognised) != 15 || got.Recognised[6] != "Koopsom as price" ||
		!cmp.Equal(got.Ignored, []string{"Notaris"}) {
		t.Errorf("recognised %q, ignored %q", got.Recognised, got.Ignored)
	}
}

func TestGevelsOwnNameComesBeforeADutchOne(t *testing.T) {
	const text = "sale_date,price,koopsom,transactieprijs\n2020-01-01,100000,1,2\n"
	got := readText(t, text, Options{})
	if got.Sales[0].Price != 100_000 || !cmp.Equal(got.Ignored, []string{"koopsom", "transactieprijs"}) {
		t.Errorf("the price is %d, and ignored are %q", got.Sales[0].Price, got.Ignored)
	}
	got, err := mapped(t, "columns: {price: koopsom}", strings.Replace(text, "price", "prijs", 1))
	if err != nil || got.Rejects.Total()+len(got.Sales) != 1 || len(got.Sales) == 1 && got.Sales[0].Price != 1 {
		t.Errorf("a mapped column gives %v, %v", got, err)
	}
}
