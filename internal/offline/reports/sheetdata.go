package reports

// An edition's homes and its index.

import (
	"cmp"
	"fmt"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// dataSection has the charts of the data, and their numbers.
func dataSection(s *datasheet.Sheet) document.Section {
	return document.Section{Key: "data", Title: "The data", Blocks: []document.Block{
		dataCharts(s), fillTable(&s.Homes), typeTable(&s.Homes), document.Paragraph{Text: labels(s.Homes.Labels), Size: document.Aside},
	}}
}

// fillTable has the share of homes with each characteristic known, by source.
func fillTable(h *datasheet.Homes) document.Table {
	t := document.Table{Key: "fillRates", Title: "Fill rates in numbers", Fold: document.Folded, Columns: []document.Column{
		{Key: "characteristic", Name: "% of the homes"},
	}}
	for _, name := range sourceLegend(h) {
		t.Columns = append(t.Columns, document.Column{Key: name, Name: name})
	}
	t.Columns = append(t.Columns, document.Column{Key: "known", Name: "homes known"})
	for _, rate := range h.FillRates {
		row := []document.Cell{document.Word(rate.Label)}
		for _, part := range shares(h.Sources, rate.Source, h.N) {
			row = append(row, document.Float(100*part/float64(max(h.N, 1)), 1))
		}
		t.Rows = append(t.Rows, append(row, document.Whole(rate.Known)))
	}
	return t
}

// typeTable has the homes of each house type, by source.
func typeTable(h *datasheet.Homes) document.Table {
	legend := sourceLegend(h)
	t := document.Table{Key: "houseTypes", Title: "House types in numbers", Fold: document.Folded, Columns: []document.Column{
		{Key: "type", Name: "homes"},
	}}
	for _, name := range legend[:len(legend)-1] {
		t.Columns = append(t.Columns, document.Column{Key: name, Name: name})
	}
	t.Columns = append(t.Columns, document.Column{Key: "all", Name: "all"})
	for _, kind := range h.Types {
		row := []document.Cell{{Text: cmp.Or(kind.Type, "unknown"), Raw: kind.Type}}
		for _, source := range h.Sources {
			row = append(row, document.Whole(kind.Source[source]))
		}
		t.Rows = append(t.Rows, append(row, document.Whole(kind.Homes)))
	}
	return t
}

func labels(l *datasheet.Labels) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s have an energy label; of %s the newest has expired. The labels of %s say a house type, and of "+
		"%s one of another group than the walls do: the label wins.",
		document.Plural(l.Homes, "home"), document.Count(l.Expired), document.Plural(l.Typed, "home"), document.Count(l.Disagree))
}

// risesSection has the rise of the index, for the market and by house type.
func risesSection(s *datasheet.Sheet) document.Section {
	t := document.Table{Key: "rises", Columns: []document.Column{
		{Key: "of"}, {Key: "sales", Name: "sales known"}, {Key: "year", Name: "last 12 months %"}, {Key: "fiveYears", Name: "last 5 years %"},
	}}
	for _, r := range s.Index.Groups {
		t.Rows = append(t.Rows, []document.Cell{document.Word(r.Name), document.Whole(r.Sales), risen(r.Year), risen(r.FiveYears)})
	}
	return document.Section{Key: "index", Title: "The index", Blocks: append(explained(t, fmt.Sprintf("Until the last month that the index of "+
		"%s knew completely. House types with few sales are shrunk to the whole market.", s.Index.Market.Known)), levels(&s.Index.Market))}
}

func risen(percent *float64) document.Cell {
	if percent == nil {
		return document.Cell{Text: document.None, Raw: percent}
	}
	return document.Cell{Text: document.Signed(*percent, 1), Raw: *percent}
}
