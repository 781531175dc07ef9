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

func value(c *caller, in homeInput) (string, valuedBySales, error) {
	w, meta, err := c.why(in)
	if err != nil {
		return "", valuedBySales{}, err
	}
	out := valuedBySales{newValued(&w, meta), []sale{}}
	t := &lines{}
	t.headline(&w, &out.valued)
	t.add("Evidence, three sales of homes like it:")
	for _, r := range w.References {
		t.add("- %s", sold(&r.WhyMoved))
		out.References = append(out.References, newSale(&r.WhyMoved, r.Share))
	}
	t.notes(append([]string{w.Words.References, w.Words.Shares}, w.Notes.References...)...)
	if own := w.OwnSale; own != nil {
		t.add("Its own last sale: %s on %s.", euros(own.Price), own.Date)
	}
	return t.text(), out, nil
}

// headline writes the value, how sure it is, and from what.
func (t *lines) headline(w *present.Why, v *valued) {
	t.add("%s (BAG id %s)", v.Address, v.BagID)
	t.add("Value on %s: %s.", v.Date, v.estimated)
	t.add("%s %s", w.Words.Class, w.Words.Accuracy)
	t.notes(w.Words.Status)
	t.source(v.source)
}

// String writes the value with its interval.
func (e estimated) String() string {
	return fmt.Sprintf("%s; 80 %% interval %s to %s", euros(e.Value), euros(e.Low), euros(e.High))
}

// source writes where a value comes from, and warns of its age.
func (t *lines) source(s source) {
	t.add("Source: gevel, edition %s, model of %s, sales known until %s.", s.Edition, s.Model, s.SalesUntil)
	if s.Warning != "" {
		t.add("WARNING: %s", s.Warning)
	}
}

func explain(c *caller, in homeInput) (string, explained, error) {
	w, meta, err := c.why(in)
	if err != nil {
		return "", explained{}, err
	}
	out := explained{newValued(&w, meta), []step{}, w.Words.Sure, w.Words.Unsure}
	t := &lines{}
	t.headline(&w, &out.valued)
	t.add("Steps to the value, in euros:")
	for _, s := range w.Steps {
		if s.Euros == 0 {
			continue
		}
		out.Steps = append(out.Steps, step{s.Label, s.Text, s.Euros})
		text := ""
		if s.Text != nil && *s.Text != "" {
			text = " (" + *s.Text + ")"
		}
		t.add("- %s%s: %+d", s.Label, text, s.Euros)
	}
	t.list("Surer than usual:", w.Words.Sure)
	t.list("Less sure than usual:", w.Words.Unsure)
	t.notes(append(w.Notes.Steps, w.Words.Market, w.Words.Series, w.Words.Turned)...)
	return t.text(), out, nil
}

func comparables(c *caller, in comparablesInput) (string, listed, error) {
	var answer struct {
		Comparables []present.WhyComparable `json:"comparables"`
	}
	meta, err := c.get("/v1/homevalue/comparables", in, &answer)
	if err != nil {
		return "", listed{}, err
	}
	out := listed{newSource(meta, ""), []sale{}}
	t := &lines{}
	t.add("%d sales:", len(answer.Comparables))
	for _, s := range answer.Comparables {
		t.add("- %s, %.1f %% of the value", sold(&s.WhyMoved), 100*s.Share)
		out.Sales = append(out.Sales, newSale(&s.WhyMoved, s.Share))
	}
	t.source(out.source)
	return t.text(), out, nil
}

// sold writes a sale of a home like it.
func sold(s *present.WhyMoved) string {
	return fmt.Sprintf("%s: %s, sold for %s on %s, %.0f m away; adjusted to this home and day %s",
		s.Name("a home without an address"), squareMetres(s.UseSurface), euros(s.Price), s.Date, s.Distance, euros(s.Adjusted))
}

func whatIf(c *caller, in homeInput) (string, compared, error) {
	if in.changes == (changes{}) {
		return "", compared{}, refusal{Message: "give at least one characteristic that changes, such as useSurface or energyLabel"}
	}
	before, meta, err := c.why(in.address)
	if err != nil {
		return "", compared{}, err
	}
	after, _, err := c.why(in)
	if err != nil {
		return "", compared{}, err
	}
	out := compared{
		source: newSource(meta, before.Words.OldSales), Address: before.Home.Address, Date: before.Valuation.ValueDate.String(),
		Registered: newEstimated(&before), Given: newEstimated(&after),
	}
	out.Difference = out.Given.Value - out.Registered.Value
	t := &lines{}
	t.add("%s, on %s", out.Address, out.Date)
	t.add("As registered: %s.", out.Registered)
	t.add("As given: %s.", out.Given)
	t.add("Difference: %+d euros (%+.1f %%). It is what buyers paid for such differences between homes, not what a "+
		"change costs.",
		out.Difference, 100*(float64(out.Given.Value)/float64(out.Registered.Value)-1))
	t.source(out.source)
	return t.text(), out, nil
}

