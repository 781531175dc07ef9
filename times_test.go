package gevel_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

// TestStepsSayWhatWasKnownOfEachDay compares steps with the timelines that they are of.
func TestStepsSayWhatWasKnownOfEachDay(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		timelines := map[gevel.Date][]gevel.Segment{} // by the day on which they became known
		var days []gevel.Date
		for day := gevel.Date(10); day < 20; day++ {
			if !rapid.Bool().Draw(r, "registered") {
				continue
			}
			var line []gevel.Segment
			for since := gevel.Date(0); since < 6; since++ {
				if rapid.Bool().Draw(r, "changes") {
					line = append(line, gevel.Segment{Since: since, Value: rapid.Int64Range(1, 3).Draw(r, "value")})
				}
			}
			if len(line) > 0 {
				line[0].Since = gevel.Always
			}
			days, timelines[day] = append(days, day), line
		}
		last := func(before gevel.Date) (line []gevel.Segment) {
			for _, day := range days {
				if day < before && len(timelines[day]) > 0 {
					line = timelines[day]
				}
			}
			return slices.Clone(line)
		}
		steps := gevel.StepsOf(days, last)
		for before := gevel.Date(8); before < 22; before++ {
			want := last(before)
			for later := before; want == nil && later < 22; later++ {
				want = last(later) // the first stands for all days before
			}
			for valid := gevel.Date(-1); valid < 8; valid++ {
				m, is, got := gevel.Moment{Before: before, Valid: valid}, int64(0), int64(0)
				for _, s := range want {
					if s.Since <= valid {
						is = s.Value
					}
				}
				for _, s := range steps {
					if m.Sees(s.Known, gevel.Some(s.Since)) {
						got = s.Value
					}
				}
				if got != is {
					r.Fatalf("before %d, on %d: %d by %v, want %d by %v", before, valid, got, steps, is, want)
				}
			}
		}
	})
}
