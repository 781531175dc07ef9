package bulk

// All homes of an edition as a file of homes, written while it is read, so that it takes no memory.

import (
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/num/geo"
)

// All is a reader of such a file.
type All struct {
	next func() (gevel.BAGID, bool)
	stop func()
	of   *edition.Edition
	in   Area
	text []byte // written, and not yet read
	size int64
}

// NewAll returns the file of all homes of an edition on a day, in the order of their ids.
func NewAll(e *edition.Edition, day gevel.Date) *All {
	a := &All{of: e, text: []byte(allHeader)}
	a.next, a.stop = iter.Pull(func(yield func(gevel.BAGID) bool) {
		debug.SetPanicOnFault(true) // the edition may lie in files, and the sequence is a goroutine of its own
		e.HomesOn(day)(yield)
	})
	a.size = int64(len(allHeader)) + int64(e.Manifest().Rows["dwellings"])*allRow
	return a
}

const (
	allHeader = "bag_id\n"
	allRow    = 17 // bytes
)

// In leaves only the homes in an area. The edition must have addresses in it.
func (a *All) In(area Area) error {
	if !area.isAll() {
		a.in, a.size = area, 0
	}
	return area.check(a.of)
}

// Size returns the bytes of the file, 0 when it is not known.
func (a *All) Size() int64 { return a.size }

// Close ends the reading.
func (a *All) Close() { a.stop() }

// Read reads of the file.
func (a *All) Read(p []byte) (int, error) {
	for len(a.text) < len(p) {
		id, more := a.next()
		if !more {
			break
		}
		if a.in.has(a.of, id) {
			a.text = append(append(a.text, id...), '\n')
		}
	}
	if len(a.text) == 0 {
		return 0, io.EOF
	}
	n := copy(p, a.text)
	a.text = a.text[n:]
	return n, nil
}

// BuiltLater is gevel.NotYetBuilt for a home that was built in the year that begins on the valuation date: the
// register knows only years, and hardly any home is finished on 1 January.
func BuiltLater(v gevel.Value) error {
	first := gevel.NewDate(v.Date.Year(), 1, 1)
	if v.Date != first || !v.Dwelling.BuildYear.Known || v.Dwelling.BuildYear.V < v.Date.Year() {
		return nil
	}
	return gevel.Failure(gevel.NotYetBuilt, "", "%s was built in the course of %d", v.Address, v.Date.Year())
}

// Municipal adds to each value what a municipality looks at beside it: address, characteristics as they
// were known on the day, and three references. A home that can't be valued has its address and position alone.
type Municipal struct{ Edition *edition.Edition }

// municipalColumns say where a home is, wherever that is known, and what its value goes with, where it has one.
var municipalColumns = append(
	onlyIf(
		func(a *Answered) bool { return a.Valuation.Address.ObjectID != "" },
		textColumn("postal_code", func(v *gevel.Valuation) string { return string(v.Address.PostalCode) }),
		intColumn("house_number", func(v *gevel.Valuation) int { return v.Address.HouseNumber }),
		textColumn("house_letter", func(v *gevel.Valuation) string { return v.Address.HouseLetter }),
		textColumn("house_number_ext", func(v *gevel.Valuation) string { return v.Address.HouseNumberExt }),
		textColumn("street", func(v *gevel.Valuation) string { return v.Address.Street }),
		textColumn("city", func(v *gevel.Valuation) string { return v.Address.City }),
		textColumn("municipality", func(v *gevel.Valuation) string { return v.Address.Municipality }),
		placeColumn("x", func(at gevel.Point) float64 { return at.X }),
		placeColumn("y", func(at gevel.Point) float64 { return at.Y }),
		placeColumn("lat", func(at gevel.Point) float64 { return degrees(at).Y }),
		placeColumn("lon", func(at gevel.Point) float64 { return degrees(at).X }),
	),
	onlyIf(
		func(a *Answered) bool { return a.Reason == "" },
		append([]Column{
			textColumn("build_type", func(v *gevel.Valuation) string { return v.Dwelling.BuildType.String() }),
			optColumn("build_year", func(v *gevel.Valuation) gevel.Opt[int] { return v.Dwelling.BuildYear }),
			optColumn("use_surface", func(v *gevel.Valuation) gevel.Opt[int] { return v.Dwelling.UseSurface }),
			optColumn("parcel_surface", func(v *gevel.Valuation) gevel.Opt[int] { return v.Dwelling.ParcelSurface }),
			textColumn("energy_label", func(v *gevel.Valuation) string { return v.Dwelling.EnergyLabel.String() }),
			textColumn("references_side", func(v *gevel.Valuation) string { return string(v.ReferencesSide()) }),
		}, referenceColumns()...)...,
	)...,
)

