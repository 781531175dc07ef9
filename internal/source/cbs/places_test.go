package cbs

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func silent(int64, int64) {}

// readAreas reads a valid file of addresses and checks that the counts add up.
func readAreas(t testing.TB, path string) ([]AddressArea, *Addresses) {
	t.Helper()
	var list []AddressArea
	a, err := ReadAddresses(t.Context(), path, silent, func(of AddressArea) { list = append(list, of) })
	if err != nil {
		t.Fatal(err)
	}
	if a.Used != len(list) || a.Rows != a.Used+a.Rejects.Total() {
		t.Errorf("%d used, %+v does not add up", len(list), a)
	}
	return list, a
}

func fixture(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheNeighbourhoodOfEachAddressIsRead(t *testing.T) {
	text := fixture(t, "pc6hnr20230801_gwb.csv")
	want := []AddressArea{
		{"2511CV", 12, "05182811"},
		{"2511CV", 14, "05182811"},
		{"1011AB", 99, "0363AF01"},
		{"6981CH", 4, "02210001"},
		{"6981ED", 1, "022101"},
	}
	for name, path := range map[string]string{
		"csv":            "testdata/pc6hnr20230801_gwb.csv",
		"quoted, commas": write(t, "a.csv", `"`+strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(text), ";", `","`), "\n", "\"\r\n\"")+`"`),
		"year in name":   write(t, "pc6hnr20230801_gwb.csv", strings.Replace(text, "Buurt2023;Wijk2023;Gemeente2023", "Buurt;Wijk;Gemeente", 1)),
		"zip of CBS":     zipped(t, "a.zip", "buurt2023.csv", "x", "2023-cbs-pc6hnr20230801_gwb.csv", text, "gem2023.csv", "x"),
	} {
		got, a := readAreas(t, path)
		if diff := cmp.Diff(want, got); diff != "" || a.Year != 2023 || a.Rejects.Total() > 0 {
			t.Errorf("%s: year %d, rejects %v, addresses differ:\n%s", name, a.Year, a.Rejects.List(), diff)
		}
	}
}

func TestEachRowOfAddressesThatCannotBeUsedIsCounted(t *testing.T) {
	for row, reason := range map[string]string{
		"2511CV;12;05182811;051828;0518;1":    ReasonMalformedRow,
		"0511CV;12;05182811;051828;0518":      ReasonBadPostalCode,
		";12;05182811;051828;0518":            ReasonBadPostalCode,
		"2511CV;12A;05182811;051828;0518":     ReasonBadHouseNumber,
		"2511CV;0;05182811;051828;0518":       ReasonBadHouseNumber,
		"2511CV;100000;05182811;051828;0518":  ReasonBadHouseNumber,
		"2511CV;12;Voorhout;051828;0518":      ReasonBadArea,
		"2511CV;12;;;":                        ReasonBadArea,
		"2511CV;12;051828110;051828;0518\x1b": ReasonBadArea,
	} {
		list, a := readAreas(t, write(t, "a.csv",
			"PC6;Huisnummer;Buurt2023;Wijk2023;Gemeente2023\n1011AB;1;0363AF01;0363AF;0363\n"+row+"\n1011AB;2;0363AF01;0363AF;0363\n"))
		if len(list) != 2 || a.Rejects.Count(reason) != 1 || !strings.HasPrefix(a.Rejects.List()[0].Samples[0], "a.csv line 3") {
			t.Errorf("%q: %v, rejects %v, want %s", row, list, a.Rejects.List(), reason)
		}
	}
}

func TestAFileOfNoAddressesIsRefused(t *testing.T) {
	for content, want := range map[string]string{
		"gwb_code_10;regio;recs\n":  "key figures of neighbourhoods (CBS); it belongs to sources.cbs.neighbourhoods[].figures",
		"sale_id,sale_date,price\n": "it belongs to sources.sales",
		"PC6;Huisnummer;Buurt;Wijk;Gemeente\n1011AB;1;0363AF01;0363AF;0363\n": "gives the year",
		"PC6;Huisnummer\n": "no header of a list of addresses",
		"":                 "looks like an empty file; fetch or copy it again",
	} {
		_, err := ReadAddresses(t.Context(), write(t, "a.csv", content), silent, func(AddressArea) {})
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), KeyAddresses) {
			t.Errorf("%q: err = %v, want one that says %q", content, err, want)
		}
	}
}

// valuesOf returns the known figures of an area by characteristic.
func valuesOf(f *Figures, area Area) map[string]float32 {
	known := map[string]float32{}
	for i, v := range f.Values[area] {
		if v == v {
			known[strings.TrimPrefix(f.Columns[i].Attribute.Column, "num_cbs_")] = v
		}
	}
	return known
}

var ofVoorhout = map[string]float32{
	"address_density": 6412, "owner_occupied": 35, "household_size": 1.5, "vacant": 9, "supermarket": 0.4, "school": 0.5,
}

