package edition

import (
	"context"
	"fmt"

	"github.com/gevel/gevel/internal/edition/pricecheck"
)

// priceTable holds the edition's prices beside the published ones: by measure and region, then period.
type priceTable []pricecheck.Point

func (t *priceTable) columns() []column {
	at := func(row int) *pricecheck.Point { return &(*t)[row] }
	whole := func(name string, of func(*pricecheck.Point) *int32) column {
		return fieldColumn(name, counts, func(row int) *int32 { return of(at(row)) })
	}
	text := func(name string, of func(*pricecheck.Point) *string) column {
		return textColumn(name, func(row int) string { return *of(at(row)) },
			func(s string) (string, error) { return s, nil }, func(row int, s string) { *of(at(row)) = s })
	}
	return []column{
		textColumn("measure", func(row int) string { return string(at(row).Measure) }, parseMeasure,
			func(row int, m pricecheck.Measure) { at(row).Measure = m }),
		text("region", func(p *pricecheck.Point) *string { return &p.Region }),
		text("name", func(p *pricecheck.Point) *string { return &p.Name }),
		whole("year", func(p *pricecheck.Point) *int32 { return &p.Year }),
		whole("months", func(p *pricecheck.Point) *int32 { return &p.Months }),
		whole("part", func(p *pricecheck.Point) *int32 { return &p.Part }),
		whole("sales", func(p *pricecheck.Point) *int32 { return &p.Sales }),
		fieldColumn("own", doubles, func(row int) *float64 { return &at(row).Own }),
		fieldColumn("published", doubles, func(row int) *float64 { return &at(row).Published }),
		fieldColumn("provisional", bools, func(row int) *bool { return &at(row).Provisional }),
	}
}

func parseMeasure(s string) (pricecheck.Measure, error) {
	switch m := pricecheck.Measure(s); m {
	case pricecheck.Index, pricecheck.AveragePrice:
		return m, nil
	}
	return "", fmt.Errorf("there is no measure %q", s)
}

func (t *priceTable) write(ctx context.Context, path string, d *describer) error {
	return writeTable(ctx, path, len(*t), t.columns(), d)
}

func readPrices(ctx context.Context, path string) (priceTable, error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	t := make(priceTable, file.rows())
	return t, file.read(ctx, t.columns())
}

// PriceCheck returns the edition's prices beside those that CBS publishes, none if the build file
// names no CBS tables.
func (e *Edition) PriceCheck() []pricecheck.Line { return pricecheck.Lines(e.prices) }