// referenceColumns are the columns of the three references.
func referenceColumns() (list []Column) {
	for i := range 3 {
		name := func(what string) string { return fmt.Sprintf("reference%d_%s", i+1, what) }
		list = append(list,
			textColumn(name("bag_id"), func(v *gevel.Valuation) string { return string(v.References[i].Dwelling) }),
			textColumn(name("address"), func(v *gevel.Valuation) string { return v.References[i].Address.String() }),
			intColumn(name("price"), func(v *gevel.Valuation) int { return int(v.References[i].Price) }),
			textColumn(name("date"), func(v *gevel.Valuation) string { return v.References[i].Date.String() }),
			intColumn(name("indexed_price"), func(v *gevel.Valuation) int { return int(v.References[i].Indexed) }),
			intColumn(name("adjusted_price"), func(v *gevel.Valuation) int { return int(v.References[i].Adjusted) }),
			intColumn(name("distance"), func(v *gevel.Valuation) int { return int(v.References[i].Distance) }),
			intColumn(name("equality"), func(v *gevel.Valuation) int { return int(v.References[i].Equality) }),
		)
	}
	return list
}

// onlyIf leaves columns empty in the other rows.
func onlyIf(has func(*Answered) bool, list ...Column) []Column {
	for i := range list {
		of := list[i].Of
		list[i].Of = func(a Added) parquet.Value {
			if !has(a.(*Answered)) {
				return parquet.NullValue()
			}
			return of(a)
		}
	}
	return list
}

func column(name string, node parquet.Node, of func(*gevel.Valuation) parquet.Value) Column {
	return Column{name, node, func(a Added) parquet.Value { return of(&a.(*Answered).Valuation) }}
}

func textColumn(name string, of func(*gevel.Valuation) string) Column {
	return column(name, parquet.String(), func(v *gevel.Valuation) parquet.Value { return TextOrNull(of(v)) })
}

func intColumn(name string, of func(*gevel.Valuation) int) Column {
	return optColumn(name, func(v *gevel.Valuation) gevel.Opt[int] { return gevel.Some(of(v)) })
}

// placeColumn is a column of where a home is, from RD New.
func placeColumn(name string, of func(gevel.Point) float64) Column {
	return column(name, parquet.Leaf(parquet.DoubleType), func(v *gevel.Valuation) parquet.Value {
		if !geo.InNetherlands(v.Dwelling.At) {
			return parquet.NullValue()
		}
		return parquet.DoubleValue(of(v.Dwelling.At))
	})
}

func optColumn(name string, of func(*gevel.Valuation) gevel.Opt[int]) Column {
	return column(name, parquet.Int(64), func(v *gevel.Valuation) parquet.Value {
		o := of(v)
		if !o.Known {
			return parquet.NullValue()
		}
		return parquet.Int64Value(int64(o.V))
	})
}

// Columns returns the columns.
func (Municipal) Columns() []Column { return municipalColumns }

// showsReferences reports whether an addition needs references and statistics, which take longer.
func showsReferences(a Addition) bool {
	_, is := a.(Municipal)
	return is
}

// Work keeps the valuation, and finds where a home without one is.
func (m Municipal) Work(a Answered) Added {
	if a.Reason != "" {
		a.Valuation = gevel.Valuation{}
		id := gevel.BAGID(a.Text("bag_id"))
		a.Valuation.Address, _ = m.Edition.MainAddressOn(id, a.Inquiry.Date)
		a.Valuation.Dwelling.At = m.Edition.PositionOn(id, a.Inquiry.Date)
	}
	return &a
}

// Note has nothing to keep.
func (Municipal) Note(Added) {}

// Area is a part of the country, by the addresses of homes. The zero Area is all of it.
type Area struct{ Municipalities, Provinces []string }

func (a Area) isAll() bool { return len(a.Municipalities) == 0 && len(a.Provinces) == 0 }

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
