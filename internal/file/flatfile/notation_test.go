package flatfile

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

func TestDatesAreReadInTheirUsualForms(t *testing.T) {
	want := gevel.NewDate(2023, 1, 31)
	for _, test := range []struct {
		layout, text string
		ok           bool
	}{
		{"", "2023-01-31", true},
		{"", "20230131", true},
		{"", "31-01-2023", true},
		{"", "2023-01-31 00:00:00", true},
		{"", "2023-01-31T00:00:00", true},
		{"", "31/01/2023", true},
		{"", "31-1-2023", true},
		{"", "2023-01-31T00:00:00Z", true},
		{"", "2023-01-31 09:30:00", false},
		{"", "2023-01-31x", false},
		{"", "2023-13-31", false},
		{"DD/MM/YYYY", "31/01/2023", true},
		{"DD/MM/YYYY", "31/1/2023", true},
		{"DD/MM/YYYY", "31/01/2023 00:00", true},
		{"DD/MM/YYYY", "2023-01-31", false},
		{"d-m-jjjj", "31-01-2023", true},
		{"MM/DD/YYYY", "1/31/2023", true},
		{"YYYYMMDD", "20230131", true},
		{"DDMMYYYY", "31012023", true},
		{"DDMMYYYY", "3112023", false},
	} {
		got, err := Mapping{Date: test.layout}.notation().Day(test.text)
		if (err == nil) != test.ok || test.ok && got != want {
			t.Errorf("day(%q) in %q = %v, %v; want %v, %v", test.text, test.layout, got, err, want, test.ok)
		}
	}
}

func TestDelimiterIsSeenInTheHeader(t *testing.T) {
	for header, want := range map[string]rune{
		"sale_date,price": ',', "sale_date;price": ';', "sale_date\tprice": '\t', "a|b": '|',
		"a;b;c, d": ';', "price": ',',
	} {
		if got := textfile.Delimiter(header); got != want {
			t.Errorf("delimiter of %q is %q, want %q", header, got, want)
		}
	}
}
