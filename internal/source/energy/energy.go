// Package energy reads the total file of EP-Online, the Dutch register of energy labels: one row
// per registration of a label, as a zip with one CSV in it, as that CSV, or in another form of package table. It
// turns rows into labels and derives nothing from them.
//
// # Columns
//
// EP-Online delivers UTF-8 with fields between semicolons and days written 20240131. Columns are found by name, in any
// order; what is no letter or digit of a name, capitals, and Pand before it, count for nothing. So all layouts since
// 2021 are read alike, with and without the lines that newer ones put before the header. Others are passed over.
//
//	Registratiedatum             required: the day from which the label could be known
//	Energieklasse                required
//	Gebouwklasse                 required: W is a home, U is none
//	BAGVerblijfsobjectID, BAGLigplaatsID, BAGStandplaatsID
//	Postcode, Huisnummer, Huisletter, Huisnummertoevoeging (or Huisnummer_toev)
//	                             required: an id, or postal code and number
//	Opnamedatum, GeldigTot (or Meting_geldig_tot)
//	Status, Gebouwtype, Gebouwsubtype
//
// # What becomes of rows
//
// A row is a label, no home, or rejected. Rejects count whole rows that can't be used, under the
// first of their reasons; faults count the parts that a label is kept without. See the reasons.
// A row is one line; one whose quoted field goes on in the next lines takes these too, when it then
// has the fields of the header. A quote left open spoils no other line than its own.
package energy

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/source"
)

// Label is one registration of a home's energy label.
type Label struct {
	ID         gevel.BAGID        // of the verblijfsobject, ligplaats or standplaats; "" when not known
	Address    gevel.AddressQuery // as the file spells it; the zero query when not known
	Registered gevel.Date         // the day from which it could be known
	Surveyed   gevel.Date         // gevel.NoDate when not known
	ValidUntil gevel.Date         // the last day on which it holds; gevel.NoDate when not known
	Class      gevel.EnergyLabel
	Type       gevel.BuildType // 0 when the file does not say, or says what is none of the 16
	IsPermit   bool            // the home was drawn, and not yet built
}

