package source_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/tableforms"
)

// Each kind of what files say has its right answer at each door of a build, in each form.

// said is a column of a door's table with other texts in its rows.
type said struct {
	column  string // "a as b" names column a of the table b; one that the table lacks is added
	texts   []string
	want    []string // in what is read
	not     []string // not in it
	refused string   // why the file is
	except  string   // forms that can't have it
}

// withColumn returns the rows of a table with other texts in a column.
func (s said) rows(table [][]string) (rows [][]string) {
	name, as, renamed := strings.Cut(s.column, " as ")
	at := -1
	for i, other := range table[0] {
		if other == name {
			at = i
		}
	}
	for i, row := range table {
		row = append([]string{}, row...)
		if at < 0 {
			row = append(row, "")
		}
		cell := &row[len(row)-1]
		if at >= 0 {
			cell = &row[at]
		}
		switch {
		case i == 0 && renamed:
			*cell = as
		case i == 0:
			*cell = name
		case i <= len(s.texts):
			*cell = s.texts[i-1]
		}
		rows = append(rows, row)
	}
	return rows
}

var kindsOf = map[string]map[string]said{
	"sales": {
		"a unit in the name":    {column: "price as Koopsom (€)", want: []string{"Price:350000", "Price:425000"}},
		"dutch days":            {column: "sale_date as Datum verkoop", texts: []string{"31-01-2023", "1-2-2023", "3 februari 2023"}, want: []string{"Date:2023-01-31", "Date:2023-02-01", "Date:2023-02-03"}},
		"midnights":             {column: "sale_date", texts: []string{"2023-01-31T00:00:00Z", "20230201T000000", "2023-02-03 00:00:00.000 UTC"}, want: []string{"Date:2023-01-31", "Date:2023-02-01", "Date:2023-02-03"}},
		"a short year":          {column: "sale_date", texts: []string{"31-01-23"}, want: []string{"bad_sale_date", "a year of two digits", "ID:b", "ID:c"}},
		"order of days":         {column: "sale_date", texts: []string{"1/2/2023", "3/2/2023", "4/2/2023"}, refused: "may be"},
		"thousands in the name": {column: "price as Koopsom x € 1.000", refused: "is price in another unit"},
		"cents in the name":     {column: "price as price (cents)", refused: "is price in another unit"},
		"points":                {column: "price", texts: []string{"350.000", "1.250.000", "425.000"}, want: []string{"Price:350000", "Price:1250000", "Price:425000"}},
		"amounts in words":      {column: "price", texts: []string{"€ 350.000,-", "250K", "0,35 mln"}, want: []string{"Price:350000", "Price:250000"}},
		"no price":              {column: "price", texts: []string{"inf", "gratis", "(5)"}, want: []string{"bad_price"}, not: []string{"ID:a", "ID:b", "ID:c"}},
		"both signs":            {column: "num_x", texts: []string{"1.234", "12.5", "12,5"}, refused: "both decimal signs"},
		"nothing decides":       {column: "num_x", texts: []string{"1.234", "2.345", "3.456"}, refused: "may be 1.234 or 1234"},
		"points by the column":  {column: "num_x", texts: []string{"1.234", "12.5", "3.456"}, want: []string{"Extra:[1.234]", "Extra:[12.5]", "Extra:[3.456]"}},
		"commas by the column":  {column: "num_x", texts: []string{"1.234", "12,5", "3.456"}, want: []string{"Extra:[1234]", "Extra:[12.5]", "Extra:[3456]"}},
		"words for nothing":     {column: "num_x", texts: []string{"n.v.t.", `\N`, "#VERW!"}, want: []string{"ID:a", "ID:b", "ID:c"}},
		"unknown":               {column: "num_x", texts: []string{"onbekend", "niet bekend", "ca. 120"}, want: []string{"ID:a", "ID:b", "ID:c", "bad_num_x"}},
		"infinite":              {column: "num_x", texts: []string{"inf", "NaN", "-Infinity"}, want: []string{"ID:a", "ID:b", "ID:c"}},
		"a share":               {column: "aandeel", texts: []string{"1/1", "1/2", "100%"}, want: []string{"ID:a", "ID:c", "share"}, not: []string{"ID:b"}},
		"a word for a share":    {column: "aandeel", texts: []string{"geheel", "de helft", "1"}, want: []string{"ID:c", "share"}, not: []string{"ID:b"}},
		"a rounded id":          {column: "dwelling_id", texts: []string{"5,18E+14", "0518010000000002", "0518010000000003"}, want: []string{"a spreadsheet turned into a number", "ID:b", "ID:c"}, not: []string{"ID:a"}},
		"a house type":          {column: "build_type", texts: []string{"Twee-onder-één-kap", "Eengezinswoning, tussenwoning", "iets"}, want: []string{"BuildType:2-onder-1-kapwoning", "BuildType:Tussenwoning"}},
		"a text as a formula":   {column: "sale_id", texts: []string{`="a"`, `="b"`, "c"}, want: []string{"ID:a", "ID:b", "ID:c"}, except: "JSON Parquet workbook"},
		"a column of others":    {column: "remarks", texts: []string{"a, b; c", `"quoted"`, "x\ny"}, want: []string{"ID:a", "ID:b", "ID:c"}},
	},
	"energy labels": {
		"dutch days":          {column: "Registratiedatum", texts: []string{"5-1-2023", "2023-01-06T00:00:00", "20230107T000000"}, want: []string{"Registered:2023-01-05", "Registered:2023-01-06", "Registered:2023-01-07"}},
		"no days":             {column: "Registratiedatum", texts: []string{"inf", "05-01-23", "n.v.t."}, want: []string{"bad_registration_day"}, not: []string{"Class:A", "Class:B"}},
		"case":                {column: "Energieklasse", texts: []string{"a", "a++", "b"}, want: []string{"Class:A", "Class:A++", "Class:B"}},
		"nothing":             {column: "Energieklasse", texts: []string{"n.v.t.", `\N`, "onbekend"}, want: []string{"no_class", "unknown_class"}, not: []string{"Class:A"}},
		"ids of links":        {column: "BAGVerblijfsobjectID", texts: []string{"nl.imbag.verblijfsobject.0518010000000001", "518010000000002", "1699010000000003.0"}, want: []string{"ID:0518010000000001", "ID:0518010000000002", "ID:1699010000000003"}},
		"ids of others":       {column: "BAGVerblijfsobjectID", texts: []string{"5,18E+14", "n.v.t.", "0518100000000003"}, want: []string{"a spreadsheet turned into a number", "wrong_kind_of_id", "HouseNumber:14"}},
		"two spaces":          {column: "Postcode", texts: []string{"2511  cv", "2511 CV", "="}, want: []string{"HouseNumber:12", "HouseNumber:14", "malformed_address"}},
		"our names":           {column: "BAGVerblijfsobjectID as vbo_id", want: []string{"ID:0518010000000001", "ID:1699010000000003"}},
		"dutch names":         {column: "Huisnummer as huisnr", want: []string{"HouseNumber:12", "HouseNumber:16"}},
		"english names":       {column: "Energieklasse as energy_label", want: []string{"Class:A", "Class:B"}},
		"a text as a formula": {column: "Postcode", texts: []string{`="2511CV"`, `="2511CV"`, "2511CV"}, want: []string{"HouseNumber:12", "HouseNumber:14"}, not: []string{"malformed_address"}, except: "JSON Parquet workbook"},
	},
	"buildings": {
		"commas":        {column: "b3_volume_lod22", texts: []string{"412,5", "300,25", "1050"}, want: []string{"V:412.5", "V:300.25", "V:1050"}},
		"grouped":       {column: "b3_volume_lod22", texts: []string{"1.412,5", "300,25", "1.050"}, refused: "\"1.050\" may be 1.050 or 1050, and line"},
		"both signs":    {column: "b3_volume_lod22", texts: []string{"1.412", "300,25", "300.25"}, refused: "may be 1.412 or 1412, and line"},
		"nothing":       {column: "b3_volume_lod22", texts: []string{"n.v.t.", "NULL", "nan"}, want: []string{"no_volume", "V:0 Known:false"}, not: []string{"bad_"}},
		"no number":     {column: "b3_volume_lod22", texts: []string{"inf", "ca. 300", "-5"}, want: []string{"bad_b3_volume_lod22", "inf", "ca. 300"}},
		"unknown":       {column: "b3_bouwlagen", texts: []string{"onbekend", "2.0", "-1"}, want: []string{"bad_b3_bouwlagen", "Storeys:{V:2"}},
		"ids of others": {column: "identificatie", texts: []string{"518100000000001", "5,18E+14", "0518010000000001"}, want: []string{"a spreadsheet turned into a number", "bad_identificatie", "ID:518100000000001", "is no id of a building"}},
		"our names":     {column: "identificatie as pand_id", want: []string{"ID:518100000000001"}},
		"yes":           {column: "b3_is_glas_dak", texts: []string{"ja", "FALSE", "0"}, want: []string{"glass_roof", "ID:1699100000000003"}, not: []string{"ID:518100000000001 "}},
	},
	"price index": {
		"commas":     {column: "PrijsindexVerkoopprijzen_1", texts: []string{"118,5", "119", "120,25"}, want: []string{"Value:118.5", "Value:119", "Value:120.25"}},
		"nothing":    {column: "PrijsindexVerkoopprijzen_1", texts: []string{".", "n.v.t.", "120"}, want: []string{"no_figure", "Value:120"}},
		"no number":  {column: "PrijsindexVerkoopprijzen_1", texts: []string{"inf", "veel", "120"}, want: []string{"bad_figure", "inf", "veel", "Value:120"}},
		"both signs": {column: "PrijsindexVerkoopprijzen_1", texts: []string{"1.118", "119,5", "119.5"}, refused: "may be 1.118 or 1118, and line"},
		"periods":    {column: "Perioden as Periode", texts: []string{"2023 1e kwartaal", "2023-Q2", "2023KW03"}, want: []string{"2023KW01", "2023KW02", "2023KW03"}},
		"our names":  {column: "Perioden as maand", texts: []string{"2023-01", "2023-02", "2023-03"}, want: []string{"2023MM01", "2023MM03"}},
	},
	"key figures": {
		"commas":     {column: "g_woz", texts: []string{"312", "298,5", "301"}, want: []string{"051801:[298.5 51]"}},
		"nothing":    {column: "g_woz", texts: []string{".", "n.v.t.", "301"}, want: []string{"051801:[NaN 51]", "05180101:[NaN 45]"}, not: []string{"bad_"}},
		"no number":  {column: "g_woz", texts: []string{"inf", "veel", "301"}, want: []string{"bad_figure", "inf", "veel"}},
		"both signs": {column: "g_woz", texts: []string{"1.118", "119,5", "119.5"}, refused: "may be 1.118 or 1118, and line"},
		"our names":  {column: "gwb_code_10 as buurtcode", want: []string{"05180101:[312 45]"}},
	},
	"neighbourhoods": {
		"numbers":         {column: "Buurt2023", texts: []string{"5180101", "BU05180102", "16990103"}, want: []string{"Area:05180101", "Area:05180102", "Area:16990103"}},
		"nothing":         {column: "Buurt2023", texts: []string{"n.v.t.", "inf", "16990103"}, want: []string{"bad_area_code", "Area:16990103"}},
		"two spaces":      {column: "PC6 as postcode", texts: []string{"2511  cv", "2511 CV", "x"}, want: []string{"HouseNumber:12", "HouseNumber:14", "bad_postal_code"}},
		"a zero fraction": {column: "Huisnummer", texts: []string{"12.0", "14", "0"}, want: []string{"HouseNumber:12", "HouseNumber:14", "bad_house_number"}},
		"our names":       {column: "Huisnummer as huisnr", want: []string{"HouseNumber:12"}},
	},
	"price series": {
		"points by the column": {column: "value", texts: []string{"1.015", "1020.5", "1.031"}, want: []string{"no market moves so far"}},
		"commas by the column": {column: "value", texts: []string{"1.015", "1020,5", "1.031"}, want: []string{"Value:1015}", "Value:1020.5}", "Value:1031}"}},
		"both signs":           {column: "value", texts: []string{"1.015", "1020,5", "1031.5"}, refused: "both decimal signs"},
		"nothing decides":      {column: "value", texts: []string{"1.015", "1.020", "1.031"}, refused: "may be 1.015 or 1015"},
		"no number":            {column: "value", texts: []string{"inf", "veel", "103"}, want: []string{"bad_value", "Value:103}"}},
		"dutch names":          {column: "month as maand", texts: []string{"mei 2023", "202306", "2023MM07"}, want: []string{"Month:2023-05", "Month:2023-06", "Month:2023-07"}},
		"dutch days":           {column: "known_date", texts: []string{"21-6-2023", "20230721T000000", "2023-08-21 00:00:00.000 UTC"}, want: []string{"Known:2023-06-21", "Known:2023-07-21", "Known:2023-08-21"}},
		"a name of values":     {column: "value as waarde", want: []string{"Value:101.5"}},
	},
	"characteristics": {
		"dutch names":           {column: "dwelling_id as vbo_id", want: []string{"0518010000000001 312000"}},
		"points by the column":  {column: "num_woz", texts: []string{"312.000", "298500.5", "301.000"}, want: []string{"0518010000000001 312 ", "1699010000000003 301 "}},
		"commas by the column":  {column: "num_woz", texts: []string{"312.000", "298500,5", "301.000"}, want: []string{"0518010000000001 312000", "1699010000000003 301000"}},
		"both signs":            {column: "num_woz", texts: []string{"312.000", "298500,5", "3010.5"}, refused: "both decimal signs"},
		"nothing decides":       {column: "num_woz", texts: []string{"312.000", "298.500", "301.000"}, refused: "may be 312.000 or 312000"},
		"nothing":               {column: "num_woz", texts: []string{"onbekend", "n.v.t.", `\N`}, want: []string{"0518010000000001 A", "0518010000000002 C"}, not: []string{"312000", "bad_"}},
		"no number":             {column: "num_woz", texts: []string{"ca. 312000", "inf", "#VERW!"}, want: []string{"0518010000000001 A", "bad_num_woz", "ca. 312000", "inf"}},
		"a unit":                {column: "use_surface", texts: []string{"105 m2", "88,5m²", "70"}, want: []string{"0518010000000001 105", "0518010000000002 89", "1699010000000003 70"}},
		"thousands in the name": {column: "use_surface as woonopp. x 1.000", refused: "is use_surface in another unit"},
		"midnights":             {column: "known_date", texts: []string{"20230301T000000", "2023-03-02 00:00:00.000 UTC", "3-3-2023 0:00"}, want: []string{"since 2023-03-01", "since 2023-03-02", "since 2023-03-03"}},
		"a short year":          {column: "known_date", texts: []string{"01-03-23"}, want: []string{"a year of two digits", "0518010000000002 C"}, not: []string{"0518010000000001 A"}},
	},
	"monuments": {
		"our names":   {column: "nummeraanduiding_id", texts: []string{"n.v.t.", "", ""}, want: []string{"0518010000000001 yes"}},
		"ids":         {column: "dwelling_id as BAG_verblijfsobject_ID", texts: []string{"nl.imbag.verblijfsobject.0518010000000001", "518010000000002", "5,1699E+15"}, want: []string{"0518010000000001 yes", "0518010000000002 yes", "a spreadsheet turned into a number"}},
		"midnights":   {column: "known_date as Datum inschrijving", texts: []string{"1-3-2023", "20230302T000000", "2023-03-03 00:00:00.000 UTC"}, want: []string{"since 2023-03-01", "since 2023-03-02", "since 2023-03-03"}},
		"no monument": {column: "monument", texts: []string{"ja", "nee", "n.v.t."}, want: []string{"0518010000000001 yes", "0518010000000002 no"}},
	},
	"municipalities": {
		"a number":  {column: "Gemeentecode", texts: []string{"518", "GM0014", "1699"}, want: []string{"Code:0518", "Code:0014", "Code:1699"}},
		"our names": {column: "Gemeentenaam as Gemeente", want: []string{"Name:Noordenveld"}},
	},
}

