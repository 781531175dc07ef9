package hedonic

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
)

// A logarithm counts from the middling number, so that the intercept belongs to a middling home.
func TestAMiddlingNumberCountsForNothing(t *testing.T) {
	for name, b := range map[string]block{
		"logarithm": {coding: logarithm, middling: 100}, "slope per group": {coding: logPerGroup, middling: 100},
		"one more": {coding: logOne, middling: 100}, "deviations": {coding: scaled, standard: standard{Mean: 100, Deviation: 20}},
	} {
		if got := b.measured(gevel.BuildGroup(2), 100); math.Abs(got.value) > 1e-12 {
			t.Errorf("%s: 100 counts as %v, want 0", name, got.value)
		}
		if more := b.measured(gevel.BuildGroup(2), 200); more.value <= 0 {
			t.Errorf("%s: twice as much counts as %v", name, more.value)
		}
	}
	twice := block{coding: logarithm, middling: 100}
	if got := twice.measured(1, 200).value; math.Abs(got-math.Ln2) > 1e-12 {
		t.Errorf("twice as much counts as %v, want %v", got, math.Ln2)
	}
}
