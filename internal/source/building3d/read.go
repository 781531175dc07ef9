// Package building3d reads what 3DBAG says of buildings: volume, height, storeys and party walls, as measured from
// the air. 3DBAG is a model of all buildings of the Dutch register of addresses and buildings (BAG).
//
// A file is a table of the attributes, in any form of package table, such as 3DBAG's GeoPackage: a row a building.
// Columns are found by name, in any order and case; others are passed over. A building is named by identificatie,
// NL.IMBAG.Pand. and 16 digits. The models themselves (CityJSON, OBJ) are refused: the GeoPackage has their attributes.
//
// # Rejects and faults
//
// A building without a home in it is counted apart, and nothing more of it is read. A row that can't be
// used counts once, under the first of these reasons:
//
//	malformed_row        a quote left open, or more fields than columns
//	bad_identificatie    no id of a building
//	duplicate_building   the building was there before: the first stays
//	greenhouse           a greenhouse or warehouse, whose volume is not modelled with care
//	glass_roof           light of the scanner passes through glass
//	possibly_incorrect   3DBAG says so itself (b3_kwaliteitsindicator)
//
// What a building is kept without is a fault: no_volume when none of the three levels of detail has one,
// bad_<column> when a value is no number, or none that it can be.
package building3d

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/source"
)

