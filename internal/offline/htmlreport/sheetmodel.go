package htmlreport

// The facts about an edition's newest model.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// factRow is a fact of the model.
type factRow struct{ Name, Text string }

func modelFacts(s *datasheet.Sheet) []factRow {
	m := &s.Model
	rows := []factRow{
		{"Model", fmt.Sprintf("of %s, code version %d, edition %s", m.Date, s.Edition.CodeVersion, s.Edition.ID)},
		{"Answers", fmt.Sprintf("any day from %s on, with the models of %s, each until the next",
			m.Models[0], daysText(m.Models))},
		{"Data", fmt.Sprintf("prices paid: %s from %s to %s, known before %s, after screening",
			plural(m.Sales, "sale"), m.First, m.Last, m.Date)},
		{"Index", fmt.Sprintf("by month and house type, in %s, with sales known before %s",
			plural(m.Areas, "smallest area"), m.IndexDay)},
		{"Method", "log prices less an index; a linear model and boosted trees on characteristics and place; kriging of " +
			"the residuals nearby; comparables adjusted by both; the home's own last sale. Their weights, and the size of " +
			"the error behind interval, FSD and class, are learned from errors out of time. docs/method.md says how " +
			"and why, docs/decisions what was decided."},
		{"Parameters", fmt.Sprintf("%s, seed %d", compact(s.Edition.Parameters), s.Edition.Seed)},
	}
	if a := s.Edition.Answered; a != nil {
		rows = append(rows, factRow{"When built", fmt.Sprintf("%s of a sample of %s were given a value when it was built",
			count(a.Valued), plural(a.Homes, "home"))})
	}
	if f := s.Edition.Forced; f != nil {
		rows = append(rows, factRow{"Forced", "published beyond limits of the build: " + strings.Join(f.Passed, "; ")})
	}
	return rows
}

// compact returns JSON on one line.
func compact(text json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return string(text)
	}
	return b.String()
}

func daysText(days []gevel.Date) string {
	var list []string
	for _, day := range days {
		list = append(list, day.String())
	}
	return strings.Join(list, ", ")
}

// usedRow is a characteristic that the model may use.
type usedRow struct{ Name, Column, Kind, Known, Callers string }

func usedRows(m *datasheet.Model) []usedRow {
	var rows []usedRow
	for _, u := range m.Characteristics {
		row := usedRow{
			Name: u.Label, Column: u.Column, Kind: strings.TrimSpace(u.Kind + " " + u.Unit),
			Known: number(u.Percent, 1), Callers: "no",
		}
		if u.Callers {
			row.Callers = "yes"
		}
		rows = append(rows, row)
	}
	return rows
}
