// Package filekind says what a file looks like: people mistake the files of a build for each other.
package filekind

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// Kind is a kind of file.
type Kind struct {
	What string // in a sentence: a sales file
	Key  string // of the build file to which it belongs, "" for none
}

// The kinds. The zero Kind is none of them.
var (
	WebPage        = Kind{What: "a web page"}
	Spreadsheet    = Kind{What: "a spreadsheet (xlsx)"}
	XMLZip         = Kind{What: "a zip of xml"}
	LayersZip      = Kind{What: "a zip with a GeoPackage in it: unpack that"}
	XML            = Kind{What: "xml"}
	JSON           = Kind{What: "json, an answer of an API"}
	BAG            = Kind{"a delivery of the register of addresses (BAG)", "sources.bag"}
	BAGXML         = Kind{"xml of the register of addresses (BAG)", "sources.bag"}
	BAGLayers      = Kind{"the register of addresses (BAG) as a GeoPackage", "sources.bag"}
	Parcels        = Kind{"the parcels of the cadastral map", "sources.parcels"}
	Sales          = Kind{"a sales file", "sources.sales"}
	Labels         = Kind{"the energy labels of EP-Online", "sources.energy_labels"}
	Municipalities = Kind{"a list of municipalities", "sources.municipalities"}
	Neighbourhoods = Kind{"a list of addresses and neighbourhoods (CBS)", "sources.cbs.neighbourhoods[].addresses"}
	Figures        = Kind{"key figures of neighbourhoods (CBS)", "sources.cbs.neighbourhoods[].figures"}
	PriceIndex     = Kind{"a price index of homes (CBS)", "sources.cbs.price_index"}
	AveragePrices  = Kind{"average prices of homes (CBS)", "sources.cbs.average_prices"}
	Buildings      = Kind{"attributes of buildings (3DBAG)", "sources.buildings.files"}
	Monuments      = Kind{"a list of monuments (RCE)", "sources.monuments"}
	Facts          = Kind{"a file of characteristics of homes", "sources.characteristics"}
)

// Refuse returns the error of a file of another kind than that of a key of the build file. The hint
// is for kinds that belong to no key.
func (k Kind) Refuse(key, hint string) error {
	if k.Key != "" {
		hint = fmt.Sprintf("it belongs to %s of the build file, and not to %s", k.Key, key)
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the file looks like " + k.What, Hint: hint}
}

// Explain returns the fault of a file that could not be read under a key of the build file; where the file
// looks like one of another key, that instead.
func Explain(ctx context.Context, fault error, path, key string) error {
	if kind, err := OfFile(ctx, path); err == nil && kind.Key != "" && kind.Key != key {
		return kind.Refuse(key, "")
	}
	return fault
}

var bagMember = regexp.MustCompile(`^(\d{4}(WPL|OPR|NUM|LIG|STA|VBO|PND)\d{8}|Leveringsdocument-BAG|GEM-WPL)`)

// OfZip says what a zip with these members looks like.
func OfZip(members []string) Kind {
	ends := func(ext string) bool {
		return slices.ContainsFunc(members, func(name string) bool { return strings.HasSuffix(strings.ToLower(name), ext) })
	}
	isBAG := func(name string) bool { return bagMember.MatchString(name[strings.LastIndex(name, "/")+1:]) }
	switch {
	case slices.ContainsFunc(members, isBAG):
		return BAG
	case slices.Contains(members, "[Content_Types].xml"), ends(".xlsx"):
		return Spreadsheet
	case ends(".gpkg"):
		return LayersZip
	case ends(".xml"):
		return XMLZip
	}
	return Kind{}
}

// OfLayers says what a GeoPackage with layers of these names looks like.
func OfLayers(names []string) Kind {
	has := func(name string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	}
	switch {
	case has("perceel"):
		return Parcels
	case has("pand") && has("lod22_2d"):
		return Buildings
	case has("verblijfsobject") && has("pand"):
		return BAGLayers
	}
	return Kind{}
}

// OfFile says what a file looks like: by the layers of a GeoPackage, the members of a zip, or the beginning
// of its text, gzipped, alone in a zip, or neither. Error: it can't be opened.
func OfFile(ctx context.Context, path string) (Kind, error) {
	if ok, err := geopackage.IsSQLite(path); err != nil {
		return Kind{}, err
	} else if ok {
		return ofGeoPackage(ctx, path), nil
	}
	var kind Kind
	f, err := textfile.Open(path, func(members []*zip.File) (*zip.File, error) {
		kind = OfZip(zipfile.Names(members))
		if tables := zipfile.CSVs(members); kind == (Kind{}) && len(tables) == 1 {
			return tables[0], nil
		}
		return nil, errors.New("its members say enough")
	})
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return Kind{}, err
	}
	if err != nil { // no text, or damaged
		return kind, nil
	}
	defer f.Close()
	start, _ := f.Peek(textfile.ReadAhead)
	return OfText(string(start)), nil
}

