// Package filekind recognises the files that people give: they mistake one for another. It looks at bytes that others read.
package filekind

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Kind is a kind of file.
type Kind struct {
	What string // noun for sentences: a sales file
	Key  string // of the build file, to which its content belongs; "" for none
	Do   string // what to do with it; "" where it can be given as it is
	Or   string // what to do with it where its reader knows nothing better
}

// IsForeign reports whether no key takes such a file as it is.
func (k Kind) IsForeign() bool { return k.Do != "" || k.Or != "" }

// Refuse returns the error for a file of kind k under key of the build file, "" outside a build. give says what is read
// there, of a kind that belongs to no other key.
func (k Kind) Refuse(key, give string) error {
	var hints []string
	if k.Key != "" && k.Key != key {
		belongs := "it belongs to " + k.Key + " of the build file"
		if key != "" {
			belongs += ", and not to " + key
		}
		hints, give = append(hints, belongs), ""
	}
	if hint := cmp.Or(k.Do, give, k.Or); hint != "" {
		hints = append(hints, hint)
	}
	return gevel.Refusal(strings.Join(hints, "; "), "the file looks like %s", k.What)
}

// NoTable returns the error for a text that begins so and is no table, nil if it may be one.
func NoTable(start string) error {
	if k := OfText(start); k.IsForeign() || k == XML || k == JSON {
		return k.Refuse("", "what is read here is a table, as CSV or xlsx")
	}
	return nil
}

// OfStart recognises a file that is no text by its first bytes.
func OfStart(start []byte) Kind {
	for _, mark := range standard {
		if hasPrefix(string(start), mark.Start) {
			return mark.Kind
		}
	}
	return Kind{}
}

func hasPrefix(text string, starts []string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(text, start) })
}

// OfZip recognises a zip by its members.
func OfZip(members []string) Kind {
	for _, mark := range standard {
		if mark.Member != nil && slices.ContainsFunc(members, mark.Member.MatchString) {
			return mark.Kind
		}
	}
	return Kind{}
}

// OfLayers recognises a GeoPackage by its layers.
func (m Marks) OfLayers(names []string) Kind {
	has := map[string]bool{}
	for _, name := range names {
		has[strings.ToLower(name)] = true
	}
	return m.first(func(mark *Mark) bool { return hasAll(has, mark.Layers) })
}

// OfText recognises a text by its start.
func (m Marks) OfText(start string) Kind {
	start = strings.TrimPrefix(start, "\ufeff") // a byte order mark
	plain := strings.ToLower(strings.TrimSpace(start))
	if plain == "" {
		return Empty
	}
	if strings.HasPrefix(plain, lfsPointer) {
		return LFSPointer
	}
	if strings.ContainsAny(plain[:1], "<{[") {
		return m.first(func(mark *Mark) bool {
			return mark.Opens != "" && plain[:1] == mark.Opens && (len(mark.Words) == 0 ||
				slices.ContainsFunc(mark.Words, func(word string) bool { return strings.Contains(plain, word) }))
		})
	}
	for line := range strings.Lines(start) {
		if k := m.ofHeader(line); k != (Kind{}) {
			return k
		}
	}
	return Kind{}
}

// ofHeader recognises a table by its header.
func (m Marks) ofHeader(line string) Kind {
	has := map[string]bool{}
	for _, name := range strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(",;\t|", c) }) {
		has[PlainColumn(name)] = true
	}
	return m.first(func(mark *Mark) bool { return hasAll(has, mark.Columns) })
}

func (m Marks) first(fits func(*Mark) bool) Kind {
	for i := range m {
		if fits(&m[i]) {
			return m[i].Kind
		}
	}
	return Kind{}
}

// hasAll reports whether a file has all names that a mark needs; a mark without names matches no file.
func hasAll(has map[string]bool, names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !has[name] })
}

// PlainColumn returns the letters and digits of a column's name in lower case.
func PlainColumn[T string | []byte](name T) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(string(name))) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// The kinds: what people give.

// Do of kinds that hold a table in another form.
const (
	asCSV  = "save it as CSV"
	unpack = "unpack it"
	anew   = "fetch or copy it again"
)

