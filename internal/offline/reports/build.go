package reports

// The summary of gevel build: what it made, of what, and what it left out.

import (
	"cmp"
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

// line is a line of a build's summary.
func line(format string, values ...any) document.Block {
	return document.Say(document.Plain, format, values...)
}

// Build is the summary of a build that took so long.
func Build(s *build.Summary, took time.Duration) *document.Document {
	m := s.Manifest
	var found, warnings, kept document.Blocks
	for _, one := range s.Found {
		found = append(found, line("%s", one))
	}
	for _, warning := range s.Warnings {
		warnings = append(warnings, line("warning: %s", warning))
	}
	if next := s.NewYear; next != nil {
		kept = document.Blocks{line("the next model, on %s at the earliest, takes away the valuation dates before %s; "+
			"`valued_from: %s` in the build file keeps them", next.Day, next.From, s.Models[0])}
	}
	return &document.Document{
		Kind: "Build", Title: m.ID,
		Lead: fmt.Sprintf("edition %s in %s, %s", m.ID, s.Dir, outcome(s, took.Round(100*time.Millisecond))),
		Blocks: document.Blocks{
			sourceCounts(s), carried(&s.Carried), leftOutOf(s.Rejects), newReasons(s.Rejects), columns(s), fillRates(s), found,
			prices(s.Prices), warnings, watched(s.Watch), comparedWith(s),
			line("%d addresses, %d homes, %d sales", m.Rows["addresses"], m.Rows["dwellings"], s.Counts["sales"].Used),
			line("values homes on any day from %s on; the newest model is of %s", s.Models[0], s.Models[len(s.Models)-1]), kept,
		},
	}
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
	t := document.NewTable("source", "as of", "read", "used", "past", "withdrawn", "no homes", "empty", "rejected",
		"in %", "faults")
	add := func(name string, asOf gevel.Date, n gevel.RowCount) {
		t.Add(name, asOf, n.Read, n.Used, n.Past, n.Withdrawn, n.NoHomes, n.Empty, n.Rejected, shareOf(n.Rejected, n.Read),
			n.Faults)
	}
	for _, source := range slices.Sorted(maps.Keys(s.Counts)) {
		add(source, s.Manifest.AsOf[source], s.Counts[source])
		files := slices.DeleteFunc(slices.Clone(s.Files), func(f build.FileCount) bool { return f.Source != source })
		if len(files) > filesShown {
			slices.SortStableFunc(files, func(a, b build.FileCount) int { return cmp.Compare(b.Rejected, a.Rejected) })
		}
		for _, f := range files[:min(filesShown, len(files))] {
			add("– "+f.File, gevel.NoDate, f.RowCount)
		}
		if rest := files[min(filesShown, len(files)):]; len(rest) > 0 {
			var sum gevel.RowCount
			for _, f := range rest {
				sum.AddRows(f.RowCount)
			}
			add(fmt.Sprintf("– %d files more", len(rest)), gevel.NoDate, sum)
		}
	}
	return t
}

// filesShown is how many files of a source are shown one by one, those with the most rejects: of sales by the day there may be
// thousands.
const filesShown = 20

// shareOf is a share in per cent.
func shareOf(part, all int) string {
	if all == 0 {
		return document.None
	}
	return document.Number(100*float64(part)/float64(all), 1)
}

// carried says what a build carried on from the edition before, and why not the rest.
func carried(c *build.Carried) document.Blocks {
	if c.Why != "" {
		return document.Blocks{line("nothing is carried on: %s", c.Why)}
	}
	homes := line("the homes were read: %s", c.HomesWhy)
	if c.Homes {
		homes = line("the homes are taken from edition %s: their sources are the same", c.Edition)
	}
	var days []string
	var trained document.Blocks
	for _, m := range c.Models {
		if m.Carried {
			days = append(days, m.Day.String())
		} else {
			trained = append(trained, line("the model of %s was trained: %s", m.Day, m.Why))
		}
	}
	if len(days) == 0 {
		return document.Blocks{homes, trained}
	}
	return document.Blocks{homes, line("carried on from edition %s: the models of %s", c.Edition,
		strings.Join(days, ", ")), trained}
}

// columns says which columns of files were read, absent and unused.
func columns(s *build.Summary) (blocks document.Blocks) {
	names, alike := slices.Sorted(maps.Keys(s.Columns)), map[string][]string{} // files, by what there is to say of them
	for _, file := range names {
		key := fmt.Sprint(s.Columns[file])
		alike[key] = append(alike[key], file)
	}
	for _, file := range names {
		of := s.Columns[file]
		files := alike[fmt.Sprint(of)]
		if files[0] != file {
			continue
		}
		if len(files) > 1 {
			file = fmt.Sprintf("%s and %d more", file, len(files)-1)
		}
		say := func(what string, names []string) {
			if len(names) > 0 {
				blocks = append(blocks, line("%s: %s: %s", file, what, strings.Join(names, ", ")))
			}
		}
		say("columns read", of.Recognised)
		say("columns of the preset that it lacks", of.Absent)
		say("columns not used", of.Ignored)
	}
	return blocks
}

// fillRates has the share of the homes for which each source gives each characteristic.
func fillRates(s *build.Summary) document.Table {
	t := document.NewTable("known of the homes, in %, by source")
	var sources []gevel.Source
	for _, row := range s.Sources.All() {
		if slices.ContainsFunc(s.FillRates, func(r register.FillRate) bool { return r.Source[row.Source] > 0 }) {
			sources = append(sources, row.Source)
			t.Columns = append(t.Columns, document.Column{Name: s.Sources.Name(row.Source)})
		}
	}
	t.Columns = append(t.Columns, document.Column{Name: "unknown"})
	for _, rate := range s.FillRates {
		var shares []document.Cell
		for _, source := range append(sources, gevel.NoSource) {
			text := document.None
			if rate.Source[source] > 0 {
				text = shareOf(rate.Source[source], rate.Homes)
			}
			shares = append(shares, document.Cell{Text: text})
		}
		t.Add(rate.Label, shares)
	}
	return t
}

// comparedWith has what the edition before had, and this one has.
func comparedWith(s *build.Summary) (blocks document.Blocks) {
	c := s.Comparison
	if c.Unread != "" {
		blocks = append(blocks, line("passed over: %s", c.Unread))
	}
	switch c.Before {
	case "":
		return append(blocks, line("there is no edition to compare it with"))
	case s.Manifest.ID:
		return blocks
	}
	t := document.NewTable("beside the edition before it", c.Before, "now", document.Words.Column(""))
	for _, m := range c.Measures {
		var passed document.Cell
		if m.Passed != "" {
			passed = document.Neutral.Says("forced beyond " + m.Passed)
		}
		t.Add(m.What, m.Before, m.Now, passed)
	}
	return append(blocks, t)
}

// What a build left out: a row a file, and a sample of each reason that the edition before did not have.

// reasonsShown is how many reasons a file's row names.
const reasonsShown = 4

// leftOutOf has a row for each file that lost something.
func leftOutOf(files []build.FileRejects) document.Table {
	t := document.NewTable("left out of", "read", "rejected", "faults", document.Words.Column("reasons"))
	for i := range files[:min(filesShown, len(files))] {
		f := &files[i]
		t.Add(f.File, f.Read, f.Rejected, f.Faults, mostFrequent(f.Reasons))
	}
	if more := len(files) - filesShown; more > 0 {
		t.Add(fmt.Sprintf("%d files more", more), "", "", "", "gevel build --json and --rejects name them all")
	}
	return t
}

// mostFrequent names the most frequent reasons.
func mostFrequent(reasons []build.Reason) string {
	var names []string
	shown := reasonsShown
	if len(reasons) == shown+1 { // its name takes no more room than that there is one
		shown++
	}
	for _, r := range reasons[:min(shown, len(reasons))] {
		names = append(names, fmt.Sprintf("%s %d", r.Reason, r.Count))
	}
	if more := len(reasons) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d other reasons", more))
	}
	return strings.Join(names, ", ")
}

