package market

import (
	"slices"

	"github.com/gevel/gevel"
)

// Roles says which attributes play which part in the models, by their places in the table.
type Roles struct {
	// Imputed may be taken to be what like homes have: all without which homes are valued.
	Imputed []int
	// Measured are compared by distance: areas, then what else is counted or graded, then what
	// files bring.
	Measured []int
	// Kinds are compared as equal or not.
	Kinds []int
	// Ranged are the measures that models carry on beyond what was sold.
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
