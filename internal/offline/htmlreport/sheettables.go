package htmlreport

// The tables of an edition's data: sources, rejects, counts by source.

import (
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/offline/datasheet"
)

// sourceRow is a source with the counts of its rows.
type sourceRow struct {
	Name, AsOf, Age, Read, Licence string
	Counts                         []string
	Joined                         string
}

// rejectTable is the rejects of a source, by reason.
type rejectTable struct {
	Name, Total string
	Folded      bool // too long to be open at first
	Rows        []rejectRow
}

// mostOpenReasons is the most reasons of a table of rejects that is open at first.
const mostOpenReasons = 6

type rejectRow struct {
	Reason, Count, Share string
	Samples              []string
	More                 bool
}

// notHeld stands for data that the edition does not hold.
const notHeld = "not held"

func sourceRows(s *datasheet.Sheet) []sourceRow {
	var rows []sourceRow
	for _, source := range s.Sources {
		row := sourceRow{
			Name: source.Label, AsOf: "not dated", Read: count(source.Read), Licence: source.Licence, Joined: "–",
		}
		if row.Licence == "" {
			row.Licence = notHeld
		}
		if source.AsOf != nil {
			row.AsOf, row.Age = source.AsOf.String(), age(*source.AgeDays)
		}
		row.Counts = slices.Repeat([]string{notHeld}, 7)
		if c := source.Counts; c != nil {
			row.Counts = []string{
				count(c.Used), count(c.Past), count(c.Withdrawn), count(c.NoHomes), count(c.Empty), count(c.Rejected),
				count(c.Faults),
			}
		}
		if j := source.Joined; j != nil {
			row.Joined = number(j.Percent, 2) + " %"
		}
		rows = append(rows, row)
	}
	return rows
}

func rejectTables(s *datasheet.Sheet) []rejectTable {
	var tables []rejectTable
	for _, source := range s.Sources {
		if len(source.Rejects) == 0 {
			continue
		}
		table, total := rejectTable{Name: source.Label}, 0
		for _, r := range source.Rejects {
			total += r.Count
			table.Rows = append(table.Rows, rejectRow{
				Reason: r.Reason, Count: count(r.Count), Share: number(100*float64(r.Count)/float64(max(source.Read, 1)), 3),
				Samples: r.Samples, More: r.Count > len(r.Samples),
			})
		}
		table.Folded = len(table.Rows) > mostOpenReasons
		table.Total = fmt.Sprintf("%s of %s read", count(total), plural(source.Read, "row"))
		tables = append(tables, table)
	}
	return tables
}

// shareTable is a table of counts by source.
type shareTable struct {
	Sources []string
	Rows    []shareLine
}

type shareLine struct {
	Name  string
	Parts []string
	All   string
}

func fillTable(h *datasheet.Homes) shareTable {
	t := shareTable{Sources: sourceLegend(h)}
	for _, rate := range h.FillRates {
		line := shareLine{Name: rate.Label, All: count(rate.Known)}
		for _, part := range shares(h.Sources, rate.Source, h.N) {
			line.Parts = append(line.Parts, number(100*part/float64(max(h.N, 1)), 1))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func typeTable(h *datasheet.Homes) shareTable {
	legend := sourceLegend(h)
	t := shareTable{Sources: legend[:len(legend)-1]}
	for _, kind := range h.Types {
		line := shareLine{Name: kind.Type, All: count(kind.Homes)}
		if kind.Type == "" {
			line.Name = "unknown"
		}
		for _, source := range h.Sources {
			line.Parts = append(line.Parts, count(kind.Source[source]))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func labelText(l *datasheet.Labels) string {
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%s have an energy label; of %s the newest has expired. The labels of %s say a house type, and of "+
		"%s one of another group than the walls do: the label wins.",
		plural(l.Homes, "home"), count(l.Expired), plural(l.Typed, "home"), count(l.Disagree))
}
