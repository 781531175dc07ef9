package parcel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// Parcel is a current parcel.
type Parcel struct {
	ID      string     // as registered, "" when not known
	Size    int        // m2, 0 when not known
	Known   gevel.Date // the day from which the size is known; gevel.NoDate is always
	Outline []geopackage.Polygon
}

// Options of Read.
type Options struct {
	// AsOf is the day of the build: a row known only later is rejected.
	AsOf gevel.Date
	// Known is the default known date for rows without a day: gevel.NoDate is always. Unknown: a row without
	// a day is rejected.
	Known gevel.Opt[gevel.Date]
	// Progress, unless nil, is called now and then with the approximate number of bytes read.
	Progress func(done, total int64)
}

// Summary counts the rows of a file: Rows = Parcels + Past + Rejects.Total().
type Summary struct {
	Rows, Parcels int
	Past          int           // historic parcels
	Undated       int           // parcels that got Options.Known
	Rejects       gevel.Rejects // rows that were not used
	Faults        gevel.Rejects // sizes that were not used; the parcel is kept
	LastKnown     gevel.Date    // the latest known date, gevel.NoDate when none has one
}

// The reasons for which rows are rejected, and one for which homes on a parcel go without a size.
const (
	ReasonUnknownStatus  = "unknown_status"           // neither current nor historical
	ReasonBadBegin       = "bad_begin_geldigheid"     // no such day
	ReasonBadRegistered  = "bad_tijdstip_registratie" // no such day
	ReasonFuture         = flatfile.ReasonFuture      // a day after the build
	ReasonNoDay          = "no_known_date"            // the row has no day, and the build file gives the file none
	ReasonNoGeometry     = "no_geometry"              // no outline
	ReasonBadGeometry    = "bad_geometry"             // an outline that can't be read
	ReasonOutsideCountry = "outside_country"          // a point of the outline lies outside the Netherlands
	FaultBadSize         = "bad_size"                 // no size, or more than 1 km2
)

// Read reads a file and calls use with each parcel, in the file's order. The parcel is valid until use
// returns. Memory does not grow with the file.
//
// Errors name the file: it can't be read, is damaged, is of another kind, is not in RD New or lacks a required
// column (gevel.Invalid). An error of use ends the reading. A row that can't be used is a reject, not an error.
func Read(ctx context.Context, path string, opt Options, use func(*Parcel) error) (*Summary, error) {
	r := &reading{Options: opt, name: filepath.Base(path), use: use, Summary: Summary{
		LastKnown: gevel.NoDate, Rejects: gevel.NewRejects(ctx), Faults: gevel.NewRejects(ctx),
	}}
	if err := r.read(ctx, path); err != nil {
		return nil, fmt.Errorf("read parcels %s: %w", path, err)
	}
	return &r.Summary, nil
}

// reading is the state of Read.
type reading struct {
	Options
	Summary
	name     string
	use      func(*Parcel) error
	geometry geopackage.Geometry
	parcel   Parcel
}

func (r *reading) read(ctx context.Context, path string) error {
	f, layer, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	columns, err := columnsOf(layer)
	if err != nil {
		return err
	}
	return f.Each(ctx, layer, columns, func(row *geopackage.Row) error {
		if r.Progress != nil && row.Number%progressEvery == 0 {
			r.Progress(min(f.Size, f.Size*int64(row.Number)/int64(max(layer.About, row.Number))), f.Size)
		}
		return r.add(row)
	})
}

// progressEvery is the number of rows between reports of progress.
const progressEvery = 1 << 14

// add reads a row and uses or counts it.
func (r *reading) add(row *geopackage.Row) error {
	r.Rows++
	p := &r.parcel
	*p = Parcel{ID: row.Text(identification)}
	isPast, reason, err := r.check(row)
	switch {
	case err != nil:
		r.Rejects.Addf(reason, "%s %s: %v", r.name, r.label(row), err)
		return nil
	case isPast:
		r.Past++
		return nil
	}
	size, err := sizeOf(row)
	if err != nil {
		r.Faults.Addf(FaultBadSize, "%s %s: %v", r.name, r.label(row), err)
	}
	p.Size, p.Outline = size, r.geometry.Polygons
	r.Parcels++
	r.LastKnown = max(r.LastKnown, p.Known)
	return r.use(p)
}

// label names a row in samples.
func (r *reading) label(row *geopackage.Row) string {
	if r.parcel.ID != "" {
		return "parcel " + r.parcel.ID
	}
	return fmt.Sprintf("row %d", row.Number)
}

// check reads everything but the size. The error says why the row can't be used.
func (r *reading) check(row *geopackage.Row) (isPast bool, reason string, err error) {
	if isPast, err = isHistoric(row); err != nil || isPast {
		return isPast, ReasonUnknownStatus, err
	}
	if reason, err = r.date(row); err != nil {
		return false, reason, err
	}
	reason, err = r.outline(row)
	return false, reason, err
}

