package cbs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
)

func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// zipped writes a zip of members, given as names and contents.
func zipped(t testing.TB, name string, members ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	for i := 0; i < len(members); i += 2 {
		m, err := w.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func period(t testing.TB, s string) Period {
	t.Helper()
	p, ok := ParsePeriod(s)
	if !ok {
		t.Fatalf("%q is no period", s)
	}
	return p
}

// readText reads a valid table and checks that the counts add up.
func readText(t testing.TB, text, key string) *Prices {
	t.Helper()
	p, err := ReadPrices(t.Context(), write(t, "prices.csv", text), key)
	if err != nil {
		t.Fatal(err)
	}
	if p.Rows != len(p.Figures)+p.Rejects.Total() {
		t.Errorf("%d figures and %v of %d rows", len(p.Figures), p.Rejects.List(), p.Rows)
	}
	return p
}

// TestEveryShapeIsReadAlike reads the same three figures as CBS publishes them.
func TestEveryShapeIsReadAlike(t *testing.T) {
	want := []Price{
		{Country, period(t, "2023MM04"), 124.6, false},
		{Country, period(t, "2023MM05"), 125, true},
		{Country, period(t, "2023KW02"), 124.9, true},
	}
	for name, text := range map[string]string{
		"OData v3, csv": "\uFEFFID;RegioS;Perioden;PrijsindexVerkoopprijzen_1;OntwikkelingTOVVoorgaandePeriode_2;Status\r\n" +
			"0;NL01  ;2023MM04;   124.6;  0.1;Definitief\r\n1;NL01  ;2023MM05;   125.0;.;Voorlopig\r\n" +
			"2;NL01  ;2023KW02;   124.9;;Nader voorlopig\r\n",
		"quoted": `"ID";"Perioden";"PrijsindexBestaandeKoopwoningen_1"` + "\n" +
			`"0";"2023MM04";"   124.6"` + "\n" + `"1";"2023MM05*";"   125.0"` + "\n" + `"2";"2023KW02*";"   124.9"`,
		"StatLine": "\"Bestaande koopwoningen; prijsindex 2020=100\"\n\n" +
			"\"Regio's\";\"Perioden\";\"Prijsindex verkoopprijzen (2020=100)\";\"Verkochte woningen (aantal)\"\n" +
			"\"Nederland\";\"2023 april\";\"124,6\";\"14\"\n\"Nederland\";\"2023 mei*\";\"125\";\".\"\n" +
			"\"Nederland\";\"2023 2e kwartaal*\";\"124,9\";\"44\"\n\n\"Bron: CBS.\"\n",
		"StatLine, names above units": "\"Bestaande koopwoningen\"\n\"\";\"Prijsindex verkoopprijzen\"\n" +
			"\"Perioden\";\"2020=100\"\n2023 april;124,6\n2023 mei*;125,0\n2023 2e kwartaal*;124,9\n© CBS, 2024\n",
		"OData v4, csv": "Id;Measure;ValueAttribute;Value;StringValue;RegioS;Perioden\n" +
			"0;M001505_2;None;124.6;;NL01;2023MM04\n1;M001534;None;405000;;NL01;2023MM04\n" +
			"2;M001505_2;Provisional;125.0;;NL01;2023MM05\n3;M001505_2;Provisional;124.9;;NL01;2023KW02\n",
		"OData v3, json": `{"odata.metadata":"x","value":[` +
			`{"ID":0,"Perioden":"2023MM04","PrijsindexVerkoopprijzen_1":124.6,"Status":null},` +
			`{"ID":1,"Perioden":"2023MM05","PrijsindexVerkoopprijzen_1":"   125.0","Status":"Voorlopig"},` +
			`{"ID":2,"Perioden":"2023KW02","PrijsindexVerkoopprijzen_1":124.9,"Status":"Voorlopig"}]}`,
		"OData v4, json": `[{"Id":0,"Measure":"M001505_2","ValueAttribute":"None","Value":124.6,"Perioden":"2023MM04"},` +
			`{"Id":1,"Measure":"M001505_2","ValueAttribute":"None","Value":125.0,"Perioden":"2023MM05*"},` +
			`{"Id":2,"Measure":"M001505_2","ValueAttribute":"None","Value":124.9,"Perioden":"2023KW02*"}]`,
	} {
		p := readText(t, text, KeyPriceIndex)
		if diff := cmp.Diff(want, p.Figures); diff != "" || p.Rejects.Total()+p.Faults.Total() > 0 {
			t.Errorf("%s: rejects %v, faults %v, figures differ:\n%s", name, p.Rejects.List(), p.Faults.List(), diff)
		}
	}
	zip := zipped(t, "table.zip", "folder/table.csv", "Perioden;PrijsindexVerkoopprijzen_1\n2023MM04;124.6\n")
	if p, err := ReadPrices(t.Context(), zip, KeyPriceIndex); err != nil || !slices.Equal(p.Figures, want[:1]) {
		t.Errorf("from a zip: %v, %v", p, err)
	}
}

func TestEachRowThatGivesNoFigureIsCountedUnderItsReason(t *testing.T) {
	for row, want := range map[string]struct{ reason, says string }{
		"GM0518;2022JJ00;1;2":      {ReasonMalformedRow, "prices.csv line 3: 4 fields under 3 columns"},
		`"GM0518;2022JJ00`:         {ReasonMalformedRow, "a quote is left open"},
		"Ergens;2022JJ00;400000":   {ReasonUnknownRegion, `region "Ergens"`},
		"GM0518;2022HJ01;400000":   {ReasonUnknownPeriod, `period "2022HJ01"`},
		"GM0518;2022MM13;400000":   {ReasonUnknownPeriod, "2022MM13"},
		"GM0518;2022KW00;400000":   {ReasonUnknownPeriod, "2022KW00"},
		"GM0518;;400000":           {ReasonUnknownPeriod, `period ""`},
		"GM0518;2022JJ00;":         {ReasonNoFigure, "GM0518 of 2022JJ00"},
		"GM0518;2022JJ00;       .": {ReasonNoFigure, ""},
		"GM0518;2022JJ00;-99995":   {ReasonNoFigure, ""},
		"GM0518;2022JJ00;-99997.0": {ReasonNoFigure, ""},
		"GM0518;2022JJ00;x":        {ReasonNoFigure, ""},
		"GM0518;2022JJ00;,":        {ReasonNoFigure, ""},
		"GM0518;2022JJ00;veel\x1b": {FaultBadFigure, `GM0518 of 2022JJ00 is "veel\x1b"`},
		"GM0518;2022JJ00;307.978":  {FaultBadFigure, "307.978"}, // too low for euros
		"GM0518;2022JJ00;-400000":  {FaultBadFigure, ""},
		"GM0518;2022JJ00;1e99":     {FaultBadFigure, ""},
		"NL01  ;2022JJ00;428592":   {ReasonRepeated, "NL01 of 2022JJ00 is 428592, and was 428591 before"},
	} {
		p := readText(t, "RegioS;Perioden;GemiddeldeVerkoopprijs_1\nNL01  ;2022JJ00;428591\n"+row+"\nPV20  ;2022JJ00;319184\n",
			KeyAveragePrices)
		list := p.Rejects.List()
		if len(p.Figures) != 2 || len(list) != 1 || list[0].Reason != want.reason ||
			!strings.Contains(list[0].Samples[0], want.says) {
			t.Errorf("%q: %d figures, rejects %v, want %v", row, len(p.Figures), list, want)
		}
	}
}

func TestAFileOfAnotherKindIsRefusedWithWhatItLooksLike(t *testing.T) {
	for content, want := range map[string]string{
		"sale_id,sale_date,price\na,2020-01-01,300000\n":   "looks like a sales file; it belongs to sources.sales of",
		"PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n": "it belongs to sources.cbs.neighbourhoods[].addresses",
		"Registratiedatum;Energieklasse;Gebouwklasse\n":    "it belongs to sources.energy_labels",
		"gwb_code_10;regio;recs\n":                         "it belongs to sources.cbs.neighbourhoods[].figures",
		"ID;RegioS;Perioden;GemiddeldeVerkoopprijs_1\n":    "it belongs to sources.cbs.average_prices",
		"<!DOCTYPE html><html>":                            "looks like a web page",
		`{"error": {"code": "", "message": "not found"}}`:  "looks like json",
		`{"value": []}`:                      "looks like json",
		`{"value": [{"Perioden": "2023MM01"`: "damaged or cut short",
		`{"value": [{"Perioden":"2023MM01","PrijsindexVerkoopprijzen_1":1},`: "damaged or cut short behind object 2",
		`[{"Perioden":"2023MM01","PrijsindexVerkoopprijzen_1":1},`:           "damaged or cut short behind object 2",
		"hello\x07\n":        `begins with "hello\a"`,
		"":                   "looks like an empty file",
		"\xff\xfeR\x00e\x00": `begins with "Re"`,
		"Measure;Value;Perioden\nM001534;400000;2023MM01\n":                  "holds no row of a price index",
		"Perioden;PrijsindexVerkoopprijzen_1\n" + strings.Repeat("x", 1<<21): "a line is longer than",
	} {
		path := write(t, "prices.csv", content)
		_, err := ReadPrices(t.Context(), path, KeyPriceIndex)
		if gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%q: err = %v", content, err)
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) ||
			!strings.Contains(err.Error(), KeyPriceIndex) {
			t.Errorf("%q: err = %v, want one that says %q", content, err, want)
		}
	}
	for want, path := range map[string]string{
		"delivery of the register of addresses (BAG)":  zipped(t, "b.zip", "9999VBO08032025.zip", "x"),
		"looks like an OpenDocument spreadsheet (ods)": zipped(t, "b.ods", "META-INF/manifest.xml", "<x/>"),
		"it has no visible sheet":                      zipped(t, "b.xlsx", "xl/workbook.xml", "<x/>"),
		"holds 2 tables":                               zipped(t, "b.zip", "a.csv", "x", "b.csv", "y"),
	} {
		if _, err := ReadPrices(t.Context(), path, KeyPriceIndex); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("err = %v, want one that says %q", err, want)
		}
	}
}

