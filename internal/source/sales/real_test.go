package sales

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

// sharedFile returns the path of a file of real sales, when present.
func sharedFile(t testing.TB, name string) string {
	path := filepath.Join("..", "..", "..", "..", "shared", "data", "sales", name)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no shared data")
	}
	return path
}

// everyHome is a register in which every id is a home.
type everyHome struct{}

func (everyHome) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	home := gevel.Dwelling{ID: id, At: gevel.Point{X: 80_000, Y: 455_000}}
	home.BuildType, home.UseSurface = gevel.Tussenwoning, gevel.Some(100)
	return home, gevel.Address{PostalCode: "2593VW", Street: "Laan", City: "Den Haag"},
		id.Code() == gevel.CodeVerblijfsobject
}

func (everyHome) Find(gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return gevel.Dwelling{}, gevel.Address{}, &gevel.Error{Code: gevel.AddressNotFound, Message: "none"}
}

func TestRealFilesLoadWhole(t *testing.T) {
	for _, file := range []struct {
		name     string
		rows     int
		register flatfile.Register
	}{
		{"king_county.csv.gz", 21_613, nil},
		{"seattle.csv.gz", 35_209, nil},
		{"hdb.csv.gz", 169_151, nil},
		{"hague_synthetic.csv.gz", 16_674, everyHome{}},
	} {
		t.Run(file.name, func(t *testing.T) {
			path := sharedFile(t, file.name)
			got, err := Read(t.Context(), Source{Path: path}, Options{AsOf: gevel.NewDate(2024, 1, 1), Register: file.register})
			if err != nil {
				t.Fatal(err)
			}
			if got.Rows != file.rows || len(got.Sales) != file.rows {
				t.Errorf("%d rows and %d sales, want %d; rejects %v", got.Rows, len(got.Sales), file.rows, got.Rejects.List())
			}
			screened, err := Read(t.Context(), Source{Path: path}, Options{
				AsOf: gevel.NewDate(2024, 1, 1), Register: file.register, Screening: DefaultScreening(),
			})
			if err != nil {
				t.Fatal(err)
			}
			if n := screened.Rejects.Count("price_off_area"); file.register == nil && n > file.rows/1000 {
				t.Errorf("%d real prices are far off their area, want at most one in a thousand: %v", n, screened.Rejects.List())
			}
			t.Log(screened.Rejects.List())
		})
	}
}

func BenchmarkRead(b *testing.B) {
	path := sharedFile(b, "hdb.csv.gz")
	rows := 0
	b.ReportAllocs()
	for b.Loop() {
		result, err := Read(b.Context(), Source{Path: path}, Options{
			AsOf:      gevel.NewDate(2024, 1, 1),
			Screening: DefaultScreening(),
		})
		if err != nil {
			b.Fatal(err)
		}
		rows += result.Rows
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