// isHistoric reports whether a parcel is no longer current.
func isHistoric(row *geopackage.Row) (bool, error) {
	text := strings.TrimSpace(row.Text(status))
	switch {
	case row.IsNull(status), strings.EqualFold(text, "Geldig"), strings.EqualFold(text, "G"):
		return false, nil
	case strings.EqualFold(text, "Historisch"), strings.EqualFold(text, "H"):
		return true, nil
	}
	return false, fmt.Errorf("status_historie is %.40q, neither Geldig nor Historisch", text)
}

// date sets the day from which the size is known.
func (r *reading) date(row *geopackage.Row) (reason string, err error) {
	r.parcel.Known = gevel.NoDate
	for _, c := range []struct {
		column int
		reason string
	}{{begin, ReasonBadBegin}, {registered, ReasonBadRegistered}} {
		text := row.Text(c.column)
		if text == "" {
			continue
		}
		day, err := dayOf(text)
		switch {
		case err != nil:
			return c.reason, err
		case day > r.AsOf:
			return ReasonFuture, fmt.Errorf("known on %s, after %s", day, r.AsOf)
		}
		r.parcel.Known = max(r.parcel.Known, day)
	}
	if r.parcel.Known != gevel.NoDate {
		return "", nil
	}
	if !r.Options.Known.Known {
		return ReasonNoDay, errors.New("neither begin_geldigheid nor tijdstip_registratie, and the build file gives no known_date")
	}
	r.parcel.Known = r.Options.Known.V
	r.Undated++
	return "", nil
}

// dayOf reads a day with or without a time. A time in UTC, marked Z, is one or two hours behind Dutch time:
// late in the evening it is already the next day in the Netherlands.
func dayOf(text string) (gevel.Date, error) {
	const date, hour = len("2006-01-02"), len("2006-01-02T15")
	fault := fmt.Errorf("%.40q is no day such as 2023-09-01T00:00:00Z", text)
	if len(text) < date {
		return gevel.NoDate, fault
	}
	day, err := gevel.ParseDate(text[:date])
	switch {
	case err != nil:
		return gevel.NoDate, fault
	case len(text) == date:
		return day, nil
	case len(text) < hour, text[date] != 'T' && text[date] != ' ', text[date+1:hour] < "00", text[date+1:hour] > "24":
		return gevel.NoDate, fault
	}
	const lastHour = "22" // from this hour it may be the next day in the Netherlands, in summer
	if text[len(text)-1] == 'Z' && text[date+1:hour] >= lastHour {
		day++
	}
	return day, nil
}

// outline reads the outline into the reading's geometry.
func (r *reading) outline(row *geopackage.Row) (reason string, err error) {
	if err := row.Parse(&r.geometry); errors.Is(err, geopackage.ErrEmpty) {
		return ReasonNoGeometry, err
	} else if err != nil {
		return ReasonBadGeometry, err
	}
	if len(r.geometry.Points) > 0 {
		return ReasonBadGeometry, errors.New("the geometry is a point and no outline")
	}
	for _, polygon := range r.geometry.Polygons {
		for _, ring := range polygon {
			if err := checkRing(ring); err != nil {
				return ReasonBadGeometry, err
			}
			for _, p := range ring {
				if p.X < west || p.X > east || p.Y < south || p.Y > north {
					return ReasonOutsideCountry, fmt.Errorf("point %.1f, %.1f", p.X, p.Y)
				}
			}
		}
	}
	return "", nil
}

// The bounding box of the Netherlands in RD New, metres; parcels reach into the sea.
const west, east, south, north = 0, 300_000, 300_000, 625_000

func checkRing(ring []gevel.Point) error {
	const least = 4 // a triangle
	switch {
	case len(ring) < least:
		return fmt.Errorf("a ring of %d points", len(ring))
	case ring[0] != ring[len(ring)-1]:
		return errors.New("a ring is not closed")
	}
	return nil
}

// maxSize is the largest parcel that a home can be valued with.
var maxSize = gevel.Standard()[gevel.AtParcelSurface].Most

// sizeOf reads the size, m2; 0 with an error that says why it is unknown.
func sizeOf(row *geopackage.Row) (int, error) {
	v, ok := row.Float(size)
	switch {
	case row.IsNull(size):
		return 0, errors.New("no kadastrale_grootte")
	case !ok:
		return 0, fmt.Errorf("kadastrale_grootte is %.40q", row.Text(size))
	case !(math.Round(v) >= 1 && v <= float64(maxSize)):
		return 0, fmt.Errorf("kadastrale_grootte of %g m2 is not from 1 to %d", v, maxSize)
	}
	return int(math.Round(v)), nil
}
