package reports

// The report of an edition.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// DataSheet is the report of an edition.
func DataSheet(s *datasheet.Sheet) *document.Document {
	return &document.Document{
		Kind: "Report of an edition", Title: s.Edition.ID,
		Lead: fmt.Sprintf("%s of the register%s, valued with %s from %s to %s. The newest of %s is dated %s.",
			document.Plural(s.Homes.N, "home"), onRegisterDay(s), document.Plural(s.Sales.N, "sale"), s.Sales.First,
			s.Sales.Last, document.Plural(len(s.Model.Models), "model"), s.Model.Date),
		Blocks: document.Blocks{
			sheetTiles(s),
			document.Say(document.Fine, "Ranges are 95 %% intervals. Ages are counted on %s. All numbers are the edition's own.",
				s.Day),
			sourcesSection(s), rejectsSection(s), dataSection(s), risesSection(s),
			document.Section{Title: "Model datasheet", Weight: document.Part, Blocks: document.Blocks{modelFacts(s)}},
			tested(s.Model.Tested),
			document.Under("Characteristics", characteristics(&s.Model)),
			importance(s.Model.Importance), document.Under("Known limits", document.List(s.Limits)),
			requirements(s),
		},
		Footer: sheetFooter(s),
	}
}

func sheetFooter(s *datasheet.Sheet) document.Blocks {
	after := ""
	if s.Edition.Parent != "" {
		after = ", after " + s.Edition.Parent
	}
	return reproduce(fmt.Sprintf("gevel report %s --out %[1]s.html", s.Edition.ID),
		"Edition of format %d made by %s%s; report made by %s on %s. %s The file as JSON has the same numbers.",
		s.Edition.Format, s.Edition.MadeBy, after, s.MadeBy, s.Day, standardOf)
}

func sheetTiles(s *datasheet.Sheet) document.Tiles {
	list := document.Tiles{
		{Name: "Homes", Value: document.Count(s.Homes.N), Note: "in the register" + onRegisterDay(s)},
		{Name: "Sales", Value: document.Count(s.Sales.N), Note: fmt.Sprintf("kept, of %s",
			document.Plural(s.Sales.Homes, "home"))},
		{
			Name: "Age of the newest sale", Value: age(int(s.Day - s.Sales.Known)),
			Note: "since it became known, " + s.Sales.Known.String(),
		},
		{Name: "Age of the newest model", Value: age(s.Model.AgeDays), Note: "since its date, " + s.Model.Date.String()},
	}
	if s.Model.Tested == nil {
		return list
	}
	r := &s.Model.Tested.Measures
	return append(list, tile(ratio.MdAPE, r, fmt.Sprintf("out of time: half of the values of %s are nearer to the price",
		document.Plural(r.Valued, "sale"))),
		tile(ratio.PE10, r, "of these values within 10 % of the price"),
		tile(ratio.InInterval, r, fmt.Sprintf("of the prices within (%s); %s %% wide",
			document.Plural(r.Coverage80.N, "sale"), figure(r.Coverage80.Width, 1))),
		tile(ratio.HitRate, r, hits(r, "tested sale")))
}

// notHeld stands for data that the edition does not hold.
const notHeld = "not held"

// sourcesSection has each source with the counts of its rows.
func sourcesSection(s *datasheet.Sheet) document.Section {
	t := document.NewTable("", "as of", "age", "rows read", "used", "past", "withdrawn", "no homes", "empty", "rejected",
		"faults",
		"found their home", document.Meanings.Column("licence"))
	for i := range s.Sources {
		addSource(&t, &s.Sources[i])
	}
	return document.Under("Sources", t.Explained("Past is the register's history and announced changes. Empty rows add "+
		"nothing about their home. Faults are parts of used rows that were left out. Found their home: rows used, as a "+
		"share of these and the rows rejected because their home is not in the register, ambiguous or no home."))
}

func addSource(t *document.Table, s *datasheet.Source) {
	asOf, old, joined := "not dated", "", document.None
	if s.AsOf != nil {
		asOf, old = s.AsOf.String(), age(*s.AgeDays)
	}
	if s.Joined != nil {
		joined = document.Number(s.Joined.Percent, 2) + " %"
	}
	counts := slices.Repeat([]document.Cell{{Text: notHeld}}, 7)
	if c := s.Counts; c != nil {
		for k, n := range []int{c.Used, c.Past, c.Withdrawn, c.NoHomes, c.Empty, c.Rejected, c.Faults} {
			counts[k].Text = document.Count(n)
		}
	}
	t.Add(s.Label, asOf, old, s.Read, counts, joined, cmp.Or(s.Licence, notHeld))
}

// mostOpenReasons is the most reasons of a table of rejects that is open at first.
const mostOpenReasons = 6

// rejectsSection has what was left out of each source.
func rejectsSection(s *datasheet.Sheet) document.Section {
	out := document.Under("Rejects and faults")
	for i := range s.Sources {
		source, total := &s.Sources[i], 0
		t := document.NewTable("", "rows", "% of rows read", document.Samples.Column("such as"))
		for _, r := range source.Rejects {
			total += r.Count
			t.Add(r.Reason, r.Count, document.Number(100*float64(r.Count)/float64(max(source.Read, 1)), 3), samples(r))
		}
		t.Title, t.Fold = source.Label, document.OpenUpTo(mostOpenReasons, len(t.Rows))
		t.Note = fmt.Sprintf("%s of %s read, %s", document.Count(total), document.Plural(source.Read, "row"),
			document.Plural(len(source.Rejects), "reason"))
		out.Blocks = append(out.Blocks, t)
	}
	if !slices.ContainsFunc(s.Sources, func(source datasheet.Source) bool { return len(source.Rejects) > 0 }) {
		out.Blocks = document.Blocks{document.Paragraph{Text: "Nothing was rejected."}}
	}
	return out
}
