// Package filekind recognises the files of a build: people mistake one for another.
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
	What string // noun for sentences: a sales file
	Key  string // of the build file, "" for none
}

// The kinds. The zero Kind is unrecognised.
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

// Refuse returns the error for a file of kind k under key of the build file. The hint is used for kinds that
// have no key.
func (k Kind) Refuse(key, hint string) error {
	if k.Key != "" {
		hint = fmt.Sprintf("it belongs to %s of the build file, and not to %s", k.Key, key)
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the file looks like " + k.What, Hint: hint}
}

// Explain returns the error for a file that could not be read under key: if the file looks like a file of
// another key, an error that says so, else fault.
func Explain(ctx context.Context, fault error, path, key string) error {
	if kind, err := OfFile(ctx, path); err == nil && kind.Key != "" && kind.Key != key {
		return kind.Refuse(key, "")
	}
	return fault
}

var bagMember = regexp.MustCompile(`^(\d{4}(WPL|OPR|NUM|LIG|STA|VBO|PND)\d{8}|Leveringsdocument-BAG|GEM-WPL)`)

// OfZip recognises a zip by its members.
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

// OfLayers recognises a GeoPackage by its layers.
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

// OfFile recognises a file by the layers of a GeoPackage, the members of a zip, or the start of its text,
// which may be gzipped or zipped. Error: it can't be opened.
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

// ofGeoPackage returns the zero Kind for a damaged file.
func ofGeoPackage(ctx context.Context, path string) Kind {
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return Kind{}
	}
	defer f.Close()
	return OfLayers(f.Names())
}

// OfText recognises a text by its start.
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

// tables lists the kinds of tables, each with column names that must all be in the header.
var tables = []struct {
	columns []string // in the spelling of PlainColumn
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

// ofHeader recognises a table by its header.
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
