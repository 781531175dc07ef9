package bulk

import (
	"slices"
	"strconv"
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

// Shard is a part of a file: of every Of runs of ShardRun rows the one numbered Index, from 0. The shards of a file
// have all its rows between them, and each once. Rows in a run are mostly neighbours, whose values need the same sales
// and the same parts of the models. The zero Shard is the whole file.
type Shard struct{ Index, Of int }

// ShardRun is how many rows follow each other in a shard: enough for a neighbourhood, and few enough that the shards of
// a town take equally long.
const ShardRun = 256

// ParseShard reads a shard such as 0/8, the first of eight.
func ParseShard(text string) (Shard, error) {
	index, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || n < 1 || i < 0 || i >= n {
		return Shard{}, gevel.Refusal("write 0/8 for the first of eight, and 7/8 for the last",
			"%q is no shard", text)
	}
	return Shard{i, n}, nil
}

// has reports whether a row, by its number in the file from 0, is of the shard.
func (s Shard) has(row int) bool { return s.Of == 0 || row/ShardRun%s.Of == s.Index }
