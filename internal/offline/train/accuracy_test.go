package train_test

import (
	"testing"

	"github.com/gevel/gevel/internal/testing/smalltown"
)

// The newest vintage stores the accuracy of the models before it, each sale once, and nothing that it could not know.
func TestTheNewestVintageKeepsTheErrorsOfTheModelsBeforeIt(t *testing.T) {
	town := smalltown.Shared(t)
	vintages, s := town.Vintages(), town.Edition().Sales()
	before, newest := vintages[:len(vintages)-1], vintages[len(vintages)-1]
	for _, v := range before {
		if v.Records != nil {
			t.Errorf("vintage %s, which others follow, stores errors", v.AsOf)
		}
	}
	oldest, seen := newest.AsOf.AddMonths(-24), map[int32]bool{}
	n := 0
	for _, r := range newest.Records {
		n += len(r.Rows)
		for k, row := range append(r.Rows, r.Missed...) {
			switch {
			case seen[row]:
				t.Errorf("it has sale %s twice", s.ID(int(row)))
			case s.Date[row] < oldest, s.Known[row] >= newest.AsOf, s.Date[row] < r.Model, r.Model >= newest.AsOf:
				t.Errorf("it has sale %s of %s, by the model of %s", s.ID(int(row)), s.Date[row], r.Model)
			case k < len(r.Sizes) && !(r.Sizes[k] > 0):
				t.Errorf("it expects no error of sale %s", s.ID(int(row)))
			}
			seen[row] = true
		}
	}
	if n == 0 || n != newest.Learned {
		t.Errorf("it learned from %d errors and stores %d", newest.Learned, n)
	}
	if last := newest.Records[len(newest.Records)-1]; last.Model != before[len(before)-1].AsOf {
		t.Errorf("its record ends with the model of %s", last.Model)
	}
}
