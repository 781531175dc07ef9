package gevel_test

import (
	"fmt"
	"testing"

	"github.com/gevel/gevel"
)

func TestAllRejectsAreKeptWhereAskedFor(t *testing.T) {
	const rows = 3 * gevel.RejectSamples
	for asked, want := range map[bool]int{false: gevel.RejectSamples, true: rows} {
		ctx := t.Context()
		if asked {
			ctx = gevel.KeepAllRejects(ctx)
		}
		chunk := gevel.NewRejects(ctx)
		var sum gevel.Rejects
		for row := range rows {
			chunk.Add("bad_price", fmt.Sprintf("sales.csv line %d", row), "no number")
			sum.Merge(chunk)
			chunk = chunk.Fresh()
		}
		all, list := sum.All(), sum.List()
		if len(all) != 1 || all[0].Count != rows || len(all[0].Samples) != want {
			t.Errorf("asked %t: got %+v, want %d rows with %d samples", asked, all, rows, want)
		}
		if len(list[0].Samples) != gevel.RejectSamples || list[0].Count != rows {
			t.Errorf("asked %t: the list has %+v, want %d samples of %d rows", asked, list, gevel.RejectSamples, rows)
		}
	}
}
