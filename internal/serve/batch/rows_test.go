package batch

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
	"github.com/gevel/gevel/internal/serve/upload"
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
