package register

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAVolumeIsTakenFromTheLeastToTheMost(t *testing.T) {
	b := &Buildings{homes: &Homes{Attributes: gevel.Standard(), Dwellings: make([]gevel.Dwelling, 1)}}
	for volume, want := range map[float32]struct {
		taken  bool
		faults int
	}{
		0: {false, 0}, 9.4: {false, 1}, 9.6: {true, 0}, 10: {true, 0}, 350: {true, 0}, 20_000: {true, 0}, 20_001: {false, 1},
	} {
		var faults gevel.Rejects
		_, ok := b.volumeOf(0, &learned{volume: []float32{volume}}, &faults)
		if ok != want.taken || faults.Count(FaultVolumeOfHome) != want.faults {
			t.Errorf("%v m3: taken is %v with %d faults, want %+v", volume, ok, faults.Count(FaultVolumeOfHome), want)
		}
	}
}
