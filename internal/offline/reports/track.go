package reports

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// Track is how answers compare with later sales of their homes.
type Track struct {
	Log      string // that the answers are from
	Lead     string // says which answers count
	Measures *ratio.Measures
	// Unmatched are the answers that don't count, LeftOut the sales.
	Unmatched, LeftOut []gevel.Reject
	Editions           []TrackedEdition
}

// TrackedEdition is an edition that answered, with the accuracy of its models out of time.
type TrackedEdition struct {
	ID      string
	Answers int
	Tested  *accuracy.Accuracy // nil where it is not known
	Why     string             // why the edition can't be opened; "" where it can
}

// Document is the report of the comparison.
func (t *Track) Document() *document.Document {
	d := &document.Document{Kind: "Answers and later sales", Title: t.Log, Lead: t.Lead}
	d.Blocks = []document.Block{rejects("unmatched", "answers that don't count", t.Unmatched), rejects("leftOut", "left out", t.LeftOut)}
	if t.Measures.N == 0 {
		d.Blocks = append(d.Blocks, document.Paragraph{Text: "There is nothing to compare yet."})
		return d
	}
	d.Blocks = append(d.Blocks, measured(t.Measures, "Shares in percent.")...)
	d.Blocks = append(d.Blocks, parts("By part", t.Measures), t.editions())
	return d
}

// editions have the accuracy out of time of the models that answered, to compare with.
func (t *Track) editions() document.Section {
	table := document.Table{Key: "editions", Columns: []document.Column{
		{Key: "edition", Name: "edition"}, {Key: "answers", Name: "of these"}, {Key: "from", Name: "from"}, {Key: "until", Name: "to"},
		{Key: "sales", Name: "sales"},
	}}
	beside := []ratio.Measure{ratio.MdAPE, ratio.PE10, ratio.InInterval}
	for i := range beside {
		table.Columns = append(table.Columns, document.Column{Key: beside[i].Key, Name: beside[i].Column()})
	}
	s := document.Section{Key: "editions", Title: "The models out of time"}
	for _, e := range t.Editions {
		if e.Why != "" {
			s.Blocks = append(s.Blocks, document.Paragraph{Text: "edition " + e.ID + ": " + e.Why})
		}
		if e.Tested == nil {
			continue
		}
		m := &e.Tested.Measures
		row := []document.Cell{
			document.Word(e.ID), document.Whole(e.Answers), document.Word(e.Tested.From.String()), document.Word(e.Tested.Until.String()),
			document.Whole(m.Valued),
		}
		for k := range beside {
			row = append(row, figureCell(beside[k].Of(&m.Summary), beside[k].Decimals))
		}
		table.Rows = append(table.Rows, row)
	}
	s.Blocks = append(s.Blocks, table)
	return s
}
