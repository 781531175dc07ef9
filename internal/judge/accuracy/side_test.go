package accuracy

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestASideOfTheMapIsThatOfItsPosition(t *testing.T) {
	w := &Watch{centre: gevel.Point{X: 100_000, Y: 400_000}}
	for want, at := range map[string]gevel.Point{
		"north-east": {X: 100_001, Y: 400_001}, "north-west": {X: 99_999, Y: 400_001},
		"south-east": {X: 100_001, Y: 399_999}, "south-west": {X: 99_999, Y: 399_999},
	} {
		if got := w.sideOf(at); got.Name != want || got.Dimension != bySide {
			t.Errorf("%v lies in the %s, want the %s", at, got.Name, want)
		}
	}
}
