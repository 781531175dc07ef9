package agent

import (
	"fmt"

	"github.com/gevel/gevel/internal/present"
)

// The tools about one home.

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
