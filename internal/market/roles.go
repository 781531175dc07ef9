package market

import (
	"slices"

	"github.com/gevel/gevel"
)

// Roles are the uses of attributes in the models, by index in the table.
type Roles struct {
	// Imputed are filled in from like homes: all attributes that may be unknown in a valuation.
	Imputed []int
	// Measured are compared by distance: areas first, then other counted or graded attributes, then attributes
	// from files.
	Measured []int
	// Kinds are compared as equal or not.
	Kinds []int
	// Ranged are the measures that models extrapolate beyond the trained range.
	Ranged []int
}

// RolesOf gives the attributes of a table their roles.
func RolesOf(table gevel.Attributes) Roles {
	all := func(belongs func(a *gevel.Attribute) bool) (places []int) {
		for k := range table {
			if belongs(&table[k]) {
				places = append(places, k)
			}
		}
		return places
	}
	measured := func(a *gevel.Attribute) bool { return a.Kind != gevel.Category && a.Kind != gevel.YesNo }
	return Roles{
		Imputed: all(func(a *gevel.Attribute) bool { return !a.Required }),
		Measured: slices.Concat(
			all(func(a *gevel.Attribute) bool { return a.Kind == gevel.Area && !a.IsExtra() }),
			all(func(a *gevel.Attribute) bool { return measured(a) && a.Kind != gevel.Area && !a.IsExtra() }),
			all(func(a *gevel.Attribute) bool { return measured(a) && a.IsExtra() })),
		Kinds:  all(func(a *gevel.Attribute) bool { return a.Kind == gevel.Category }),
		Ranged: all(func(a *gevel.Attribute) bool { return a.Kind == gevel.Area || a.Kind == gevel.Count }),
	}
}
