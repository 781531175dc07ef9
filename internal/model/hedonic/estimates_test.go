package hedonic

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

func TestLikeHomesShareLeaves(t *testing.T) {
	_, m := fittedInvented(t, 600, 1)
	leavesOf := func(change func(c *gevel.Characteristics)) []uint8 {
		h := ordinary()
		change(&h.Characteristics)
		leaves := make([]uint8, LeafTrees)
		m.EstimateWithLeaves(&h, leaves)
		return leaves
	}
	subject := leavesOf(func(*gevel.Characteristics) {})
	again := leavesOf(func(*gevel.Characteristics) {})
	little := leavesOf(func(c *gevel.Characteristics) { c.UseSurface.V += 2 })
	other := leavesOf(func(c *gevel.Characteristics) { c.UseSurface.V *= 2; c.BuildYear.V -= 70; c.ParcelSurface.V *= 4 })
	if got := Shared(subject, again); got != 1 {
		t.Errorf("the same home shares %v of its leaves", got)
	}
	if near, far := Shared(subject, little), Shared(subject, other); !(far < near) || far > 0.9 {
		t.Errorf("a little larger home shares %v of the leaves, another one %v", near, far)
	}
	for model, half := 0, LeafTrees/bagged; model < bagged; model++ {
		from, to := model*half, (model+1)*half
		if slices.Equal(subject[from:to], other[from:to]) {
			t.Errorf("model %d has all homes in one leaf", model)
		}
	}
}
