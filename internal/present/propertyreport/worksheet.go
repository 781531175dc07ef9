package propertyreport

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// MostReferences is the most sales that count in the grid of a judged value: more do not fit on A4.
const MostReferences = 6

// Lead has the sales of the worksheet explained, and those that count in place of the references.
func (r *Report) Lead(x *explain.Explainer, t *valuation.Trace) (err error) {
	if r.Judged, err = x.Judged(t, r.Worksheet.Sales); err != nil || r.Worksheet.Chosen == 0 {
		return err
	}
	r.Explanation.References = nil
	for _, i := range r.Worksheet.Picked()[:min(r.Worksheet.Chosen, MostReferences)] {
		r.Explanation.References = append(r.Explanation.References, r.Judged[i])
	}
	return nil
}

// judge has the judgement lead, where there is one.
func (b *builder) judge() {
	s, text := b.report.Worksheet, b.text.Worksheet
	if s == nil || !s.Judged() {
		return
	}
	ends := func(i gevel.Interval) [2]gevel.Euro { return [2]gevel.Euro{i.Low, i.High} }
	b.judged, b.standard, b.text.Value, b.text.NoAppraisal = true, text.Standard, text.Value, text.Lead
	b.why.Interval = present.WhyIntervals{Half: ends(s.Interval50), Most: ends(s.Interval), NearlyAll: ends(s.Interval90)}
	b.text.LimitList = append([]string{text.Limit}, b.text.LimitList[1:]...)
	if s.Chosen > 0 {
		b.why.Words.References = "" // it is about the model's own references and value
	}
}

// leading is the value that leads, to the euro.
func (b *builder) leading() gevel.Euro {
	if b.judged {
		return b.report.Worksheet.Value
	}
	return b.report.Explanation.Valuation.Weighted
}

// stated reports whether an appraiser states the value.
func (b *builder) stated() bool { return b.judged && b.report.Worksheet.Judgement.Value != nil }

// certainty says how sure the value is. No class holds for one that is stated.
func (b *builder) certainty(said present.WhyWords) []string {
	if b.stated() {
		return []string{b.text.Worksheet.Class, said.Accuracy, said.Scales + " " + said.DataAge}
	}
	return []string{said.Accuracy, said.Class + " " + said.Scales + " " + said.DataAge}
}

// worksheet is an appraiser's: the value by it, what was decided about which sale, what was corrected and what has changed.
func (b *builder) worksheet() document.Block {
	s := b.report.Worksheet
	if s == nil {
		return document.Blocks{}
	}
	text := b.text.Worksheet
	note := aside(text.Note)
	if s.Learned == 0 && s.Chosen > 0 {
		note = aside(text.Note, text.Cautious)
	}
	in := s.Interval
	lines := document.Pairs{
		{Name: text.Author, Value: s.Author},
		{Name: text.Value, Value: b.Euros(s.Value)},
		{Name: text.Interval, Value: fmt.Sprintf("%s – %s", b.Euros(in.Low), b.Euros(in.High))},
		{Name: text.Model, Value: b.Euros(b.why.Valuation.WeightedValue)},
	}
	if s.Indication.Known {
		lines = append(lines,
			document.Pair{Name: fmt.Sprintf("%s (%d)", text.Indication, s.Chosen), Value: b.Euros(s.Indication.V)},
			document.Pair{Name: text.Weight, Value: b.Number(100*s.Weight, 0) + " %"})
	}
	if v := s.Judgement.Value; v != nil {
		lines = append(lines, document.Pair{Name: text.Stated, Value: v.Reason})
	}
	return document.Blocks{
		document.Under(text.Title, note, lines, b.verdicts()), document.Under(text.Corrections, b.corrected()),
		document.Under(text.Changes, b.changed()), paragraphs(text.ModelsOwn),
	}
}

