package filekind

import (
	"regexp"
	"slices"
)

// Mark identifies files of a kind by one thing: first bytes, the name of a member of a zip, what a text opens with and
// one of some words in it, columns that must all be in the header of a table, or layers of a GeoPackage.
type Mark struct {
	Kind    Kind
	Start   []string
	Member  *regexp.Regexp
	Opens   string   // <, { or [
	Words   []string // in lower case; none: any text that opens so
	Columns []string // plain, as in PlainColumn
	Layers  []string // in lower case
}

// Marks are the marks of several kinds; the first match counts. They are a parameter, never global state; functions
// without them use the standard ones.
type Marks []Mark

// StandardMarks returns the marks of this package's kinds.
func StandardMarks() Marks { return slices.Clone(standard) }

// OfLayers recognises a GeoPackage by its layers.
func OfLayers(names []string) Kind { return standard.OfLayers(names) }

// OfText recognises a text by its start.
func OfText(start string) Kind { return standard.OfText(start) }

const lfsPointer = "version https://git-lfs.github.com/spec/"

var standard = slices.Concat(binaries, zips, markups, tables, layers)

var binaries = Marks{
	{Kind: OldSheet, Start: []string{"\xd0\xcf\x11\xe0"}},
	{Kind: Parquet, Start: []string{"PAR1"}},
	{Kind: PDF, Start: []string{"%PDF-"}},
	{Kind: GeoPackage, Start: []string{"SQLite format 3\x00"}},
	{Kind: Kind{What: "an Access database", Or: "save its table as CSV"}, Start: []string{"\x00\x01\x00\x00Standard "}},
	{
		Kind:  Kind{What: "a shapefile", Or: "save it as a GeoPackage, or its table as CSV"},
		Start: []string{"\x00\x00\x27\x0a\x00\x00\x00\x00"},
	},
	{Kind: Kind{What: "a picture", Or: "give the table itself, as CSV"}, Start: []string{"\x89PNG", "\xff\xd8\xff", "GIF8"}},
	{Kind: Kind{What: "FlatGeobuf", Or: "save it as a GeoPackage, or its table as CSV"}, Start: []string{"fgb\x03"}},
	{Kind: Kind{What: "IFC, a model of buildings", Or: "give the table itself, as CSV"}, Start: []string{"ISO-10303-21"}},
	{Kind: Kind{What: "a tile of a 3D map", Or: "give the table itself, as CSV"}, Start: []string{"glTF", "b3dm"}},
	{Kind: Kind{What: "a zstd file", Do: unpack}, Start: []string{"\x28\xb5\x2f\xfd"}},
	{Kind: Kind{What: "an xz file", Do: unpack}, Start: []string{"\xfd7zXZ\x00"}},
	{Kind: Kind{What: "a bzip2 file", Do: unpack}, Start: []string{"BZh"}},
	{Kind: Kind{What: "a 7z archive", Do: unpack}, Start: []string{"7z\xbc\xaf"}},
	{Kind: Kind{What: "a rar archive", Do: unpack}, Start: []string{"Rar!\x1a\x07"}},
	{Kind: Gzip, Start: []string{"\x1f\x8b"}},
	{Kind: Zip, Start: []string{"PK\x03\x04", "PK\x05\x06"}},
}

var zips = Marks{
	{Kind: Mutations, Member: regexp.MustCompile(`(^|/)\d{4}MUT\d{8}`)},
	{Kind: BAG, Member: regexp.MustCompile(`(^|/)(\d{4}(WPL|OPR|NUM|LIG|STA|VBO|PND)\d{8}|Leveringsdocument-BAG|GEM-WPL)`)},
	{Kind: BinarySheet, Member: regexp.MustCompile(`^xl/workbook\.bin$`)},
	{Kind: Spreadsheet, Member: regexp.MustCompile(`^(\[Content_Types\]\.xml|xl/workbook\.xml)$`)},
	{Kind: OpenSheet, Member: regexp.MustCompile(`^META-INF/manifest\.xml$`)},
	{Kind: SheetZip, Member: regexp.MustCompile(`(?i)\.(xlsx?|xlsb|ods)$`)},
	{Kind: LayersZip, Member: regexp.MustCompile(`(?i)\.gpkg$`)},
	{Kind: ShapefileZip, Member: regexp.MustCompile(`(?i)\.shp$`)},
	{Kind: Geodatabase, Member: regexp.MustCompile(`(?i)\.gdbtable$`)},
	{Kind: XMLZip, Member: regexp.MustCompile(`(?i)\.(xml|gml)$`)},
}

