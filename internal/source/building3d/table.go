package building3d

import (
	"context"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// rowsPerPart is after how many rows of a table what was found is used.
const rowsPerPart = 1 << 12

// readTable reads a table with a row a building.
func (r *reader) readTable(ctx context.Context, path string, t *table.Table) error {
	places, err := placesOf(t.Names())
	if err != nil {
		return mistaken.Explain(ctx, err, path, Key)
	}
	return table.Work(ctx, t, table.Batches{Rows: rowsPerPart, Progress: r.Progress}, func(rows []table.Row) *parsed {
		p := r.parsed()
		for _, row := range rows {
			r.parser.addRow(&p, places, row)
		}
		return &p
	}, r.add)
}

// placesOf returns where the columns are, -1 for none. Error: a needed one lacks.
func placesOf(names []string) (places [columns]int, err error) {
	for c := range places {
		plain := filekind.PlainColumn(columnNames[c])
		places[c] = slices.IndexFunc(names, func(name string) bool { return filekind.PlainColumn(name) == plain })
	}
	isThere := func(at int) bool { return at >= 0 }
	switch {
	case places[columnID] < 0:
		return places, gevel.Refusal(give, "there is no column %s", columnNames[columnID])
	case !slices.ContainsFunc(places[columnVolume:columnPartyWalls+1], isThere):
		return places, gevel.Refusal(give, "there is none of the columns %s",
			strings.Join(columnNames[columnVolume:columnPartyWalls+1], ", "))
	}
	return places, nil
}

// isRead reports whether a column is among those that are used.
func isRead(name string) bool {
	places, _ := placesOf([]string{name})
	return slices.Max(places[:]) >= 0
}

// isHeader reports whether names have the id of a building, or the columns of 3DBAG without it.
func isHeader(names []string) bool {
	places, _ := placesOf(names)
	return slices.ContainsFunc(places[:columnPartyWalls+1], func(at int) bool { return at >= 0 })
}

// addRow makes a building of a row.
func (p *parser) addRow(to *parsed, places [columns]int, row table.Row) {
	if row.Fault != "" {
		p.reject(to, row.Line, ReasonMalformedRow, row.Fault)
		return
	}
	var v values
	for c, at := range places {
		if at >= 0 {
			v[c] = []byte(spelling.Cell(row.Fields[at]))
		}
	}
	p.add(to, &v, row.Line)
}
