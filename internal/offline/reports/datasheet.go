package reports

// The report of an edition.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/edition/pricecheck"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/datasheet"
	"github.com/gevel/gevel/internal/register"
)

// DataSheet is the report of an edition.
func DataSheet(s *datasheet.DataSheet) *document.Document {
	return &document.Document{
		Kind: "Report of an edition", Title: s.Edition.ID,
		Lead: fmt.Sprintf("%s of the register%s, valued with %s from %s to %s. The newest of %s is dated %s.",
			document.Plural(s.Homes.N, "home"), onRegisterDay(s), document.Plural(s.Sales.N, "sale"), s.Sales.First,
			s.Sales.Last, document.Plural(len(s.Model.Models), "model"), s.Model.Date),
		Blocks: document.Blocks{
			dataSheetTiles(s),
			document.Say(document.Fine, "Ranges are 95 %% intervals. Ages are counted on %s. All numbers are the edition's own.",
				s.Day),
			sourcesSection(s), rejectsSection(s), dataSection(s), risesSection(s),
			document.Section{Title: "Model datasheet", Weight: document.Part, Blocks: document.Blocks{modelFacts(s)}},
			tested(s.Model.Tested),
			document.Under("Characteristics", characteristics(&s.Model)),
			importance(s.Model.Importance), document.Under("Known limits", document.List(s.Limits)),
			requirements(s),
		},
		Footer: dataSheetFooter(s),
	}
}

func dataSheetFooter(s *datasheet.DataSheet) document.Blocks {
	after := ""
	if s.Edition.Parent != "" {
		after = ", after " + s.Edition.Parent
	}
	return reproduce(fmt.Sprintf("gevel report %s --out %[1]s.html", s.Edition.ID),
		"Edition of format %d made by %s%s; report made by %s on %s. %s The file as JSON has the same numbers.",
		s.Edition.Format, s.Edition.MadeBy, after, s.MadeBy, s.Day, standardOf)
}