// The kinds that belong to a key. The zero Kind is unrecognised.
var (
	BAG       = Kind{What: "a delivery of the register of addresses (BAG)", Key: "sources.bag"}
	BAGXML    = Kind{What: "xml of the register of addresses (BAG)", Key: "sources.bag"}
	BAGLayers = Kind{What: "the register of addresses (BAG) as a GeoPackage", Key: "sources.bag"}
	Mutations = Kind{What: "mutations of the register of addresses (BAG)", Key: "sources.bag", Do: wholeExtract}
	OldBAG    = Kind{
		What: "the register of addresses in its form until 2021 (BAG 1.0)", Key: "sources.bag",
		Do: wholeExtract,
	}
	Parcels      = Kind{What: "the parcels of the cadastral map", Key: "sources.parcels"}
	CadastralGML = Kind{
		What: "GML of the cadastral map", Key: "sources.parcels",
		Do: "give that map as a GeoPackage, as PDOK offers it",
	}
	Sales          = Kind{What: "a sales file", Key: "sources.sales"}
	Labels         = Kind{What: "the energy labels of EP-Online", Key: "sources.energy_labels"}
	Municipalities = Kind{What: "a list of municipalities", Key: "sources.municipalities"}
	Neighbourhoods = Kind{What: "a list of addresses and neighbourhoods (CBS)", Key: "sources.cbs.neighbourhoods[].addresses"}
	Figures        = Kind{What: "key figures of neighbourhoods (CBS)", Key: "sources.cbs.neighbourhoods[].figures"}
	PriceIndex     = Kind{What: "a price index of homes (CBS)", Key: "sources.cbs.price_index"}
	PriceSeries    = Kind{What: "a monthly series of prices", Key: "sources.price_series.file"}
	AveragePrices  = Kind{What: "average prices of homes (CBS)", Key: "sources.cbs.average_prices"}
	Buildings      = Kind{What: "attributes of buildings (3DBAG)", Key: "sources.buildings.files"}
	Monuments      = Kind{What: "a list of monuments (RCE)", Key: "sources.monuments"}
	Facts          = Kind{What: "a file of characteristics of homes", Key: "sources.characteristics"}
)

const wholeExtract = "give the whole extract of the register, such as lvbag-extract-nl.zip of PDOK"

// The kinds that belong to no key.
var (
	Empty        = Kind{What: "an empty file", Do: anew}
	LFSPointer   = Kind{What: "a pointer of Git LFS in place of the file", Do: "fetch the file itself: git lfs pull"}
	WebPage      = Kind{What: "a web page, such as a log-in or an error", Do: "fetch it anew: its address may have expired"}
	ServiceError = Kind{What: "an error of a web service", Do: "read it, and fetch the file anew"}
	Spreadsheet  = Kind{What: "a spreadsheet (xlsx)", Or: asCSV}
	OldSheet     = Kind{What: "an old spreadsheet (xls)", Or: "save it as xlsx or CSV"}
	BinarySheet  = Kind{What: "a binary spreadsheet (xlsb)", Or: "save it as xlsx or CSV"}
	OpenSheet    = Kind{What: "an OpenDocument spreadsheet (ods)", Or: "save it as xlsx or CSV"}
	XMLSheet     = Kind{What: "a spreadsheet as xml", Or: "save it as xlsx or CSV"}
	SheetZip     = Kind{What: "a zip with a spreadsheet in it", Do: unpack}
	LayersZip    = Kind{What: "a zip with a GeoPackage in it", Do: unpack}
	ShapefileZip = Kind{What: "a zip with a shapefile in it", Or: "save it as a GeoPackage, or its table as CSV"}
	Geodatabase  = Kind{What: "a file geodatabase", Or: "save it as a GeoPackage, or its table as CSV"}
	GeoPackage   = Kind{What: "a GeoPackage or another SQLite database", Or: "save its table as CSV"}
	GeoJSON      = Kind{What: "GeoJSON", Or: "save it as a GeoPackage, or its table as CSV"}
	GML          = Kind{What: "GML", Or: "save it as a GeoPackage, or its table as CSV"}
	Parquet      = Kind{What: "Parquet", Or: asCSV}
	PDF          = Kind{What: "a PDF", Or: "give the table itself, as CSV"}
	Gzip         = Kind{What: "a gzipped file", Do: unpack}
	XMLZip       = Kind{What: "a zip of xml"}
	Zip          = Kind{What: "a spreadsheet or another zip", Do: "save a sheet as CSV, unpack a zip"}
	XML          = Kind{What: "xml"}
	JSON         = Kind{What: "json, an answer of an API"}
)

// What programs leave beside the files that people keep.
var (
	leftovers       = []string{"thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx"}
	leftoverStarts  = []string{".", "~$", "_success", "_started", "_committed"}
	leftoverEndings = []string{".part", ".partial", ".crdownload", ".download", ".tmp", "~"}
)

// IsLeftover reports whether programs leave files or folders of that name behind: locks of spreadsheets, thumbnails,
// marks of Spark, unfinished downloads.
func IsLeftover(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(leftovers, name) ||
		slices.ContainsFunc(leftoverStarts, func(start string) bool { return strings.HasPrefix(name, start) }) ||
		slices.ContainsFunc(leftoverEndings, func(end string) bool { return strings.HasSuffix(name, end) })
}
