package edition

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
)

// Where homes were before. An edition of homes that were always where they are lacks the table.

// moveTable holds the moves, by home and day.
type moveTable struct {
	id        idList
	until     []gevel.Date
	at, place []gevel.Point
}

// newMoveTable makes the table of dwellings, which need not be sorted.
func newMoveTable(dwellings []gevel.Dwelling) (*moveTable, error) {
	var moved []*gevel.Dwelling
	for i := range dwellings {
		if len(dwellings[i].Moves) > 0 {
			moved = append(moved, &dwellings[i])
		}
	}
	slices.SortFunc(moved, func(a, b *gevel.Dwelling) int { return cmp.Compare(a.ID, b.ID) })
	t, ids := makeMoveTable(0), []gevel.BAGID(nil)
	for _, d := range moved {
		for _, m := range d.Moves {
			ids, t.until, t.at, t.place = append(ids, d.ID), append(t.until, m.Until), append(t.at, m.At), append(t.place, m.Place)
		}
	}
	return t, t.id.fill(len(ids), func(i int) gevel.BAGID { return ids[i] })
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