// verdicts are the sales that were judged.
func (b *builder) verdicts() document.Table {
	s, text := b.report.Worksheet, b.text.Worksheet
	sales := table(text.Verdict, document.Meanings.Column(text.Sale), b.text.Price, b.text.Sold, b.text.Adjusted,
		document.Meanings.Column(text.Reason))
	for _, c := range present.NewJudgedComparables(b.report.Judged, *s, b.Language) {
		if c.Pick == nil {
			continue
		}
		v, _ := s.Verdict(c.Sale)
		verdict, reason := text.Rejected, v.Reason
		switch {
		case v.Pick && v.Own != nil:
			verdict, reason = text.Own, reason+" ("+text.Source+": "+v.Own.Source+")"
		case v.Pick:
			verdict = text.Picked
		}
		if v.Pick && v.Adjustment != nil {
			reason += "; " + v.Adjustment.Reason
		}
		row(&sales, verdict, c.Name(cmp.Or(c.Sale, b.text.NotKnown)), b.Euros(c.Price), b.Date(c.Date), b.Euros(c.Adjusted),
			reason)
	}
	return sales
}

// corrected are the corrections of the home, and of homes sold.
func (b *builder) corrected() document.Table {
	s := b.report.Worksheet
	t := table(b.text.Characteristic, document.Words.Column(""), document.Words.Column(b.text.Home),
		document.Meanings.Column(b.text.Worksheet.Source))
	add := func(sale string, list []worksheet.Correction) {
		for _, c := range list {
			label, value := b.characteristic(c.Characteristic, c.Value)
			row(&t, label, sale, value, c.Source)
		}
	}
	add("", s.Corrections)
	for i, c := range b.report.Judged {
		if v, _ := s.Verdict(s.IDs[i]); v.Pick {
			add(cmp.Or(c.Address.String(), v.Sale), v.Corrections)
		}
	}
	return t
}

// characteristic names a characteristic and its value as the reader's language does.
func (b *builder) characteristic(name string, value any) (label, text string) {
	a, text := b.report.Worksheet.Of(name, value)
	switch {
	case a == nil:
		return name, text
	case value == "":
		return b.Characteristic(a), b.text.NotKnown
	}
	return b.Characteristic(a), b.Amount(a.Name, text)
}

// changed is what has changed since the judgement was answered before.
func (b *builder) changed() document.Table {
	text := b.text.Worksheet
	t := table("", document.Words.Column(text.Before), document.Words.Column(text.Now))
	euros := func(text string) string {
		amount, _ := strconv.ParseInt(text, 10, 64) // as it was written
		return b.Euros(gevel.Euro(amount))
	}
	for _, c := range b.report.Worksheet.Changes {
		switch c.What {
		case "edition":
			row(&t, text.Edition, c.Before, c.Now)
		case "value":
			row(&t, text.Value, euros(c.Before), euros(c.Now))
		case "model":
			row(&t, text.Model, euros(c.Before), euros(c.Now))
		case "comparable":
			row(&t, text.Sale, c.Name, text.Gone)
		default:
			label, before := b.characteristic(c.Name, c.Before)
			_, now := b.characteristic(c.Name, c.Now)
			row(&t, label, before, now)
		}
	}
	return t
}

// The grid of an appraiser: the home beside its references, a row a characteristic, with what each difference adjusts.

// grid is the table of references.
type grid struct {
	document.Table
	*builder
}

// sold is a home that was sold.
type sold = *present.WhyReference

