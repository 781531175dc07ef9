// Package bag reads deliveries of the Dutch register of addresses and buildings
// (BAG 2.0 extracts) into addresses and dwellings.
//
// The register holds public spaces (streets), number designations, addressable objects and buildings, each with its
// whole history. Read keeps the one occurrence of each object that was valid on the delivery's date, joins them,
// and derives the house type from the walls that buildings share. Every object is counted: as used, superseded,
// withdrawn, or rejected with a reason.
package bag

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/source"
)

// Register is the state of the register on one day.
type Register struct {
	AsOf      gevel.Date       // the day the delivery describes, StandTechnischeDatum
	Addresses []gevel.Address  // by postal code, number, letter, extension, number id
	Dwellings []gevel.Dwelling // by id; positions in RD New (EPSG:28992), metres
	// Statuses are the steps of units that were not always in use, or of their use, by id.
	Statuses []gevel.StatusStep
	// Objects counts the occurrences in the delivery, history included.
	Objects map[ObjectType]gevel.RowCount
	// Rejects has an entry for every object that was not used (Rejected) and for every part of an object that was not
	// used (Faults): a reference to a missing object, an outline that crosses itself.
	Rejects gevel.Rejects
	// Light reports that the delivery was a BAG light GeoPackage: it has no secondary addresses and no
	// history, and AsOf is the day on which the file was made.
	Light bool
	// Units are the units in buildings, sorted by building; nil unless Options.Units asked for them.
	Units []Unit
	// Pasts are the surfaces by which units shared their buildings, of those that ever differed; see Unit.Surface.
	Pasts [][]gevel.Step
}

// Options of Read. The zero Options are usable.
type Options struct {
	Workers int // members of XML parsed in parallel; 0 is one per processor
	// Progress, unless nil, is called from one goroutine at a time, never with less than before. The total is
	// the size of the delivery, bytes, plus a quarter for the joining.
	Progress func(done, total int64)
	// Footprints, unless nil, is called in the order of ids with each building that has an outline and is in
	// use or has homes. The footprint is valid until the call returns. An error ends the reading.
	Footprints func(Footprint) error
	// Municipalities take precedence over the built-in table of names and provinces.
	Municipalities []Municipality
	// Units asks for the units in buildings, which take 16 bytes each.
	Units bool
}

// Read reads the delivery at path: an extract (a zip of zips, of the nation or of one municipality), one of
// its inner zips, a single XML file, or a BAG light GeoPackage. Stored inner zips are read in place;
// compressed ones are unpacked to the system's directory for temporary files. Memory depends on the result,
// not on the size of the delivery: at most some 400 bytes an address, nine tenths of them for the Register.
//
// A damaged, truncated or foreign file gives an error that names the member.
func Read(ctx context.Context, path string, opt Options) (*Register, error) {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if info, err := os.Stat(path); err == nil { // else its reading fails
		ctx = opt.within(ctx, info.Size())
	}
	t, err := readTables(ctx, path, opt)
	if err != nil {
		return nil, fmt.Errorf("read BAG delivery %s: %w", path, err)
	}
	names := municipalityNames{extra: opt.Municipalities, day: t.asOf}
	return t.register(ctx, names, opt)
}

// readTables reads the rows that are valid on the delivery's date, not yet joined.
func readTables(ctx context.Context, path string, opt Options) (*tables, error) {
	if layered, err := geopackage.IsSQLite(ctx, path); err != nil {
		return nil, err
	} else if layered {
		return readLayers(ctx, path, opt)
	}
	d, err := openDelivery(ctx, path)
	if err != nil {
		return nil, err
	}
	defer d.close()
	asOf, err := d.asOf(ctx)
	if err != nil {
		return nil, err
	}
	run := reading{asOf: asOf, workers: opt.Workers, progress: gevel.NewMeter(readSpan(ctx), d.size)}
	t := newTables(asOf, d.municipality)
	if err := run.parts(ctx, d.partsBefore(buildingsPhase), t); err != nil {
		return nil, err
	}
	run.referenced = t.neededOutlines(opt)
	if err := run.parts(ctx, d.partsOf(buildingsPhase), t); err != nil {
		return nil, err
	}
	t.settle(ctx)
	return t, ctx.Err()
}

