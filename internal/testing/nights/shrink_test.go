package nights

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// fewest lives the life again and again up to the night on which it ended, to find the troubles that suffice. Then it lives
// by the line that repeats it, and says whether that ends as well.
func (p *program) fewest(t *testing.T, end *failure, events []event) (*failure, []event) {
	hasty, began := *p, time.Now()
	hasty.patience = lessPatience
	s := newShrinking(end, events, *tries, func(nights int, of []event) error {
		_, err := hasty.live(t.Context(), end.seed, nights, of)
		return err
	})
	all := len(s.few)
	s.shrink()
	t.Logf("%d of %d troubles suffice, by %d lives in %.0f s:", len(s.few), all, s.lives, time.Since(began).Seconds())
	for _, e := range s.few {
		t.Logf("  %s", e)
	}
	line := p.line(end.seed, s.end.night, s.few)
	again, err := chosen(p.plan(end.seed, s.end.night), numbers(s.few))
	if err != nil || !s.ends(again) {
		t.Errorf("it does not end so again, so time plays a part (%v): %s", err, line)
	} else {
		t.Logf("it ends so again in night %d by: %s", s.end.night, line)
	}
	return s.end, s.few
}

// shrinking looks for the fewest troubles with which a life ends as it did.
type shrinking struct {
	live  func(nights int, of []event) error
	most  int      // lives
	lives int      // so far
	end   *failure // of the one with the fewest
	few   []event  // its troubles
}

func newShrinking(end *failure, events []event, most int, live func(int, []event) error) *shrinking {
	return &shrinking{live, most, 0, end, until(events, end.night)}
}

// until are the events of the nights up to one.
func until(events []event, night int) []event {
	return slices.DeleteFunc(slices.Clone(events), func(e event) bool { return e.night > night })
}

func (s *shrinking) shrink() {
	shrink(s.few, func(of []event) bool {
		of = until(of, s.end.night)
		return slices.Equal(of, s.few) || s.lives < s.most && s.ends(of)
	})
}

// ends lives with some of the troubles, and reports whether that ends for the same reason.
func (s *shrinking) ends(of []event) bool {
	s.lives++
	var again *failure
	if err := s.live(s.end.night, of); !errors.As(err, &again) || reason(again.err) != reason(s.end.err) {
		return false
	}
	s.end, s.few = again, until(of, again.night)
	return true
}

var numbered = regexp.MustCompile(`\S*\d\S*`)

// reason is why a life ended: what is not true; where a command failed, which, without its numbers.
func reason(err error) string {
	var is *untrue
	if errors.As(err, &is) && is.truth != wholeAgain {
		return is.truth
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return numbered.ReplaceAllString(first, "")
}

// shrink returns the fewest events it finds with which fails is still true, by leaving out all, halves, quarters and so on
// of those that are left.
func shrink(events []event, fails func([]event) bool) []event {
	for size := len(events); size > 0; {
		left := false
		for from := 0; from < len(events); {
			without := slices.Delete(slices.Clone(events), from, min(from+size, len(events)))
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
	got := shrink(events, func(of []event) bool {
		tries++
		return holds(of, needed...)
	})
	if !slices.Equal(got, needed) {
		t.Errorf("%d events shrink to %v in %d tries, want %v", len(events), got, tries, needed)
	}
	if none := shrink(events, func([]event) bool { return true }); len(none) > 0 {
		t.Errorf("%v are left although none matters", none)
	}
}

// holds reports whether all of some events are there.
func holds(of []event, needed ...event) bool {
	return !slices.ContainsFunc(needed, func(e event) bool { return !slices.Contains(of, e) })
}

// TestAFailingLifeIsALine shrinks lives that end as if they were lived, and lives by the line that is printed.
func TestAFailingLifeIsALine(t *testing.T) {
	const seed, nights = 7, 120
	p := new(program)
	all := p.plan(seed, nights)
	first, last, other := all[5], all[len(all)*3/4], all[len(all)/3]
	for _, test := range []struct {
		name  string
		night int // in which it ends then
		want  []event
		live  func(n int, of []event) error // what ends a life in night n
	}{
		{"two troubles, and a third that ends it for another reason without the first", last.night, []event{first, last}, func(n int, of []event) error {
			switch {
			case n == last.night && holds(of, first, last):
				return broken(oneEdition, "from %d", len(of))
			case n == other.night && holds(of, other) && !holds(of, first):
				return broken(nothingLost, "")
			}
			return nil
		}},
		{"one trouble, and sooner without another", first.night, []event{first}, func(n int, of []event) error {
			if holds(of, first) && (n == last.night || n == first.night && !holds(of, other)) {
				return fmt.Errorf("gevel publish editions/%d: exit status 1", n)
			}
			return nil
		}},
		{"none, before the first night", 0, nil, func(int, []event) error { return broken(survivesPowerCuts, "") }},
	} {
		live := func(nights int, of []event) error {
			for n := range nights + 1 {
				if err := test.live(n, of); err != nil {
					return &failure{seed: seed, night: n, err: err}
				}
			}
			return nil
		}
		var end, again *failure
		if !errors.As(live(nights, all), &end) {
			t.Fatal(test.name)
		}
		s := newShrinking(end, all, 40, live)
		if s.shrink(); !slices.Equal(s.few, test.want) || s.end.night != test.night || s.lives > s.most {
			t.Errorf("%s: after %d lives %v are left of a life that ends in night %d", test.name, s.lives, s.few, s.end.night)
		}
		line := p.line(seed, s.end.night, s.few)
		given := regexp.MustCompile(`-nights (\d+) -seed 7(?: -only (\S+))?$`).FindStringSubmatch(line)
		if given == nil {
			t.Fatal(line)
		}
		lived, _ := strconv.Atoi(given[1])
		of, err := chosen(p.plan(seed, lived), given[2])
		if err != nil || lived == 0 || !errors.As(live(lived, of), &again) || reason(again.err) != reason(end.err) {
			t.Errorf("%s: %s ends by %v (%v), want %v", test.name, line, again, err, end)
		}
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
