package market_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// delivery is two sales; the second is changed before they are read, where a change is given.
func delivery(change func(*gevel.Sale)) *market.Sales {
	sale := func(id string, known gevel.Date) gevel.Sale {
		s := gevel.Sale{
			ID: id, Date: 18_000, KnownDate: known, Price: 300_000, DwellingID: "0363010000000001",
			Street: "Dam", City: "Amsterdam", PC4: "1012", At: gevel.Point{X: 121_000, Y: 487_000},
		}
		s.UseSurface = gevel.Some(80)
		return s
	}
	sales := []gevel.Sale{sale("a", 18_010), sale("b", 18_020)}
	if change != nil {
		change(&sales[1])
	}
	return market.NewSales(gevel.Standard(), sales)
}

func TestASaleThatIsTheSameInAllIsNotChanged(t *testing.T) {
	got, ok := delivery(nil).ChangesSince(delivery(nil))
	if !ok || got.Before[0] != 0 || got.Before[1] != 1 || got.First <= 18_020 {
		t.Errorf("two equal deliveries differ: %+v, %v", got, ok)
	}
}

func TestASaleThatDiffersInOneThingIsChanged(t *testing.T) {
	for what, change := range map[string]func(*gevel.Sale){
		"day":       func(s *gevel.Sale) { s.Date++ },
		"known day": func(s *gevel.Sale) { s.KnownDate++ },
		"price":     func(s *gevel.Sale) { s.Price++ },
		"point":     func(s *gevel.Sale) { s.At.X++ },
		"place":     func(s *gevel.Sale) { s.Place = gevel.Point{X: 121_001, Y: 487_001} },
		"zipcode":   func(s *gevel.Sale) { s.PC4 = "1013" },
		"street":    func(s *gevel.Sale) { s.Street = "Damrak" },
		"dwelling":  func(s *gevel.Sale) { s.DwellingID = "0363010000000002" },
		"surface":   func(s *gevel.Sale) { s.UseSurface = gevel.Some(81) },
		"deal":      func(s *gevel.Sale) { s.Deal = "a" },
		"id":        func(s *gevel.Sale) { s.ID = "c" },
	} {
		got, ok := delivery(change).ChangesSince(delivery(nil))
		if !ok || got.Before[0] != 0 || got.Before[1] != -1 {
			t.Errorf("another %s: the changes are %+v, %v", what, got, ok)
		}
		if row := delivery(change).DiffersFrom(delivery(nil)); row != 1 {
			t.Errorf("another %s: the first row that differs is %d", what, row)
		}
		if got.First != 18_020 {
			t.Errorf("another %s: the deliveries part on %v, want the day when the sale was first known", what, got.First)
		}
	}
}

// A sale that is known earlier than in the delivery before, or no longer there, changes what was known from then on.
func TestDeliveriesPartWhereTheFirstSaleDiffers(t *testing.T) {
	earlier := delivery(func(s *gevel.Sale) { s.KnownDate = 18_005 })
	for name, got := range map[string]market.Changes{
		"earlier in this delivery":     changes(t, earlier, delivery(nil)),
		"earlier in the one before it": changes(t, delivery(nil), earlier),
	} {
		if got.First != 18_005 {
			t.Errorf("%s: the deliveries part on %v, want %v", name, got.First, gevel.Date(18_005))
		}
	}
	if got := changes(t, delivery(nil).Select([]int{0}, func(int) gevel.Date { return 18_010 }), delivery(nil)); got.First != 18_020 {
		t.Errorf("a sale is gone, and the deliveries part on %v", got.First)
	}
}

func changes(t *testing.T, now, before *market.Sales) market.Changes {
	t.Helper()
	c, ok := now.ChangesSince(before)
	if !ok {
		t.Fatal("two deliveries with the same columns cannot be compared")
	}
	return c
}

func TestIdsThatRepeatCannotBeCompared(t *testing.T) {
	twice := delivery(func(s *gevel.Sale) { s.ID = "a" })
	if got, ok := twice.ChangesSince(delivery(nil)); ok {
		t.Errorf("an id that stands twice is compared: %+v", got)
	}
	if got, ok := delivery(nil).ChangesSince(twice); ok {
		t.Errorf("an id that stood twice is compared: %+v", got)
	}
}

func TestEqualDeliveriesDifferNowhere(t *testing.T) {
	if row := delivery(nil).DiffersFrom(delivery(nil)); row != -1 {
		t.Errorf("row %d of two equal deliveries differs", row)
	}
	one := delivery(nil).Select([]int{0}, func(int) gevel.Date { return 18_010 })
	if row := delivery(nil).DiffersFrom(one); row != 1 {
		t.Errorf("a sale more, and the first row that differs is %d", row)
	}
}
