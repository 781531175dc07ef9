package edition

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// foreignDwelling is a row of a dwellings table as another program may write it:
// every column may be null, as in files of DuckDB and pandas.
type foreignDwelling struct {
	ID                  *string  `parquet:"id,optional,dict"`
	NumberID            *string  `parquet:"number_id,optional"`
	Neighbourhood       *int32   `parquet:"neighbourhood,optional"`
	X                   *float64 `parquet:"x,optional"`
	Y                   *float64 `parquet:"y,optional"`
	PlaceX              *float64 `parquet:"place_x,optional"`
	PlaceY              *float64 `parquet:"place_y,optional"`
	BuildType           *string  `parquet:"build_type,optional,dict"`
	EnergyLabel         *string  `parquet:"energy_label,optional"`
	BuildYear           *int32   `parquet:"build_year,optional"`
	UseSurface          *int32   `parquet:"use_surface,optional"`
	ParcelSurface       *int32   `parquet:"parcel_surface,optional,dict"`
	Volume              *int32   `parquet:"volume,optional"`
	Rooms               *int32   `parquet:"rooms,optional"`
	Monument            *bool    `parquet:"monument,optional"`
	BuildTypeSource     *string  `parquet:"build_type_source,optional"`
	BuildYearSource     *string  `parquet:"build_year_source,optional"`
	UseSurfaceSource    *string  `parquet:"use_surface_source,optional"`
	ParcelSurfaceSource *string  `parquet:"parcel_surface_source,optional"`
	VolumeSource        *string  `parquet:"volume_source,optional"`
	RoomsSource         *string  `parquet:"rooms_source,optional"`
	EnergyLabelSource   *string  `parquet:"energy_label_source,optional"`
	MonumentSource      *string  `parquet:"monument_source,optional"`
}

func foreignDwellings() []foreignDwelling {
	rows := make([]foreignDwelling, 3)
	for i := range rows {
		rows[i] = foreignDwelling{
			ID: new(string(inventID("01", i))), NumberID: new(string(inventID("20", i))), BuildTypeSource: new("walls"),
			X: new(float64(i)), Y: new(1.5), PlaceX: new(3.0), PlaceY: new(2.5), BuildType: new("Maisonnette"),
			EnergyLabel:   new(""),
			ParcelSurface: new(int32(0)), BuildYear: new(int32(-5)),
		}
	}
	rows[2].BuildType, rows[2].BuildTypeSource, rows[2].ParcelSurface = nil, nil, nil
	return rows
}

func parquetOf[T any](t testing.TB, rows []T, options ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, options...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// inventedReader is an edition before its tables of homes and sales are read.
func inventedReader() *Edition {
	attributes := inventedAttributes().Canonical()
	return &Edition{
		manifest: Manifest{Attributes: extras(attributes)}, sales: market.MakeSales(attributes, 0),
	}
}

func TestTablesOfOtherProgramsAreRead(t *testing.T) {
	for name, options := range map[string][]parquet.WriterOption{
		"as is":        nil,
		"small pages":  {parquet.PageBufferSize(1)},
		"row groups":   {parquet.MaxRowsPerRowGroup(1)},
		"pages v1":     {parquet.DataPageVersion(1), parquet.Compression(&parquet.Snappy)},
		"uncompressed": {parquet.Compression(&parquet.Uncompressed)},
	} {
		path := filepath.Join(t.TempDir(), dwellingsName)
		overwrite(t, path, parquetOf(t, foreignDwellings(), options...))
		table, err := readFrom(t.Context(), path, inventedReader().readDwellings)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := gevel.Dwelling{
			ID: inventID("01", 1), NumberID: inventID("20", 1), At: gevel.Point{X: 1, Y: 1.5}, Place: gevel.Point{X: 3, Y: 2.5},
			Sources:         []gevel.Source{gevel.FromWalls, 0, 0, 0, 0, 0, 0, 0},
			Characteristics: gevel.Characteristics{BuildType: gevel.Maisonnette, ParcelSurface: gevel.Some(0)},
		}
		if got := table.dwelling(1); !gocmp.Equal(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		if got := table.dwelling(2); got.BuildType != 0 || got.ParcelSurface.Known ||
			got.SourceOf(gevel.AtBuildType) != gevel.NoSource {
			t.Errorf("%s: got %+v, want all unknown", name, got)
		}
	}
}

func TestTablesThatDoNotFitAreRefused(t *testing.T) {
	change := func(with func(rows []foreignDwelling)) []byte {
		rows := foreignDwellings()
		with(rows)
		return parquetOf(t, rows)
	}
	for _, tt := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"empty", nil, "no readable Parquet file"},
		{"text", []byte("id;x;y\n1;2;3\n"), "no readable Parquet file"},
		{"no columns we know", parquetOf(t, []struct{ A int32 }{{1}}), "column id is missing"},
		{"ids as numbers", parquetOf(t, []struct {
			ID int64 `parquet:"id"`
		}{{518010000000001}}), "column id holds INT64 where BYTE_ARRAY is due"},
		{"lists", parquetOf(t, []struct {
			ID []string `parquet:"id"`
		}{{[]string{"a", "b"}}}), "column id holds lists"},
		{"nested", parquetOf(t, []struct {
			ID struct{ A, B string } `parquet:"id"`
		}{{}}), "column id is missing"},
		{"id missing", change(func(r []foreignDwelling) { r[1].ID = nil }), "column id in row 1: there is no value"},
		{
			"id too short", change(func(r []foreignDwelling) { r[1].ID = new("518") }),
			`column id in row 1: "518" is no BAG id`,
		},
		{
			"id no digits", change(func(r []foreignDwelling) { r[0].NumberID = new("051820000000000x") }),
			`column number_id in row 0: "051820000000000x" is no BAG id`,
		},
		{"position missing", change(func(r []foreignDwelling) { r[2].X = nil }), "column x in row 2: there is no value"},
		{
			"no source of ours", change(func(r []foreignDwelling) { r[2].RoomsSource = new("hearsay") }),
			`column rooms_source in row 2: there is no source "hearsay"`,
		},
		{
			"no type of ours", change(func(r []foreignDwelling) { r[0].BuildType = new("Villa") }),
			`column build_type in row 0: "Villa" is no house type`,
		},
		{"not sorted", change(func(r []foreignDwelling) { r[0].ID, r[1].ID = r[1].ID, r[0].ID }), "not sorted at row 1"},
		{"twice", change(func(r []foreignDwelling) { r[1].ID = r[0].ID }), "is there twice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), dwellingsName)
			overwrite(t, path, tt.content)
			_, err := readFrom(t.Context(), path, inventedReader().readDwellings)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), dwellingsName) {
				t.Errorf("read with %v, want an error that begins with %s and says %q", err, dwellingsName, tt.want)
			}
		})
	}
}

func TestSalesThatDoNotFitAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(s *market.Sales)
		want   string
	}{
		{
			"not sorted", func(s *market.Sales) { s.Place[0], s.Place[9] = s.Place[9], s.Place[0] },
			"sales.parquet is not sorted at row",
		},
		{
			"known too early", func(s *market.Sales) { s.Known[3] = s.Date[3] - 1 },
			"sales.parquet: the sale in row 3 is known before it is made",
		},
		{"no price", func(s *market.Sales) { s.Price[3] = 0 }, "sales.parquet: column price in row 3: 0 is no price"},
		{"nowhere", func(s *market.Sales) { s.At[3].Y = math.NaN() }, "sales.parquet: column y in row 3: NaN"},
		{
			"without a place", func(s *market.Sales) { s.Place[3].X = math.NaN() },
			"sales.parquet: column place_x in row 3: NaN",
		},
		{
			"endless", func(s *market.Sales) { s.Numbers[s.Attributes.Column("num_woz")][3] = float32(math.Inf(1)) },
			"sales.parquet: column num_woz in row 3: +Inf",
		},
	} {
		s := inventContents(10, 1).Sales
		tt.change(s)
		path := filepath.Join(t.TempDir(), salesName)
		if err := writeTable(t.Context(), path, s.Len(), salesColumns(s, nil), new(describer)); err != nil {
			t.Fatal(err)
		}
		if _, err := readFrom(t.Context(), path, inventedReader().readSales); err == nil ||
			!strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: read with %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestAddressesThatDoNotFitAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(a *AddressRows)
		want   string
	}{
		{"not sorted", func(a *AddressRows) { a.number.Set(0, 9); a.number.Set(1, 8) }, "addresses.parquet is not sorted at row 1"},
		{
			"postal codes not sorted", func(a *AddressRows) { a.postalCodes[0] = "9999ZZ" },
			"addresses.parquet is not sorted at row 21",
		},
	} {
		table, err := NewAddressRows(t.Context(), inventContents(40, 1).Addresses[:])
		if err != nil {
			t.Fatal(err)
		}
		tt.change(table)
		path := filepath.Join(t.TempDir(), addressesName)
		if err := writeTable(t.Context(), path, table.Len(), table.columns(nil), new(describer)); err != nil {
			t.Fatal(err)
		}
		if _, err := readFrom(t.Context(), path, inventedReader().readAddresses); err == nil || err.Error() != tt.want {
			t.Errorf("%s: read with %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestColumnsOfOtherLengthThanTheFooterSaysAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), dwellingsName)
	overwrite(t, path, parquetOf(t, foreignDwellings()))
	file, err := openTable(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.disk.Close()
	leaf, _ := file.file.Schema().Lookup("volume")
	chunk := file.file.RowGroups()[0].ColumnChunks()[leaf.ColumnIndex]
	for end, want := range map[int]string{2: "goes on beyond row 2", 3: "", 4: "ends at row 3 of 4"} {
		values := make([]int32, end)
		_, err := readChunk(t.Context(), chunk, 0, end, sliceColumn("volume", counts, &values))
		if got := text(err); got != want {
			t.Errorf("reading %d of 3 rows: %q, want %q", end, got, want)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
