package smalltown

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
)

// Sizes of a building of a small town, metres.
const width, depth = 5, 9

// buildings has one building per place with homes.
func (m *Market) buildings(t testing.TB) *footprint.Table {
	t.Helper()
	b := footprint.NewBuilder()
	defer b.Close()
	for i := 0; i < len(m.Dwellings); {
		d, homes := &m.Dwellings[i], 1
		for i+homes < len(m.Dwellings) && m.Dwellings[i+homes].At == d.At {
			homes++
		}
		i += homes
		if !d.At.Known() {
			continue
		}
		ring := []gevel.Point{d.At, {X: d.At.X + width, Y: d.At.Y}, {X: d.At.X + width, Y: d.At.Y + depth}, {X: d.At.X, Y: d.At.Y + depth}}
		building := footprint.Building{Year: d.BuildYear.V, Homes: homes, Group: d.BuildType.Group(), Outline: [][]gevel.Point{ring}}
		if err := b.Add(building); err != nil {
			t.Fatal(err)
		}
	}
	table, err := b.Table()
	if err != nil {
		t.Fatal(err)
	}
	return table
}
