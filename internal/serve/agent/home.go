package agent

import (
	"net/url"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
)

// The tools about one home.

// why is what the tools read of an explanation.
type why struct {
	Valuation struct {
		WeightedValue        gevel.Euro
		ValueDate            string
		HistTransactionPrice *gevel.Euro
		HistTransactionDate  *string
	}
	Interval map[string][2]gevel.Euro // low and high, by the percentage of prices that it holds
	Home     struct{ Address, BagID string }
	Words    struct {
		Accuracy, Class, Status, References, Turned string
		Sure, Unsure                                []string
	}
	Steps []struct {
		Label string
		Text  *string
		Euros gevel.Euro
	}
	References []struct {
		Label, Date     string
		UseSurface      int
		Price, Adjusted gevel.Euro
		Distance        float64
	}
}

func (c *caller) why(q url.Values) (w why, meta map[string]string, err error) {
	meta, err = c.get("/v1/homevalue/explanation", q, &w)
	return w, meta, err
}

func value(c *caller, in homeInput) (string, error) {
	w, meta, err := c.why(in.changes.addTo(in.address.query()))
	if err != nil {
		return "", err
	}
	t := &lines{}
	w.headline(t, meta)
	t.add("Evidence, three sales of homes like it:")
	for _, r := range w.References {
		t.add("- %s: %d m2, sold for %s on %s, %.0f m away; adjusted to this home and day %s", r.Label, r.UseSurface, euros(r.Price), r.Date, r.Distance, euros(r.Adjusted))
	}
	if w.Words.References != "" {
		t.add("Note: %s", w.Words.References)
	}
	if p := w.Valuation.HistTransactionPrice; p != nil && w.Valuation.HistTransactionDate != nil {
		t.add("Its own last sale: %s on %s.", euros(*p), *w.Valuation.HistTransactionDate)
	}
	return t.text(), nil
}

// headline writes the value, how sure it is, and from what.
func (w *why) headline(t *lines, meta map[string]string) {
	v := &w.Valuation
	t.add("%s (BAG id %s)", w.Home.Address, w.Home.BagID)
	t.add("Value on %s: %s; 80 %% interval %s to %s.", v.ValueDate, euros(v.WeightedValue), euros(w.Interval["80"][0]), euros(w.Interval["80"][1]))
	t.add("%s %s", w.Words.Class, w.Words.Accuracy)
	if w.Words.Status != "" {
		t.add("Note: %s", w.Words.Status)
	}
	t.source(v.ValueDate, meta)
}

// source writes where a value comes from, and warns of its age.
func (t *lines) source(day string, meta map[string]string) {
	t.add("Source: gevel, edition %s, model of %s, sales known until %s.", meta["edition"], meta["modelVersion"], meta["salesUntil"])
	until, err := gevel.ParseDate(meta["salesUntil"])
	valued, err2 := gevel.ParseDate(day)
	if old := words.English.OldSales(valued, until); err == nil && err2 == nil && old != "" {
		t.add("WARNING: %s", old)
	}
}

func explain(c *caller, in homeInput) (string, error) {
	w, meta, err := c.why(in.changes.addTo(in.address.query()))
	if err != nil {
		return "", err
	}
	t := &lines{}
	w.headline(t, meta)
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
	if w.Words.Turned != "" {
		t.add("Note: %s", w.Words.Turned)
	}
	return t.text(), nil
}

func whatIf(c *caller, in homeInput) (string, error) {
	if in.changes == (changes{}) {
		return "", refusal{Message: "give at least one characteristic that changes, such as useSurface or energyLabel"}
	}
	before, meta, err := c.why(in.address.query())
	if err != nil {
		return "", err
	}
	after, _, err := c.why(in.changes.addTo(in.address.query()))
	if err != nil {
		return "", err
	}
	as, would := before.Valuation.WeightedValue, after.Valuation.WeightedValue
	t := &lines{}
	t.add("%s, on %s", before.Home.Address, before.Valuation.ValueDate)
	t.add("As registered: %s; 80 %% interval %s to %s.", euros(as), euros(before.Interval["80"][0]), euros(before.Interval["80"][1]))
	t.add("As given: %s; 80 %% interval %s to %s.", euros(would), euros(after.Interval["80"][0]), euros(after.Interval["80"][1]))
	t.add("Difference: %+d euros (%+.1f %%). It is what buyers paid for such differences between homes, not what a change costs.",
		would-as, 100*(float64(would)/float64(as)-1))
	t.source(before.Valuation.ValueDate, meta)
	return t.text(), nil
}
