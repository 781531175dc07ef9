package nights

import (
	"fmt"
	"slices"
	"testing"
)

// shrink returns the fewest events it finds with which fails is still true, by leaving out all, halves, quarters and so on
// of those that are left. It calls fails at most so many times.
func shrink(events []event, most int, fails func([]event) bool) []event {
	for size := len(events); size > 0 && most > 0; {
		left := false
		for from := 0; from < len(events) && most > 0; {
			without := slices.Delete(slices.Clone(events), from, min(from+size, len(events)))
			most--
			if fails(without) {
				events, left = without, true
			} else {
				from += size
			}
		}
		if !left || size > len(events) {
			size /= 2
		}
	}
	return events
}

func TestShrinkingLeavesWhatMatters(t *testing.T) {
	events := new(program).plan(3, 200)
	if len(events) < 100 {
		t.Fatalf("200 nights have %d troubles", len(events))
	}
	needed := []event{events[3], events[len(events)/2], events[len(events)-1]}
	tries := 0
	got := shrink(events, 1000, func(of []event) bool {
		tries++
		return !slices.ContainsFunc(needed, func(e event) bool { return !slices.Contains(of, e) })
	})
	if !slices.Equal(got, needed) {
		t.Errorf("%d events shrink to %v in %d tries, want %v", len(events), got, tries, needed)
	}
	if got := shrink(events, 5, func([]event) bool { tries++; return true }); len(got) > len(events)/8 {
		t.Errorf("5 tries leave %d events of %d", len(got), len(events))
	}
	if none := shrink(events, 1000, func([]event) bool { return true }); len(none) > 0 {
		t.Errorf("%v are left although none matters", none)
	}
}

func TestALifeIsItsSeed(t *testing.T) {
	folders := new(program)
	if a, b := folders.plan(7, 50), folders.plan(7, 50); !slices.Equal(a, b) {
		t.Errorf("one seed makes two lives: %v, %v", a, b)
	}
	if a, b := folders.plan(7, 50), folders.plan(8, 50); slices.Equal(a, b) {
		t.Errorf("two seeds make one life: %v", a)
	}
	long, short := folders.plan(7, 90), folders.plan(7, 50)
	if !slices.Equal(long[:len(short)], short) {
		t.Errorf("a shorter life is no part of a longer one")
	}
}

func TestNumbersChooseTroubles(t *testing.T) {
	all := new(program).plan(7, 50)
	for _, want := range [][]event{nil, all[:1], {all[2], all[len(all)-1]}} {
		if got, err := chosen(all, numbers(want)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s chooses %v, %v; want %v", numbers(want), got, err, want)
		}
	}
	if got, err := chosen(all, ""); err != nil || !slices.Equal(got, all) {
		t.Errorf("nothing chooses %v, %v", got, err)
	}
	for _, wrong := range []string{"0", "1,", "x", fmt.Sprint(len(all) + 1)} {
		if got, err := chosen(all, wrong); err == nil {
			t.Errorf("%q chooses %v", wrong, got)
		}
	}
}
