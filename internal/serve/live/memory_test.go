package live_test

import (
	"cmp"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/search"
	"github.com/gevel/gevel/internal/testing/heapsize"
	"github.com/gevel/gevel/internal/value/valuation"
)

// BenchmarkMemory opens the edition that GEVEL_CITY names and reports the bytes that it holds: in all, and of its
// tables a home, of its sales a sale, and of its models a sale and vintage. With GEVEL_NEXT it also opens the next
// edition beside it, and reports by what factor that makes the bytes more.
//
//	GEVEL_CITY=<edition> go test -run xx -bench Memory -benchtime 1x -v ./internal/serve/live
func BenchmarkMemory(b *testing.B) {
	dir := os.Getenv("GEVEL_CITY")
	if dir == "" {
		b.Skip("GEVEL_CITY names no edition")
	}
	before := heap()
	var v *valuation.Valuer
	for b.Loop() {
		var err error
		if v, err = valuation.Open(b.Context(), dir); err != nil {
			b.Fatal(err)
		}
	}
	index := search.New(v.Edition().AddressRows())
	live := heap() - before
	homes, sales := float64(len(v.Edition().HomePositions())), float64(v.Sales().Len())
	b.ReportMetric(float64(live)/(1<<20), "MiB-live")
	if next := os.Getenv("GEVEL_NEXT"); next != "" {
		beside, err := valuation.Open(b.Context(), next)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap()-before)/float64(live), "x-live")
		runtime.KeepAlive(beside)
	}
	sizes := heapsize.Of(struct {
		*valuation.Valuer
		search *search.Index
	}{v, index}, 4)
	per := func(path string) float64 {
		switch {
		case strings.Contains(path, "sales."):
			return sales
		case strings.Contains(path, "vintages"):
			return sales * float64(len(v.Vintages()))
		}
		return homes
	}
	sums := map[float64]int{}
	for _, path := range slices.SortedFunc(maps.Keys(sizes), func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) }) {
		rows := per(path)
		sums[rows] += sizes[path]
		b.Logf("%8.2f bytes each of %9.0f, %8.1f MiB: %s", float64(sizes[path])/rows, rows, float64(sizes[path])/(1<<20), path)
	}
	for rows, bytes := range sums {
		b.Logf("%8.2f bytes each of %9.0f", float64(bytes)/rows, rows)
	}
	runtime.KeepAlive(index)
}

// heap returns the bytes of the heap that are reachable.
func heap() int {
	var m runtime.MemStats
	for range 2 { // what the pools of the first hold goes with the second
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
