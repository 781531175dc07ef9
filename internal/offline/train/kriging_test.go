package train_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestAModelTakesTheKernelsOfOneOfItsKindAlone(t *testing.T) {
	town := smalltown.Shared(t)
	trainer := train.NewTrainer(town.Sales(), train.Options{Seed: 1})
	day := town.Vintages()[1].AsOf
	source := &town.Vintages()[0].Kriging
	taker, err := trainer.Fit(context.Background(), day, source)
	if err != nil {
		t.Fatal(err)
	}
	if taker.Kriging.Kernel != source.Kernel || !reflect.DeepEqual(taker.Kriging.Trend.Kernel, source.Trend.Kernel) {
		t.Error("a model has other kernels than its source")
	}
	nonspatial := &vintage.Kriging{Nonspatial: &hedonic.Nonspatial{}, Kernel: kriging.Kernel{Noise: 1}}
	own, err := trainer.Fit(context.Background(), day, nonspatial)
	if err != nil {
		t.Fatal(err)
	}
	if own.Kriging.Kernel == nonspatial.Kernel || reflect.DeepEqual(own.Kriging.Trend.Kernel, source.Trend.Kernel) {
		t.Error("a model takes the kernel of the residuals of another kind")
	}
}
