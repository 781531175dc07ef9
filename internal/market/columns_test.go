package market_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestEachRoleHasItsCharacteristics(t *testing.T) {
	table := gevel.Standard()
	for _, column := range []string{"num_noise", "cat_roof"} {
		a, ok := gevel.ExtraColumn(column)
		if !ok {
			t.Fatalf("%s is no extra column", column)
		}
		table = table.With(a)
	}
	roles := market.RolesOf(table)
	for name, role := range map[string]struct {
		got  []int
		want []string
	}{
		"imputed":  {roles.Imputed, []string{"parcel_surface", "volume", "rooms", "energy_label", "monument", "num_noise", "cat_roof"}},
		"measured": {roles.Measured, []string{"use_surface", "parcel_surface", "volume", "build_year", "rooms", "energy_label", "num_noise"}},
		"kinds":    {roles.Kinds, []string{"build_type", "cat_roof"}},
		"ranged":   {roles.Ranged, []string{"use_surface", "parcel_surface", "volume", "rooms"}},
	} {
		var got []string
		for _, k := range role.got {
			got = append(got, table[k].Column)
		}
		if !slices.Equal(got, role.want) {
			t.Errorf("%s are %q, want %q", name, got, role.want)
		}
	}
}
