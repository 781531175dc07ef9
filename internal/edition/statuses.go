package edition

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"sort"

	"github.com/gevel/gevel"
)

// The periods in which homes were not in use. An edition without one, or of a format before 19, lacks the table.

// statusTable holds the periods, by home and day.
type statusTable struct {
	id           idList
	status       []gevel.Status
	since, until []gevel.Date
}

func newStatusTable(periods []gevel.StatusPeriod) (*statusTable, error) {
	t := makeStatusTable(len(periods))
	for i, p := range periods {
		t.status[i], t.since[i], t.until[i] = p.Status, p.Since, p.Until
	}
	if err := t.id.fill(len(periods), func(i int) gevel.BAGID { return periods[i].Home }); err != nil {
		return nil, fmt.Errorf("home of a status: %w", err)
	}
	return t, nil
}

func makeStatusTable(n int) *statusTable {
	return &statusTable{status: make([]gevel.Status, n), since: make([]gevel.Date, n), until: make([]gevel.Date, n)}
}

func (t *statusTable) len() int { return len(t.status) }

func (t *statusTable) columns() []column {
	return []column{
		idColumn("dwelling_id", &t.id),
		codeColumn("status", &t.status, gevel.Status.String, gevel.ParseStatus),
		sliceColumn("since", perhapsDates, &t.since),
		sliceColumn("until", perhapsDates, &t.until),
	}
}

func (t *statusTable) write(ctx context.Context, path string, d *describer) error {
	return writeTable(ctx, path, t.len(), t.columns(), d)
}

func readStatuses(ctx context.Context, path string) (*statusTable, error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	t := makeStatusTable(file.rows())
	t.id.grow(file.rows())
	if err := file.read(ctx, t.columns()); err != nil {
		return nil, err
	}
	for i := range t.status {
		switch {
		case t.status[i] == gevel.InUse:
			return nil, fmt.Errorf("%s: there is no status in row %d", filepath.Base(path), i)
		case i > 0 && cmp.Or(cmp.Compare(t.id[i-1], t.id[i]), cmp.Compare(t.since[i-1], t.since[i])) > 0:
			return nil, fmt.Errorf("%s is not sorted at row %d", filepath.Base(path), i)
		}
	}
	return t, nil
}

func (t *statusTable) at(i int) gevel.StatusPeriod {
	return gevel.StatusPeriod{Home: t.id.at(i), Status: t.status[i], Since: t.since[i], Until: t.until[i]}
}

// Statuses yields the periods in which homes were not in use, by home and day.
func (e *Edition) Statuses(yield func(gevel.StatusPeriod) bool) {
	for i := range e.statuses.len() {
		if !yield(e.statuses.at(i)) {
			return
		}
	}
}

// StatusOn returns the status that a home had in the register on a day.
func (e *Edition) StatusOn(id gevel.BAGID, day gevel.Date) gevel.Status {
	t := e.statuses
	n, _ := number(id)
	first := sort.Search(t.len(), func(i int) bool { return t.id[i] >= n })
	var room [4]gevel.StatusPeriod // few homes have more
	periods := room[:0]
	for i := first; i < t.len() && t.id[i] == n; i++ {
		periods = append(periods, t.at(i))
	}
	return gevel.StatusOn(periods, day)
}
