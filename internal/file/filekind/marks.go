package filekind

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// Mark identifies files of a kind: by columns that must all be in the header of a table, or by layers of a
// GeoPackage.
type Mark struct {
	Kind    Kind
	Columns []string // plain, as in PlainColumn
	Layers  []string // in lower case
}

// Marks are the marks of several kinds; the first match counts. They are a parameter, never global state; functions
// without them use the standard ones.
type Marks []Mark

// StandardMarks returns the marks of this package's kinds.
func StandardMarks() Marks { return slices.Clone(standard) }

var standard = Marks{
	{Kind: Sales, Columns: []string{"saledate", "price"}},
	{Kind: Sales, Columns: []string{"koopsom"}},
	{Kind: Sales, Columns: []string{"transactieprijs"}},
	{Kind: Sales, Columns: []string{"transactionprice"}},
	{Kind: Labels, Columns: []string{"energieklasse"}},
	{Kind: Labels, Columns: []string{"pandenergieklasse"}},
	{Kind: Neighbourhoods, Columns: []string{"pc6", "huisnummer"}},
	{Kind: Figures, Columns: []string{"gwbcode10"}},
	{Kind: Figures, Columns: []string{"wijkenenbuurten"}},
	{Kind: Figures, Columns: []string{"buurtcode", "buurtnaam"}},
	{Kind: PriceIndex, Columns: []string{"perioden", "prijsindexverkoopprijzen1"}},
	{Kind: PriceIndex, Columns: []string{"perioden", "prijsindexbestaandekoopwoningen1"}},
	{Kind: AveragePrices, Columns: []string{"perioden", "gemiddeldeverkoopprijs1"}},
	{Kind: Municipalities, Columns: []string{"gemeentecode", "provincienaam"}},
	{Kind: Buildings, Columns: []string{"identificatie", "b3volumelod22"}},
	{Kind: Buildings, Columns: []string{"identificatie", "b3bouwlagen"}},
	{Kind: Monuments, Columns: []string{"juridischestatus"}},
	{Kind: Monuments, Columns: []string{"rijksmonumentnummer"}},
	{Kind: Monuments, Columns: []string{"datuminschrijving"}},
	{Kind: Facts, Columns: []string{"dwellingid", "knowndate"}},
	{Kind: Parcels, Layers: []string{"perceel"}},
	{Kind: Buildings, Layers: []string{"pand", "lod22_2d"}},
	{Kind: BAGLayers, Layers: []string{"verblijfsobject", "pand"}},
}

// Explain returns the error for a file that could not be read under a key of the build file: if the file looks like a
// file of another key, an error that says so, else fault.
func Explain(ctx context.Context, fault error, path, key string) error {
	return standard.Explain(ctx, fault, path, key)
}

// OfFile recognises a file by the standard marks.
func OfFile(ctx context.Context, path string) (Kind, error) { return standard.OfFile(ctx, path) }

// OfLayers recognises a GeoPackage by its layers.
func OfLayers(names []string) Kind { return standard.OfLayers(names) }

// OfText recognises a text by its start.
func OfText(start string) Kind { return standard.OfText(start) }

// Explain is the function of this name with these marks.
func (m Marks) Explain(ctx context.Context, fault error, path, key string) error {
	if kind, err := m.OfFile(ctx, path); err == nil && kind.Key != "" && kind.Key != key {
		return kind.Refuse(key, "")
	}
	return fault
}

// OfFile recognises a file by the layers of a GeoPackage, the members of a zip, or the start of its text, which may
// be gzipped or zipped. Error: it can't be opened.
func (m Marks) OfFile(ctx context.Context, path string) (Kind, error) {
	if ok, err := geopackage.IsSQLite(ctx, path); err != nil {
		return Kind{}, err
	} else if ok {
		return m.ofGeoPackage(ctx, path), nil
	}
	var kind Kind
	f, err := textfile.Open(ctx, path, func(members []*zip.File) (*zip.File, error) {
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
	return m.OfText(string(start)), nil
}

// ofGeoPackage returns the zero Kind for a damaged file.
func (m Marks) ofGeoPackage(ctx context.Context, path string) Kind {
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return Kind{}
	}
	defer f.Close()
	return m.OfLayers(f.Names())
}

// OfLayers recognises a GeoPackage by its layers.
func (m Marks) OfLayers(names []string) Kind {
	has := map[string]bool{}
	for _, name := range names {
		has[strings.ToLower(name)] = true
	}
	for _, mark := range m {
		if hasAll(has, mark.Layers) {
			return mark.Kind
		}
	}
	return Kind{}
}

// ofHeader recognises a table by its header.
func (m Marks) ofHeader(line string) Kind {
	has := map[string]bool{}
	for name := range strings.SplitSeq(line, string(textfile.Delimiter(line))) {
		has[PlainColumn(name)] = true
	}
	for _, mark := range m {
		if hasAll(has, mark.Columns) {
			return mark.Kind
		}
	}
	return Kind{}
}

// hasAll reports whether a file has all names that a mark needs; a mark without names matches no file.
func hasAll(has map[string]bool, names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !has[name] })
}
