package reports

// The summary of gevel build: what it made, of what, and what it left out.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/register"
)

// Build is the summary of a build that took so long.
func Build(s *build.Summary, took time.Duration) *document.Document {
	m := s.Manifest
	d := &document.Document{
		Kind: "Build", Title: m.ID, Lead: fmt.Sprintf("edition %s in %s, %s", m.ID, s.Dir, outcome(s, took.Round(100*time.Millisecond))),
		Blocks: []document.Block{sourceCounts(s)},
	}
	d.Blocks = append(d.Blocks, carried(&s.Carried)...)
	d.Blocks = append(d.Blocks, leftOutOf(s.Rejects), newReasons(s.Rejects))
	d.Blocks = append(d.Blocks, columns(s)...)
	d.Blocks = append(d.Blocks, fillRates(s))
	for _, found := range s.Found {
		d.Blocks = append(d.Blocks, document.Paragraph{Text: fmt.Sprint(found)})
	}
	d.Blocks = append(d.Blocks, prices(s.Prices)...)
	for _, warning := range s.Warnings {
		d.Blocks = append(d.Blocks, document.Paragraph{Text: "warning: " + warning})
	}
	d.Blocks = append(append(d.Blocks, watched(s.Watch)...), comparedWith(s)...)
	d.Blocks = append(d.Blocks,
		document.Paragraph{Text: fmt.Sprintf("%d addresses, %d homes, %d sales", m.Rows["addresses"], m.Rows["dwellings"], m.Rows["sales"])},
		document.Paragraph{Text: fmt.Sprintf("values homes on any day from %s on; the newest model is of %s", s.Models[0], s.Models[len(s.Models)-1])})
	if next := s.NewYear; next != nil {
		d.Blocks = append(d.Blocks, document.Paragraph{Text: fmt.Sprintf("the next model, on %s at the earliest, takes away the valuation dates "+
			"before %s; `valued_from: %s` in the build file keeps them", next.Day, next.From, s.Models[0])})
	}
	return d
}

// outcome says whether a build made anything new.
func outcome(s *build.Summary, took time.Duration) string {
	switch before := s.Comparison.Before; {
	case s.Outcome != edition.Stands:
		return fmt.Sprintf("made in %s", took)
	case before != "" && before != s.Manifest.ID:
		return fmt.Sprintf("stands already, and is the newest again instead of %s (%s)", before, took)
	}
	return fmt.Sprintf("stands already: the same was built before (%s)", took)
}

// sourceCounts has the read, kept and rejected rows of each source, and of its files where it has several.
func sourceCounts(s *build.Summary) document.Table {
	t := document.Table{Key: "sources", Columns: []document.Column{
		{Key: "source", Name: "source"}, {Key: "asOf", Name: "as of"}, {Key: "read", Name: "read"}, {Key: "used", Name: "used"},
		{Key: "past", Name: "past"}, {Key: "withdrawn", Name: "withdrawn"}, {Key: "noHomes", Name: "no homes"}, {Key: "empty", Name: "empty"},
		{Key: "rejected", Name: "rejected"}, {Key: "rejectedShare", Name: "in %"}, {Key: "faults", Name: "faults"},
	}}
	add := func(name string, asOf gevel.Date, n build.Count) {
		t.Rows = append(t.Rows, []document.Cell{
			document.Word(name), document.Word(asOf.String()), document.Whole(n.Read), document.Whole(n.Used), document.Whole(n.Past),
			document.Whole(n.Withdrawn), document.Whole(n.NoHomes), document.Whole(n.Empty), document.Whole(n.Rejected),
			shareOf(n.Rejected, n.Read), document.Whole(n.Faults),
		})
	}
	for _, source := range slices.Sorted(maps.Keys(s.Counts)) {
		add(source, s.Manifest.AsOf[source], s.Counts[source])
		for _, f := range s.Files {
			if f.Source == source {
				add("– "+f.File, gevel.NoDate, f.Count)
			}
		}
	}
	return t
}