// references lays out the references beside the home.
func (b *builder) references() document.Section {
	text, value := b.text, b.leading()
	const ordinary, total = document.NoVerdict, document.Neutral
	g := grid{table("", text.Home), b}
	for i, r := range b.why.References {
		g.Columns = append(g.Columns, document.Column{Name: fmt.Sprintf("%d. %s", i+1, r.Name(text.NotKnown))})
	}
	var paid, day, perMetre, indexed string // of the home's own last sale
	if own := b.why.OwnSale; own != nil {
		paid, day = b.Euros(own.Price), b.Date(own.Date)
		perMetre, indexed = b.PerMetre(own.Price, b.surface), b.Euros(own.IndexedPrice)
	}
	g.each(ordinary, text.Price, paid, func(r sold) string { return b.Euros(r.Price) })
	g.each(ordinary, text.Sold, day, func(r sold) string { return b.Date(r.Date) })
	g.each(ordinary, text.PerMetre, perMetre, func(r sold) string { return b.PerMetre(r.Price, r.UseSurface) })
	g.each(total, text.Indexed, indexed, func(r sold) string { return b.Euros(r.IndexedPrice) })
	g.each(ordinary, text.Distance, "", func(r sold) string { return b.Number(r.Distance, 0) + " m" })
	for _, name := range differenceNames(b.why.References) {
		g.difference(name)
	}
	g.each(total, text.Adjusted, b.Euros(value), func(r sold) string { return b.Euros(r.Adjusted) })
	g.each(ordinary, text.PerMetre, b.PerMetre(value, b.surface),
		func(r sold) string { return b.PerMetre(r.Adjusted, b.surface) })
	g.each(ordinary, text.Likeness, "", func(r sold) string { return b.Number(r.Equality, 0) + " %" })
	return whole(text.References, aside(text.ReferencesNote), g.Table, paragraphs(b.stretched(), b.why.Words.References),
		paragraphs(b.why.Notes.References...))
}

// stretched says which references are adjusted by over a quarter of their prices, the most that lenders take without a
// word, "" where none is.
func (b *builder) stretched() string {
	const most = 0.25
	var list []string
	for i, r := range b.why.References {
		if by := float64(r.Adjusted)/float64(r.IndexedPrice) - 1; math.Abs(by) > most {
			list = append(list, fmt.Sprintf("%d (%s)", i+1, b.Factor(1+by)))
		}
	}
	return b.Stretched(list)
}

// each adds a row with a text of the home and of each reference.
func (g *grid) each(tone document.Tone, name, home string, of func(sold) string) {
	cells := []document.Cell{tone.Says(name), tone.Says(home)}
	for i := range g.why.References {
		cells = append(cells, tone.Says(of(&g.why.References[i])))
	}
	g.Add(cells)
}

// difference adds a row for a difference if it adjusts a price, or is known of a home sold.
func (g *grid) difference(name string) {
	var label, home string
	cells, shown := make([]document.Cell, len(g.why.References)), false
	for i := range g.why.References {
		differences := g.why.References[i].Differences
		at := slices.IndexFunc(differences, func(d present.WhyDifference) bool { return d.Name == name })
		if at < 0 {
			continue
		}
		d := &differences[at]
		label, home = d.Label, textOf(name, d.Has)
		cells[i].Text = textOf(name, d.Had)
		if d.Euros != 0 {
			cells[i].Note = g.Signed(d.Euros)
		} else if cells[i].Text == home {
			cells[i].Tone = document.Soft
		}
		shown = shown || d.Euros != 0 || d.Had != nil
	}
	if shown {
		row(&g.Table, label, home, cells)
	}
}

// around are the differences that are no characteristics: the place, and the levels of the market.
var around = []string{hedonic.Place, "index", hedonic.Time}

// textOf writes what a home has of a characteristic.
func textOf(name string, has *string) string {
	switch {
	case slices.Contains(around, name):
		return ""
	case has == nil:
		return unknown
	}
	return *has
}

// differenceNames returns the names of differences: gevel's own characteristics in their order, then place and market,
// then others.
func differenceNames(sales []present.WhyReference) (names []string) {
	order := list.Of(gevel.Standard(), func(a gevel.Attribute) string { return a.Name })
	order = append(order, around...)
	for i := range sales {
		for _, d := range sales[i].Differences {
			if !slices.Contains(names, d.Name) {
				names = append(names, d.Name)
			}
		}
	}
	rank := func(name string) int {
		if at := slices.Index(order, name); at >= 0 {
			return at
		}
		return len(order)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names
}