func TestKeyFiguresAreRead(t *testing.T) {
	f, err := ReadFigures(t.Context(), "testdata/kwb-2023.csv", StandardColumns(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Rows != 6 || f.Larger != 1 || len(f.Values) != 5 || f.Rejects.Total()+f.Faults.Total() > 0 {
		t.Errorf("%d areas, %d larger, %d rows, rejects %v, faults %v", len(f.Values), f.Larger, f.Rows, f.Rejects.List(), f.Faults.List())
	}
	for area, want := range map[Area]map[string]float32{
		"05182811": ofVoorhout,
		"0518": {
			"address_density": 4967, "owner_occupied": 42, "household_size": 2, "vacant": 5, "supermarket": 0.5, "school": 0.5,
			"woz": 361, "income": 29.5,
		},
		"0363AF01": {
			"address_density": 10431, "owner_occupied": 28, "household_size": 1.4, "supermarket": 0.3, "school": 0.4, "woz": 612,
		},
		"02210001": {
			"address_density": 781, "owner_occupied": 61.5, "household_size": 2.2, "supermarket": 0.7, "school": 0.6, "income": 27.3,
		},
	} {
		if diff := cmp.Diff(want, valuesOf(f, area)); diff != "" {
			t.Errorf("%s differs:\n%s", area, diff)
		}
	}
	if !slices.Contains(f.Recognised, "g_wozbag as num_cbs_woz") || len(f.Recognised) != 8 {
		t.Errorf("recognised %q", f.Recognised)
	}
}

// TestEveryShapeOfKeyFiguresIsReadAlike reads some figures of one neighbourhood.
func TestEveryShapeOfKeyFiguresIsReadAlike(t *testing.T) {
	want := map[string]float32{"address_density": 6412, "owner_occupied": 35}
	for name, text := range map[string]string{
		"OData v3, csv": "ID;WijkenEnBuurten;Gemeentenaam_1;SoortRegio_2;Codering_3;Koopwoningen_40;Omgevingsadressendichtheid_116\n" +
			"0;NL00      ;Nederland ;Land;NL00      ;57;2060\n" +
			"9;BU05182811;'s-Gravenhage;Buurt;BU05182811;      35;    6412\n",
		"OData v3, json": `{"value":[{"ID":9,"WijkenEnBuurten":"BU05182811","Koopwoningen_40":35,` +
			`"GemiddeldeWOZWaardeVanWoningen_35":null,"Omgevingsadressendichtheid_116":6412}]}`,
		"geo package as csv": "buurtcode,buurtnaam,omgevingsadressendichtheid,percentage_koopwoningen,gemiddelde_woningwaarde\n" +
			"BU05182811,Voorhout,6412,35,-99997\n",
	} {
		f, err := ReadFigures(t.Context(), write(t, "figures", text), StandardColumns(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(want, valuesOf(f, "05182811")); diff != "" || f.Faults.Total() > 0 {
			t.Errorf("%s: faults %v, differs:\n%s", name, f.Faults.List(), diff)
		}
	}
	long := "Id;Measure;ValueAttribute;Value;StringValue;WijkenEnBuurten\n1;M000100;None;500;;BU05182811\n" +
		"2;M000352;None;35;;BU05182811\n3;M000352;None;36;;BU05182811\n4;ZZ;None;1;;BU05182811\n5;M000352;None;42;;GM0518    \n"
	columns := []Column{NamedColumn("num_cbs_owner_occupied", "M000352"), NamedColumn("num_cbs_cars", "M000100")}
	f, err := ReadFigures(t.Context(), write(t, "Observations.csv", long), nil, columns)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(valuesOf(f, "05182811"), valuesOf(f, "0518"))
	if got != "map[cars:500 owner_occupied:35] map[owner_occupied:42]" || f.Faults.Count(ReasonRepeated) != 1 || f.Rows != 2 {
		t.Errorf("OData v4: %s, rows %d, faults %v", got, f.Rows, f.Faults.List())
	}
}

func TestEachFigureThatCannotBeUsedIsCounted(t *testing.T) {
	for row, want := range map[string][2]string{
		"BU05182811;veel": {"", FaultBadFigure},
		"BU05182811;120":  {"", FaultBadFigure}, // percent
		"BU05182811;-5":   {"", FaultBadFigure},
		"BU0518;5":        {ReasonBadArea, ""},
		"Voorhout;5":      {ReasonBadArea, ""},
		";5":              {ReasonBadArea, ""},
		"BU05182812;5":    {ReasonRepeated, ""},
		"BU05182811;5;6":  {ReasonMalformedRow, ""},
	} {
		f, err := ReadFigures(t.Context(), write(t, "kwb.csv", "gwb_code_10;p_koopw\nBU05182812;4\n"+row+"\n"), StandardColumns(), nil)
		if err != nil {
			t.Fatal(err)
		}
		reject, fault := want[0], want[1]
		if f.Rejects.Total() != f.Rejects.Count(reject) || f.Faults.Total() != f.Faults.Count(fault) ||
			f.Rejects.Total()+f.Faults.Total() != 1 || f.Rows != len(f.Values)+f.Rejects.Total() {
			t.Errorf("%q: rejects %v, faults %v, want %v", row, f.Rejects.List(), f.Faults.List(), want)
		}
	}
}

func TestFiguresThatLackWhatIsNeededAreRefused(t *testing.T) {
	for content, want := range map[string]string{
		"gwb_code_10;p_koopw\nBU05182812;4\n":           `no column "gpauhh" for num_cbs_cars`,
		"gwb_code_10;a_inw\nBU05182812;4\n":             "no header of key figures",
		"PC6;Huisnummer;Buurt2025\n":                    "it belongs to sources.cbs.neighbourhoods[].addresses",
		"ID;RegioS;Perioden;GemiddeldeVerkoopprijs_1\n": "it belongs to sources.cbs.average_prices",
	} {
		_, err := ReadFigures(t.Context(), write(t, "kwb.csv", content), StandardColumns(), []Column{NamedColumn("num_cbs_cars", "g_pau_hh")})
		if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), KeyFigures) {
			t.Errorf("%q: err = %v, want one that says %q", content, err, want)
		}
	}
}

func TestAreasLieWithinOthers(t *testing.T) {
	if a := Area("0363AF01"); a.Around() != "0363AF" || a.Around().Around() != "0363" || a.Around().Around().Around() != "" {
		t.Errorf("around %s lies %s", a, a.Around())
	}
}

// FuzzReadPlaces reads any text as addresses and as key figures: neither panics, and the counts add up.
func FuzzReadPlaces(f *testing.F) {
	f.Add(fixture(f, "pc6hnr20230801_gwb.csv"))
	f.Add(fixture(f, "kwb-2023.csv"))
	f.Add("Id;Measure;ValueAttribute;Value;StringValue;WijkenEnBuurten\n1;g_wozbag;None;500;;BU05182811\n")
	f.Add(`{"value":[{"WijkenEnBuurten":"BU05182811","Koopwoningen_40":35},[]]}`)
	path := write(f, "kwb-2023", "")
	f.Fuzz(func(t *testing.T, text string) {
		rewrite(t, path, text)
		n := 0
		a, err := ReadAddresses(t.Context(), path, silent, func(of AddressArea) {
			if n++; !areaCode.MatchString(string(of.Area)) {
				t.Errorf("area %q", of.Area)
			}
		})
		if err == nil && (n != a.Used || a.Rows != n+a.Rejects.Total()) {
			t.Errorf("%d used, %+v does not add up", n, a)
		}
		figures, err := ReadFigures(t.Context(), path, StandardColumns(), nil)
		if err != nil {
			return
		}
		if figures.Rows != len(figures.Values)+figures.Larger+figures.Rejects.Total() {
			t.Errorf("%d areas, %d larger, rejects %v of %d rows",
				len(figures.Values), figures.Larger, figures.Rejects.List(), figures.Rows)
		}
		for area, values := range figures.Values {
			for i, v := range values {
				if v < 0 || math.IsInf(float64(v), 0) || len(values) != len(figures.Columns) {
					t.Errorf("%s has %v for %s", area, v, figures.Columns[i].Attribute.Column)
				}
			}
		}
	})
}

// TestFiguresAreReadFromTheirWorkbook reads figures as CBS publishes them: text with decimal commas, or numbers.
func TestFiguresAreReadFromTheirWorkbook(t *testing.T) {
	cell := func(text string) string { return `<c t="str"><v>` + text + `</v></c>` }
	path := zipped(t, "kwb-2023.xlsx",
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="KWB2023" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData><row>"+cell("gwb_code_10")+cell("g_wozbag")+cell("g_hhgro")+cell("ste_oad")+"</row>"+
			"<row>"+cell("NL00")+cell("369")+cell("2,1")+cell("2059")+"</row>"+
			"<row>"+cell("BU05180170")+cell("344,5")+`<c><v>1.9</v></c>`+cell(".")+"</row></sheetData></worksheet>")
	f, err := ReadFigures(t.Context(), path, StandardColumns(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float32{}
	for i, c := range f.Columns {
		got[c.Attribute.Column] = f.Values["05180170"][i]
	}
	if f.Rows != 2 || f.Larger != 1 || got["num_cbs_woz"] != 344.5 || got["num_cbs_household_size"] != 1.9 ||
		got["num_cbs_address_density"] == got["num_cbs_address_density"] {
		t.Errorf("%d rows, %v", f.Rows, got)
	}
	belongs := "looks like key figures of neighbourhoods (CBS); it belongs to " + KeyFigures
	if _, err := ReadPrices(t.Context(), path, KeyPriceIndex); err == nil || !strings.Contains(err.Error(), belongs) {
		t.Errorf("under the key of an index: %v", err)
	}
}
