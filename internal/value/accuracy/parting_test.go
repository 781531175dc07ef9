package accuracy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/model/ratio"
)

// partsOf are so many sales of each part.
func partsOf(counts ...int) *parting {
	p := &parting{dimension: "municipality"}
	for i, n := range counts {
		for range n {
			p.of = append(p.of, ratio.Segment{Dimension: p.dimension, Name: fmt.Sprint("part ", i)})
		}
	}
	return p
}

func TestPartsOfFewSalesArePooledAndSaySo(t *testing.T) {
	for _, tt := range []struct {
		counts        []int
		parts, pooled int
	}{
		{[]int{100, 30}, 0, 0},
		{[]int{100, 29}, 0, 0}, // one alone is no pool
		{[]int{100, 29, 1, 5}, 3, 35},
	} {
		p := partsOf(tt.counts...)
		did := p.pool()
		names := 0
		for _, one := range p.of {
			if strings.Contains(one.Name, "pooled, under 30 sales each") {
				names++
			}
		}
		if names != tt.pooled || len(did) > 0 != (tt.parts > 0) {
			t.Errorf("%v: %d sales are pooled: %+v", tt.counts, names, did)
		}
		if len(did) > 0 && (did[0].Parts != tt.parts || did[0].Sales != tt.pooled) {
			t.Errorf("%v: %+v", tt.counts, did)
		}
	}
}
