package edition

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
)

// A home comes back as it was set last: a column that some home needed first, facts with all their digits, and moves.
func TestAHomeOfABuildComesBackAsItWasSet(t *testing.T) {
	noise, _ := gevel.ExtraColumn("num_noise")
	h := MakeHomeRows(gevel.Standard(), 2)
	bare := gevel.Dwelling{ID: inventID("01", 1), NumberID: inventID("20", 1)}
	full := gevel.Dwelling{
		ID: inventID("01", 2), NumberID: inventID("20", 2), At: gevel.Point{X: 1, Y: 2}, Place: gevel.Point{X: 3, Y: 4},
		Moves: []gevel.Move{{Until: 9, At: gevel.Point{X: 5}}}, Sources: []gevel.Source{gevel.FromWalls, gevel.FromBAG},
		Facts: []gevel.Fact{{Attribute: gevel.StandardAttributes, Value: 0.1, Provenance: gevel.Provenance{
			Source: gevel.FromFile, Known: 7, Until: gevel.NoDate, Since: gevel.Some(gevel.Date(3)),
		}}},
	}
	for _, d := range []*gevel.Dwelling{&bare, &full} {
		if err := h.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	h.Attributes = h.Attributes.With(noise)
	full.BuildYear, full.Facts[0].Value = gevel.Some(1930), 0.7
	h.Attributes[gevel.StandardAttributes].Set(&full.Characteristics, 55)
	h.Set(1, &full)
	if diff := cmp.Diff(full, h.At(1), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-set +got):\n%s", diff)
	}
	if other := h.At(0); h.Attributes[gevel.StandardAttributes].Known(&other.Characteristics) || other.BuildYear.Known {
		t.Errorf("a home has what another was given: %+v", other)
	}
	full.Facts, full.Moves, full.Sources = nil, nil, nil
	h.Set(1, &full)
	if diff := cmp.Diff(full, h.At(1), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("with less (-set +got):\n%s", diff)
	}
}
