package build

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
)

// TestVolumesOfTheSameFilesAreNoDelivery compares builds by the hashes of their sources.
func TestVolumesOfTheSameFilesAreNoDelivery(t *testing.T) {
	day := gevel.NewDate(2024, 6, 1)
	b := &builder{}
	b.contents.AsOf = map[string]gevel.Date{building3d.Row.Name: day}
	b.contents.HomesFrom = bag.Row.Name + ":2 " + building3d.Row.Name + ":1"
	for was, want := range map[string]gevel.Date{
		bag.Row.Name + ":1 " + building3d.Row.Name + ":1":            gevel.NoDate,
		bag.Row.Name + ":1 " + building3d.Row.Name + ":1 states:abc": gevel.NoDate,
		bag.Row.Name + ":2 " + building3d.Row.Name + ":0":            day,
		bag.Row.Name + ":2": gevel.NoDate, // the first volumes count for all days
	} {
		m := edition.Manifest{HomesFrom: was, AsOf: map[string]gevel.Date{}}
		if strings.Contains(was, building3d.Row.Name) {
			m.AsOf[building3d.Row.Name] = day - 100
		}
		if got := b.undatedSince(&m)[gevel.From3DBAG]; got != want {
			t.Errorf("after %s the volumes were delivered on %q, want %q", was, got, want)
		}
	}
	b.light, b.contents.AsOf[bag.Row.Name] = true, day+9
	if got := b.undatedSince(&edition.Manifest{HomesFrom: b.contents.HomesFrom, AsOf: b.contents.AsOf})[gevel.From3DBAG]; got != day+9 {
		t.Errorf("volumes shared by the surfaces of a register without history were delivered on %q, want its day", got)
	}
	if got := b.undatedSince(&edition.Manifest{})[gevel.From3DBAG]; got != gevel.NoDate {
		t.Errorf("the first volumes beside a register without history were delivered on %q, want no day", got)
	}
}
