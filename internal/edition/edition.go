// Package edition is the artefact between offline and online: a directory of Parquet tables and model files that is
// written once, published by renaming its manifest into place, and never changed. Opened, its tables are held in
// memory in plain columns; models are read from the disk once, one at a time.
package edition

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/footprint"
)

// Names of the tables.
const (
	tableSuffix        = ".parquet"
	addressesName      = "addresses" + tableSuffix
	dwellingsName      = "dwellings" + tableSuffix
	factsName          = "facts" + tableSuffix
	salesName          = "sales" + tableSuffix
	pricesName         = "prices" + tableSuffix
	neighbourhoodsName = "neighbourhoods" + tableSuffix
	buildingsName      = "buildings" + tableSuffix
	statusesName       = "statuses" + tableSuffix
	seriesName         = "price_series" + tableSuffix
	movesName          = "moves" + tableSuffix
)

// tableNames are the tables that every edition has. The tables of buildings, statuses, moves and a price series are
// optional.
var tableNames = []string{addressesName, dwellingsName, factsName, salesName, neighbourhoodsName, pricesName}

// Edition is an opened edition, held in memory and safe for concurrent readers.
type Edition struct {
	manifest       Manifest
	sources        gevel.Sources
	addresses      *AddressRows
	dwellings      *dwellingTable
	facts          *homeFacts
	sales          *market.Sales
	neighbourhoods *neighbourhoodTable
	prices         priceTable
	buildings      *footprint.Table // nil where there are none
	statuses       *statusTable
	moves          *moveTable
	series         seriesTable // empty where there is none

	dir    string
	held   held
	images string         // the folder of images; "" uses none
	watch  *regular.Watch // of the files as they were when they were checked
}

// Open reads the edition in dir, after checking the version, size and checksum of
// everything in it. Errors name the file that is wrong and why; if ctx ends, the error is its own.
func Open(ctx context.Context, dir string) (*Edition, error) { return open(ctx, &Edition{dir: dir}) }

func open(ctx context.Context, e *Edition) (_ *Edition, err error) {
	dir := e.dir
	e.watch = e.newWatch()
	ctx = e.watch.Within(ctx)
	if e.manifest, err = e.check(gevel.Span(ctx, "", 0, 0.3), dir); err != nil {
		return nil, err
	}
	if err := e.read(gevel.Span(ctx, "", 0.3, 1)); err != nil {
		return nil, refusal(dir, err)
	}
	if err := e.watch.Check(); err != nil {
		return nil, refusal(dir, err)
	}
	return e, nil
}

// check checks the manifest and the files; by images the checksums of files that are read are left to keep.
func (e *Edition) check(ctx context.Context, dir string) (Manifest, error) {
	if e.images == "" {
		return Verify(ctx, dir)
	}
	return verify(dir, func(m Manifest) error { return m.checkFiles(dir) })
}

// newWatch returns a watch that fails when a file changes between the check and the reading. Editions share files by further
// names, and one that is published or removed meanwhile changes no content.
func (e *Edition) newWatch() *regular.Watch {
	return &regular.Watch{What: "a file changed while the edition was read", Vouch: func(path string) bool {
		name, err := filepath.Rel(e.dir, path)
		if err != nil {
			return false
		}
		sum, err := fileSum(context.Background(), path)
		return err == nil && sum == e.manifest.Files[filepath.ToSlash(name)]
	}}
}

