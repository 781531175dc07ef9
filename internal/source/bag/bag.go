// Package bag reads deliveries of the Dutch register of addresses and buildings
// (BAG 2.0 extracts) into addresses and dwellings.
//
// The register keeps public spaces (streets), number designations, the objects
// that bear them and the buildings those stand in, each with its whole history.
// A reading keeps the one occurrence of every object that was valid on the
// delivery's own date, joins them, and derives the house type from the walls that
// buildings share. Nothing is skipped in silence: every object read is used,
// counted as superseded or withdrawn, or rejected under a reason.
package bag

import (
	"context"
	"fmt"
	"runtime"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// Register is what a delivery says about one day.
type Register struct {
	AsOf      gevel.Date       // the day the delivery describes, StandTechnischeDatum
	Addresses []gevel.Address  // by postal code, number, letter, extension, number id
	Dwellings []gevel.Dwelling // by id; positions in RD New (EPSG:28992), metres
	Objects   map[ObjectType]Count
	// Rejects has an entry for every object that could not be used (Count.Rejected)
	// and for every part that an object is kept without (Count.Faults).
	Rejects gevel.Rejects
	// Light reports that the delivery was a BAG light GeoPackage: it has no secondary addresses and no
	// history, and AsOf is the day on which the file was made.
	Light bool
	// Units are those of each building, by building; nil unless the Options ask for them.
	Units []Unit
}

// Options steer a reading. The zero Options are fit for use.
type Options struct {
	Workers int // XML members parsed at the same time; 0 is one per processor
	// Progress is called with how much is done, from one goroutine at a time and
	// never with less than before; nil is no report. The total is the size of the
	// delivery, bytes, and a quarter more for joining what was read.
	Progress func(done, total int64)
	// Footprints, unless nil, is called with each building in use that has an outline, and with any other
	// that has homes and an outline, by id. What it is given it may use until it returns. Its error ends
	// the reading.
	Footprints func(Footprint) error
	// Municipalities come before the built-in table of names and provinces.
	Municipalities []Municipality
	// Units asks for the units of buildings, which take 16 bytes each.
	Units bool
}

// Read reads the delivery at path: an extract (a zip of zips, of the nation or of
// one municipality), one of its inner zips, a single XML file, or a BAG light GeoPackage. Inner zips that
// are stored are read in place; deflated ones pass through a temporary file in
// the system's directory for those while they are read. Memory is bounded by what
// is kept, not by the size of the delivery: some 400 bytes an address at most, of
// which the register itself takes nine tenths.
//
// A damaged, truncated or foreign file is an error that names the member.
func Read(ctx context.Context, path string, opt Options) (*Register, error) {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	t, progress, err := readTables(ctx, path, opt)
	if err != nil {
		return nil, fmt.Errorf("read BAG delivery %s: %w", path, err)
	}
	names := municipalityNames{extra: opt.Municipalities, day: t.asOf}
	r, err := t.register(ctx, names, opt, progress)
	if err != nil {
		return nil, err
	}
	progress.finish()
	return r, nil
}

// readTables reads the rows of a delivery that are valid on its date, and joins
// nothing yet.
func readTables(ctx context.Context, path string, opt Options) (*tables, *meter, error) {
	if layered, err := geopackage.IsSQLite(path); err != nil {
		return nil, nil, err
	} else if layered {
		return readLayers(ctx, path, opt)
	}
	d, err := openDelivery(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer d.close()
	asOf, err := d.asOf()
	if err != nil {
		return nil, nil, err
	}
	run := reading{delivery: d, asOf: asOf, workers: opt.Workers, progress: newMeter(d.size, opt.Progress)}
	t := newTables(asOf, d.municipality)
	if err := run.parts(ctx, d.partsBefore(buildingsPhase), t); err != nil {
		return nil, nil, err
	}
	run.referenced = t.neededOutlines(opt)
	if err := run.parts(ctx, d.partsOf(buildingsPhase), t); err != nil {
		return nil, nil, err
	}
	run.progress.read()
	t.settle(run.progress)
	return t, run.progress, ctx.Err()
}
