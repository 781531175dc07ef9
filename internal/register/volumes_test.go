package register_test

import (
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
)

// surfaceStep is a surface that a unit has since a day and that became known on one.
func surfaceStep(m2 int64, known, since gevel.Date) gevel.Step {
	return gevel.Step{Known: known, Segment: gevel.Segment{Since: since, Value: m2}}
}

// TestVolumesOfThePastShareByTheSurfacesOfThen has a unit that differs over time beside two homes of 100 and 50 m2.
func TestVolumesOfThePastShareByTheSurfacesOfThen(t *testing.T) {
	const none = -1 // 0 is not asked
	day := gevel.NewDate(2026, time.October, 20)
	for name, tt := range map[string]struct {
		steps     [2]gevel.Step
		home      int32
		then, now []int // m3 of three homes, of 900 in all
	}{
		"extended":               {[2]gevel.Step{surfaceStep(50, gevel.NoDate, gevel.Always), surfaceStep(100, day, day)}, 2, []int{450, 225, 225}, []int{360, 180, 360}},
		"better measured":        {[2]gevel.Step{surfaceStep(50, gevel.NoDate, gevel.Always), surfaceStep(100, day, gevel.Always)}, 2, []int{450, 225, 225}, []int{360, 180, 360}},
		"come later":             {[2]gevel.Step{surfaceStep(bag.NotInUse, gevel.NoDate, gevel.Always), surfaceStep(100, day, day)}, 2, []int{600, 300, 0}, []int{360, 180, 360}},
		"a shop that came later": {[2]gevel.Step{surfaceStep(bag.NotInUse, gevel.NoDate, gevel.Always), surfaceStep(100, day, day)}, bag.NoHome, []int{600, 300, 0}, []int{360, 180, 0}},
		"a home that is gone":    {[2]gevel.Step{surfaceStep(100, gevel.NoDate, gevel.Always), surfaceStep(bag.NotInUse, day, day)}, 2, []int{360, 180, 360}, []int{600, 300, 0}},
		"known before its building": {
			[2]gevel.Step{surfaceStep(bag.NotInUse, gevel.NoDate, gevel.Always), surfaceStep(100, day, gevel.Always)},
			2,
			[]int{600, 300, none},
			[]int{360, 180, 360},
		},
	} {
		homes := blockOf([][]gevel.Step{tt.steps[:]}, []int{100, 50, 100}, bag.Unit{Building: 1, Home: 0, Surface: 100},
			bag.Unit{Building: 1, Home: 1, Surface: 50}, bag.Unit{Building: 1, Home: tt.home, Surface: bag.NotInUse - 1})
		teach(t, homes, model(1, 900, 0))
		for row, want := range tt.now {
			d := homes.At(row)
			check := func(m gevel.Moment, want int) {
				if got := d.Seen(m, homes.Attributes).Volume.Or(none); got != want && want != 0 {
					t.Errorf("%s: home %d has %d as %v sees it, want %d", name, row, got, m, want)
				}
			}
			check(gevel.OnDay(day), tt.then[row])
			check(gevel.Moment{Before: day, Valid: gevel.Never}, tt.then[row])
			check(gevel.Moment{Before: day + 1, Valid: day}, want)
			check(gevel.Latest, want)
			if want > 0 && d.Volume != gevel.Some(want) {
				t.Errorf("%s: home %d has %v today, want %d", name, row, d.Volume, want)
			}
		}
	}
}

// TestABuildingThatChangedTooOftenIsSharedAsToday gives each of many units changes on days of its own.
func TestABuildingThatChangedTooOftenIsSharedAsToday(t *testing.T) {
	const units, changes = 300, 10
	var surfaces []int
	var list []bag.Unit
	pasts := make([][]gevel.Step, units)
	for i := range int32(units) {
		surfaces, list = append(surfaces, 100), append(list, bag.Unit{Building: 1, Home: i, Surface: bag.NotInUse - 1 - i})
		for k := range changes {
			day := gevel.NewDate(2012, time.January, 1) + gevel.Date(k*units+int(i))
			pasts[i] = append(pasts[i], surfaceStep(int64(91+k), day, day))
		}
	}
	homes := blockOf(pasts, surfaces, list...)
	teach(t, homes, model(1, 300*units, 0))
	for row := range units {
		d := homes.At(row)
		if past := d.On(gevel.NewDate(2013, time.January, 1), homes.Attributes); d.Volume != gevel.Some(300) || past.Volume != d.Volume {
			t.Fatalf("home %d has %v today, and had %v", row, d.Volume, past.Volume)
		}
	}
}
