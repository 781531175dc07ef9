package reports

// The report of an edition.

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// Sheet is the report of an edition.
func Sheet(s *datasheet.Sheet) *document.Document {
	d := &document.Document{
		Kind: "Report of an edition", Title: s.Edition.ID,
		Lead: fmt.Sprintf("%s of the register%s, valued with %s from %s to %s. The newest of %s is dated %s.",
			document.Plural(s.Homes.N, "home"), onRegisterDay(s), document.Plural(s.Sales.N, "sale"), s.Sales.First, s.Sales.Last,
			document.Plural(len(s.Model.Models), "model"), s.Model.Date),
		Blocks: []document.Block{
			sheetTiles(s),
			document.Paragraph{Size: document.Fine, Text: fmt.Sprintf("Ranges are 95 %% intervals. Ages are counted on %s. "+
				"All numbers are the edition's own.", s.Day)},
			sourcesSection(s), rejectsSection(s), dataSection(s), risesSection(s),
			document.Section{Key: "model", Title: "Model datasheet", Weight: document.Part, Blocks: []document.Block{modelFacts(s)}},
		},
	}
	d.Blocks = append(d.Blocks, tested(s.Model.Tested)...)
	d.Blocks = append(d.Blocks,
		document.Section{Key: "characteristics", Title: "Characteristics", Blocks: []document.Block{characteristics(&s.Model)}},
		importance(s.Model.Importance),
		document.Section{Key: "limits", Title: "Known limits", Blocks: []document.Block{document.List{Key: "limits", Items: s.Limits}}},
		requirements(s))
	after := ""
	if s.Edition.Parent != "" {
		after = ", after " + s.Edition.Parent
	}
	d.Footer = reproduce(fmt.Sprintf("gevel report %s --out %[1]s.html", s.Edition.ID),
		fmt.Sprintf("Edition of format %d made by %s%s; report made by %s on %s. %s The file as JSON has the same numbers.",
			s.Edition.Format, s.Edition.MadeBy, after, s.MadeBy, s.Day, standardOf))
	return d
}

func sheetTiles(s *datasheet.Sheet) document.Tiles {
	list := document.Tiles{
		{Name: "Homes", Value: document.Count(s.Homes.N), Note: "in the register" + onRegisterDay(s)},
		{Name: "Sales", Value: document.Count(s.Sales.N), Note: fmt.Sprintf("kept, of %s", document.Plural(s.Sales.Homes, "home"))},
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
	return append(list,
		tile(ratio.MdAPE, r, fmt.Sprintf("out of time: half of the values of %s are nearer to the price", document.Plural(r.Valued, "sale"))),
		tile(ratio.PE10, r, "of these values within 10 % of the price"),
		tile(ratio.InInterval, r, fmt.Sprintf("of the prices within (%s); %s %% wide",
			document.Plural(r.Coverage80.N, "sale"), figure(r.Coverage80.Width, 1))),
		tile(ratio.HitRate, r, hits(r, "tested sale")))
}

// notHeld stands for data that the edition does not hold.
const notHeld = "not held"

// sourcesSection has each source with the counts of its rows.
func sourcesSection(s *datasheet.Sheet) document.Section {
	t := document.Table{Key: "sources", Columns: []document.Column{
		{Key: "source"}, {Key: "asOf", Name: "as of"}, {Key: "age", Name: "age"}, {Key: "read", Name: "rows read"}, {Key: "used", Name: "used"},
		{Key: "past", Name: "past"}, {Key: "withdrawn", Name: "withdrawn"}, {Key: "noHomes", Name: "no homes"}, {Key: "empty", Name: "empty"},
		{Key: "rejected", Name: "rejected"}, {Key: "faults", Name: "faults"}, {Key: "joined", Name: "found their home"},
		{Key: "licence", Name: "licence", Style: document.Meanings},
	}}
	for i := range s.Sources {
		t.Rows = append(t.Rows, sourceRow(&s.Sources[i]))
	}
	return document.Section{Key: "sources", Title: "Sources", Blocks: explained(t, "Past is the register's history and announced changes. Empty "+
		"rows add nothing about their home. Faults are parts of used rows that were left out. Found their home: rows used, as a share of "+
		"these and the rows rejected because their home is not in the register, ambiguous or no home.")}
}

func sourceRow(s *datasheet.Source) []document.Cell {
	row := []document.Cell{document.Word(s.Label), document.Word("not dated"), {}, document.Whole(s.Read)}
	if s.AsOf != nil {
		row[1], row[2] = document.Word(s.AsOf.String()), document.Cell{Text: age(*s.AgeDays), Raw: *s.AgeDays}
	}
	for k := range 7 {
		row = append(row, document.Word(notHeld))
		if c := s.Counts; c != nil {
			row[len(row)-1] = document.Whole([...]int{c.Used, c.Past, c.Withdrawn, c.NoHomes, c.Empty, c.Rejected, c.Faults}[k])
		}
	}
	joined, licence := document.Word(document.None), s.Licence
	if s.Joined != nil {
		joined = document.Cell{Text: document.Number(s.Joined.Percent, 2) + " %", Raw: s.Joined.Percent}
	}
	if licence == "" {
		licence = notHeld
	}
	return append(row, joined, document.Word(licence))
}

// mostOpenReasons is the most reasons of a table of rejects that is open at first.
const mostOpenReasons = 6

// rejectsSection has what was left out of each source.
func rejectsSection(s *datasheet.Sheet) document.Section {
	out := document.Section{Key: "rejects", Title: "Rejects and faults"}
	for i := range s.Sources {
		source, total := &s.Sources[i], 0
		for _, r := range source.Rejects {
			total += r.Count
		}
		t := rejects(source.Name, "", source.Rejects)
		t.Title, t.Fold = source.Label, document.Open
		t.Note = fmt.Sprintf("%s of %s read, %s", document.Count(total), document.Plural(source.Read, "row"),
			document.Plural(len(source.Rejects), "reason"))
		t.Columns = slices.Insert(t.Columns, 2, document.Column{Key: "share", Name: "% of rows read"})
		for k, r := range source.Rejects {
			t.Rows[k] = slices.Insert(t.Rows[k], 2, document.Float(100*float64(r.Count)/float64(max(source.Read, 1)), 3))
		}
		if len(t.Rows) > mostOpenReasons {
			t.Fold = document.Folded
		}
		out.Blocks = append(out.Blocks, t)
	}
	if !slices.ContainsFunc(s.Sources, func(source datasheet.Source) bool { return len(source.Rejects) > 0 }) {
		out.Blocks = []document.Block{document.Paragraph{Text: "Nothing was rejected."}}
	}
	return out
}
