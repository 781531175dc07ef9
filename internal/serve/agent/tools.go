package agent

// The tools: first those about one home.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
)

// why asks for an explanation, in the one form that the service has.
func (c *caller) why(asked any) (w present.Why, meta map[string]string, err error) {
	meta, err = c.get("/v1/homevalue/explanation", asked, &w)
	return w, meta, err
}

func value(c *caller, in homeInput) (string, error) {
	w, meta, err := c.why(in)
	if err != nil {
		return "", err
	}
	t := &lines{}
	t.headline(&w, meta)
	t.add("Evidence, three sales of homes like it:")
	for _, r := range w.References {
		t.add("- %s", sold(&r.WhyMoved))
	}
	t.notes(append([]string{w.Words.References, w.Words.Shares}, w.Notes.References...)...)
	if own := w.OwnSale; own != nil {
		t.add("Its own last sale: %s on %s.", euros(own.Price), own.Date)
	}
	return t.text(), nil
}

// headline writes the value, how sure it is, and from what.
func (t *lines) headline(w *present.Why, meta map[string]string) {
	v := &w.Valuation
	t.add("%s (BAG id %s)", w.Home.Address, w.Home.BagID)
	t.add("Value on %s: %s.", v.ValueDate, estimate(w))
	t.add("%s %s", w.Words.Class, w.Words.Accuracy)
	t.notes(w.Words.Status)
	t.source(meta, w.Words.OldSales)
}

// estimate writes the value with its interval.
func estimate(w *present.Why) string {
	return fmt.Sprintf("%s; 80 %% interval %s to %s", euros(w.Valuation.WeightedValue), euros(w.Interval.Most[0]),
		euros(w.Interval.Most[1]))
}

// source writes where a value comes from, and warns of its age.
func (t *lines) source(meta map[string]string, old string) {
	t.add("Source: gevel, edition %s, model of %s, sales known until %s.", meta["edition"], meta["modelVersion"],
		meta["salesUntil"])
	if old != "" {
		t.add("WARNING: %s", old)
	}
}

func explain(c *caller, in homeInput) (string, error) {
	w, meta, err := c.why(in)
	if err != nil {
		return "", err
	}
	t := &lines{}
	t.headline(&w, meta)
	t.add("Steps to the value, in euros:")
	for _, s := range w.Steps {
		if s.Euros == 0 {
			continue
		}
		text := ""
		if s.Text != nil && *s.Text != "" {
			text = " (" + *s.Text + ")"
		}
		t.add("- %s%s: %+d", s.Label, text, s.Euros)
	}
	t.list("Surer than usual:", w.Words.Sure)
	t.list("Less sure than usual:", w.Words.Unsure)
	t.notes(append(w.Notes.Steps, w.Words.Market, w.Words.Series, w.Words.Turned)...)
	return t.text(), nil
}

func comparables(c *caller, in comparablesInput) (string, error) {
	var listed struct {
		Comparables []present.WhyComparable `json:"comparables"`
	}
	meta, err := c.get("/v1/homevalue/comparables", in, &listed)
	if err != nil {
		return "", err
	}
	t := &lines{}
	t.add("%d sales:", len(listed.Comparables))
	for _, s := range listed.Comparables {
		t.add("- %s, %.1f %% of the value", sold(&s.WhyMoved), 100*s.Share)
	}
	t.source(meta, "")
	return t.text(), nil
}

// sold writes a sale of a home like it.
func sold(s *present.WhyMoved) string {
	return fmt.Sprintf("%s: %s, sold for %s on %s, %.0f m away; adjusted to this home and day %s",
		s.Name("a home without an address"), squareMetres(s.UseSurface), euros(s.Price), s.Date, s.Distance, euros(s.Adjusted))
}

func whatIf(c *caller, in homeInput) (string, error) {
	if in.changes == (changes{}) {
		return "", refusal{Message: "give at least one characteristic that changes, such as useSurface or energyLabel"}
	}
	before, meta, err := c.why(in.address)
	if err != nil {
		return "", err
	}
	after, _, err := c.why(in)
	if err != nil {
		return "", err
	}
	as, would := before.Valuation.WeightedValue, after.Valuation.WeightedValue
	t := &lines{}
	t.add("%s, on %s", before.Home.Address, before.Valuation.ValueDate)
	t.add("As registered: %s.", estimate(&before))
	t.add("As given: %s.", estimate(&after))
	t.add("Difference: %+d euros (%+.1f %%). It is what buyers paid for such differences between homes, not what a "+
		"change costs.",
		would-as, 100*(float64(would)/float64(as)-1))
	t.source(meta, before.Words.OldSales)
	return t.text(), nil
}

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
