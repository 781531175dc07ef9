package gevel

import (
	"fmt"
	"slices"
)

// The table of what characteristics of homes come from.

// Sources are the sources of characteristics in the order of precedence: of two that know a characteristic the
// later one wins. Everything that names, ranks or lists them goes over such a table, which is handed on and never
// global state: an edition's is the standard one and what its build added. A nil table is the standard one.
type Sources []SourceRow

// SourceRow is what there is to say of a source of characteristics.
type SourceRow struct {
	Source Source
	Name   string // in editions, in English
	Dutch  string // "" is the same name
	// Brings are the standard characteristics that it has a say in, by their places in the table of characteristics;
	// with More it has one in all others, too.
	Brings []int
	More   bool
	// Derived sources are rules, not registers.
	Derived bool
	// SaysUnknown sources record that a characteristic can't be known: what else is recorded comes before them.
	SaysUnknown bool
	// Over is the source that the row of an added one stands behind.
	Over Source
}

// StandardSources returns the sources that gevel knows by itself.
func StandardSources() Sources { return slices.Clone(standardSources) }

// What the last sale of a home recorded comes in when the home is valued, as it depends on the day: it wins over
// what is derived, and fills what is unknown.
var standardSources = Sources{
	{Source: FromBAG, Name: "BAG", Brings: []int{AtBuildYear, AtUseSurface}},
	{Source: FromWalls, Name: "walls", Dutch: "gedeelde muren", Brings: []int{AtBuildType}, Derived: true},
	{Source: From3DBAG, Name: "3DBAG", Brings: []int{AtVolume}, More: true, Derived: true},
	// A surveyor of labels has seen the home. The walls only say where it touches others, and no kind of flat from
	// another.
	{Source: FromLabel, Name: "energy label", Dutch: "energielabel", Brings: []int{AtBuildType, AtEnergyLabel}},
	{Source: FromMonuments, Name: "monument register", Dutch: "monumentenregister", Brings: []int{AtMonument}},
	// A home stands on one parcel: the map says its size, or that it is shared.
	{Source: FromParcels, Name: "cadastral map", Dutch: "kadastrale kaart", Brings: []int{AtParcelSurface}},
	{Source: FromShared, Name: "shared parcel", Dutch: "gedeeld perceel", Brings: []int{AtParcelSurface}, SaysUnknown: true},
	{Source: FromCBS, Name: "CBS", More: true},
	// An operator gives a file of his own to say what the registers don't know, or know wrongly.
	{
		Source: FromFile, Name: "own file", Dutch: "eigen bestand",
		Brings: claimed, More: true,
	},
	{Source: FromSale, Name: "last sale", Dutch: "laatste verkoop"},
}

// unsourced is the row of NoSource.
var unsourced = SourceRow{SaysUnknown: true}

// All returns the rows of a table, of nil the standard ones.
func (t Sources) All() Sources {
	if t == nil {
		return standardSources
	}
	return t
}

// Row returns the row of a source, which must not be changed; the row of NoSource has no name.
func (t Sources) Row(s Source) *SourceRow {
	rows := t.All()
	for i := range rows {
		if rows[i].Source == s {
			return &rows[i]
		}
	}
	return &unsourced
}

// Name returns the name of a source, "" for none.
func (t Sources) Name(s Source) string { return t.Row(s).Name }

// Rank is how high a source stands among those that have a say in the characteristic at a place of the table. One
// without a say stands below all, as NoSource does.
func (t Sources) Rank(s Source, attribute int) int {
	row := t.Row(s)
	if s == FromShared { // now the one holds, and now the other
		s = FromParcels
	}
	if slices.Contains(row.Brings, attribute) || row.More && !slices.Contains(claimed, attribute) {
		return t.place(s)
	}
	return -1
}

// claimed are the characteristics in which only sources have a say that bring them by name.
var claimed = []int{AtBuildType, AtBuildYear, AtUseSurface, AtParcelSurface, AtVolume, AtEnergyLabel, AtMonument}

// place is the place of a source in the table, -1 for none.
func (t Sources) place(s Source) int {
	return slices.IndexFunc(t.All(), func(r SourceRow) bool { return r.Source == s })
}

// Compare puts sources in the order of the table.
func (t Sources) Compare(a, b Source) int { return t.place(a) - t.place(b) }

// Named returns the source with a name, NoSource for "". Error: there is none.
func (t Sources) Named(name string) (Source, error) {
	if name == "" {
		return NoSource, nil
	}
	for _, row := range t.All() {
		if row.Name == name {
			return row.Source, nil
		}
	}
	return NoSource, fmt.Errorf("there is no source %q", name)
}

// With returns the table with one more source behind the one that it wins over. It gets a number of its own.
func (t Sources) With(row SourceRow) Sources {
	rows := slices.Clone(t.All())
	row.Source = NoSource
	for i := range rows {
		row.Source = max(row.Source, rows[i].Source)
	}
	row.Source++
	return slices.Insert(rows, rows.place(row.Over)+1, row)
}

// Added returns the rows beyond the standard ones, in the order in which they were added.
func (t Sources) Added() Sources {
	var added Sources
	for _, row := range t.All() {
		if int(row.Source) > len(standardSources) {
			added = append(added, row)
		}
	}
	slices.SortFunc(added, func(a, b SourceRow) int { return int(a.Source) - int(b.Source) })
	return added
}

// Source is where a characteristic of a home comes from: the number of a row in a table of sources.
type Source uint8

// The standard sources. NoSource stands for an unknown characteristic.
const (
	NoSource      Source = iota
	FromBAG              // the register of addresses and buildings
	FromWalls            // derived from the walls that the home's building shares with others
	From3DBAG            // derived from the model of the home's building in 3DBAG
	FromLabel            // the home's energy label
	FromMonuments        // the register of listed monuments
	FromParcels          // the parcel beneath the home's building, of the cadastral map
	FromShared           // a parcel that several homes share: the home's own part can't be known
	FromCBS              // key figures of the home's neighbourhood, of Statistics Netherlands
	FromFile             // a file of the operator's own
	FromSale             // recorded when the home was last sold
)

// Provenance says where a characteristic of a home comes from and since when it is known.
type Provenance struct {
	Source Source
	Known  Date // the day on which the source registered it; NoDate when the source does not date it
	// Since is the first day on which it holds; unset where it holds once it is known.
	Since Opt[Date]
	Until Date // the last day for which the source vouches for it; NoDate is without end
	// About is the reference date of a value that was published later; unset where the source gives no date but Known.
	About Opt[Date]
}

// Expired reports whether the source no longer vouches for the characteristic on a day.
func (p Provenance) Expired(day Date) bool { return p.Until != NoDate && p.Until < day }

// Fact is what a source says of one characteristic of a home.
type Fact struct {
	Attribute int     // its place in the table of characteristics
	Value     float64 // as Attribute.Get returns it; NaN is unknown
	Provenance
}
