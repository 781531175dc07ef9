package edition

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
)

// benchRows are how many homes, addresses and sales the benchmarks have of each.
var benchRows = []int{10_000, 1_000_000}

func BenchmarkWrite(b *testing.B) {
	for _, n := range benchRows {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c := inventContents(n, 1)
			dir := b.TempDir()
			for b.Loop() {
				m, _, err := Write(b.Context(), dir, c)
				if err != nil {
					b.Fatal(err)
				}
				if err := os.RemoveAll(filepath.Join(dir, m.ID)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, n := range benchRows {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			dir := benchEdition(b, n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Open(b.Context(), dir); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	for _, n := range benchRows {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e, err := Open(b.Context(), benchEdition(b, n))
			if err != nil {
				b.Fatal(err)
			}
			var asked []gevel.AddressQuery
			for row := 0; row < e.addresses.Len(); row += 97 {
				a := e.addresses.At(row)
				asked = append(asked, gevel.AddressQuery{
					PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
				})
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, err := e.Find(asked[i%len(asked)]); err != nil && gevel.CodeOf(err) != gevel.AmbiguousAddress {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// benchEdition writes an edition of n homes and returns its directory.
func benchEdition(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	m, _, err := Write(b.Context(), dir, inventContents(n, 1))
	if err != nil {
		b.Fatal(err)
	}
	return filepath.Join(dir, m.ID)
}
