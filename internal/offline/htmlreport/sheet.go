package htmlreport

// The report of an edition.

import (
	_ "embed" // the template
	"fmt"
	"html/template"
	"io"

	"github.com/gevel/gevel/internal/offline/datasheet"
)

//go:embed sheet.html.tmpl
var sheetText string

var sheetTemplate = parsed(sheetText)

// WriteSheet writes the report of an edition. The same sheet gives the same report.
func WriteSheet(w io.Writer, s *datasheet.Sheet) error {
	return execute(w, sheetTemplate, newSheetView(s))
}

// sheetView is the template's data.
type sheetView struct {
	*datasheet.Sheet
	Style   template.CSS
	Lead    string
	Tiles   []tile
	Made    []chart // of the edition's data
	Sources []sourceRow
	Rejects []rejectTable
	Fill    shareTable
	Types   shareTable
	Labels  string
	Rises   []riseRow
	Levels  []levelRow
	Facts   []factRow // of the model
	Used    []usedRow
	// Importance is from the newest model.
	Importance []importanceRow
	Tested     *testedView // nil where the edition holds no errors
	Asked      []askedRow
}

// riseRow is the rise of an index.
type riseRow struct{ Name, Sales, Year, FiveYears string }

func newSheetView(s *datasheet.Sheet) sheetView {
	v := sheetView{
		Sheet: s, Style: template.CSS(reportStyle), Made: madeOf(s), Sources: sourceRows(s), Rejects: rejectTables(s),
		Fill: fillTable(&s.Homes), Types: typeTable(&s.Homes), Labels: labelText(s.Homes.Labels),
		Levels: levelRows(&s.Index.Market), Facts: modelFacts(s), Used: usedRows(&s.Model),
		Importance: importanceRows(s.Model.Importance), Tested: newTestedView(s.Model.Tested), Asked: asked(s),
	}
	v.Lead = fmt.Sprintf("%s of the register%s, valued with %s from %s to %s. The newest of %s is dated %s.",
		plural(s.Homes.N, "home"), onRegisterDay(s), plural(s.Sales.N, "sale"), s.Sales.First, s.Sales.Last,
		plural(len(s.Model.Models), "model"), s.Model.Date)
	v.Tiles = sheetTiles(s)
	for _, r := range s.Index.Groups {
		v.Rises = append(v.Rises, riseRow{r.Name, count(r.Sales), risen(r.Year), risen(r.FiveYears)})
	}
	return v
}

func risen(percent *float64) string {
	if percent == nil {
		return "–"
	}
	return signed(*percent, 1)
}

func sheetTiles(s *datasheet.Sheet) []tile {
	tiles := []tile{
		{Name: "Homes", Value: count(s.Homes.N), Note: "in the register" + onRegisterDay(s)},
		{Name: "Sales", Value: count(s.Sales.N), Note: fmt.Sprintf("kept, of %s", plural(s.Sales.Homes, "home"))},
		{
			Name: "Age of the newest sale", Value: age(int(s.Day - s.Sales.Known)),
			Note: "since it became known, " + s.Sales.Known.String(),
		},
		{Name: "Age of the newest model", Value: age(s.Model.AgeDays), Note: "since its date, " + s.Model.Date.String()},
	}
	if s.Model.Tested == nil {
		return tiles
	}
	r := &s.Model.Tested.Measures
	row := func(name string, f ratioFigure, note string) tile {
		return tile{Name: name, Value: figure(f, 1), Unit: "%", Interval: interval(f, 1), Note: note}
	}
	return append(tiles,
		row("MdAPE", r.MdAPE,
			fmt.Sprintf("out of time: half of the values of %s are nearer to the price", plural(r.Valued, "sale"))),
		row("PE10", r.PE10, "of these values within 10 % of the price"),
		row("80 % interval", r.Coverage80.Share,
			fmt.Sprintf("of the prices within (%s); %s %% wide", plural(r.Coverage80.N, "sale"), figure(r.Coverage80.Width, 1))),
		row("Hit rate", r.HitRate, fmt.Sprintf("%s of %s valued", count(r.Valued), plural(r.N, "tested sale"))))
}