// Options say what is read of a file.
type Options struct {
	// Has reports whether there is a home in a building; of others nothing is read. It is called from
	// several goroutines.
	Has func(gevel.BAGNumber) bool
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Result counts the rows of a file. Rows = Used + NoHomes + Rejects.Total().
type Result struct {
	Rows, Used      int
	NoHomes         int // buildings without a home in them
	Rejects, Faults gevel.Rejects
}

// Read reads a file and calls use with each building that has a home in it, in the order of the file and from one
// goroutine at a time. use returns false for a building that it has had before. Memory does not grow with the file.
//
// Errors name the file: it can't be read, is damaged, or is of another kind (gevel.Invalid); ctx.Err().
// A building that can't be used is no error but a reject.
func Read(ctx context.Context, path string, opt Options, use func(Building) bool) (*Result, error) {
	none := gevel.NewRejects(ctx)
	r := &reader{Result: &Result{Rejects: none, Faults: none}, Options: opt, use: use, none: none}
	r.signs = r.parsed().signs
	r.parser = parser{name: filepath.Base(path), has: opt.Has}
	if err := r.read(ctx, path); err != nil {
		return nil, fmt.Errorf("read buildings %s: %w", path, err)
	}
	return r.Result, nil
}

// reader is the reading of one file.
type reader struct {
	*Result
	Options
	parser parser
	use    func(Building) bool
	none   gevel.Rejects // to begin with
	ids    spelling.RoundedIDs
	signs  [columns]flatfile.Testimony
}

// parsed returns the result of a stretch that is yet to be parsed.
func (r *reader) parsed() parsed {
	p := parsed{rejects: r.none, faults: r.none}
	for c := range p.signs {
		p.signs[c] = flatfile.NewTestimony(columnNames[c], flatfile.Bounds{High: math.MaxFloat32})
	}
	return p
}

func (r *reader) read(ctx context.Context, path string) error {
	if err := refuseModels(ctx, path); err != nil {
		return err
	}
	t, err := wanted.Open(ctx, path)
	if err != nil {
		return err
	}
	err = r.readTable(ctx, path, t)
	return errors.Join(err, r.ids.Verdict("identificatie"), flatfile.Misread(r.signs[:]...), t.Close())
}

// refuseModels refuses texts of the other forms that 3DBAG offers. What is no text may be a table.
func refuseModels(ctx context.Context, path string) error {
	text, err := textfile.Open(ctx, path, wanted.Member)
	if err != nil {
		return nil // the table has the error again
	}
	defer text.Close()
	const longestMark = 16
	start, _ := text.Peek(longestMark)
	for mark, form := range map[string]string{"{": "CityJSON", "mtllib ": "OBJ", "# ": "OBJ", "o ": "OBJ", "v ": "OBJ"} {
		if strings.HasPrefix(string(start), mark) {
			return gevel.Refusal(give, "the file looks like %s, and gevel reads no attributes from it", form)
		}
	}
	return nil
}

// add takes over what was found in a part of the file.
func (r *reader) add(p *parsed) {
	r.Rows += p.rows
	r.NoHomes += p.noHomes
	r.Rejects.Merge(p.rejects)
	r.Faults.Merge(p.faults)
	for c := range p.signs {
		r.signs[c].Merge(&p.signs[c])
	}
	for _, f := range p.found {
		r.ids.Hear(string(f.ID.ID()))
		if r.use(f.Building) {
			r.Used++
		} else {
			r.Rejects.Add(ReasonDuplicate, r.parser.at(f.line), "pand "+string(f.ID.ID()))
		}
	}
}

// Building is what 3DBAG says of a building.
type Building struct {
	ID     gevel.BAGNumber
	Volume gevel.Opt[float64] // m3, of the whole building, above the ground
	Detail Detail             // of the model that the volume is of, where that is known
	// Storeys is an estimate, which 3DBAG makes of buildings up to five.
	Storeys gevel.Opt[int]
	// PartyWalls is the surface of the walls that it shares with other buildings, m2.
	PartyWalls gevel.Opt[float64]
	Height     gevel.Opt[float64] // of its ridge or roof above the ground, metres
}

// Detail is the level of detail of a model of buildings, the finest first.
type Detail uint8

// The levels of detail with a volume.
const (
	LOD22   Detail = iota // the shape of the roof
	LOD13                 // parts of several heights, with flat roofs
	LOD12                 // one block
	Details               // how many there are
)

// String returns the level as 3DBAG writes it.
func (d Detail) String() string { return [Details]string{"2.2", "1.3", "1.2"}[d] }

// Storeys returns the characteristic that storeys of buildings are of the homes in them.
func Storeys() gevel.Attribute {
	a, _ := gevel.ExtraColumn("num_building_storeys")
	a.Kind, a.Label = gevel.Count, "storeys of the building"
	a.Doc = "Storeys of the home's building"
	a.Least, a.Most = 1, 100
	return a
}

// The reasons for which buildings are rejected, and one of what they are kept without.
const (
	ReasonMalformedRow      = "malformed_row"      // a quote left open, or more fields than columns
	ReasonBadID             = "bad_identificatie"  // no id of a building
	ReasonDuplicate         = "duplicate_building" // the building was there before: the first stays
	ReasonGreenhouse        = "greenhouse"         // 3DBAG calls it a greenhouse or warehouse
	ReasonGlassRoof         = "glass_roof"         // the scanner looks through glass
	ReasonPossiblyIncorrect = "possibly_incorrect" // 3DBAG says so itself

	FaultNoVolume  = "no_volume" // no level of detail has a volume
	FaultBadColumn = "bad_"      // the value is no number, or none that it can be
)

// faultOf is the reason of a value that can't be used.
func faultOf(c column) string { return FaultBadColumn + columnNames[c] }

// rowsPerPart is after how many rows of a table what was found is used.
const rowsPerPart = 1 << 12

// readTable reads a table with a row a building.
func (r *reader) readTable(ctx context.Context, path string, t *table.Table) error {
	places, err := placesOf(t.Names())
	if err != nil {
		return mistaken.Explain(ctx, err, path, Key)
	}
	return table.Work(ctx, t, table.Batches{Rows: rowsPerPart, Progress: r.Progress}, func(rows []table.Row) *parsed {
		p := r.parsed()
		for _, row := range rows {
			r.parser.addRow(&p, places, row)
		}
		return &p
	}, r.add)
}

// placesOf returns where the columns are, -1 for none. Error: a needed one lacks.
func placesOf(names []string) (places [columns]int, err error) {
	for c, name := range columnNames {
		places[c] = spelling.Find(names, name)
	}
	isThere := func(at int) bool { return at >= 0 }
	switch {
	case places[columnID] < 0:
		return places, gevel.Refusal(give, "there is no column %s", columnNames[columnID])
	case !slices.ContainsFunc(places[columnVolume:columnPartyWalls+1], isThere):
		return places, gevel.Refusal(give, "there is none of the columns %s",
			strings.Join(columnNames[columnVolume:columnPartyWalls+1], ", "))
	}
	return places, nil
}

// isRead reports whether a column is among those that are used.
func isRead(name string) bool {
	places, _ := placesOf([]string{name})
	return slices.Max(places[:]) >= 0
}

// isHeader reports whether names have the id of a building, or the columns of 3DBAG without it.
func isHeader(names []string) bool {
	places, _ := placesOf(names)
	return slices.ContainsFunc(places[:columnPartyWalls+1], func(at int) bool { return at >= 0 })
}

// addRow makes a building of a row.
func (p *parser) addRow(to *parsed, places [columns]int, row table.Row) {
	if row.Fault != "" {
		p.reject(to, row.Line, ReasonMalformedRow, row.Fault)
		return
	}
	var v values
	for c, at := range places {
		if at >= 0 {
			v[c] = []byte(spelling.Cell(row.Fields[at]))
		}
	}
	p.add(to, &v, row.Line)
}

// Row is the row of the table of sources.
var Row = source.Row{
	Name: "buildings", Label: "buildings (3DBAG)", Kind: filekind.Buildings,
	Licence:  "CC BY 4.0, 3DBAG by tudelft3d and 3DGI",
	Doc:      "Files of 3DBAG.",
	Settings: func() source.Settings { return new(Settings) },
	Origins:  source.Origins(gevel.From3DBAG),
	Stage:    "buildings",
}

// Settings are files of 3DBAG.
type Settings struct {
	Paths   source.Files `yaml:"files" json:"-" doc:"GeoPackage, or a table such as CSV; one or a list."`
	AsOf    string       `yaml:"as_of" bounds:"not after today" doc:"Day of the release: volumes that differ count from then on (default: the day of the build)."`
	Storeys bool         `yaml:"storeys" doc:"Whether the storeys of buildings become a characteristic, 'num_building_storeys'."`
}

// Files returns the paths.
func (s *Settings) Files(string) []*string { return s.Paths.Paths() }

// Days returns the day of the release.
func (s *Settings) Days() []source.Day {
	return []source.Day{{What: "sources.buildings.as_of:", Day: source.DayOf(s.AsOf)}}
}

// Check finds what can't be.
func (s *Settings) Check() error {
	if len(s.Paths) == 0 {
		return &source.Fault{Err: errors.New("files is missing")}
	}
	for _, file := range s.Paths {
		if file == "" {
			return &source.Fault{Key: ".files", Err: errors.New("a file has no name")}
		}
	}
	if _, err := gevel.ParseDate(s.AsOf); s.AsOf != "" && err != nil {
		return &source.Fault{Key: ".as_of", Err: err}
	}
	return nil
}

// Key is where the build file names the files.
const Key = "sources.buildings.files"

const give = "give 3DBAG as GeoPackage, or its attributes as CSV"

var wanted = mistaken.Wanted{
	Key: Key, Kind: filekind.Buildings, Give: give, Layer: "pand", IsHeader: isHeader, Reads: isRead,
}
