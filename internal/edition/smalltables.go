// Three small tables: statuses of units that were not always in use, a price series, and prices beside published ones.

package edition

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition/pricecheck"
)

// The statuses of homes that were not always in use, and of other units so. An edition without one lacks the table.

// statusTable holds the steps, by home and as they became known.
type statusTable struct {
	id           idList
	status       []gevel.Status
	known, since []gevel.Date
}

func newStatusTable(steps []gevel.StatusStep) (*statusTable, error) {
	t := makeStatusTable(len(steps))
	for i, s := range steps {
		t.status[i], t.known[i], t.since[i] = s.Status, s.Known, s.Since
	}
	if err := t.id.fill(len(steps), func(i int) gevel.BAGID { return steps[i].Home }); err != nil {
		return nil, fmt.Errorf("home of a status: %w", err)
	}
	return t, nil
}

func makeStatusTable(n int) *statusTable {
	return &statusTable{status: make([]gevel.Status, n), known: make([]gevel.Date, n), since: make([]gevel.Date, n)}
}

func (t *statusTable) len() int { return len(t.status) }

func (t *statusTable) columns() []column {
	return []column{
		idColumn("dwelling_id", &t.id),
		codeColumn("status", &t.status, gevel.Status.String, gevel.ParseStatus),
		sliceColumn("known_date", perhapsDates, &t.known),
		sliceColumn("since", perhapsDates, &t.since),
	}
}

func readStatuses(ctx context.Context, file *table) (*statusTable, error) {
	t := makeStatusTable(file.rows())
	t.id.grow(file.rows())
	if err := file.read(ctx, t.columns()); err != nil {
		return nil, err
	}
	for i := range t.status {
		if i > 0 && cmp.Or(cmp.Compare(t.id[i-1], t.id[i]), cmp.Compare(t.known[i-1], t.known[i])) > 0 {
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, i)
		}
	}
	return t, nil
}

// steps adds the steps of a home to some.
func (t *statusTable) steps(id gevel.BAGID, steps []gevel.StatusStep) []gevel.StatusStep {
	n, _ := number(id)
	for i, _ := slices.BinarySearch(t.id, n); i < t.len() && t.id[i] == n; i++ {
		steps = append(steps, gevel.StatusStep{Home: id, Status: t.status[i], Known: t.known[i], Since: t.since[i]})
	}
	return steps
}

// Statuses yields the steps of units that were not always in use, by unit.
func (e *Edition) Statuses(yield func(gevel.StatusStep) bool) {
	t := e.statuses
	for i := range t.len() {
		if !yield(gevel.StatusStep{Home: t.id.at(i), Status: t.status[i], Known: t.known[i], Since: t.since[i]}) {
			return
		}
	}
}

// StatusOn returns the status that a unit had in the register on a day, as known before it.
func (e *Edition) StatusOn(id gevel.BAGID, day gevel.Date) gevel.Status {
	if e.statuses.len() == 0 {
		return gevel.InUse
	}
	var room [4]gevel.StatusStep // few homes have more
	return gevel.StatusAt(e.statuses.steps(id, room[:0]), gevel.OnDay(day))
}

// IsHomeOn reports whether an address is of a home on a day, as known before it: one that never had another status is by
// its use.
func (e *Edition) IsHomeOn(a *gevel.Address, day gevel.Date) bool {
	steps := e.statuses.steps(a.ObjectID, nil)
	if len(steps) == 0 {
		main, _ := e.MainAddress(a.ObjectID) // an address of before is of no kind
		return gevel.Home == cmp.Or(main.Kind, a.Kind)
	}
	return gevel.StatusAt(steps, gevel.OnDay(day)).Stands()
}

// today is the day on which the register is as it is known last.
const today = gevel.Never

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

// months writes a month as its first day.
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

func readSeries(ctx context.Context, file *table) (seriesTable, error) {
	t := make(seriesTable, file.rows())
	if err := file.read(ctx, t.columns()); err != nil {
		return nil, err
	}
	for i, p := range t {
		switch {
		case !(p.Value > 0):
			return nil, fmt.Errorf("%s: the figure in row %d is %v", file.name, i, p.Value)
		case i > 0 && t[i-1].Known > p.Known:
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, i)
		}
	}
	return t, nil
}

// Series returns the price series that the edition's models learned from, nil for none.
func (e *Edition) Series() gevel.PriceSeries { return gevel.PriceSeries(e.series) }

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

func readPrices(ctx context.Context, file *table) (priceTable, error) {
	t := make(priceTable, file.rows())
	return t, file.read(ctx, t.columns())
}

// PriceCheck returns the edition's prices beside those that CBS publishes, none if the build file names no CBS tables.
func (e *Edition) PriceCheck() []pricecheck.Line { return pricecheck.Lines(e.prices) }

// Where homes were before. An edition of homes that were always where they are lacks the table.

// moveTable holds the moves, by home and day.
type moveTable struct {
	id        idList
	until     []gevel.Date
	at, place []gevel.Point
}

func makeMoveTable(n int) *moveTable {
	return &moveTable{until: make([]gevel.Date, n), at: make([]gevel.Point, n), place: make([]gevel.Point, n)}
}

func (t *moveTable) len() int { return len(t.until) }

func (t *moveTable) columns() []column {
	return slices.Concat([]column{idColumn("dwelling_id", &t.id), sliceColumn("until", dates, &t.until)},
		pointColumns("", &t.at), pointColumns(placePrefix, &t.place))
}

func readMoves(ctx context.Context, file *table) (*moveTable, error) {
	t := makeMoveTable(file.rows())
	t.id.grow(file.rows())
	if err := file.read(ctx, t.columns()); err != nil {
		return nil, err
	}
	for i := 1; i < t.len(); i++ {
		if cmp.Or(cmp.Compare(t.id[i-1], t.id[i]), cmp.Compare(t.until[i-1], t.until[i])) >= 0 {
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, i)
		}
	}
	return t, nil
}

// of returns the moves of a home.
func (t *moveTable) of(id gevel.BAGID) (moves []gevel.Move) {
	if t.len() == 0 {
		return nil
	}
	n, _ := number(id)
	for i, _ := slices.BinarySearch(t.id, n); i < t.len() && t.id[i] == n; i++ {
		moves = append(moves, gevel.Move{Until: t.until[i], At: t.at[i], Place: t.place[i]})
	}
	return moves
}
