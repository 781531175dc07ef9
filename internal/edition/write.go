package edition

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
)

const modelDir = "models"

// Contents are the content of an edition.
type Contents struct {
	Addresses  []gevel.Address
	Dwellings  []gevel.Dwelling
	Attributes gevel.Attributes // of the dwellings and their facts; nil are the standard ones
	Sources    gevel.Sources    // of their characteristics; nil are the standard ones
	// NeighbourhoodOf has by dwelling the number of its neighbourhood, -1 for none; nil is none for all.
	// Dwellings of one number share the facts of Neighbourhoods.
	NeighbourhoodOf []int32
	Neighbourhoods  [][]gevel.Fact
	Buildings       *footprint.Table     // nil or empty writes no table
	Statuses        []gevel.StatusPeriod // of homes that were not in use, by home and day; none writes no table
	Sales           *market.Sales
	Prices          []pricecheck.Point // beside those that CBS publishes, by measure, region and period
	Models          map[string][]byte  // file name -> content
	MadeBy          string             // program and version
	CodeVersion     int                // of the code that trained the models
	AsOf            map[string]gevel.Date
	Read            map[string]int
	Counts          map[string]Count  // rows of each source by their use
	Licences        map[string]string // of each source
	Rejects         map[string][]gevel.Reject
	Parameters      json.RawMessage
	HomesFrom       string // a hash of the inputs of addresses and dwellings
	Seed            uint64
}

func (c Contents) writeFiles(ctx context.Context, dir string) (Manifest, error) {
	m := Manifest{
		Format: FormatVersion, MadeBy: c.MadeBy, CodeVersion: c.CodeVersion, AsOf: c.AsOf, Read: c.Read, Rejects: c.Rejects,
		Counts: c.Counts, Licences: c.Licences, HomesFrom: c.HomesFrom,
		Attributes: attributeRows(c.Sales.Attributes), Sources: sourceRows(c.Sources), Parameters: c.Parameters, Seed: c.Seed, Files: map[string]File{},
	}
	if err := private.Share(dir); err != nil {
		return m, err
	}
	var err error
	if m.Rows, err = c.writeTables(ctx, dir); err != nil {
		return m, err
	}
	if err := c.writeModels(dir); err != nil {
		return m, err
	}
	for _, name := range c.fileNames() {
		if m.Files[name], err = fileSum(ctx, filepath.Join(dir, name)); err != nil {
			return m, err
		}
	}
	if m, err = m.asRead(); err != nil {
		return m, err
	}
	m.ID, err = m.contentID()
	return m, err
}

// writeTables writes the tables concurrently and returns their numbers of rows.
func (c Contents) writeTables(ctx context.Context, dir string) (map[string]int, error) {
	if c.Attributes == nil {
		c.Attributes = gevel.Standard()
	}
	addresses, err := newAddressTable(c.Addresses)
	if err != nil {
		return nil, err
	}
	dwellings, facts, err := newDwellingTable(c.Dwellings, c.NeighbourhoodOf, c.Attributes, c.Sales.Attributes)
	if err != nil {
		return nil, err
	}
	neighbourhoods := newNeighbourhoodTable(c.Neighbourhoods, c.Attributes, c.Sales.Attributes)
	dwellings.sources.known, facts.sources, neighbourhoods.sources = c.Sources, c.Sources, c.Sources
	statuses, err := newStatusTable(c.Statuses)
	if err != nil {
		return nil, err
	}
	prices := priceTable(c.Prices)
	d := &describer{c.AsOf, c.Licences, c.Sales.Attributes}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return addresses.write(ctx, filepath.Join(dir, addressesName), d) })
	group.Go(func() error { return dwellings.write(ctx, filepath.Join(dir, dwellingsName), d) })
	group.Go(func() error { return facts.write(ctx, filepath.Join(dir, factsName), c.Sales.Attributes, dwellings, d) })
	group.Go(func() error { return writeSales(ctx, filepath.Join(dir, salesName), c.Sales, d) })
	group.Go(func() error {
		return neighbourhoods.write(ctx, filepath.Join(dir, neighbourhoodsName), c.Sales.Attributes, d)
	})
	group.Go(func() error { return prices.write(ctx, filepath.Join(dir, pricesName), d) })
	rows := tableRows(addresses, dwellings, facts, c.Sales)
	rows["neighbourhoods"], rows["prices"] = neighbourhoods.len(), len(prices)
	if n := c.Buildings.Len(); n > 0 {
		rows["buildings"] = n
		group.Go(func() error { return writeBuildings(ctx, filepath.Join(dir, buildingsName), c.Buildings, d) })
	}
	if n := statuses.len(); n > 0 {
		rows["statuses"] = n
		group.Go(func() error { return statuses.write(ctx, filepath.Join(dir, statusesName), d) })
	}
	return rows, group.Wait()
}

func (c Contents) writeModels(dir string) error {
	if err := private.Mkdir(filepath.Join(dir, modelDir)); err != nil {
		return err
	}
	for name, content := range c.Models {
		if err := writeSynced(filepath.Join(dir, modelDir, name), content); err != nil {
			return err
		}
	}
	return nil
}

func (c Contents) fileNames() []string {
	names := make([]string, 0, len(tableNames)+2+len(c.Models))
	names = append(names, tableNames...)
	if c.Buildings.Len() > 0 {
		names = append(names, buildingsName)
	}
	if len(c.Statuses) > 0 {
		names = append(names, statusesName)
	}
	for name := range c.Models {
		names = append(names, modelDir+"/"+name)
	}
	return names
}

func writeSynced(path string, content []byte) (err error) {
	f, err := private.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(content); err != nil {
		return err
	}
	return f.Sync()
}
