package valuer

import (
	"context"
	"reflect"
	"testing"

	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/kriging"
)

func TestAModelTakesTheKernelsOfOneOfItsKindAlone(t *testing.T) {
	town := newTown(t)
	tr := newTrainer(town.Valuer.edition.Sales(), TrainOptions{Seed: 1})
	day := town.vintages[1].AsOf
	giver := &town.vintages[0].Likeness
	taker, err := tr.fit(context.Background(), day, giver)
	if err != nil {
		t.Fatal(err)
	}
	if taker.Kernel != giver.Kernel || !reflect.DeepEqual(taker.Broad.Kernel, giver.Broad.Kernel) {
		t.Error("a model has other kernels than the one it takes them of")
	}
	placeless := &Likeness{Placeless: &hedonic.Placeless{}, Kernel: kriging.Kernel{Noise: 1}}
	own, err := tr.fit(context.Background(), day, placeless)
	if err != nil {
		t.Fatal(err)
	}
	if own.Kernel == placeless.Kernel || reflect.DeepEqual(own.Broad.Kernel, giver.Broad.Kernel) {
		t.Error("a model takes a kernel of what another kind leaves over")
	}
}
