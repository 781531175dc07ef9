package building3d

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// benchRead reads a file over and over, and reports rows a second.
func benchRead(b *testing.B, name, content string, rows int) {
	path := written(b, name, content)
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		all := Options{Has: func(gevel.BAGNumber) bool { return true }}
		r, err := Read(b.Context(), path, all, func(Building) bool { return true })
		if err != nil || r.Used != rows {
			b.Fatal(r, err)
		}
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// BenchmarkTable reads a table as wide as 3DBAG's: 66 attributes.
func BenchmarkTable(b *testing.B) {
	const rows, others = 100_000, 57
	var t strings.Builder
	t.Grow(200 << 20)
	t.WriteString(strings.Join(columnNames[:], ","))
	for i := range others {
		fmt.Fprintf(&t, ",other_%d", i)
	}
	for n := range rows {
		fmt.Fprintf(&t, "\n%s,%d.%04d,%d,%d,%d,%d.5,true,false,false%s", fullID(n), 200+n%300, n%9999, 300, 310, 1+n%5, n%90,
			strings.Repeat(",0.008576", others))
	}
	benchRead(b, "wide.csv", t.String(), rows)
}

// BenchmarkGeoPackage reads a layer as wide as 3DBAG's: 66 attributes.
func BenchmarkGeoPackage(b *testing.B) {
	const rows, others = 50_000, 58
	columns := slices.Clone(databaseColumns)
	for i := range others {
		columns = append(columns, fmt.Sprintf("other_%d REAL", i))
	}
	list := make([][]any, rows)
	for n := range list {
		list[n] = []any{fullID(n), 200.5 + float64(n%300), 310.25, 1 + n%5, 80.5, "true", 0, "Pand in gebruik"}
		for range others {
			list[n] = append(list[n], 0.008576)
		}
	}
	benchRead(b, "3dbag.gpkg", database(b, "pand", columns, list...), rows)
}
