package flatfile

import (
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/file/spelling"
)

func TestNumbersAreReadAsTheMappingSays(t *testing.T) {
	for _, test := range []struct {
		decimal spelling.Sign
		text    string
		want    float64
		ok      bool
	}{
		{spelling.Point, "350000", 350_000, true},
		{spelling.Point, "1.5", 1.5, true},
		{spelling.Point, "1.234", 1.234, true},
		{spelling.Point, "-122.25", -122.25, true},
		{spelling.Point, "1,234,567.5", 1_234_567.5, true},
		{spelling.Point, "€ 350,000", 350_000, true},
		{spelling.Point, "1e3", 1000, true},
		{spelling.Point, "1,5", 0, false},
		{spelling.Point, "1,2345", 0, false},
		{spelling.Point, ",500", 0, false},
		{spelling.Point, "0,500", 0, false},
		{spelling.Point, "1,500,0", 0, false},
		{spelling.Point, "1.500.000", 0, false},
		{spelling.Point, "", 0, false},
		{spelling.Point, "nan", 0, false},
		{spelling.Point, "-Infinity", 0, false},
		{spelling.Point, "1e400", 0, false},
		{spelling.Point, "1_000", 0, false},
		{spelling.Point, "0x1p4", 0, false},
		{spelling.Comma, "350.000", 350_000, true},
		{spelling.Comma, "€ 1.350.000,50", 1_350_000.5, true},
		{spelling.Comma, "-52,25", -52.25, true},
		{spelling.Comma, "-1.000", -1000, true},
		{spelling.Comma, "1.2e3", 0, false},
		{spelling.Comma, "52.3973", 0, false},
		{spelling.Comma, "1,234.5", 0, false},
	} {
		got, err := Mapping{Decimal: string(test.decimal)}.notation().Number(test.text, test.decimal.Other())
		if (err == nil) != test.ok || got != test.want {
			t.Errorf("number(%q) with decimal %q = %v, %v; want %v, %v", test.text, test.decimal, got, err, test.want, test.ok)
		}
	}
}

func TestWordsForUnknownAreRefusedWithWhatToDo(t *testing.T) {
	for _, text := range []string{"NA", "null", "-"} {
		_, err := Notation{}.Number(text, spelling.NoSign)
		if err == nil || !strings.Contains(err.Error(), "empty field") {
			t.Errorf("number(%q): %v", text, err)
		}
	}
}

func TestNumbersShowTheirDecimalSign(t *testing.T) {
	for _, test := range []struct {
		text string
		want float64
		ok   bool
	}{
		{"350000", 350_000, true},
		{"1.5", 1.5, true},
		{"1,5", 1.5, true},
		{"52.0705", 52.0705, true},
		{"-4,30", -4.3, true},
		{"0.705", 0.705, true},
		{",705", 0.705, true},
		{"1234.567", 1234.567, true},
		{"350.000,00", 350_000, true},
		{"€ 1,350,000", 1_350_000, true},
		{"1.350.000", 1_350_000, true},
		{"1.2e3", 1200, true},
		{"350.000", 0, false},
		{"€ 1,234", 0, false},
		{"-12.345", 0, false},
		{"+12.345", 0, false},
		{"1.35.000", 0, false},
		{"1.350,000.5", 0, false},
		{"1.350.000.5", 0, false},
		{"350.000,-", 350_000, true},
		{".", 0, false},
	} {
		got, err := Notation{}.Number(test.text, spelling.NoSign)
		if (err == nil) != test.ok || got != test.want {
			t.Errorf("number(%q) = %v, %v; want %v, %v", test.text, got, err, test.want, test.ok)
		}
	}
	_, err := Notation{}.Number("-1.234", spelling.NoSign)
	if want := `"-1.234" may be -1.234 or -1234`; err == nil || err.Error() != want {
		t.Errorf("err = %v, want %s", err, want)
	}
}

// FuzzNumber holds that a number is read by itself only if there is one way to read it,
// and that what it may be is then what either decimal sign makes of it.
func FuzzNumber(f *testing.F) {
	for _, seed := range []string{
		"350000", "350.000", "1,234.5", "1.234.567", "0.705", "€ 1.2e3", "-1,000", "1e400", ",5", "0x1.8p1", "1_0.5",
	} {
		f.Add(seed)
	}
	point, comma := Notation{decimal: spelling.Point}, Notation{decimal: spelling.Comma}
	f.Fuzz(func(t *testing.T, text string) {
		little, noPoint := point.Number(text, spelling.NoSign)
		many, noComma := comma.Number(text, spelling.NoSign)
		alone, err := Notation{}.Number(text, spelling.NoSign)
		switch {
		case noPoint == nil && noComma == nil && little != many:
			if err == nil || !strings.Contains(err.Error(), " may be ") {
				t.Errorf("%q is %v or %v, and was read as %v (%v)", text, little, many, alone, err)
			}
		case noPoint == nil:
			if err != nil || alone != little {
				t.Errorf("%q is %v alone (%v), and %v with a point", text, alone, err, little)
			}
		case noComma == nil:
			if err != nil || alone != many {
				t.Errorf("%q is %v alone (%v), and %v with a comma", text, alone, err, many)
			}
		case err == nil:
			t.Errorf("%q is %v, and no number with either sign", text, alone)
		}
	})
}
