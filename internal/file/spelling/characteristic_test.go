package spelling_test

import (
	"math"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// table has a further number and category.
func table() gevel.Attributes {
	number, _ := gevel.ExtraColumn("num_garden")
	category, _ := gevel.ExtraColumn("cat_view")
	t := gevel.Standard().With(number, category)
	t[t.Column("cat_view")].Enter("park")
	return t
}

func TestCharacteristicsAreReadAsFilesSpellThem(t *testing.T) {
	for _, test := range []struct{ column, text, want string }{
		{"build_type", "Twee onder een kap", "2-onder-1-kapwoning"},
		{"build_type", "onbekend", ""},
		{"build_type", "Kasteel", `"Kasteel" is no house type; there are`},
		{"energy_label", "a+", "A+"},
		{"energy_label", "Z", `"Z" is no energy label`},
		{"monument", "Ja", "yes"},
		{"monument", "nee", "no"},
		{"monument", "misschien", `"misschien" is neither yes nor no`},
		{"build_year", "1931", "1931"},
		{"build_year", "1.931", "1931"},
		{"build_year", "1931,0", "1931"},
		{"build_year", "1931,5", "is no whole number"},
		{"use_surface", "98,6", "99 m2"},
		{"use_surface", "98.6", "99 m2"},
		{"use_surface", "105.000", "105 m2"},
		{"use_surface", "1.234", "1234 m2"},
		{"use_surface", "4", "4 is not from 5 to 2700"},
		{"use_surface", "groot", `"groot" is no whole number`},
		{"parcel_surface", "1.250,5", "1251 m2"},
		{"parcel_surface", "1.250", `"1.250" may be 1.250 or 1250; write it without`},
		{"parcel_surface", "1,250", `"1,250" may be 1.250 or 1250; write it without`},
		{"volume", "1.234", "1234 m3"},
		{"rooms", "4,0", "4"},
		{"num_garden", "1,5", "1.5"},
		{"num_garden", "1.234", "1.234"},
		{"num_garden", "1,234", `may be 1.234 or 1234`},
		{"cat_view", "park", "park"},
		{"cat_view", "sea", `"sea" is no cat_view`},
	} {
		table := table()
		a := &table[table.Column(test.column)]
		v, err := spelling.Characteristic(a, test.text, 2025)
		if err != nil && !strings.Contains(err.Error(), test.want) || err == nil && a.Text(v) != test.want {
			t.Errorf("%s %q: %s, %v; want %s", test.column, test.text, a.Text(v), err, test.want)
		}
	}
}

// FuzzCharacteristic holds that what is read of a row is unknown, or what a home can be valued with.
func FuzzCharacteristic(f *testing.F) {
	for _, seed := range []string{
		"1.234", "98,6", "ja", "2 onder 1 kap", "1e3", "-0", "€ 1.000,5", "inf", "A+++++", "0x1p4",
	} {
		f.Add(seed)
	}
	table := table()
	f.Fuzz(func(t *testing.T, text string) {
		for i := range table {
			a := &table[i]
			v, err := spelling.Characteristic(a, text, 2025)
			if err == nil && !math.IsNaN(v) && !a.Allows(v, 2025) {
				t.Errorf("%s %q is read as %v", a.Column, text, v)
			}
		}
	})
}
