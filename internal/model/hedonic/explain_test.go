package hedonic

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestEachColumnIsNamedAfterItsCharacteristic(t *testing.T) {
	attributes := gevel.Standard()
	for _, column := range []string{"num_storey", "num_woz", "cat_view"} {
		a, _ := gevel.ExtraColumn(column)
		attributes = attributes.With(a)
	}
	n := len(attributes)
	d := Design{Standards: make([]standard, n), Floors: make([]float64, n), Categories: make([]Categories, n)}
	d.Standards[n-3], d.Standards[n-2] = standard{0, 1}, standard{0, 1}
	d.Categories[n-1] = Categories{Own: []int32{0, 1, 2}, Count: 3}
	d.layOut(attributes)
	d.Columns = d.laid[len(d.laid)-1].end
	names := d.names()
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
		"num_woz":       func(h *market.Home) { h.Extra[1] = 3 },
		"num_storey":    func(h *market.Home) { h.Extra[0] = 3 },
		"cat_view":      func(h *market.Home) { h.Extra[2] = 2 },
		// A type of the same group: another group has its own slope of the surface.
		"buildType": func(h *market.Home) { h.BuildType = gevel.Portiekflat },
	}
	home := func() market.Home {
		return market.Home{
			Characteristics: gevel.Characteristics{
				BuildType: gevel.Appartement, EnergyLabel: gevel.LabelG + 3, Extra: []float32{1, 1, 0},
			},
		}
	}
	unchanged := home()
	before := d.cells(&unchanged, nil)
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

// missingIn returns the cells that others lack.
func missingIn(others, cells []cell) []cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return slices.Contains(others, c) })
}
