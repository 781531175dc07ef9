package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
	"github.com/gevel/gevel/internal/testing/tableforms"
)

// FuzzBatchRows holds that whatever is sent becomes rows with a line, and parameters or faults.
func FuzzBatchRows(f *testing.F) {
	for _, seed := range []string{
		`{"postalCode":"1234AB","houseNumber":12,"monument":true,"id":"a"}`, "{\"a\":[1]}\r\n\r\n{", "\uFEFF{}\n[1]\nnull\n\"x\"",
		"postalCode,houseNumber\n1234AB,1\n\"", "id;postal_code;house_number\nx;1234AB;1;2\n", `{"a":1e400,"a":"\ud800"}`,
	} {
		for _, format := range []string{formatNDJSON, formatCSV, formatArray} {
			f.Add(seed, format)
		}
	}
	f.Add(`[{"postalCode":"1234AB","houseNumber":NaN},{"a":[1,"],"]}, null,]x`, formatArray)
	rows := endpoints.HomeTable(gevel.Standard())
	table := param.TableOf(rows)
	day := gevel.NewDate(2026, 1, 1)
	f.Fuzz(func(t *testing.T, body, format string) {
		var source source = new(jsonRows)
		switch format {
		case formatCSV:
			source = &csvRows{columnNames: columnNames{table, gevel.Standard()}}
		case formatArray:
			source = new(arrayRows)
		}
		if err := source.open(strings.NewReader(body)); err != nil {
			return
		}
		last := 0
		for {
			row, err := source.next()
			if err == io.EOF { //nolint:errorlint // sources wrap no end
				return
			}
			if err != nil {
				return
			}
			if row.line <= last {
				t.Fatalf("line %d comes after line %d", row.line, last)
			}
			last = row.line
			checkGiven(t, source.read(row), table, day)
		}
	})
}

func checkGiven(t *testing.T, g given, table []param.Param, day gevel.Date) {
	t.Helper()
	for _, fault := range g.faults {
		if fault.Message == "" {
			t.Fatalf("a fault says nothing: %+v", fault)
		}
	}
	if utf8.RuneCountInString(g.id) > longestID || !utf8.ValidString(g.id) {
		t.Fatalf("the id is %q", g.id)
	}
	if g.named {
		if g.home.ID == "" && len(g.faults) == 0 {
			t.Fatalf("a row names a home by no id: %+v", g)
		}
		return
	}
	g.readAddress()
	bound, err := param.BindRow(table, g.Pairs, param.Limits{Today: day, Oldest: day - 1000})
	if err == nil && !bound.Values[0].Given {
		t.Fatalf("a row without a postal code is good: %+v", g)
	}
	if _, err := bound.MarshalJSON(); err != nil {
		t.Fatal(err)
	}
}

// FuzzArray holds that the elements of an array of JSON are those that encoding/json finds.
func FuzzArray(f *testing.F) {
	for _, seed := range []string{
		`[]`, `[1][2]`, `[ {"a":"\\","b":"]"} , [[],{}], null ]`, `{"a":[1,2]}`, "\uFEFF[\"\\u005d\"]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var want []json.RawMessage
		err := json.Unmarshal([]byte(strings.TrimPrefix(body, "\uFEFF")), &want)
		valid := err == nil && want != nil && utf8.ValidString(body)
		var a arrayRows
		err = a.open(strings.NewReader(body))
		for err == nil {
			var row bodyRow
			if row, err = a.next(); err != nil || !valid {
				continue
			}
			if row.line > len(want) || string(row.json) != string(want[row.line-1]) {
				t.Fatalf("element %d is %q", row.line, row.json)
			}
		}
		if whole := errors.Is(err, io.EOF); valid && len(body) < upload.LongestLine && (!whole || a.place < len(want)) {
			t.Fatalf("%d elements of %d, %v", a.place, len(want), err)
		}
	})
}

// rowsAs returns the bodies of rows in each form that a batch reads.
func rowsAs(t *testing.T, names columnNames, decimal spelling.Sign, rows [][]string) map[string]source {
	t.Helper()
	lines := new(strings.Builder)
	for _, row := range rows[1:] {
		fields := map[string]string{}
		for i, name := range rows[0] {
			fields[name] = row[i]
		}
		if err := json.NewEncoder(lines).Encode(fields); err != nil {
			t.Fatal(err)
		}
	}
	array := "[" + strings.ReplaceAll(strings.TrimSpace(lines.String()), "\n", ",") + "]"
	sources := map[string]source{
		"csv": &csvRows{columnNames: names, decimal: decimal}, "lines": &jsonRows{columnNames: names}, "array": &arrayRows{columnNames: names},
	}
	for form, text := range map[string]string{"csv": string(tableforms.CSV(t, rows, ';')), "lines": lines.String(), "array": array} {
		if err := sources[form].open(strings.NewReader(text)); err != nil {
			t.Fatalf("%s: %v", form, err)
		}
	}
	return sources
}