// Options say against what the rows of a file are held.
type Options struct {
	// AsOf is the last day that counts: a label registered later is rejected.
	// Required; gevel.NoDate leaves it to the day on which the file says it was published.
	AsOf    gevel.Date
	Workers int // that parse at the same time; 0 is one per processor
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Summary counts the rows of a file: Rows = Labels + NotHomes + Rejects.Total().
type Summary struct {
	Published gevel.Date // gevel.NoDate where the file does not say
	Rows      int
	Labels    int
	NotHomes  int           // rows of buildings that are no homes
	Rejects   gevel.Rejects // rows that can't be used
	Faults    gevel.Rejects // parts that a label is kept without
}

// Read reads a total file of EP-Online and calls use with each label, in the order of the file,
// from the goroutine that calls Read. Memory does not grow with the file.
//
// Errors name the file: it can't be read, is damaged, is of another kind or lacks a needed column
// (gevel.Invalid). A row that can't be used is no error but a reject.
func Read(ctx context.Context, path string, opt Options, use func(Label)) (*Summary, error) {
	s, err := read(ctx, path, opt, chunkRows, use)
	if err != nil {
		return nil, fmt.Errorf("read energy labels %s: %w", path, err)
	}
	return s, nil
}

// chunkRows is how many rows are parsed at a time.
const chunkRows = 1 << 12

// chunk is what some rows of the file hold.
type chunk struct {
	labels          []Label
	rows, notHomes  int
	rejects, faults gevel.Rejects
}

// reading is the work of turning a file into labels.
type reading struct {
	layout layout
	name   string     // of the file
	latest gevel.Date // of a registration; gevel.NoDate is any
}

func read(ctx context.Context, path string, opt Options, size int, use func(Label)) (*Summary, error) {
	t, err := wanted.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	run, none := &reading{name: filepath.Base(path)}, gevel.NewRejects(ctx)
	if run.layout, err = layoutOf(t.Names()); err != nil {
		return nil, err
	}
	day, unreadable := published(t.Above)
	run.latest = earliest(opt.AsOf, day)
	s := &Summary{Published: day, Rejects: none, Faults: none}
	if unreadable != "" {
		s.Faults.Addf(FaultBadPublicationDay, "%s: %s", run.name, unreadable)
	}
	var ids spelling.RoundedIDs
	err = table.Work(ctx, t, table.Batches{Rows: size, Workers: opt.Workers, Progress: opt.Progress},
		func(rows []table.Row) *chunk {
			p := &parser{reading: run, chunk: &chunk{rejects: none, faults: none}}
			for _, row := range rows {
				p.read(row)
			}
			return p.chunk
		}, func(c *chunk) {
			for _, l := range c.labels {
				ids.Hear(string(l.ID))
				use(l)
			}
			s.Rows, s.Labels, s.NotHomes = s.Rows+c.rows, s.Labels+len(c.labels), s.NotHomes+c.notHomes
			s.Rejects.Merge(c.rejects)
			s.Faults.Merge(c.faults)
		})
	return s, cmp.Or(err, ids.Verdict("the ids of homes"))
}

// earliest returns the earlier of two days; either may be unknown.
func earliest(a, b gevel.Date) gevel.Date {
	if a == gevel.NoDate || b == gevel.NoDate {
		return max(a, b)
	}
	return min(a, b)
}

// Row is the row of the table of sources: one file.
var Row = source.Row{
	Name: "energy_labels", Label: "energy labels", Kind: filekind.Labels,
	Licence:  "terms of RVO for EP-Online; read them before you publish",
	Doc:      "The total file of EP-Online, zip or CSV.",
	Settings: func() source.Settings { return new(source.Path) },
	Origins:  source.Origins(gevel.FromLabel),
	Stage:    "labels", Awaits: []string{ReasonFutureRegistration},
}

// column is one that is read.
type column uint8

const (
	registered column = iota
	surveyed
	validUntil
	class
	buildingClass
	buildType
	buildSubtype
	status
	unitID
	berthID
	pitchID
	postalCode
	houseNumber
	houseLetter
	houseNumberExt

	columns = int(houseNumberExt) + 1
)

// columnNames are the plain names of the columns in all layouts, the newest first.
var columnNames = [columns][]string{
	registered:     {"registratiedatum"},
	surveyed:       {"opnamedatum"},
	validUntil:     {"geldigtot", "metinggeldigtot"},
	class:          {"energieklasse"},
	buildingClass:  {"gebouwklasse"},
	buildType:      {"gebouwtype"},
	buildSubtype:   {"gebouwsubtype"},
	status:         {"status"},
	unitID:         {"bagverblijfsobjectid"},
	berthID:        {"bagligplaatsid"},
	pitchID:        {"bagstandplaatsid"},
	postalCode:     {"postcode"},
	houseNumber:    {"huisnummer"},
	houseLetter:    {"huisletter"},
	houseNumberExt: {"huisnummertoevoeging", "huisnummertoev"},
}

// plainName returns the name of a column as all layouts spell it: without capitals, without what
// is no letter or digit, and without the Pand that older ones put first.
func plainName(name string) string { return strings.TrimPrefix(filekind.PlainColumn(name), "pand") }

// layout says in which field of a row a column is; -1 is none.
type layout [columns]int

// isHeader reports whether names are of the columns of the file.
func isHeader(names []string) bool {
	l, _ := layoutOf(names)
	return len(names) > 1 && l[class] >= 0 && (l[registered] >= 0 || plainName(names[l[class]]) == columnNames[class][0])
}

// layoutOf finds the columns. Error: the header lacks a needed one, or has one twice.
func layoutOf(header []string) (l layout, err error) {
	plain := list.Of(header, plainName)
	for c, known := range columnNames {
		at := spelling.Find(plain, known...)
		if l[c] = at; at >= 0 && slices.Contains(plain[at+1:], plain[at]) && err == nil {
			err = gevel.Refusal("give the csv as EP-Online delivers it", "the header has the column %s twice", plain[at])
		}
	}
	if err != nil {
		return l, err
	}
	var lacking string
	switch {
	case l[registered] < 0:
		lacking = "Registratiedatum"
	case l[buildingClass] < 0:
		lacking = "Gebouwklasse"
	case l[unitID] < 0 && (l[postalCode] < 0 || l[houseNumber] < 0):
		lacking = "BAGVerblijfsobjectID, and not both Postcode and Huisnummer"
	default:
		return l, nil
	}
	return l, gevel.Refusal("give the csv as EP-Online delivers it", "the header has no column %s", lacking)
}

// published returns the day of publication that a line above the header has, or says why it can't be read.
func published(above []string) (day gevel.Date, unreadable string) {
	for _, line := range above {
		fields, _ := textfile.Fields(line, byte(textfile.Delimiter(line)))
		if len(fields) < 2 || plainName(fields[0]) != "publicatiedatum" {
			continue
		}
		day, ok := parseDay(fields[1])
		if !ok {
			unreadable = "the day of publication is " + spelling.Quote(fields[1])
		}
		return day, unreadable
	}
	return gevel.NoDate, ""
}

const asCSV = "EP-Online offers the same labels as csv: give that zip, as it was fetched"

var wanted = mistaken.Wanted{
	Key: "sources.energy_labels", Kind: filekind.Labels, Give: asCSV, IsHeader: isHeader,
	Hints: map[filekind.Kind]string{
		filekind.JSON: "if it is the answer of EP-Online's API, fetch the zip that its downloadUrl names",
	},
}

// accents are what words of the file have, in UTF-8, composed or not, and in Latin-1.
var accents = strings.NewReplacer("é", "e", "É", "e", "\u0301", "", "\xe9", "e")

// plainText returns a value without capitals, accents and what is no letter or digit.
func plainText(s string) string { return filekind.PlainColumn(accents.Replace(s)) }

// The house types of the files are read as in any file. What a type of the file leaves open stays open:
//
//   - Portiekwoning stays Portiekwoning. The 16 types separate open from closed stairs (Portiekflat),
//     the file does not, so its own word stands. Both are apartments.
//   - Galerijwoning can only be a Galerijflat.
//   - The subtypes of an Appartement (Hoekvloer, Tussendak and so on) say whether there is another
//     home beside, below or above, not which floor it is or whether it has its own street door: the
//     lowest of ten galleries is a Hoekvloer as well as a Benedenwoning is. It stays an Appartement.
//   - Berths, pitches and rooms are none of the 16: 0.
var untyped = []string{
	"woonwagen", "woonboot", "woonbootbestaandeligplaats", "woonbootnieuweligplaats", "logieswoning",
	"woongebouwmetnietzelfstandigewoonruimte",
}

// semiOrCorner is a type of the file for two of the 16: its subtype says which.
const semiOrCorner = "tweeondereenkaprijwoninghoek"

// buildType returns the house type, 0 where the row does not say.
func (p *parser) buildType() gevel.BuildType {
	v := p.value(buildType)
	plain := plainText(v)
	if plain == semiOrCorner {
		v = p.value(buildSubtype)
		if plain = plainText(v); plain == "rijwoning" || plain == "hoek" {
			return gevel.Hoekwoning
		}
	}
	if plain == "" || slices.Contains(untyped, plain) {
		return 0
	}
	t, ok := spelling.HouseType(accents.Replace(v))
	if !ok {
		p.fault(FaultUnknownBuildType, "the building type is %s", spelling.Quote(v))
	}
	return t
}
