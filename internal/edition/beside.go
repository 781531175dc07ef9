package edition

// An edition opened in part, or beside another.

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
	return open(ctx, &Edition{dir: dir, part: part, onlyHomes: true}, nil)
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

// choose finds the objects of the part in the table of addresses; nil for all.
func (p Part) choose(ctx context.Context, path string, sold *market.Sales) (*chosen, error) {
	if p == nil {
		return nil, nil
	}
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
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
		if p(municipalities.Name(municipality.At(row)), provinces.Name(province.At(row))) {
			c.addresses[row], c.objects = true, append(c.objects, id)
			continue
		}
		c.addresses[row] = sold.DwellingCode(string(digitsOf(id))) >= 0
	}
	slices.Sort(c.objects)
	return c, nil
}

// tableFile is a table that is read in part, or whole where part is nil.
type tableFile struct {
	path string
	part *chosen
}

// open opens the table to read its rows about objects of the part, by the column of their ids.
func (f tableFile) open(ctx context.Context, idName string) (*table, error) {
	t, err := openTable(ctx, f.path)
	if err != nil || f.part == nil {
		return t, err
	}
	var ids idList
	ids.grow(t.rows())
	if err := t.read(ctx, []column{idColumn(idName, &ids)}); err != nil {
		t.close()
		return nil, err
	}
	t.choose(func(row int) bool {
		_, ok := slices.BinarySearch(f.part.objects, ids[row])
		return ok
	})
	return t, nil
}

// homeTables number the names of categories after the sales: they are taken over together.
var homeTables = []string{dwellingsName, factsName, neighbourhoodsName}

// hasSame reports whether an edition has the same file.
func (m Manifest) hasSame(other *Edition, name string) bool {
	if other == nil || m.Format != other.manifest.Format {
		return false
	}
	there, ok := other.manifest.Files[name]
	return ok && there == m.Files[name]
}

// TakenOver returns the names of the tables that OpenBeside took over, ascending.
func (e *Edition) TakenOver() []string { return slices.Sorted(slices.Values(e.takenOver)) }

// takeOver takes a table that does not depend on others.
func (e *Edition) takeOver(other *Edition, name string) {
	switch name {
	case addressesName:
		e.addresses = other.addresses
	case pricesName:
		e.prices = other.prices
	case buildingsName:
		e.buildings = other.buildings
	case statusesName:
		e.statuses = other.statuses
	case seriesName:
		e.series = other.series
	}
	e.takenOver = append(e.takenOver, name)
}

// readMarket reads the tables of sales and of homes, or takes them over.
func (e *Edition) readMarket(ctx context.Context, other *Edition) (err error) {
	attributes, at := e.manifest.attributes(), func(name string) string { return filepath.Join(e.dir, name) }
	homes := e.hasSameHomes(other)
	if homes && e.manifest.hasSame(other, salesName) {
		e.sales = other.sales
		e.takenOver = append(e.takenOver, salesName)
		e.takeHomes(other)
		return nil
	}
	// Sales first: they number the names of categories as they did when models were trained.
	// Then dwellings and facts: their additional names get higher numbers.
	if e.sales, err = readSales(ctx, at(salesName), attributes); err != nil {
		return err
	}
	if homes && e.sales.AdoptNames(other.sales.Attributes) {
		e.takeHomes(other)
		return nil
	}
	part, err := e.part.choose(ctx, at(addressesName), e.sales)
	if err != nil {
		return err
	}
	if part != nil {
		if e.addresses, err = readAddresses(ctx, tableFile{at(addressesName), part}); err != nil {
			return err
		}
	}
	if e.dwellings, err = readDwellings(ctx, tableFile{at(dwellingsName), part}, attributes, e.Sources()); err != nil {
		return err
	}
	if e.facts, err = readFacts(ctx, tableFile{at(factsName), part}, attributes, e.dwellings); err != nil {
		return err
	}
	e.neighbourhoods, err = readNeighbourhoods(ctx, at(neighbourhoodsName), attributes, e.Sources())
	return err
}

func (e *Edition) takeHomes(other *Edition) {
	e.dwellings, e.facts, e.neighbourhoods = other.dwellings, other.facts, other.neighbourhoods
	e.takenOver = append(e.takenOver, homeTables...)
}

// hasSameHomes reports whether an edition has the same tables of homes, of the same meaning.
func (e *Edition) hasSameHomes(other *Edition) bool {
	return other != nil &&
		!slices.ContainsFunc(homeTables, func(name string) bool { return !e.manifest.hasSame(other, name) }) &&
		slices.EqualFunc(e.manifest.Attributes, other.manifest.Attributes, attributeRow.equal) &&
		slices.Equal(e.manifest.Sources, other.manifest.Sources)
}
