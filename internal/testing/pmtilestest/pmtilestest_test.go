package pmtilestest

import "testing"

// TestTilesAreNumberedAsTheSpecificationHasThem compares the numbers with the specification's table.
func TestTilesAreNumberedAsTheSpecificationHasThem(t *testing.T) {
	for tile, want := range map[Tile]uint64{
		{0, 0, 0}: 0, {1, 0, 0}: 1, {1, 0, 1}: 2, {1, 1, 1}: 3, {1, 1, 0}: 4, {2, 0, 0}: 5, {12, 3423, 1763}: 19078479,
	} {
		if got := ID(tile); got != want {
			t.Errorf("the number of %v is %d, want %d", tile, got, want)
		}
	}
}