// read reads the tables of the manifest, at the same time.
func (e *Edition) read(ctx context.Context) error {
	e.sources, e.statuses, e.moves = e.manifest.sources(), makeStatusTable(0), makeMoveTable(0)
	bytes := int64(0)
	for name, file := range e.manifest.Files {
		if filepath.Dir(name) != modelDir {
			bytes += file.Bytes
		}
	}
	ctx = context.WithValue(ctx, readMeter{}, gevel.NewMeter(ctx, bytes))
	group, ctx := errgroup.WithContext(ctx)
	for _, name := range []string{addressesName, pricesName, buildingsName, statusesName, movesName, seriesName, salesName} {
		if _, ok := e.manifest.Files[name]; ok {
			group.Go(func() error { return e.readTable(ctx, name) })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return e.checkRows()
}

// checkRows checks that the tables have the rows of the manifest.
func (e *Edition) checkRows() error {
	rows := map[string]int{
		"sales": e.sales.Len(), "neighbourhoods": e.neighbourhoods.len(), "prices": len(e.prices),
		"addresses": e.addresses.Len(), "dwellings": e.dwellings.id.len(), "facts": e.facts.what.Len(),
	}
	if e.buildings != nil {
		rows["buildings"] = e.buildings.Len()
	}
	if n := e.statuses.len(); n > 0 {
		rows["statuses"] = n
	}
	if n := e.moves.len(); n > 0 {
		rows["moves"] = n
	}
	if n := len(e.series); n > 0 {
		rows["price_series"] = n
	}
	for name, got := range rows {
		if want := e.manifest.Rows[name]; got != want {
			return fmt.Errorf("%s%s has %d rows instead of %d", name, tableSuffix, got, want)
		}
	}
	return nil
}

// readTable reads a table; with the sales it reads the homes.
func (e *Edition) readTable(ctx context.Context, name string) error {
	switch name {
	case addressesName:
		return keepTable(ctx, e, name, &e.addresses, e.readAddresses)
	case salesName:
		return e.keepHomes(ctx)
	case pricesName:
		return keepTable(ctx, e, name, &e.prices, readPrices)
	case buildingsName:
		return keepTable(ctx, e, name, &e.buildings, readBuildings)
	case statusesName:
		return keepTable(ctx, e, name, &e.statuses, readStatuses)
	case movesName:
		return keepTable(ctx, e, name, &e.moves, readMoves)
	default: // seriesName
		return keepTable(ctx, e, name, &e.series, readSeries)
	}
}

// readHomes reads the tables of sales and of homes. Sales first: they number the names of categories as they did when
// models were trained. Then dwellings and facts: their additional names get higher numbers.
func (e *Edition) readHomes(ctx context.Context) (err error) {
	at := func(name string) string { return filepath.Join(e.dir, name) }
	if e.sales, err = readFrom(ctx, at(salesName), e.readSales); err != nil {
		return err
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

// Verify checks the manifest of the edition in dir, and the size and checksum of
// its files, without reading it into memory. It fails as Open does.
func Verify(ctx context.Context, dir string) (Manifest, error) {
	return verify(dir, func(m Manifest) error { return m.verifyFiles(ctx, dir) })
}

// verify checks the manifest of the edition in dir, and its files by a function.
func verify(dir string, files func(Manifest) error) (Manifest, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return m, refusal(dir, err)
	}
	for _, name := range tableNames {
		if _, ok := m.Files[name]; !ok {
			return m, refusal(dir, fmt.Errorf("%s does not name %s", ManifestName, name))
		}
	}
	if err := files(m); err != nil {
		return m, refusal(dir, err)
	}
	return m, nil
}

// refusal names the refused edition in an error; it leaves the error of an ended context alone.
func refusal(dir string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("edition %s refused: %w", dir, err)
}

// ID returns the edition's id, the hash of its content.
func (e *Edition) ID() string { return e.manifest.ID }

// Sources returns the table of what the characteristics of the homes come from.
func (e *Edition) Sources() gevel.Sources { return e.sources }

// Manifest returns the manifest, which must not be changed.
func (e *Edition) Manifest() Manifest { return e.manifest }

// Sales returns the sales, which must not be changed.
func (e *Edition) Sales() *market.Sales { return e.sales }

// AddressRows returns the addresses by row.
func (e *Edition) AddressRows() *AddressRows { return e.addresses }

// Addresses yields the addresses, by postal code and number.
func (e *Edition) Addresses(yield func(gevel.Address) bool) {
	for row := range e.addresses.Len() {
		if !yield(e.addresses.At(row)) {
			return
		}
	}
}

// RegisteredHomes yields the dwellings, by id, without the facts of their neighbourhood, and the neighbourhood's
// number, -1 if it is not known.
func (e *Edition) RegisteredHomes(yield func(gevel.Dwelling, int32) bool) {
	for row := range e.dwellings.id.len() {
		d := e.registered(row)
		if !yield(d, e.dwellings.neighbourhood.At(row)) {
			return
		}
	}
}

// Neighbourhoods returns by number the facts that the homes of a neighbourhood share, which must not be changed.
func (e *Edition) Neighbourhoods() [][]gevel.Fact { return e.neighbourhoods.facts }

// HomeAttributes are the characteristics in the edition's table that homes have of their own: the
// standard ones, and others that some home has.
func (e *Edition) HomeAttributes() gevel.Attributes { return e.dwellings.Attributes }

// Find returns the address that q means in the register as it is known last. Errors: gevel.AddressNotFound, gevel.AmbiguousAddress.
func (e *Edition) Find(q gevel.AddressQuery) (gevel.Address, error) { return e.FindOn(q, today) }

// FindOn is Find in the register as it was on a day.
func (e *Edition) FindOn(q gevel.AddressQuery, day gevel.Date) (gevel.Address, error) {
	var room [8]gevel.Address // few house numbers have more
	found := e.addresses.Find(q.PostalCode, q.HouseNumber, room[:0])
	isNamed := func(a gevel.Address) bool { return a.ObjectID == q.ObjectID }
	named := slices.ContainsFunc(found, isNamed)
	bore := slices.ContainsFunc(found, func(a gevel.Address) bool {
		return isNamed(a) && a.HouseLetter == q.HouseLetter && a.HouseNumberExt == q.HouseNumberExt
	})
	status := func(id gevel.BAGID) gevel.Status { return e.StatusOn(id, day) }
	found = gevel.BorneOn(found, day, status)
	a, err := q.Match(found)
	if err != nil && (bore || named && !slices.ContainsFunc(found, isNamed)) { // its address of another day
		if main, ok := e.MainAddressOn(q.ObjectID, day); ok && status(q.ObjectID) != gevel.Gone {
			return main, nil
		}
	}
	return undated(a), err
}

// undated returns an address of a day without its days, which later editions have otherwise.
func undated(a gevel.Address) gevel.Address {
	a.From, a.Until = 0, 0
	return a
}

// AddressByNumber returns the address with a nummeraanduiding id: of today if there is one, and of an object that stands.
func (e *Edition) AddressByNumber(id gevel.BAGID) (gevel.Address, bool) {
	for _, row := range e.addresses.byNumberID.rows(e.addresses.numberID, id) {
		if e.addresses.Borne(int(row)) && e.StatusOn(e.addresses.objectID.at(int(row)), today).Stands() {
			return e.addresses.At(int(row)), true
		}
	}
	row, ok := e.addresses.withNumberID(id)
	if !ok {
		return gevel.Address{}, false
	}
	return e.addresses.At(row), true
}

// MainAddress returns the main address of an object, by the object's id.
func (e *Edition) MainAddress(object gevel.BAGID) (gevel.Address, bool) {
	return e.MainAddressOn(object, today)
}

// MainAddressOn is MainAddress on a day.
func (e *Edition) MainAddressOn(object gevel.BAGID, day gevel.Date) (gevel.Address, bool) {
	row, ok := e.addresses.MainOn(object, day)
	if !ok {
		return gevel.Address{}, false
	}
	return undated(e.addresses.At(row)), true
}

// Dwelling returns the dwelling with an id, as it is known last.
func (e *Edition) Dwelling(id gevel.BAGID) (gevel.Dwelling, bool) {
	row, ok := e.dwellings.row(id)
	if !ok {
		return gevel.Dwelling{}, false
	}
	return e.dwelling(row), true
}

// DwellingAt returns the dwelling in a row, as Dwelling does.
func (e *Edition) DwellingAt(row int) gevel.Dwelling { return e.dwelling(row) }

// PositionOn returns where the dwelling with an id stood as a day saw it, the zero Point where that is not known.
func (e *Edition) PositionOn(id gevel.BAGID, day gevel.Date) gevel.Point {
	d, _ := e.Dwelling(id)
	return d.On(day, e.sales.Attributes).At
}

// registered returns the dwelling in a row without the facts of its neighbourhood.
func (e *Edition) registered(row int) gevel.Dwelling {
	d := e.dwellings.dwelling(row)
	d.Facts, d.Moves = e.facts.of(row), e.moves.of(d.ID)
	return d
}

func (e *Edition) dwelling(row int) gevel.Dwelling {
	d := e.registered(row)
	return d.With(e.neighbourhoods.of(e.dwellings.neighbourhood.At(row)), e.sales.Attributes)
}

// HomePositions returns the positions of the dwellings by row, in RD New or a local plane, which must not be
// changed. Rows are by id.
func (e *Edition) HomePositions() []gevel.Point { return e.dwellings.at }

// RegisteredHome returns the dwelling in a row as RegisteredHomes yields it, without its facts.
func (e *Edition) RegisteredHome(row int) gevel.Dwelling { return e.dwellings.dwelling(row) }

// RegisteredYear returns the build year of the dwelling in a row, NaN where it is not known.
func (e *Edition) RegisteredYear(row int) float64 { return e.dwellings.Value(gevel.AtBuildYear, row) }

// IsHome reports whether the dwelling in a row is one now; others were on earlier days.
func (e *Edition) IsHome(row int) bool { return e.StatusOn(e.dwellings.id.at(row), today).Stands() }

// Dwellings yields the dwellings that are in the register, by id.
func (e *Edition) Dwellings(yield func(gevel.Dwelling) bool) {
	for row := range e.homesOn(today) {
		if !yield(e.dwelling(row)) {
			return
		}
	}
}

// HomesOn yields the ids of the dwellings that were in the register on a day, in their order.
func (e *Edition) HomesOn(day gevel.Date) iter.Seq[gevel.BAGID] {
	return func(yield func(gevel.BAGID) bool) {
		for row := range e.homesOn(day) {
			if !yield(e.dwellings.id.at(row)) {
				return
			}
		}
	}
}

// homesOn yields the rows of the dwellings that were in the register on a day.
func (e *Edition) homesOn(day gevel.Date) iter.Seq[int] {
	return func(yield func(int) bool) {
		for row := range e.dwellings.id.len() {
			if e.StatusOn(e.dwellings.id.at(row), day).Stands() && !yield(row) {
				return
			}
		}
	}
}
