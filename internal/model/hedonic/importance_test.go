package hedonic

import (
	"math"
	"strings"
	"testing"
)

func TestImportanceIsSharesByCharacteristic(t *testing.T) {
	// Prices follow a wave over the map, which no linear model captures, and the surface. Half
	// of the surface's slope is left to the trees (SlopeShare).
	list := fitted(t, invent(900, 0)).Importance()
	sum := 0.0
	for i, one := range list {
		sum += one.Share
		if i > 0 && one.Share > list[i-1].Share {
			t.Errorf("%s stands behind %s, which has less", one.Name, list[i-1].Name)
		}
		if strings.Contains(one.Name, "_") && !strings.HasPrefix(one.Name, "num_") && !strings.HasPrefix(one.Name, "cat_") {
			t.Errorf("%s is the name of a column, not of a characteristic", one.Name)
		}
	}
	if math.Abs(sum-100) > 1e-9 {
		t.Errorf("the shares sum to %v, want 100", sum)
	}
	if list[0].Name != Place || list[1].Name != "useSurface" || list[1].Share < 10 {
		t.Errorf("the most important are %+v, want the place, then the surface", list[:2])
	}
}

func TestWithoutTreesNothingIsImportant(t *testing.T) {
	if list := (&Model{Trees: &Trees{}}).Importance(); list != nil {
		t.Errorf("Importance = %v, want none", list)
	}
}
