package edition

// What an edition takes over from the one that is open: tables whose checksum is the same. Two editions that follow
// each other mostly have the same homes.

import (
	"context"
	"path/filepath"
	"slices"
)

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
		slices.EqualFunc(e.manifest.Attributes, other.manifest.Attributes, attributeRow.equal) && slices.Equal(e.manifest.Sources, other.manifest.Sources)
}
