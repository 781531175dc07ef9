package valuation_test

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// setDearParks makes the view of a sale move its price.
func setDearParks(m *smalltown.Market) {
	view := &m.Attributes[len(m.Attributes)-1]
	for i := range m.Sold {
		s := &m.Sold[i]
		switch view.NameOf(view.Get(&s.Characteristics)) {
		case "park":
			s.Price = gevel.Euro(float64(s.Price) * math.Exp(0.2))
		case "road":
			s.Price = gevel.Euro(float64(s.Price) * math.Exp(-0.2))
		}
	}
}

// TestAnExtraOfADwellingIsValued gives the register the views of two homes never sold, in a
// table of its own.
func TestAnExtraOfADwellingIsValued(t *testing.T) {
	m := smalltown.New(5, smalltown.FewStreets)
	setDearParks(m)
	s := market.NewSales(m.Attributes, m.Sold)
	models := smalltown.Encode(t, smalltown.Train(t, s, 1, smalltown.Dates[0]))
	homes := m.NeverSold()
	park, road := homes[0], homes[1]
	plain := openContents(t, smalltown.Contents{
		Addresses: m.Addresses, Dwellings: m.Dwellings, Models: models, Contents: edition.Contents{Sales: s},
	})
	column, _ := gevel.ExtraColumn("cat_view")
	attributes := gevel.Standard().With(column)
	view := &attributes[len(attributes)-1]
	view.Set(&m.Dwellings[road].Characteristics, view.Enter("road"))
	view.Set(&m.Dwellings[park].Characteristics, view.Enter("park"))
	known := openContents(t, smalltown.Contents{
		Addresses: m.Addresses, Dwellings: m.Dwellings, Models: models, Contents: edition.Contents{Attributes: attributes, Sales: s},
	})
	for h, name := range map[int]string{park: "park", road: "road"} {
		q := m.Inquiry(h, smalltown.End)
		got := valued(t, known, q)
		own := &s.Attributes[s.Attributes.Column("cat_view")]
		own.Set(&q.Overrides, own.Named(name))
		said := valued(t, plain, q)
		if got.Predicted != said.Predicted || got.Weighted != said.Weighted {
			t.Errorf("a %s that the register knows makes a home worth %d, %d, and one that the caller gives %d, %d",
				name, got.Predicted, got.Weighted, said.Predicted, said.Weighted)
		}
		unknown := valued(t, plain, m.Inquiry(h, smalltown.End))
		if dearer := got.Predicted > unknown.Predicted; dearer != (name == "park") || got.Predicted == unknown.Predicted {
			t.Errorf("a %s moves the value of a home from %d to %d", name, unknown.Predicted, got.Predicted)
		}
	}
}

func openContents(t *testing.T, c smalltown.Contents) *valuation.Valuer {
	t.Helper()
	return smalltown.Read(t, smalltown.Write(t, t.TempDir(), c))
}

func valued(t *testing.T, v *valuation.Valuer, q gevel.Inquiry) gevel.Valuation {
	t.Helper()
	out, err := v.Value(q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
