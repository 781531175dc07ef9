package register

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

func TestAVolumeIsTakenFromTheLeastToTheMost(t *testing.T) {
	for volume, want := range map[float64]struct {
		taken  bool
		faults int
	}{
		0: {false, 0}, 9.4: {false, 1}, 9.6: {true, 0}, 10: {true, 0}, 350: {true, 0}, 20_000: {true, 0}, 20_001: {false, 1},
	} {
		homes := &Homes{HomeRows: edition.MakeHomeRows(gevel.Standard(), 1)}
		if err := homes.Add(&gevel.Dwelling{ID: "0518010000000001", NumberID: "0518200000000001"}); err != nil {
			t.Fatal(err)
		}
		b := &Buildings{homes: homes}
		var count BuildingCount
		var faults gevel.Rejects
		l := &learned{volume: []float64{volume}, storeys: make([]uint8, 1), shared: make([]bool, 1)}
		if err := b.give(t.Context(), l, &count, &faults); err != nil {
			t.Fatal(err)
		}
		if taken := count.Volumes == 1; taken != want.taken || faults.Count(FaultVolumeOfHome) != want.faults {
			t.Errorf("%v m3: taken is %v with %d faults, want %+v", volume, taken, faults.Count(FaultVolumeOfHome), want)
		}
	}
}
