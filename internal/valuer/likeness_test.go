package valuer

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
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
	fewer := &Likeness{Broad: &kriging.Broad{Kernel: giver.Broad.Kernel}, Kernel: giver.Kernel, Gaps: giver.Gaps[:1]}
	fewer.Broad.Kernel.Kinds = giver.Broad.Kernel.Kinds[:fewer.kindsOf(len(marketSchema.Cat))]
	if taker, err = tr.fit(context.Background(), day, fewer); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(taker.Gaps, fewer.Gaps) {
		t.Errorf("a model that takes kernels has the gaps %v, and those of the kernels are %v", taker.Gaps, fewer.Gaps)
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

// The sales of the town tell lots, labels and the extra of some homes alone, and no volumes or
// rooms.
func TestWhetherAHomeTellsATraitIsAKind(t *testing.T) {
	m := newMarket(2, 5)
	s := edition.NewSales(marketSchema, m.sales)
	l := Likeness{Scales: newTrainer(s, TrainOptions{}).scales(s.KnownBefore(marketEnd), 0)}
	if l.Gaps = gapsOf(l.Scales); !slices.Equal(l.Gaps, []int{parcelLike, labelLike, firstExtraLike}) {
		t.Fatalf("gaps are the traits %v, want lot, label and the extra", l.Gaps)
	}
	home := s.Home(0, nil, nil)
	home.ParcelSurface, home.EnergyLabel, home.Volume = gevel.Some(200), gevel.LabelC, gevel.Opt[int]{}
	differing := func(change func(h *edition.Home)) int {
		other, n := home, 0
		change(&other)
		a, b := l.kinds(&home, traits(&home, 0, nil), nil), l.kinds(&other, traits(&other, 0, nil), nil)
		for i := range a {
			if a[i] != b[i] {
				n++
			}
		}
		return n
	}
	for what, c := range map[string]struct {
		change func(h *edition.Home)
		differ int
	}{
		"another lot":               {func(h *edition.Home) { h.ParcelSurface.V = 900 }, 0},
		"no lot":                    {func(h *edition.Home) { h.ParcelSurface.Known = false }, 1},
		"neither lot nor label":     {func(h *edition.Home) { h.ParcelSurface.Known, h.EnergyLabel = false, 0 }, 2},
		"a volume no sale tells of": {func(h *edition.Home) { h.Volume = gevel.Some(300) }, 0},
	} {
		if n := differing(c.change); n != c.differ {
			t.Errorf("a home that tells %s differs in %d kinds, want %d", what, n, c.differ)
		}
	}
}

func TestATraitThatHardlyAnySaleTellsOrLeavesOutIsNoGap(t *testing.T) {
	scales := []Scale{{Told: 0}, {Told: 0.009}, {Told: 0.01}, {Told: 0.5}, {Told: 0.99}, {Told: 0.991}, {Told: 1}}
	if gaps := gapsOf(scales); !slices.Equal(gaps, []int{2, 3, 4}) {
		t.Errorf("gaps are %v", gaps)
	}
}
