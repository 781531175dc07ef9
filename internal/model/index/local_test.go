package index

import (
	"math/rand/v2"
	"testing"
)

func TestAnAreaWithFewSalesIsKnownLessWell(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	list := append(observe(rng, 4000, 1, 1, course), observe(rng, 100, 2, 2, course)...)
	ix := Fit(list, Window{Areas: twoAreas(), First: start, Last: start + 80}, DefaultParams())
	now := float64(ix.End)
	if many, few := ix.LocalVariance(1, 1, now), ix.LocalVariance(2, 2, now); few < 2*many {
		t.Errorf("of an area of 100 sales the variance is %v, of one of 4 000 %v", few, many)
	}
	for _, area := range []int32{1, 2} {
		before := 0.0
		for months := 0.0; months < 30; months += 3 {
			v := ix.LocalVariance(area, 1, now+months)
			if v < before {
				t.Errorf("in area %d the variance is %v %v months ahead, %v before", area, v, months, before)
			}
			before = v
		}
	}
	if v := ix.LocalVariance(0, 0, now+12); v != 0 {
		t.Errorf("of the whole market nothing is local, but %v", v)
	}
}
