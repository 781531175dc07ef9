package hedonic

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestEachColumnIsNamedAfterWhatItTells(t *testing.T) {
	schema := gevel.SaleSchema{Num: []string{"woz", "storey"}, Cat: []string{"view"}}
	d := Design{
		Num: []standard{{0, 1}, {0, 1}}, Cat: []Categories{{Own: []int32{0, 1, 2}, Count: 3}}, Columns: fixedColumns + 7,
	}
	names := d.names(schema)
	if len(names) != d.Columns {
		t.Fatalf("%d columns have names, want %d", len(names), d.Columns)
	}
	unlike := map[string]func(h *market.Home){
		"buildYear":     func(h *market.Home) { h.BuildYear = gevel.Some(1850) },
		"useSurface":    func(h *market.Home) { h.UseSurface = gevel.Some(31) },
		"parcelSurface": func(h *market.Home) { h.ParcelSurface = gevel.Some(900) },
		"volume":        func(h *market.Home) { h.Volume = gevel.Some(900) },
		"rooms":         func(h *market.Home) { h.Rooms = gevel.Some(9) },
		"energyLabel":   func(h *market.Home) { h.EnergyLabel = gevel.LabelG },
		"monument":      func(h *market.Home) { h.Monument = gevel.Some(true) },
		"num_woz":       func(h *market.Home) { h.Num = []float32{3, 1} },
		"num_storey":    func(h *market.Home) { h.Num = []float32{1, 3} },
		"cat_view":      func(h *market.Home) { h.Cat = []int32{2} },
		// A type of the same group: another group has its own slope of the surface.
		"buildType": func(h *market.Home) { h.BuildType = gevel.Portiekflat },
	}
	home := func() market.Home {
		return market.Home{
			Characteristics: gevel.Characteristics{BuildType: gevel.Appartement, EnergyLabel: gevel.LabelG + 3},
			Num:             []float32{1, 1}, Cat: []int32{0},
		}
	}
	plain := home()
	before := d.cells(&plain, nil)
	for name, change := range unlike {
		h := home()
		change(&h)
		after := d.cells(&h, nil)
		changed := 0
		for _, c := range append(missingIn(before, after), missingIn(after, before)...) {
			changed++
			if names[c.column] != name {
				t.Errorf("column %d changes with the %s, and is named after the %s", c.column, name, names[c.column])
			}
		}
		if changed == 0 {
			t.Errorf("no column changes with the %s", name)
		}
	}
}

// missingIn returns the cells that others do not have.
func missingIn(others, cells []cell) []cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return slices.Contains(others, c) })
}
