package datasheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/ratio"
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

func TestJoinRatesAreOfTheRowsThatCouldHaveAHome(t *testing.T) {
	m := edition.Manifest{
		Read: map[string]int{"bag": 9, "sales": 10, "energy_labels": 5},
		AsOf: map[string]gevel.Date{"bag": 100, "sales": gevel.NoDate},
		Counts: map[string]edition.Count{
			"bag": {Read: 9, Used: 9}, "sales": {Read: 10, Used: 6, Rejected: 4},
		},
		Rejects: map[string][]gevel.Reject{"sales": {{Reason: "unknown_address", Count: 2}, {Reason: "bad_price", Count: 2}}},
	}
	got := sourcesOf(m, 110)
	if bag := got[0]; bag.Joined != nil || *bag.AgeDays != 10 {
		t.Errorf("the register is %+v", bag)
	}
	if labels := got[1]; labels.Counts != nil || labels.Joined != nil {
		t.Errorf("labels of which the edition holds no counts are %+v", labels)
	}
	if sales := got[2]; *sales.Joined != (Joined{6, 2, 75}) || sales.AsOf != nil {
		t.Errorf("sales are %+v, joined %+v", sales, sales.Joined)
	}
}

func TestLabelsAreHeldAgainstTheWalls(t *testing.T) {
	fact := func(attribute int, v float64, source gevel.Source, until gevel.Date) gevel.Fact {
		return gevel.Fact{
			Attribute: attribute, Value: v, Provenance: gevel.Provenance{Source: source, Known: 50, Until: until},
		}
	}
	walls := fact(gevel.AtBuildType, float64(gevel.Appartement), gevel.FromWalls, gevel.NoDate)
	c := labelCounter{asOf: 100}
	for _, facts := range [][]gevel.Fact{
		nil,
		{fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 99)}, // expired, without a type
		{
			walls, fact(gevel.AtBuildType, float64(gevel.Galerijflat), gevel.FromLabel, gevel.NoDate),
			fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 100),
		},
		{
			walls, fact(gevel.AtBuildType, float64(gevel.Hoekwoning), gevel.FromLabel, gevel.NoDate),
			fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 99), fact(gevel.AtEnergyLabel, 4, gevel.FromLabel, 200),
		},
	} {
		c.add(&gevel.Dwelling{Facts: facts})
	}
	if want := (Labels{Homes: 3, Expired: 1, Typed: 2, Disagree: 1}); c.Labels != want {
		t.Errorf("labels are %+v, want %+v", c.Labels, want)
	}
}