// TestEachKindOfRowHasItsAnswerInEachForm reads rows under the names that files have, and what people write in them.
func TestEachKindOfRowHasItsAnswerInEachForm(t *testing.T) {
	attributes := gevel.Standard().With(mustExtra("num_woz"))
	table := param.TableOf(endpoints.HomeTable(attributes))
	names := columnNames{table, attributes}
	const id = "1699010000000017"
	home := []string{"postcode", "huisnummer"}
	for name, k := range map[string]struct {
		rows       [][]string
		id, echo   string
		fault      string
		unread     string
		decimal    spelling.Sign
		onlyForCSV bool
	}{
		"dutch names":  {rows: [][]string{append(home, "toevoeging", "woonoppervlakte"), {"2594  an", "15", "II", "120"}}, echo: `"houseNumberExt":"II"`},
		"gevel's":      {rows: [][]string{{"postal_code", "house_number", "use_surface"}, {"2594AN", "15", "120 m2"}}, echo: `"useSurface":120`},
		"a unit":       {rows: [][]string{append(home, "Woonopp. (m2)"), {"2594AN", "15", "120"}}, echo: `"useSurface":120`},
		"an id":        {rows: [][]string{{"vbo_id"}, {id}}, id: id},
		"a number id":  {rows: [][]string{{"nummeraanduiding_id"}, {"nl.imbag.nummeraanduiding." + id}}, id: id},
		"a power":      {rows: [][]string{{"bag_id"}, {"1,699E+15"}}, fault: "a spreadsheet turned into a number"},
		"nothing":      {rows: [][]string{append(home, "bouwjaar"), {"2594AN", "15", "onbekend"}}, echo: `"buildYear":null`},
		"no number":    {rows: [][]string{append(home, "bouwjaar"), {"2594AN", "15", "ca. 1930"}}, echo: `"buildYear":null`, unread: "and is not used"},
		"infinite":     {rows: [][]string{append(home, "use_surface"), {"2594AN", "15", "inf"}}, echo: `"useSurface":null`, unread: "and is not used"},
		"a short year": {rows: [][]string{append(home, "peildatum"), {"2594AN", "15", "01-02-24"}}, fault: "a year of two digits"},
		"two readings": {rows: [][]string{append(home, "num_woz"), {"2594AN", "15", "312.000"}}, fault: "may be 312.000 or 312000"},
		"a comma said": {
			rows: [][]string{append(home, "num_woz"), {"2594AN", "15", "312.000"}}, decimal: spelling.Comma, echo: `"num_woz":312000`, onlyForCSV: true,
		},
	} {
		for form, source := range rowsAs(t, names, k.decimal, k.rows) {
			if k.onlyForCSV && form != "csv" {
				continue
			}
			row, err := source.next()
			if err != nil {
				t.Fatalf("%s as %s: %v", name, form, err)
			}
			g, used := source.read(row), table
			if g.named {
				used = param.TableOf(param.Optional(endpoints.HomeTable(attributes)))
			} else {
				g.readAddress()
			}
			bound, err := param.BindRow(used, g.Pairs, param.Limits{Today: gevel.NewDate(2026, 1, 1), Oldest: gevel.NewDate(2000, 1, 1)})
			echo, _ := json.Marshal(bound)
			said, unread := fmt.Sprint(withFaults(g.faults, err)), joined(bound.Unread)
			if (k.fault == "") != (said == "<nil>") || !strings.Contains(said, k.fault) || string(g.home.ID) != k.id ||
				!strings.Contains(string(echo), k.echo) || (k.unread == "") != (unread == "") || !strings.Contains(unread, k.unread) {
				t.Errorf("%s as %s: id %q, %s, unread %q, fault %s", name, form, g.home.ID, echo, unread, said)
			}
		}
	}
}

func mustExtra(column string) gevel.Attribute {
	a, _ := gevel.ExtraColumn(column)
	a.Parameter = column
	return a
}
