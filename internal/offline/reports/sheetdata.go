package reports

// An edition's homes and its index.

import (
	"cmp"
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/datasheet"
	"github.com/gevel/gevel/internal/register"
)

// dataSection has the charts of the data, and their numbers.
func dataSection(s *datasheet.Sheet) document.Section {
	return document.Under("The data", dataCharts(s), fillTable(&s.Homes), typeTable(&s.Homes),
		document.Paragraph{Text: labels(s.Homes.Labels), Size: document.Aside},
		document.Paragraph{Text: past(&s.Homes.Past), Size: document.Aside})
}

// numbers is a table of the numbers of a chart, with a column for each name.
func numbers(title, of string, names []string, last string) document.Table {
	t := document.NewTable(of)
	t.Title, t.Fold = title, document.Folded
	for _, name := range append(names, last) {
		t.Columns = append(t.Columns, document.Column{Name: name})
	}
	return t
}

// fillTable has the share of homes with each characteristic known, by source.
func fillTable(h *datasheet.Homes) document.Table {
	t := numbers("Fill rates in numbers", "% of the homes", sourceLegend(h), "homes known")
	for _, rate := range h.FillRates {
		var row []document.Cell
		for _, part := range shares(h.Sources, rate.Source, h.N) {
			row = append(row, document.Cell{Text: document.Number(100*part/float64(max(h.N, 1)), 1)})
		}
		t.Add(rate.Label, row, rate.Known)
	}
	return t
}

// typeTable has the homes of each house type, by source.
func typeTable(h *datasheet.Homes) document.Table {
	t := numbers("House types in numbers", "homes", sourceLegend(h)[:len(h.Sources)], "all")
	for _, kind := range h.Types {
		var row []document.Cell
		for _, source := range h.Sources {
			row = append(row, document.Cell{Text: document.Count(kind.Source[source])})
		}
		t.Add(cmp.Or(kind.Type, "unknown"), row, kind.Homes)
	}
	return t
}

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
		"better since, which replaces it in earlier sales; and %s another build year. House types by walls, parcels and what a "+
		"first delivery shows have no such days.", document.Plural(p.Rebuilt, "home"), document.Count(p.Measured), document.Count(p.Years))
}

// risesSection has the rise of the index, for the market and by house type.
func risesSection(s *datasheet.Sheet) document.Section {
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
