package hedonic

import (
	"context"
	"math"
	"testing"
)

func TestFoldsLearnTheDayWhereAllSalesDo(t *testing.T) {
	training := invent(400, 0)
	linear := *fittedLinear(t, training)
	linear.Scale = math.Sqrt(350 / richInformation) // rich from 350 sales on: all, and no fold
	for part := range folds {
		learn, _ := deal(training, part, folds)
		trees, err := fitNonspatialTrees(context.Background(), learn, &linear, len(training.Rows), uint64(part))
		if err != nil {
			t.Fatal(err)
		}
		if !trees.UseTime {
			t.Errorf("the fold without part %d, of %d sales, does not use the day that all %d use",
				part, len(learn.Rows), len(training.Rows))
		}
	}
}
