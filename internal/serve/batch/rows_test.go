package batch

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/param"
)

// FuzzBatchRows holds that whatever is sent becomes rows with a line, and parameters or faults.
func FuzzBatchRows(f *testing.F) {
	for _, seed := range []string{
		`{"postalCode":"1234AB","houseNumber":12,"monument":true,"id":"a"}`, "{\"a\":[1]}\r\n\r\n{", "\uFEFF{}\n[1]\nnull\n\"x\"",
		"postalCode,houseNumber\n1234AB,1\n\"", "id;postal_code;house_number\nx;1234AB;1;2\n", `{"a":1e400,"a":"\ud800"}`,
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	rows := endpoints.HomeTable(gevel.Standard())
	table := param.TableOf(rows)
	day := gevel.NewDate(2026, 1, 1)
	f.Fuzz(func(t *testing.T, body string, asCSV bool) {
		var source source = new(jsonRows)
		if asCSV {
			source = &csvRows{columnNames: columnNames{table, gevel.Standard()}}
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
		if g.home == "" && len(g.faults) == 0 {
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