func dataSheetTiles(s *datasheet.DataSheet) document.Tiles {
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
func sourcesSection(s *datasheet.DataSheet) document.Section {
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
func rejectsSection(s *datasheet.DataSheet) document.Section {
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

// An edition's homes and its index.

// dataSection has what is known of homes and sales.
func dataSection(s *datasheet.DataSheet) document.Section {
	index := indexPath(indexLines{path: &s.Index.Market, first: 1, last: 0, beside: s.Index.Beside})
	return document.Under("The data", document.Charts{salesChart(s), index}, fillTable(&s.Homes), typeTable(s),
		document.Paragraph{Text: labels(s.Homes.Labels), Size: document.Aside},
		document.Paragraph{Text: past(&s.Homes.Past), Size: document.Aside})
}

// bySource begins a table with a column for each source of homes.
func bySource(title, of string, h *datasheet.Homes, more ...document.Column) document.Table {
	t := document.NewTable(of)
	t.Title = title
	for _, source := range h.Sources {
		t.Columns = append(t.Columns, document.Column{Name: cmp.Or(source, "other files")})
	}
	t.Columns = append(t.Columns, more...)
	return t
}

// fillTable has the share of homes with each characteristic known, by source.
func fillTable(h *datasheet.Homes) document.Table {
	t := bySource("What is known of the homes", "% of the homes", h, document.Barred.Column("known"),
		document.Column{Name: "homes"})
	for _, rate := range h.FillRates {
		var row []document.Cell
		for _, source := range h.Sources {
			row = append(row, document.Cell{Text: document.Number(percentOf(rate.Source[source], h.N), 1)})
		}
		t.Add(rate.Label, row, document.OverBar(document.Number(rate.Percent, 1), rate.Percent, 100), rate.Known)
	}
	return t
}

// typeTable has the homes of each house type by source, and whether the sales are like them.
func typeTable(s *datasheet.DataSheet) document.Blocks {
	t := bySource("House types, and whether the sales are like the homes", "homes", &s.Homes, document.Column{Name: "all"},
		document.Barred.Column("% of the homes"), document.Barred.Column("% of the sales"))
	sold, most := map[string]int{}, 1.0
	for _, kind := range s.Sales.Types {
		sold[kind.Type] = kind.Sales
		most = max(most, percentOf(kind.Sales, s.Sales.N))
	}
	for _, kind := range s.Homes.Types {
		most = max(most, percentOf(kind.Homes, s.Homes.N))
	}
	bar := func(percent float64) document.Cell {
		return document.OverBar(document.Number(percent, 1), percent, most)
	}
	for _, kind := range s.Homes.Types {
		var row []document.Cell
		for _, source := range s.Homes.Sources {
			row = append(row, document.Cell{Text: document.Count(kind.Source[source])})
		}
		t.Add(cmp.Or(kind.Type, "unknown"), row, kind.Homes, bar(percentOf(kind.Homes, s.Homes.N)),
			bar(percentOf(sold[kind.Type], s.Sales.N)))
	}
	return t.Explained("The walls distinguish five types. Of a type that is sold less than it stands the model has seen " +
		"less than its share.")
}

// percentOf is a part in percent, of nothing none.
func percentOf(part, all int) float64 { return 100 * float64(part) / float64(max(all, 1)) }

func labels(l *register.LabelUse) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s have an energy label; of %s the newest has expired. The labels of %s say a house type, and of "+
		"%s one of another group than the walls do: the label wins.",
		document.Plural(l.Homes, "home"), document.Count(l.Expired), document.Plural(l.Typed, "home"),
		document.Count(l.Disagree))
}

// past says how many homes the register described otherwise before.
func past(p *datasheet.Past) string {
	if *p == (datasheet.Past{}) {
		return ""
	}
	return fmt.Sprintf("Before, the register gave %s another use surface, which a rebuilding changed; %s one that was measured "+
		"better since, which replaces it in earlier sales; %s another build year; and %s another place. By the walls of then %s "+
		"had another house type. Sources without days said otherwise of %s, which keep that for the days before. Of %s units "+
		"and buildings a first real value in place of a stand-in counts for the days before, too. Outlines and what a first delivery shows have no such days.",
		document.Plural(p.Rebuilt, "home"), document.Count(p.Measured), document.Count(p.Years), document.Count(p.Moved),
		document.Plural(p.Retyped, "home"), document.Count(p.Carried), document.Count(p.StandIns))
}

// risesSection has the rise of the index, for the market and by house type.
func risesSection(s *datasheet.DataSheet) document.Section {
	t := document.NewTable("", "sales known", "last 12 months %", "last 5 years %")
	for _, r := range s.Index.Groups {
		t.Add(r.Name, r.Sales, risen(r.Year), risen(r.FiveYears))
	}
	return document.Under("The index", t.Explained("Until the last month that the index of %s knew completely. House "+
		"types with few sales are shrunk to the whole market.", s.Index.Market.Known), levels(&s.Index.Market))
}

func risen(percent *float64) string {
	if percent == nil {
		return document.None
	}
	return document.Signed(*percent, 1)
}

// The edition's own prices beside those that CBS publishes.

// prices has both lines of the country by year, and of regions their growth and widest gap.
func prices(lines []pricecheck.Line) (blocks document.Blocks) {
	for i := range lines {
		if l := &lines[i]; l.Region == pricecheck.Country {
			blocks = append(blocks, pricesByYear(l))
			if g, ok := l.Widest(); ok {
				blocks = append(blocks, line("they part most from %d to %d: own %s, CBS %s",
					g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published)))
			}
		}
	}
	return append(blocks, pricesByRegion(lines))
}

func pricesByYear(l *pricecheck.Line) document.Table {
	t := document.NewTable(fmt.Sprintf("the %s of all sales beside the figure of CBS for %s", l.Measure, l.Name), "sales",
		"own", "CBS")
	decimals := 0
	if l.Measure == pricecheck.Index {
		decimals = 1
	}
	for _, y := range l.Years() {
		published := document.Number(y.Published, decimals)
		if y.Provisional {
			published += "*"
		}
		t.Add(fmt.Sprint(y.Year), y.Sales, document.Number(y.Own, decimals), published)
	}
	return t
}

// mostRegions is how many regions a terminal lists.
const mostRegions = 20

// pricesByRegion has of each region its growth over all years that both have, and the widest gap.
func pricesByRegion(lines []pricecheck.Line) document.Table {
	t := document.NewTable("region", document.Words.Column("measure"), "sales", "years", "own", "CBS",
		document.Words.Column("they part most"))
	t.Short = mostRegions
	for i := range lines {
		l := &lines[i]
		all, ok := l.Growth()
		if !ok || l.Region == pricecheck.Country {
			continue
		}
		g, _ := l.Widest()
		t.Add(l.Name, l.Measure, l.Sales, fmt.Sprintf("%d-%d", all.From, all.To),
			pricecheck.Percent(all.Own), pricecheck.Percent(all.Published),
			fmt.Sprintf("%d-%d: %s and %s", g.From, g.To, pricecheck.Percent(g.Own), pricecheck.Percent(g.Published)))
	}
	return t
}
