package accuracy

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// partsOf makes so many sales of each part.
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
		{[]int{100, 40, 8, 5}, 3, 53}, // too few without the next
		{[]int{100, 8, 5}, 2, 13},     // with the next nothing would be left beside them
	} {
		p := partsOf(tt.counts...)
		did := p.pool()
		names := 0
		for _, one := range p.of {
			if strings.HasSuffix(one.Name, " others") {
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

func TestQuartersOfFewSalesAreTakenTogether(t *testing.T) {
	var days []gevel.Date
	for _, of := range []struct{ month, sales int }{{1, 30}, {3, 5}, {4, 20}, {9, 10}, {10, 40}, {13, 2}} {
		for range of.sales {
			days = append(days, gevel.NewDate(2023, time.Month(of.month), 5))
		}
	}
	count := map[string]int{}
	rank := -1
	for i, part := range quartersOf(days).of {
		if count[part.Name]++; part.Rank < rank || part.Dimension != ByQuarter {
			t.Errorf("%s is in %+v after %d", days[i], part, rank)
		}
		rank = part.Rank
	}
	if want := map[string]int{"2023 Q1": 35, "2023 Q2 to 2023 Q3": 30, "2023 Q4 to 2024 Q1": 42}; !maps.Equal(count, want) {
		t.Errorf("the quarters are %v, want %v", count, want)
	}
}
