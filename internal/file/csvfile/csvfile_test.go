package csvfile_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode"

	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

func written(t testing.TB, form csvfile.Form, rows ...[]string) string {
	t.Helper()
	var b bytes.Buffer
	w := csvfile.NewWriter(&b, form)
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A cell is written as the page writes it, see evidencefile.js, and hidden characters are shown.
func TestNoCellIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+31 6": "'+31 6", "+5": "'+5", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx", "\rx": `'\u000dx`, "-x": "'-x", "-": "'-",
		"-2+3": "'-2+3", "-1|cmd": "'-1|cmd", "-12": "-12", "-0,5": "-0,5", "-1.234,5": "-1.234,5", "-1e-05": "-1e-05",
		"": "", "Kade 1": "Kade 1", "a=b": "a=b", "\u202eabc": `\u202eabc`, "\ufeff=1": `\ufeff=1`, "two\r\nlines": "two\nlines",
	} {
		got, err := csv.NewReader(strings.NewReader(written(t, csvfile.Form{}, []string{cell, "z"}))).Read()
		if err != nil || got[0] != want {
			t.Errorf("%q is written as %q, %v, want %q", cell, got, err, want)
		}
		if raw := written(t, csvfile.Form{}.ForPrograms(), []string{cell}); !strings.Contains(raw, cell) {
			t.Errorf("%q is written raw as %q", cell, raw)
		}
	}
}

func TestASpreadsheetKeepsWhatItIsGiven(t *testing.T) {
	spreadsheet := csvfile.Form{Comma: ';', Spreadsheet: true}
	for cell, want := range map[string]string{
		"0518010000390368": "0518010000390368\t", "518010000390368": "518010000390368\t", "123456789012": "123456789012\t", "007": "007\t", "1-2": "1-2\t",
		"10/5": "10/5\t", "1E2": "1E2\t",
		"12345678901": "12345678901", "0": "0", "450000": "450000", "2026-01-31": "2026-01-31", "3-1-2016": "3-1-2016", "0,5": "0,5",
	} {
		if got := written(t, spreadsheet, []string{cell}); got != want+"\n" {
			t.Errorf("%q is written as %q, want %q", cell, got, want)
		}
		if got := written(t, csvfile.Form{}, []string{cell, ""}); strings.Contains(got, "\t") {
			t.Errorf("%q is written as %q in a file for no spreadsheet", cell, got)
		}
	}
}

func TestTheFormFollowsTheTableGiven(t *testing.T) {
	for name, tt := range map[string]struct {
		form csvfile.Form
		want string
	}{
		"plain":                  {csvfile.Of(',', textfile.Plain, nil), "a,0.5\n"},
		"semicolons":             {csvfile.Of(';', textfile.Plain, []string{"x", "180,5"}), "a;0,5\n"},
		"semicolons without any": {csvfile.Of(';', textfile.Plain, []string{"x", "180"}), "a;0,5\n"},
		"semicolons and points":  {csvfile.Of(';', textfile.Plain, []string{"1.234", "180.5"}), "a;0.5\n"},
		"with a mark":            {csvfile.Of(',', textfile.Marked, nil), "\uFEFFa,0.5\n"},
		"Windows":                {csvfile.Of(';', textfile.Windows1252, nil), "\uFEFFa;0,5\n"},
		"Unicode text":           {csvfile.Of('\t', textfile.UTF16, nil), "\uFEFFa\t0,5\n"},
		"tabs":                   {csvfile.Of('\t', textfile.Plain, nil), "a\t0.5\n"},
		"a workbook":             {csvfile.Of('\t', textfile.Workbook, nil), "\uFEFFa;0,5\n"},
		"for programs":           {csvfile.Of(';', textfile.Marked, nil).ForPrograms(), "a;0.5\n"},
	} {
		if got := written(t, tt.form, []string{"a", tt.form.Number(0.5)}); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	workbook := csvfile.Of('\t', textfile.Workbook, nil)
	if got := written(t, workbook, []string{"180.5", "1.2340", "1.234", "v1.2"}); got != "\uFEFF180,5;1,2340;1.234;v1.2\n" {
		t.Errorf("cells of a workbook are written as %q", got)
	}
	if got := (csvfile.Form{Decimal: spelling.Comma}).Fixed(1.5, 2); got != "1,50" {
		t.Errorf("got %s", got)
	}
}

// FuzzWrite holds that a row is read back as one row of as many cells, none of them a formula or hidden.
func FuzzWrite(f *testing.F) {
	f.Add("=1", "0518010000390368", true)
	f.Add("-1\r\n", "\u202e;\"", false)
	f.Fuzz(func(t *testing.T, one, other string, spreadsheet bool) {
		text := written(t, csvfile.Form{Comma: ';', Spreadsheet: spreadsheet}, []string{one, other, "end"})
		r := csv.NewReader(strings.NewReader(text))
		r.Comma = ';'
		row, err := r.Read()
		if err != nil || len(row) != 3 {
			t.Fatalf("%q: %q, %v", text, row, err)
		}
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+@\t\r", rune(cell[0])) {
				t.Errorf("%q begins as a formula", cell)
			}
			if strings.ContainsFunc(cell, func(c rune) bool { return !unicode.IsGraphic(c) && c != '\n' && c != '\t' }) {
				t.Errorf("%q has hidden characters", cell)
			}
		}
	})
}
