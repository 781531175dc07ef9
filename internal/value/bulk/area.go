package bulk

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Area is a part of the country, by the addresses of homes. The zero Area is all of it.
type Area struct{ Municipalities, Provinces []string }

func (a Area) isAll() bool { return len(a.Municipalities) == 0 && len(a.Provinces) == 0 }

// Part returns the part of an edition that has the homes of the area.
func (a Area) Part() edition.Part {
	if a.isAll() {
		return nil
	}
	return a.named
}

// named reports whether addresses of a municipality and province lie in the area.
func (a Area) named(municipality, province string) bool {
	among := func(names []string, name string) bool {
		return len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	}
	return among(a.Municipalities, municipality) && among(a.Provinces, province)
}

// check refuses a name that no address of an edition has.
func (a Area) check(e *edition.Edition) error {
	municipalities, provinces := map[string]bool{}, map[string]bool{}
	addresses := e.AddressRows()
	for place := range addresses.Places() {
		_, _, municipality, province := addresses.PlaceAt(place)
		municipalities[strings.ToLower(municipality)], provinces[strings.ToLower(province)] = true, true
	}
	for _, of := range []struct {
		what  string
		names []string
		known map[string]bool
	}{{"municipality", a.Municipalities, municipalities}, {"province", a.Provinces, provinces}} {
		for _, name := range of.names {
			if !of.known[strings.ToLower(name)] {
				return gevel.Refusal("write its name as addresses have it", "the edition has no address in a %s %q", of.what, name)
			}
		}
	}
	return nil
}

// has reports whether a home lies in the area.
func (a Area) has(e *edition.Edition, home gevel.BAGID) bool {
	if a.isAll() {
		return true
	}
	address, ok := e.MainAddress(home)
	return ok && a.named(address.Municipality, address.Province)
}
