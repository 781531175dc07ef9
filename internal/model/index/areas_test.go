package index

import (
	"testing"

	"github.com/gevel/gevel"
)

// Homes that lie along a street with one far aside can only be parted along the street.
func TestAnAreaIsCutAlongTheOtherAxisWhereTheLongestCannotBe(t *testing.T) {
	points := []gevel.Point{{X: 10, Y: 100}}
	for x := range 20 {
		points = append(points, gevel.Point{X: float64(x), Y: 0})
	}
	var a Areas
	if root := a.divide(points, -1, 5); a.Nodes[root].Axis != 0 || len(a.Nodes) < 3 {
		t.Errorf("the area is parted into %d along axis %d, want along axis 0", len(a.Nodes), a.Nodes[root].Axis)
	}
}
