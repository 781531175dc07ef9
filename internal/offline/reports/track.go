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
	found := document.Blocks{measured(t.Measures, "Shares in percent."), parts("By part", t.Measures), t.editions()}
	if t.Measures.N == 0 {
		found = document.Blocks{document.Paragraph{Text: "There is nothing to compare yet."}}
	}
	return &document.Document{Kind: "Answers and later sales", Title: t.Log, Lead: t.Lead, Blocks: document.Blocks{
		rejects("answers that don't count", t.Unmatched), rejects("left out", t.LeftOut), found,
	}}
}

// editions have the accuracy out of time of the models that answered, to compare with.
func (t *Track) editions() document.Section {
	measures := []ratio.Measure{ratio.MdAPE, ratio.PE10, ratio.InInterval}
	table := document.NewTable("edition", "of these", "from", "to", "sales", headsOf(measures))
	s := document.Under("The models out of time")
	for _, e := range t.Editions {
		if e.Why != "" {
			s.Blocks = append(s.Blocks, document.Say(document.Plain, "edition %s: %s", e.ID, e.Why))
		}
		if a := e.Tested; a != nil {
			m := &a.Measures
			table.Add(e.ID, e.Answers, a.From, a.Until, m.Valued, figuresOf(measures, &m.Summary))
		}
	}
	s.Blocks = append(s.Blocks, table)
	return s
}