// shareOf is a share in per cent.
func shareOf(part, all int) document.Cell {
	if all == 0 {
		return document.Word(document.None)
	}
	return document.Float(100*float64(part)/float64(all), 1)
}

// carried says what a build carried on from the edition before, and why not the rest.
func carried(c *build.Carried) []document.Block {
	if c.Why != "" {
		return []document.Block{document.Paragraph{Text: "nothing is carried on: " + c.Why}}
	}
	homes := document.Paragraph{Text: "the homes were read: " + c.HomesWhy}
	if c.Homes {
		homes.Text = fmt.Sprintf("the homes are those of edition %s: their sources are the same", c.Edition)
	}
	blocks := []document.Block{homes}
	var days []string
	for _, m := range c.Models {
		if m.Carried {
			days = append(days, m.Day.String())
		}
	}
	if len(days) > 0 {
		blocks = append(blocks, document.Paragraph{Text: fmt.Sprintf("carried on from edition %s: the models of %s", c.Edition, strings.Join(days, ", "))})
	}
	for _, m := range c.Models {
		if !m.Carried {
			blocks = append(blocks, document.Paragraph{Text: fmt.Sprintf("the model of %s was trained: %s", m.Day, m.Why)})
		}
	}
	return blocks
}

// columns says which columns of files were read, absent and unused.
func columns(s *build.Summary) (blocks []document.Block) {
	for _, file := range slices.Sorted(maps.Keys(s.Columns)) {
		of := s.Columns[file]
		for _, part := range []struct {
			what  string
			names []string
		}{{"columns read", of.Recognised}, {"columns of the preset that it lacks", of.Absent}, {"columns not used", of.Ignored}} {
			if len(part.names) > 0 {
				blocks = append(blocks, document.Paragraph{Text: fmt.Sprintf("%s: %s: %s", file, part.what, strings.Join(part.names, ", "))})
			}
		}
	}
	return blocks
}

// fillRates has the share of the homes for which each source gives each characteristic.
func fillRates(s *build.Summary) document.Table {
	t := document.Table{Key: "known", Columns: []document.Column{{Key: "characteristic", Name: "known of the homes, in %, by source"}}}
	var sources []gevel.Source
	for _, row := range s.Sources.All() {
		if slices.ContainsFunc(s.FillRates, func(r register.FillRate) bool { return r.Source[row.Source] > 0 }) {
			sources = append(sources, row.Source)
			t.Columns = append(t.Columns, document.Column{Key: s.Sources.Name(row.Source), Name: s.Sources.Name(row.Source)})
		}
	}
	t.Columns = append(t.Columns, document.Column{Key: "unknown", Name: "unknown"})
	for _, rate := range s.FillRates {
		row := []document.Cell{document.Word(rate.Label)}
		for _, source := range append(sources, gevel.NoSource) {
			cell := shareOf(rate.Source[source], max(rate.Homes, 1))
			if rate.Source[source] == 0 {
				cell.Text = document.None
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// comparedWith has what the edition before had, and this one has.
func comparedWith(s *build.Summary) (blocks []document.Block) {
	c := s.Comparison
	if c.Unread != "" {
		blocks = append(blocks, document.Paragraph{Text: "passed over: " + c.Unread})
	}
	switch c.Before {
	case "":
		return append(blocks, document.Paragraph{Text: "there is no edition to compare it with"})
	case s.Manifest.ID:
		return blocks
	}
	t := document.Table{Key: "comparison", Columns: []document.Column{
		{Key: "what", Name: "beside the edition before it"}, {Key: "before", Name: c.Before}, {Key: "now", Name: "now"},
		{Key: "passed", Style: document.Words},
	}}
	for _, m := range c.Measures {
		passed := document.Cell{}
		if m.Passed != "" {
			passed = document.Cell{Text: "forced beyond " + m.Passed, Tone: document.Neutral}
		}
		t.Rows = append(t.Rows, []document.Cell{document.Word(m.What), document.Word(m.Before), document.Word(m.Now), passed})
	}
	return append(blocks, t)
}