func TestAnAnswerThatGoesOnInAnotherIsAFault(t *testing.T) {
	const value = `"value":[{"Perioden":"2023MM01","PrijsindexVerkoopprijzen_1":1.5}]`
	const link = `"odata.nextLink":"https://opendata.cbs.nl/x?$skip=1"`
	for _, text := range []string{"{" + value + "," + link + "}", "{" + link + "," + value + "}"} {
		if p := readText(t, text, KeyPriceIndex); p.Faults.Count(FaultGoesOn) != 1 || len(p.Figures) != 1 {
			t.Errorf("%s: %d figures, faults %v", text, len(p.Figures), p.Faults.List())
		}
	}
}

func TestRegionsAreReadByCodeAndByName(t *testing.T) {
	for s, want := range map[string]Region{
		"NL01  ": Country, "GM0518": "GM0518", "PV27": "PV27", "Nederland": Country, "Noord-Holland (PV)": "PV27",
		"Fryslân (PV)": "PV21", "'s-Gravenhage (gemeente)": "GM0518", "Utrecht (gemeente)": "GM0344", "Utrecht (PV)": "PV26",
		"Utrecht": "PV26", "Noord-Nederland (LD)": "LD01", "": "", "Leiden": "", "GM": "", "gm0518": "",
	} {
		if got, ok := ParseRegion(s); got != want || ok != (want != "") {
			t.Errorf("ParseRegion(%q) = %q, %v, want %q", s, got, ok, want)
		}
	}
}

func TestPeriodsAreReadAndWritten(t *testing.T) {
	for s, want := range map[string]string{
		"2023": "2023JJ00", "2023JJ00": "2023JJ00", "2023kw04": "2023KW04", "2023 1e kwartaal": "2023KW01",
		"2023 december": "2023MM12", "2023MM01": "2023MM01",
		"2023 5e kwartaal": "", "1823": "", "jan 2023": "2023MM01", "2023MM-1": "", "2023MM+1": "", "202": "", "2023X000": "",
	} {
		if got, ok := ParsePeriod(s); ok != (want != "") || ok && got.String() != want {
			t.Errorf("ParsePeriod(%q) = %s, %v, want %q", s, got, ok, want)
		}
	}
}

// Reading ends with its context: a table of a million invented regions takes half a minute.
func TestAStoppedReadingOfPricesEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	path := write(t, "index.csv", "RegioS;Perioden;PrijsindexVerkoopprijzen_1\nNL01;2023KW01;100\n")
	if _, err := ReadPrices(ctx, path, KeyPriceIndex); !errors.Is(err, context.Canceled) {
		t.Errorf("read with %v", err)
	}
}
