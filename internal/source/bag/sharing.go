package bag

import (
	"slices"

	"github.com/gevel/gevel"
)

// How a unit shared its buildings with others, as the register knew it by day.

// counted returns the surfaces by which the unit shared a building, as were known before a day; see Unit.Surface. The first
// that is known counts for the days before.
func (h *homePast) counted(building key, valid []gevel.Date, before gevel.Date) []gevel.Segment {
	surfaces := h.surfaces(valid, max(before, h.unit[0].Known+1))
	if surfaces == nil { // a stand-in, that was filled as the register was
		surfaces = h.surfaces(valid, max(before, filled))
	}
	return h.timeline(valid, before, NotInUse, func(day gevel.Date, i int) int64 {
		in := h.seen(&h.unit[i], before).in
		if !h.unit[i].status.Used() || !slices.Contains(in, building) {
			return NotInUse
		}
		m2 := int64(0)
		for _, s := range surfaces {
			if s.Since <= day {
				m2 = s.Value
			}
		}
		return dividedBy(m2, len(in))
	})
}

// sharing is a building that a unit was in, and the steps of the surface by which it shared that.
type sharing struct {
	building key
	steps    []gevel.Step
}

// sharedBy returns how the unit shared its buildings, none where it always did as it does by the surface in its row.
func (h *homePast) sharedBy(surface int32) (all []sharing) {
	known, valid := days(h.unit)
	known = append(append(known, h.takenBack()...), h.always()...)
	for _, of := range h.buildings {
		k, _ := days(of)
		known = append(known, k...)
	}
	differed := false
	for _, k := range h.within() {
		steps := gevel.StepsOf(slices.Clone(known), func(day gevel.Date) []gevel.Segment { return h.counted(k, valid, day) })
		wasMeasured := surface == 0 && len(steps) == 1 && steps[0].Value > 0
		differed = differed || len(steps) > 1 || wasMeasured
		all = append(all, sharing{k, steps})
	}
	if !differed {
		return nil
	}
	return all
}
