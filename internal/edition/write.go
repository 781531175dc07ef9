package edition

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
)

const modelDir = "models"

// Contents are the content of an edition.
type Contents struct {
	Addresses  *AddressRows     // nil for none
	Homes      *HomeRows        // nil for none
	Attributes gevel.Attributes // of the homes and their facts; nil are the standard ones
	Sources    gevel.Sources    // of their characteristics; nil are the standard ones
	// Neighbourhoods have by number the facts that their homes share.
	Neighbourhoods [][]gevel.Fact
	Buildings      *footprint.Table   // nil or empty writes no table
	Statuses       []gevel.StatusStep // of units that were not always in use, by unit; none writes no table
	Sales          *market.Sales
	Series         gevel.PriceSeries  // of prices, which models learn from beside sales; none writes no table
	Prices         []pricecheck.Point // beside those that CBS publishes, by measure, region and period
	MadeBy         string             // program and version
	CodeVersion    int                // of the code that trained the models
	AsOf           map[string]gevel.Date
	Read           map[string]int
	Counts         map[string]gevel.RowCount // rows of each source by their use
	Licences       map[string]string         // of each source
	Rejects        map[string][]gevel.Reject
	Parameters     json.RawMessage
	HomesFrom      string // a hash of the inputs of addresses and dwellings
	Seed           uint64
}

// writeTables writes the tables of homes and sales, adds their rows and checksums to the draft, and lets go of the
// homes table by table: of a country they and their tables together would fill the memory.
func (d *Draft) writeTables(ctx context.Context, c *Contents) error {
	if c.Attributes == nil {
		c.Attributes = gevel.Standard()
	}
	from := 0.0
	for _, write := range []struct {
		share float64 // of the work
		table func(context.Context, *Contents) error
	}{
		{0.35, d.writeAddresses},
		{0.4, d.writeDwellings},
		{0.02, d.writeNeighbourhoods},
		{0.1, d.writeBuildings},
		{0.01, d.writeStatuses},
		{0.01, d.writeSeries},
		{0.11, d.writeSales},
	} {
		if err := write.table(gevel.Span(ctx, "", from, from+write.share), c); err != nil {
			return err
		}
		from += write.share
	}
	return nil
}

// tableMade is about the share of the work on a table that is done before it is written.
const tableMade = 0.3

// report reports work on row i of n, at every few thousand rows.
func report(ctx context.Context, i, n int) {
	const every = 1 << 13
	if i%every == 0 {
		gevel.Report(ctx, i, n)
	}
}

func (d *Draft) writeAddresses(ctx context.Context, c *Contents) (err error) {
	addresses := c.Addresses
	if c.Addresses = nil; addresses == nil {
		if addresses, err = NewAddressRows(ctx, nil); err != nil {
			return err
		}
	}
	return d.add(ctx, c, addressesName, addresses.Len(), addresses.columns(nil))
}

func (d *Draft) writeDwellings(ctx context.Context, c *Contents) error {
	rows := c.Homes
	if c.Homes = nil; rows == nil {
		rows = MakeHomeRows(c.Attributes, 0)
	}
	dwellings, moves := rows.written(gevel.Span(ctx, dwellingsName, 0, tableMade), c.Sales.Attributes)
	if moves.len() > 0 {
		if err := d.add(gevel.Span(ctx, "", 0, 0), c, movesName, moves.len(), moves.columns()); err != nil {
			return err
		}
	}
	dwellings.sources.known = c.Sources
	err := d.add(gevel.Span(ctx, "", 0, 0.7), c, dwellingsName, dwellings.id.len(), dwellings.tableColumns(nil, nil))
	if err != nil {
		return err
	}
	facts := rows.factsWritten(c.Sales.Attributes)
	facts.sources = c.Sources
	columns := facts.columns(c.Sales.Attributes, new(factText))
	columns[0].get = func(i int) parquet.Value { return textValue(string(dwellings.id.at(int(facts.home[i])))) }
	return d.add(gevel.Span(ctx, "", 0.7, 1), c, factsName, facts.len(), columns)
}

