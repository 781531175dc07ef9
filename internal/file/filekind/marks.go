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

// Mark is by what files of a kind are known: columns that all stand in the header of a table, or layers of a
// GeoPackage.
type Mark struct {
	Kind    Kind
	Columns []string // plain, as in PlainColumn
	Layers  []string // in lower case
}

// Marks are the marks of several kinds: the first that a file has counts. They are handed on and never global
// state; functions without them go by the standard ones.
type Marks []Mark

// StandardMarks returns those of the kinds of this package.
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

// Explain returns the fault of a file that could not be read under a key of the build file; where the file
// looks like one of another key, that instead.
func Explain(ctx context.Context, fault error, path, key string) error {
	return standard.Explain(ctx, fault, path, key)
}

// OfFile says what a file looks like, as Marks.OfFile does.
func OfFile(ctx context.Context, path string) (Kind, error) { return standard.OfFile(ctx, path) }

// OfLayers says what a GeoPackage with layers of these names looks like.
func OfLayers(names []string) Kind { return standard.OfLayers(names) }

// OfText says what a text looks like, by its beginning.
func OfText(start string) Kind { return standard.OfText(start) }

// Explain is as the function of this name.
func (m Marks) Explain(ctx context.Context, fault error, path, key string) error {
	if kind, err := m.OfFile(ctx, path); err == nil && kind.Key != "" && kind.Key != key {
		return kind.Refuse(key, "")
	}
	return fault
}

// OfFile says what a file looks like: by the layers of a GeoPackage, the members of a zip, or the beginning
// of its text, gzipped, alone in a zip, or neither. Error: it can't be opened.
func (m Marks) OfFile(ctx context.Context, path string) (Kind, error) {
	if ok, err := geopackage.IsSQLite(path); err != nil {
		return Kind{}, err
	} else if ok {
		return m.ofGeoPackage(ctx, path), nil
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
	return m.OfText(string(start)), nil
}

// ofGeoPackage is the zero Kind for one that is damaged.
func (m Marks) ofGeoPackage(ctx context.Context, path string) Kind {
	f, err := geopackage.Open(ctx, path)
	if err != nil {
		return Kind{}
	}
	defer f.Close()
	return m.OfLayers(f.Names())
}

// OfLayers says what a GeoPackage with layers of these names looks like.
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

// ofHeader says of which kind a table with a header is.
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

// hasAll reports whether all names that a mark needs are there; one that needs none is none.
func hasAll(has map[string]bool, names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !has[name] })
}