// ofGeoPackage is the zero Kind for one that is damaged.
func ofGeoPackage(ctx context.Context, path string) Kind {
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return Kind{}
	}
	defer f.Close()
	return OfLayers(f.Names())
}

// OfText says what a text looks like, by its beginning.
func OfText(start string) Kind {
	plain := strings.ToLower(strings.TrimSpace(start))
	contains := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(plain, word) })
	}
	switch {
	case !strings.HasPrefix(plain, "<"):
	case contains("<html", "<!doctype html"):
		return WebPage
	case contains("lvbag", "bagstand", "kadaster"):
		return BAGXML
	default:
		return XML
	}
	if strings.HasPrefix(plain, "{") || strings.HasPrefix(plain, "[") {
		if contains(`"cityobjects"`, `"cityjson"`, `"cityjsonfeature"`) {
			return Buildings
		}
		return JSON
	}
	for line := range strings.Lines(start) {
		if k := ofHeader(line); k != (Kind{}) {
			return k
		}
	}
	return Kind{}
}

// tables are kinds of tables, by names of columns that all stand in the header.
var tables = []struct {
	columns []string // plain, as in PlainColumn
	kind    Kind
}{
	{[]string{"saledate", "price"}, Sales},
	{[]string{"koopsom"}, Sales},
	{[]string{"transactieprijs"}, Sales},
	{[]string{"transactionprice"}, Sales},
	{[]string{"energieklasse"}, Labels},
	{[]string{"pandenergieklasse"}, Labels},
	{[]string{"pc6", "huisnummer"}, Neighbourhoods},
	{[]string{"gwbcode10"}, Figures},
	{[]string{"wijkenenbuurten"}, Figures},
	{[]string{"buurtcode", "buurtnaam"}, Figures},
	{[]string{"perioden", "prijsindexverkoopprijzen1"}, PriceIndex},
	{[]string{"perioden", "prijsindexbestaandekoopwoningen1"}, PriceIndex},
	{[]string{"perioden", "gemiddeldeverkoopprijs1"}, AveragePrices},
	{[]string{"gemeentecode", "provincienaam"}, Municipalities},
	{[]string{"identificatie", "b3volumelod22"}, Buildings},
	{[]string{"identificatie", "b3bouwlagen"}, Buildings},
	{[]string{"juridischestatus"}, Monuments},
	{[]string{"rijksmonumentnummer"}, Monuments},
	{[]string{"datuminschrijving"}, Monuments},
	{[]string{"dwellingid", "knowndate"}, Facts},
}

// ofHeader says of which kind a table with a header is.
func ofHeader(line string) Kind {
	names := map[string]bool{}
	for name := range strings.SplitSeq(line, string(textfile.Delimiter(line))) {
		names[PlainColumn(name)] = true
	}
	for _, table := range tables {
		if !slices.ContainsFunc(table.columns, func(name string) bool { return !names[name] }) {
			return table.kind
		}
	}
	return Kind{}
}

// PlainColumn returns the name of a column in lower case, without what is no letter or digit.
func PlainColumn[T string | []byte](name T) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(string(name))) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		}
	}
	return b.String()
}
