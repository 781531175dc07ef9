package edition

// An edition opened in part.

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// The part of an edition that a piece of a large work needs: the homes of an area, and all sales.

// Part chooses homes by the municipality and province of an address. A nil Part chooses all.
type Part func(municipality, province string) bool

// OpenPart opens a part of the edition in dir, without outlines of buildings. It has the addresses of the part and of
// all homes that were sold, since references name these. Errors: as for Open.
func OpenPart(ctx context.Context, dir string, part Part) (*Edition, error) {
	return open(ctx, &Edition{dir: dir, part: part, onlyHomes: true})
}

// wants reports whether a table is read by itself. The addresses of a part are read behind the sales.
func (e *Edition) wants(name string) bool {
	if _, ok := e.manifest.Files[name]; !ok || name == buildingsName && e.onlyHomes {
		return false
	}
	return name != addressesName || e.part == nil
}

// chosen are the objects that a part has.
type chosen struct {
	addresses []bool // rows that are read
	objects   idList // of the part, ascending
}

// choose finds the objects of the part in the table of addresses.
func (e *Edition) choose(ctx context.Context, file *table) (*chosen, error) {
	var objects idList
	objects.grow(file.rows())
	municipalities, provinces := gevel.NewNames(), gevel.NewNames()
	municipality, province := market.MakeInts(file.rows()), market.MakeInts(file.rows())
	if err := file.read(ctx, []column{
		idColumn("object_id", &objects),
		nameColumn("municipality", municipalities, &municipality), nameColumn("province", provinces, &province),
	}); err != nil {
		return nil, err
	}
	c := &chosen{addresses: make([]bool, len(objects))}
	for row, id := range objects {
		if e.part(municipalities.Name(municipality.At(row)), provinces.Name(province.At(row))) {
			c.addresses[row], c.objects = true, append(c.objects, id)
			continue
		}
		c.addresses[row] = e.sales.DwellingCode(string(digitsOf(id))) >= 0
	}
	slices.Sort(c.objects)
	return c, nil
}

// only leaves the rows of a table about objects of the part to be read, by the column of their ids.
func (e *Edition) only(ctx context.Context, t *table, idName string) error {
	if e.chosen == nil {
		return nil
	}
	var ids idList
	ids.grow(t.rows())
	if err := t.read(ctx, []column{idColumn(idName, &ids)}); err != nil {
		return err
	}
	t.choose(func(row int) bool {
		_, ok := slices.BinarySearch(e.chosen.objects, ids[row])
		return ok
	})
	return nil
}

// readHomes reads the tables of sales and of homes. Sales first: they number the names of categories as they did when
// models were trained. Then dwellings and facts: their additional names get higher numbers.
func (e *Edition) readHomes(ctx context.Context) (err error) {
	at := func(name string) string { return filepath.Join(e.dir, name) }
	if e.sales, err = readFrom(ctx, at(salesName), e.readSales); err != nil {
		return err
	}
	if e.part != nil {
		defer func() { e.chosen = nil }()
		if e.chosen, err = readFrom(ctx, at(addressesName), e.choose); err != nil {
			return err
		}
		if e.addresses, err = readFrom(ctx, at(addressesName), e.readAddresses); err != nil {
			return err
		}
	}
	if e.dwellings, err = readFrom(ctx, at(dwellingsName), e.readDwellings); err != nil {
		return err
	}
	if e.facts, err = readFrom(ctx, at(factsName), e.readFacts); err != nil {
		return err
	}
	e.neighbourhoods, err = readFrom(ctx, at(neighbourhoodsName), e.readNeighbourhoods)
	return err
}
