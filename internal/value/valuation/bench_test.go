package valuation_test

import (
	"testing"

	"github.com/gevel/gevel/internal/testing/smalltown"
)

func BenchmarkValue(b *testing.B) {
	town := smalltown.Shared(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := town.Value(town.Inquiry(i%len(town.Dwellings), smalltown.Dates[1]+300)); err != nil {
			b.Fatal(err)
		}
	}
}
