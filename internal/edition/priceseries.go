package edition

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/gevel/gevel"
	"github.com/parquet-go/parquet-go"
)

// The price series that models learn from beside sales. An edition without one lacks the table.

// seriesTable holds the figures, by the day on which they were known and month.
type seriesTable gevel.PriceSeries

func (t *seriesTable) columns() []column {
	at := func(row int) *gevel.Published { return &(*t)[row] }
	return []column{
		fieldColumn("month", months, func(row int) *gevel.Month { return &at(row).Month }),
		fieldColumn("known_date", dates, func(row int) *gevel.Date { return &at(row).Known }),
		fieldColumn("figure", doubles, func(row int) *float64 { return &at(row).Value }),
	}
}

// months are told by their first days.
var months = codec[gevel.Month, int32]{
	node:  dates.node,
	write: func(m gevel.Month) parquet.Value { return dates.write(m.First()) },
	view:  dates.view,
	read: func(d int32) (gevel.Month, error) {
		m := gevel.Date(d).Month()
		if m.First() != gevel.Date(d) {
			return 0, fmt.Errorf("%s is not the first day of a month", gevel.Date(d))
		}
		return m, nil
	},
}

func (t *seriesTable) write(ctx context.Context, path string, d *describer) error {
	return writeTable(ctx, path, len(*t), t.columns(), d)
}

func readSeries(ctx context.Context, path string) (seriesTable, error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	t := make(seriesTable, file.rows())
	if err := file.read(ctx, t.columns()); err != nil {
		return nil, err
	}
	for i, p := range t {
		switch {
		case !(p.Value > 0):
			return nil, fmt.Errorf("%s: the figure in row %d is %v", filepath.Base(path), i, p.Value)
		case i > 0 && t[i-1].Known > p.Known:
			return nil, fmt.Errorf("%s is not sorted at row %d", filepath.Base(path), i)
		}
	}
	return t, nil
}

// Series returns the price series that the edition's models learned from, nil for none.
func (e *Edition) Series() gevel.PriceSeries { return gevel.PriceSeries(e.series) }