var markups = Marks{
	{Kind: WebPage, Opens: "<", Words: []string{"<html", "<!doctype html"}},
	{Kind: CadastralGML, Opens: "<", Words: []string{"/schemas/dkk", "<dkk", "kadastralekaart", "kadastralegrootte", "<perceel"}},
	{Kind: Mutations, Opens: "<", Words: []string{"mutatiebericht", "mutatielevering", "bagmutatie"}},
	{Kind: BAGXML, Opens: "<", Words: []string{"lvbag", "bagstand"}},
	{Kind: OldBAG, Opens: "<", Words: []string{"bag-verstrekkingen", "bag_lvc"}},
	{Kind: ServiceError, Opens: "<", Words: []string{"exceptionreport", "serviceexception", "<error>"}},
	{Kind: XMLSheet, Opens: "<", Words: []string{"office:spreadsheet"}},
	{Kind: GML, Opens: "<", Words: []string{"opengis.net/gml"}},
	{Kind: XML, Opens: "<"},
	{Kind: Buildings, Opens: "{", Words: []string{`"cityobjects"`, `"cityjson"`, `"cityjsonfeature"`}},
	{Kind: GeoJSON, Opens: "{", Words: []string{`"featurecollection"`, `"geometry"`}},
	{Kind: JSON, Opens: "{"},
	{Kind: JSON, Opens: "["},
}

var tables = Marks{
	{Kind: Sales, Columns: []string{"saledate", "price"}},
	{Kind: Sales, Columns: []string{"saleid", "price"}},
	{Kind: Sales, Columns: []string{"saleid", "saledate"}},
	{Kind: Sales, Columns: []string{"transactiondate", "price"}},
	{Kind: Sales, Columns: []string{"datumondertekeningakte", "price"}},
	{Kind: Sales, Columns: []string{"koopsom"}},
	{Kind: Sales, Columns: []string{"transactieprijs"}},
	{Kind: Sales, Columns: []string{"transactionprice"}},
	{Kind: Labels, Columns: []string{"energieklasse", "registratiedatum"}},
	{Kind: Labels, Columns: []string{"pandenergieklasse", "pandopnamedatum"}},
	{Kind: Neighbourhoods, Columns: []string{"pc6", "huisnummer"}},
	{Kind: Figures, Columns: []string{"gwbcode10"}},
	{Kind: Figures, Columns: []string{"wijkenenbuurten"}},
	{Kind: Figures, Columns: []string{"buurtcode", "buurtnaam", "omgevingsadressendichtheid"}},
	{Kind: PriceIndex, Columns: []string{"perioden", "prijsindexverkoopprijzen1"}},
	{Kind: PriceIndex, Columns: []string{"perioden", "prijsindexbestaandekoopwoningen1"}},
	{Kind: AveragePrices, Columns: []string{"perioden", "gemiddeldeverkoopprijs1"}},
	{Kind: Municipalities, Columns: []string{"gemeentecode", "provincienaam"}},
	{Kind: Buildings, Columns: []string{"identificatie", "b3volumelod22"}},
	{Kind: Buildings, Columns: []string{"identificatie", "b3bouwlagen"}},
	{Kind: Monuments, Columns: []string{"juridischestatus"}},
	{Kind: Monuments, Columns: []string{"rijksmonumentnummer"}},
	{Kind: Facts, Columns: []string{"dwellingid", "knowndate"}},
}

var layers = Marks{
	{Kind: Parcels, Layers: []string{"perceel"}},
	{Kind: Buildings, Layers: []string{"pand", "lod22_2d"}},
	{Kind: BAGLayers, Layers: []string{"verblijfsobject", "pand"}},
}
