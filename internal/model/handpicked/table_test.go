package handpicked

import (
	"math"
	"testing"
)

func TestRowsBetweenCountsLieBetweenTheirRows(t *testing.T) {
	var table Table
	for k, n := range Counts {
		if got := table.Of(n); got != defaultRows[k] {
			t.Errorf("row of %d is %+v, want %+v", n, got, defaultRows[k])
		}
	}
	last := 0.0
	for n := 1; n <= 30; n++ {
		r := table.Of(n)
		if r.Weight < last || r.Weight > 1 {
			t.Errorf("weight of %d is %v after %v", n, r.Weight, last)
		}
		last = r.Weight
	}
}

func TestTheErrorGrowsWithTheDistance(t *testing.T) {
	r := Row{Weight: 0.3, Slope: 0.1, Scale: 1.2}
	if got := r.Size(0.1, 12, 12); math.Abs(got-0.12) > 1e-12 {
		t.Errorf("size without a distance is %v, want 0.12", got)
	}
	if near, far := r.Size(0.1, 12, 12.1), r.Size(0.1, 12, 11.5); !(far > near && near > 0.12) {
		t.Errorf("size is %v at a tenth and %v at a half", near, far)
	}
}

func TestATableThatCannotBeIsRefused(t *testing.T) {
	for _, r := range []Row{{Weight: -0.1, Scale: 1}, {Weight: 1.1, Scale: 1}, {Weight: 0.2}, {Weight: math.NaN(), Scale: 1}, {Weight: 0.2, Slope: math.Inf(1), Scale: 1}} {
		table := Table{Learned: 10, Rows: defaultRows}
		if table.Rows[2] = r; table.Check() == nil {
			t.Errorf("%+v is taken", r)
		}
	}
	if new(Table).Check() != nil {
		t.Error("that of an edition without one is refused")
	}
}
