package spelling_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func yesNo(yes bool, err error) (string, error) {
	if yes {
		return "yes", err
	}
	return "no", err
}

func dayText(day gevel.Date, err error) (string, error) { return day.String(), err }

func TestAQueryReadsWhatClientsSend(t *testing.T) {
	whole := func(text string) (string, error) {
		n, err := spelling.QueryWhole(text)
		return strconv.Itoa(n), err
	}
	spellings.Query(t, "query", spellings.PostalCode, func(text string) (string, error) {
		code, err := gevel.ParsePostalCode(text)
		return string(code), err
	})
	spellings.Query(t, "query", spellings.Extension, func(text string) (string, error) { return gevel.JoinSuffix("", text), nil })
	spellings.Query(t, "query", spellings.ID, func(text string) (string, error) {
		id, err := gevel.ParseBAGID(text)
		return string(id), err
	})
	spellings.Query(t, "query", spellings.Day, func(text string) (string, error) { return dayText(spelling.QueryDay(text)) })
	spellings.Query(t, "query", spellings.Number, whole)
	spellings.Query(t, "query", spellings.YesNo, func(text string) (string, error) { return yesNo(spelling.QueryYes(text)) })
	for _, text := range []string{"", "+1", "01", "1e3", "0x10", "1.5", "1.", ".0", "--1", "99999999999999999999"} {
		if n, err := spelling.QueryWhole(text); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
	if n, err := spelling.QueryWhole("-12.00"); err != nil || n != -12 {
		t.Errorf("-12.00 is read as %d, %v", n, err)
	}
}

func TestAQueryReadsCharacteristicsAsAnswersSpellThem(t *testing.T) {
	table := table()
	for _, tt := range []struct{ column, text, want string }{
		{"build_type", "Tussenwoning", "Tussenwoning"},
		{"build_type", "tussenwoning", "is no house type; there are"},
		{"energy_label", "A++", "A++"},
		{"monument", "True", "yes"},
		{"monument", "nee", "no"},
		{"monument", "J", "neither true nor false"},
		{"use_surface", "104.0", "104 m2"},
		{"use_surface", " 104 ", "104 m2"},
		{"use_surface", "104,0", "is no whole number"},
		{"use_surface", "4", "4 is not from 5 to 2700"},
		{"build_year", "2028", "2028"},
		{"build_year", "2029", "2029 is not from 1000 to 2028"},
		{"num_garden", "-1.5", "-1.5"},
		{"num_garden", "1e3", "is no number"},
		{"cat_view", "park", "park"},
	} {
		a := &table[table.Column(tt.column)]
		v, err := spelling.QueryCharacteristic(a, tt.text, 2025)
		if err != nil && !strings.Contains(err.Error(), tt.want) || err == nil && a.Text(v) != tt.want {
			t.Errorf("%s %q: %s, %v; want %s", tt.column, tt.text, a.Text(v), err, tt.want)
		}
	}
}

// FuzzQuery holds that what a query reads is read alike when it is written plainly, and that files read the same.
func FuzzQuery(f *testing.F) {
	for _, r := range spellings.Table {
		f.Add(r.Text)
	}
	table := table()
	f.Fuzz(func(t *testing.T, text string) {
		for i := range table {
			a := &table[i]
			v, err := spelling.QueryCharacteristic(a, text, 2025)
			if err != nil {
				continue
			}
			if file, err := spelling.Characteristic(a, text, 2025); !a.Allows(v, 2025) || err == nil && file != v {
				t.Errorf("%s %q is %v in a query and %v in a file", a.Column, text, v, file)
			}
		}
		if day, err := spelling.QueryDay(text); err == nil {
			if again, err := spelling.QueryDay(day.String()); err != nil || again != day {
				t.Errorf("%q is %s, which is read as %s, %v", text, day, again, err)
			}
			if file, err := spelling.Day(text, spelling.UnknownOrder); err == nil && file != day {
				t.Errorf("%q is %s in a query and %s in a file", text, day, file)
			}
		}
		if n, err := spelling.QueryWhole(text); err == nil {
			if again, err := spelling.QueryWhole(strconv.Itoa(n)); err != nil || again != n {
				t.Errorf("%q is %d, which is read as %d, %v", text, n, again, err)
			}
		}
		if yes, err := spelling.QueryYes(text); err == nil {
			if again, err := spelling.QueryYes(strconv.FormatBool(yes)); err != nil || again != yes {
				t.Errorf("%q is %v", text, yes)
			}
		}
	})
}
