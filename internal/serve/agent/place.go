package agent

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// The tools about more than one home.

func search(c *caller, in searchInput) (string, error) {
	var found struct {
		Homes []struct {
			Label, PostalCode, BagID    string
			HouseNumber                 int
			HouseLetter, HouseNumberExt *string
		}
		More, Meant bool
	}
	if _, err := c.get("/v1/addresses", in, &found); err != nil {
		return "", err
	}
	t := &lines{}
	switch {
	case len(found.Homes) == 0:
		t.add("No address is like that.")
	case found.Meant:
		t.add("The first is meant.")
	default:
		t.add("Any of these may be meant; ask which.")
	}
	for _, h := range found.Homes {
		text := fmt.Sprintf("- %s: postalCode %s, houseNumber %d", h.Label, h.PostalCode, h.HouseNumber)
		if h.HouseLetter != nil {
			text += ", houseLetter " + *h.HouseLetter
		}
		if h.HouseNumberExt != nil {
			text += ", houseNumberExt " + *h.HouseNumberExt
		}
		t.add("%s, BAG id %s", text, h.BagID)
	}
	if found.More {
		t.add("There are more.")
	}
	return t.text(), nil
}

func market(c *caller, in addressInput) (string, error) {
	var home present.Homevalue
	meta, err := c.get("/v1/homevalue", in, &home)
	if err != nil {
		return "", err
	}
	var index struct {
		Months []string
		Series []struct {
			Label string
			Level []float64
		}
	}
	if _, err := c.get("/page/index", in, &index); err != nil {
		return "", err
	}
	t := &lines{}
	t.add("Prices of like homes, by the model's index up to %s:", home.ValueDate)
	for _, s := range index.Series {
		t.add("- %s: %s in one year, %s in five", s.Label, change(s.Level, 12), change(s.Level, 60))
	}
	t.add("Sales in the 24 months before:")
	sales(t, "postal-code area "+home.PostalCode[:4], home.NumZipAllTypes, home.MedZipAllTypes)
	sales(t, "postal-code area "+home.PostalCode[:4]+", same house type", home.NumZipSameType, home.MedZipSameType)
	sales(t, home.Street+", "+home.City, home.NumStrAllTypes, home.MedStrAllTypes)
	until, err := gevel.ParseDate(meta["salesUntil"])
	if err != nil {
		return "", fmt.Errorf("the day until which sales are known: %w", err)
	}
	t.source(meta, words.English.OldSales(home.ValueDate, until))
	return t.text(), nil
}

// change writes how much a level has changed in so many months.
func change(level []float64, months int) string {
	last := len(level) - 1
	if last < months || level[last-months] == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%+.1f %%", 100*(level[last]/level[last-months]-1))
}

func sales(t *lines, where string, n *int, median *gevel.Euro) {
	if n == nil {
		return
	}
	if median == nil {
		t.add("- %s: %d sales", where, *n)
		return
	}
	t.add("- %s: %d sales, median price %s", where, *n, euros(*median))
}

// figures are of some tested sales.
type figures struct {
	Label                   string
	N                       int
	Reason                  *string
	MdAPE, PE10, Coverage80 *float64
	Radius                  *float64
}

func accuracy(c *caller, in accuracyInput) (string, error) {
	var record struct {
		Edition, Model string
		From, Until    *string
		Reason         *string
		Overall, Near  *figures
	}
	if _, err := c.get("/page/accuracy", in, &record); err != nil {
		return "", err
	}
	t := &lines{}
	if record.Reason != nil || record.Overall == nil || record.From == nil || record.Until == nil {
		t.add("There is no record of accuracy.")
		if record.Reason != nil {
			t.add("%s", *record.Reason)
		}
		return t.text(), nil
	}
	t.add("Values beside prices of homes sold from %s to %s, each valued with what was known before:", *record.From,
		*record.Until)
	record.Overall.write(t, "all")
	if record.Near != nil {
		record.Near.write(t, "the nearest")
	}
	t.add("Source: gevel, edition %s, models older than the one of %s.", record.Edition, record.Model)
	return t.text(), nil
}

func (f *figures) write(t *lines, which string) {
	where := ""
	if f.Radius != nil {
		where = fmt.Sprintf(" within %.0f m", *f.Radius)
	}
	if f.Reason != nil {
		t.add("- %s %d sales%s: %s", which, f.N, where, *f.Reason)
		return
	}
	t.add("- %s %d sales%s: half of the values lie within %s of the price, %s of them within 10 %%; %s of the prices "+
		"lie in the 80 %% interval",
		which, f.N, where, percent(f.MdAPE), percent(f.PE10), percent(f.Coverage80))
}