// Rows of the table of sources, a file each: the register, and an operator's list of municipalities.
var (
	Row = source.Row{
		Name: "bag", Label: "BAG register", Kind: filekind.BAG,
		Licence: "public domain (CC0 1.0), Kadaster; names of municipalities CC BY 4.0, CBS",
		Doc: "A delivery of the register of addresses and buildings: a zip as the Kadaster delivers it, of the " +
			"country or a municipality, or BAG light. Required.",
		Settings: func() source.Settings { return new(source.Path) },
		Required: true,
		Origins:  source.Origins(gevel.FromBAG, gevel.FromWalls),
		Stage:    "register", Apart: true,
	}
	MunicipalityRow = source.Row{
		Name: "municipalities", Label: "municipalities", Kind: filekind.Municipalities, Licence: "CC BY 4.0, CBS",
		Doc:      "List of municipality codes, names and provinces, as CSV or another table. It comes before the built-in list.",
		Settings: func() source.Settings { return new(source.Path) },
		Early:    true, Apart: true,
	}
)

// homeRow is a dwelling whose texts are still references, in 24 bytes.
type homeRow struct {
	object, number uint32 // rows of the tables
	at             point
	surface        int32
	built          built
}

// finish sorts the addresses and turns all rows into addresses and dwellings. These take several times the
// memory of the rows, so everything else is freed first.
func (j *joiner) finish(ctx context.Context) *Register {
	r := &Register{AsOf: j.asOf, Rejects: j.rejects, Objects: map[ObjectType]gevel.RowCount{}, Light: j.light}
	for o, count := range j.counts {
		if count != (gevel.RowCount{}) {
			r.Objects[ObjectType(o)] = count
		}
	}
	s := rowTables{
		numbers: idsOf(j.numbers), objects: idsOf(j.objects), streets: j.cityStreets.list, exts: map[[4]byte]string{},
	}
	rows, homes := j.rows, j.homes // in the order of their ids, like the objects
	r.Statuses = j.statuses
	if j.units != nil {
		r.Units, r.Pasts = j.unitsOf(homes)
	}
	facts, moves := j.facts, j.moves
	s.spans = j.spans
	*j.tables, *j = tables{}, joiner{}
	sortFunc(joinSpan(ctx, 60, 80), rows, compareRows)
	makeRoom()
	r.Addresses = s.addresses(joinSpan(ctx, 83, 93), rows)
	makeRoom() // by freeing rows
	r.Dwellings = s.dwellings(joinSpan(ctx, 94, 100), homes, facts, moves)
	gevel.Report(ctx, 1, 1)
	return r
}

// makeRoom frees unused memory now. The collector would wait until the heap has doubled, and the gaps left
// are too small for what comes.
func makeRoom() { debug.FreeOSMemory() }

// dwellings turns rows of homes into dwellings.
func (s *rowTables) dwellings(ctx context.Context, homes []homeRow, facts map[uint32][]gevel.Fact,
	moves map[uint32][]gevel.Move,
) []gevel.Dwelling {
	list := make([]gevel.Dwelling, len(homes))
	for i := range homes {
		atRow(ctx, i, len(homes))
		h := &homes[i]
		d := &list[i]
		d.ID, d.NumberID = s.objects.of(h.object), s.numbers.of(h.number)
		if h.at != (point{}) {
			d.At = h.at.metres()
		}
		if h.surface > 0 {
			d.UseSurface = gevel.Some(int(h.surface))
		}
		if h.built.year > 0 {
			d.BuildYear = gevel.Some(int(h.built.year))
		}
		d.BuildType, d.Facts, d.Moves = h.built.kind, facts[h.object], moves[h.object]
	}
	return list
}
