package train_test

import (
	"testing"

	"github.com/gevel/gevel/internal/testing/smalltown"
)

// A vintage stores the accuracy of the models before it, each sale once, and nothing that it could not know.
func TestAVintageKeepsTheErrorsOfTheModelsBeforeIt(t *testing.T) {
	town := smalltown.Shared(t)
	vintages, s := town.Vintages(), town.Edition().Sales()
	for i, v := range vintages {
		oldest, seen := v.AsOf.AddMonths(-24), map[int32]bool{}
		n := 0
		for _, r := range v.Records {
			n += len(r.Rows)
			for k, row := range append(r.Rows, r.Missed...) {
				switch {
				case seen[row]:
					t.Errorf("vintage %s has sale %s twice", v.AsOf, s.ID(int(row)))
				case s.Date[row] < oldest, s.Known[row] >= v.AsOf, s.Date[row] < r.Model, r.Model >= v.AsOf:
					t.Errorf("vintage %s has sale %s of %s, by the model of %s", v.AsOf, s.ID(int(row)), s.Date[row], r.Model)
				case k < len(r.Sizes) && !(r.Sizes[k] > 0):
					t.Errorf("vintage %s expects no error of sale %s", v.AsOf, s.ID(int(row)))
				}
				seen[row] = true
			}
		}
		if n == 0 {
			t.Errorf("vintage %s has no record", v.AsOf)
		}
		if last := v.Records[len(v.Records)-1]; i > 0 && last.Model != vintages[i-1].AsOf {
			t.Errorf("the record of vintage %s ends with the model of %s", v.AsOf, last.Model)
		}
	}
}
