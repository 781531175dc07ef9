package accuracy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/ratio"
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

func TestQuartersAreNumberedFromOneToFour(t *testing.T) {
	days := []gevel.Date{
		gevel.NewDate(2023, 1, 1), gevel.NewDate(2023, 3, 31), gevel.NewDate(2023, 4, 1), gevel.NewDate(2023, 9, 30),
		gevel.NewDate(2023, 10, 1), gevel.NewDate(2023, 12, 31), gevel.NewDate(2024, 1, 1),
	}
	want := []string{"2023 Q1", "2023 Q1", "2023 Q2", "2023 Q3", "2023 Q4", "2023 Q4", "2024 Q1"}
	rank := -1
	for i, part := range quartersOf(days).of {
		if part.Name != want[i] || part.Dimension != ByQuarter {
			t.Errorf("%s is of %s %s, want %s", days[i], part.Dimension, part.Name, want[i])
		}
		if sameAsBefore := i > 0 && want[i] == want[i-1]; part.Rank < rank || (part.Rank == rank) != sameAsBefore {
			t.Errorf("%s has rank %d after %d", part.Name, part.Rank, rank)
		}
		rank = part.Rank
	}
}