// reasonSum is a reason over all files of a source, with one row: a new one where there is any.
type reasonSum struct {
	build.Reason
	text string
}

// newReasons has a row, with a sample, per reason for which a source lost more than in the edition before.
func newReasons(files []build.FileRejects) document.Table {
	t := document.NewTable("reason", "rows", "before", document.Samples.Column("such as"))
	for _, r := range reasonSums(files) {
		before := ""
		switch {
		case r.IsNew():
			before = "new"
		case r.Before.Known && r.Count > r.Before.V:
			before = document.Count(r.Before.V)
		case r.Before.Known:
			continue
		}
		t.Add(r.Reject.Reason, r.Count, before, r.text)
	}
	return t
}

// reasonSums sums the files of each source by reason, in their order.
func reasonSums(files []build.FileRejects) (list []*reasonSum) {
	type key struct{ source, reason string }
	sums := map[key]*reasonSum{}
	for i := range files {
		for _, r := range files[i].Reasons {
			k := key{files[i].Source, r.Reason}
			sum := sums[k]
			if sum == nil {
				sum = &reasonSum{Reason: r, text: r.Samples[0]}
				sums[k], list = sum, append(list, sum)
			} else {
				sum.Count += r.Count
			}
			if text, ok := r.NewSample(); ok {
				sum.text = text
			}
		}
	}
	return list
}
