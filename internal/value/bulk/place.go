package bulk

// The order in which the rows of a window are valued: neighbours one after the other, since they need the same sales
// and the same parts of the models, which then lie near the processor. The rows themselves stay in their order.

import (
	"cmp"
	"slices"
)

const (
	// windowRows is the most rows that are put into the order of their places.
	windowRows = 1024
	// windowShare is the largest window as a share of the rows before it, so that the rows of a short file are valued
	// side by side.
	windowShare = 8
	// placeStep is the size of the squares that are visited one after the other, in metres.
	placeStep = 16
)

// window returns how many rows the next batch has, at most.
func (r *run) window() int {
	if r.Explainer != nil {
		return batchRows
	}
	return min(max(batchRows, r.next/windowShare), windowRows)
}

// byPlace returns the rows by their homes' places, along a Z-order curve (Morton 1966). Those without one come first.
func (r *run) byPlace(rows []Row) []*Row {
	type placed struct {
		at  uint64
		row *Row
	}
	list := make([]placed, len(rows))
	for i := range rows {
		list[i].row = &rows[i]
		if p := r.Valuer.Place(rows[i].inquiry.AddressQuery); p.Known() {
			list[i].at = spread(p.X/placeStep) | spread(p.Y/placeStep)<<1
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	ordered := make([]*Row, len(list))
	for i := range list {
		ordered[i] = list[i].row
	}
	return ordered
}

// spread puts the lowest 16 bits of a whole number at every other place.
func spread(number float64) uint64 {
	x := uint64(max(0, number)) & 0xffff
	x = (x | x<<8) & 0x00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f
	x = (x | x<<2) & 0x33333333
	return (x | x<<1) & 0x55555555
}