func (d *Draft) writeNeighbourhoods(ctx context.Context, c *Contents) error {
	neighbourhoods := newNeighbourhoodTable(c.Neighbourhoods, c.Attributes, c.Sales.Attributes)
	neighbourhoods.sources, c.Neighbourhoods = c.Sources, nil
	columns := neighbourhoods.tableColumns(c.Sales.Attributes, new(factText))
	return d.add(ctx, c, neighbourhoodsName, neighbourhoods.len(), columns)
}

func (d *Draft) writeBuildings(ctx context.Context, c *Contents) error {
	buildings := c.Buildings
	if c.Buildings = nil; buildings.Len() == 0 {
		return nil
	}
	return d.add(ctx, c, buildingsName, buildings.Len(), walking(buildings))
}

func (d *Draft) writeStatuses(ctx context.Context, c *Contents) error {
	statuses, err := newStatusTable(c.Statuses)
	if c.Statuses = nil; err != nil || statuses.len() == 0 {
		return err
	}
	return d.add(ctx, c, statusesName, statuses.len(), statuses.columns())
}

func (d *Draft) writeSeries(ctx context.Context, c *Contents) error {
	series := seriesTable(c.Series)
	if len(series) == 0 {
		return nil
	}
	return d.add(ctx, c, seriesName, len(series), series.columns())
}

func (d *Draft) writeSales(ctx context.Context, c *Contents) error {
	return d.add(ctx, c, salesName, c.Sales.Len(), salesColumns(c.Sales, nil))
}

func (d *Draft) writePrices(ctx context.Context, c *Contents) error {
	prices := priceTable(c.Prices)
	return d.add(ctx, c, pricesName, len(prices), prices.columns())
}

// add writes a table of the contents, and notes its rows and checksum.
func (d *Draft) add(ctx context.Context, c *Contents, name string, rows int, columns []column) (err error) {
	path, described := filepath.Join(d.staging, name), &describer{c.AsOf, c.Licences, c.Sales.Attributes}
	if err := writeTable(gevel.Span(ctx, name, tableMade, 0.95), path, rows, columns, described); err != nil {
		return err
	}
	m := &d.edition.manifest
	m.Rows[strings.TrimSuffix(name, tableSuffix)] = rows
	m.Files[name], err = fileSum(ctx, path)
	return err
}

// WriteModel writes a model file.
func (d *Draft) WriteModel(ctx context.Context, name string, write func(io.Writer) error) (err error) {
	path := filepath.Join(d.staging, modelDir, name)
	if err := writeSynced(path, write); err != nil {
		return err
	}
	d.edition.manifest.Files[modelDir+"/"+name], err = fileSum(ctx, path)
	return err
}

// complete fills in the rest of a manifest.
func (c *Contents) complete(m Manifest) (Manifest, error) {
	m.Format, m.MadeBy, m.CodeVersion, m.Seed, m.Parameters = FormatVersion, c.MadeBy, c.CodeVersion, c.Seed, c.Parameters
	m.AsOf, m.Read, m.Rejects, m.Counts, m.Licences = c.AsOf, c.Read, c.Rejects, c.Counts, c.Licences
	m.HomesFrom, m.Attributes, m.Sources = c.HomesFrom, extras(c.Sales.Attributes), sourceRows(c.Sources)
	m, err := m.asRead()
	if err != nil {
		return m, err
	}
	m.ID, err = m.contentID()
	return m, err
}

// writeSynced writes a file through a buffer.
func writeSynced(path string, write func(io.Writer) error) (err error) {
	f, err := private.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := errors.Join(write(w), w.Flush()); err != nil {
		return err
	}
	return f.Sync()
}

func writeText(path string, text []byte) error {
	return writeSynced(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