// The tools about more than one home.

func search(c *caller, in searchInput) (string, found, error) {
	out := found{Homes: []foundHome{}}
	if _, err := c.get("/v1/addresses", in, &out); err != nil {
		return "", found{}, err
	}
	t := &lines{}
	switch {
	case len(out.Homes) == 0:
		t.add("No address is like that.")
	case out.Meant:
		t.add("The first is meant.")
	default:
		t.add("Any of these may be meant; ask which.")
	}
	for _, h := range out.Homes {
		text := fmt.Sprintf("- %s: postalCode %s, houseNumber %d", h.Label, h.PostalCode, h.HouseNumber)
		if h.HouseLetter != nil {
			text += ", houseLetter " + *h.HouseLetter
		}
		if h.HouseNumberExt != nil {
			text += ", houseNumberExt " + *h.HouseNumberExt
		}
		t.add("%s, BAG id %s", text, h.BagID)
	}
	if out.More {
		t.add("There are more.")
	}
	return t.text(), out, nil
}

func market(c *caller, in addressInput) (string, moved, error) {
	var home present.Homevalue
	meta, err := c.get("/v1/homevalue", in, &home)
	if err != nil {
		return "", moved{}, err
	}
	var index struct {
		Months []string
		Series []struct {
			Label string
			Level []float64
		}
	}
	if _, err := c.get("/page/index", in, &index); err != nil {
		return "", moved{}, err
	}
	until, err := gevel.ParseDate(meta["salesUntil"])
	if err != nil {
		return "", moved{}, fmt.Errorf("the day until which sales are known: %w", err)
	}
	area := "postal-code area " + home.PostalCode[:4]
	out := moved{source: newSource(meta, words.English.OldSales(home.ValueDate, until)), Index: []change{}, Sales: []counts{}}
	t := &lines{}
	t.add("Prices of like homes, by the model's index up to %s:", home.ValueDate)
	for _, s := range index.Series {
		moved := change{s.Label, growth(s.Level, 12), growth(s.Level, 60)}
		t.add("- %s: %s in one year, %s in five", moved.Label, signed(moved.Year), signed(moved.Five))
		out.Index = append(out.Index, moved)
	}
	t.add("Sales in the 24 months before:")
	for _, s := range []struct {
		where  string
		n      *int
		median *gevel.Euro
	}{
		{area, home.NumZipAllTypes, home.MedZipAllTypes},
		{area + ", same house type", home.NumZipSameType, home.MedZipSameType},
		{home.Street + ", " + home.City, home.NumStrAllTypes, home.MedStrAllTypes},
	} {
		if s.n == nil {
			continue
		}
		median := ""
		if s.median != nil {
			median = ", median price " + euros(*s.median)
		}
		t.add("- %s: %d sales%s", s.where, *s.n, median)
		out.Sales = append(out.Sales, counts{s.where, *s.n, s.median})
	}
	t.source(out.source)
	return t.text(), out, nil
}

// growth returns the change of a level in so many months, in percent; nil where it is not known.
func growth(level []float64, months int) *float64 {
	last := len(level) - 1
	if last < months || level[last-months] == 0 {
		return nil
	}
	return new(100 * (level[last]/level[last-months] - 1))
}

// signed writes a change that may be unknown.
func signed(v *float64) string {
	if v == nil {
		return "unknown"
	}
	return fmt.Sprintf("%+.1f %%", *v)
}

func accuracy(c *caller, in addressInput) (string, record, error) {
	var out record
	if _, err := c.get("/page/accuracy", in, &out); err != nil {
		return "", out, err
	}
	t := &lines{}
	if out.Reason != nil || out.Overall == nil || out.From == nil || out.Until == nil {
		t.add("There is no record of accuracy.")
		if out.Reason != nil {
			t.add("%s", *out.Reason)
		}
		return t.text(), out, nil
	}
	t.add("Values beside prices of homes sold from %s to %s, each valued with what was known before:", *out.From,
		*out.Until)
	out.Overall.write(t, "all")
	if out.Near != nil {
		out.Near.write(t, "the nearest")
	}
	t.add("Source: gevel, edition %s, models older than the one of %s.", out.Edition, out.Model)
	return t.text(), out, nil
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