func TestEachKindHasItsAnswerAtEachDoorOfABuild(t *testing.T) {
	for door, kinds := range kindsOf {
		of, known := doors[door]
		if !known {
			t.Fatalf("there is no door %s", door)
		}
		for kind, k := range kinds {
			for form, content := range tableforms.All {
				if strings.Contains(k.except, form) {
					continue
				}
				path := filepath.Join(t.TempDir(), "table2023.csv")
				must(t, os.WriteFile(path, content(t, k.rows(of.rows)), 0o600))
				read, err := of.read(t, path)
				got := fmt.Sprintf("%+v %v", read, err)
				fault := ""
				for _, want := range append(k.want, k.refused) {
					if !strings.Contains(got, want) {
						fault += ", lacks " + want
					}
				}
				for _, not := range k.not {
					if strings.Contains(got, not) {
						fault += ", has " + not
					}
				}
				if fault != "" || (k.refused != "") && err == nil {
					t.Errorf("%s: %s as %s%s: %s", door, kind, form, fault, got)
				}
			}
		}
	}
}

// TestEachNameOfAColumnIsKnownAtEachDoorOfABuild renames the columns that others have other names of.
func TestEachNameOfAColumnIsKnownAtEachDoorOfABuild(t *testing.T) {
	for door, of := range doors {
		read := func(rows [][]string) string {
			path := filepath.Join(t.TempDir(), "table2023.csv")
			must(t, os.WriteFile(path, tableforms.CSV(t, rows, ';'), 0o600))
			got, err := of.read(t, path)
			return fmt.Sprintf("%+v %v", got, err)
		}
		want, columns := read(of.rows), 0
		for at, name := range of.rows[0] {
			column := cmp.Or(spelling.ColumnOf(name), name)
			for _, other := range spelling.Aliases()[column] {
				header := slices.Clone(of.rows[0])
				header[at] = other
				if got := read(append([][]string{header}, of.rows[1:]...)); got != want {
					t.Errorf("%s with %s for %s: %s, want %s", door, other, name, got, want)
				}
				columns++
			}
		}
		if columns == 0 && door != "key figures" { // whose columns are of CBS alone
			t.Errorf("%s has no column that the table of names has", door)
		}
	}
}
