package impute

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// tableWithExtras has two numbers and a category beside the standard attributes.
func tableWithExtras() gevel.Attributes {
	table := gevel.Standard()
	for _, column := range []string{"num_a", "num_b", "cat_c"} {
		a, _ := gevel.ExtraColumn(column)
		table = table.With(a)
	}
	table[len(table)-1].Enter("water")
	return table
}

func TestCharacteristicsAreGivenOneByOne(t *testing.T) {
	s := market.NewSales(tableWithExtras(), nil)
	u := Typical{Values: make([]float64, len(s.Roles.Imputed))}
	nothing := Typical{Values: make([]float64, len(s.Roles.Imputed))}
	for c := range u.Values {
		u.Values[c], nothing.Values[c] = 1, math.NaN()
	}
	var h market.Home
	observed := func() (n int) {
		for _, k := range s.Roles.Imputed {
			if s.Attributes[k].Known(&h.Characteristics) {
				n++
			}
		}
		return n
	}
	for number, k := range s.Roles.Imputed {
		a, c := &s.Attributes[k], Characteristic(number)
		if before := observed(); before != number || !u.Give(s, &h, c) || a.Get(&h.Characteristics) != 1 {
			t.Errorf("%s, number %d: %d were observed before, and it is %v after", a.Name, number, before, a.Get(&h.Characteristics))
		}
		if nothing.Give(s, &h, c) || !a.Known(&h.Characteristics) {
			t.Errorf("%s is given where there is no typical value, or lost", a.Name)
		}
	}
}

func TestWhatIsRequiredIsNeverImputed(t *testing.T) {
	s := market.NewSales(tableWithExtras(), nil)
	for _, k := range s.Roles.Imputed {
		if s.Attributes[k].Required {
			t.Errorf("%s is imputed, and a home is not valued without it", s.Attributes[k].Name)
		}
	}
	if got, want := len(s.Roles.Imputed), len(s.Attributes)-3; got != want {
		t.Errorf("%d characteristics may be imputed, want all %d but house type, year and surface", got, want)
	}
}
