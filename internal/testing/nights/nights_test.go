package nights

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

var (
	seeds  = flag.String("seed", "1", "the seed of the life; of several, such as 1,2,3, side by side")
	nights = flag.Int("nights", 0, "how many nights to live; 0 skips")
	tries  = flag.Int("shrink", 0, "how many lives to try for the fewest troubles that end one early")
)

// TestNights lives a life.
func TestNights(t *testing.T) {
	if *nights == 0 {
		t.Skip("no -nights are given")
	}
	p, err := compile(t.Context(), t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range seedsGiven(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			p.liveThrough(t, seed, *nights)
		})
	}
}

// seedsGiven are the seeds of -seed.
func seedsGiven(t *testing.T) (given []uint64) {
	t.Helper()
	for text := range strings.SplitSeq(*seeds, ",") {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		given = append(given, seed)
	}
	return given
}

// liveThrough lives the life of a seed.
func (p *program) liveThrough(t *testing.T, seed uint64, nights int) {
	began, events := time.Now(), p.plan(seed, nights)
	l, err := p.live(t.Context(), seed, nights, events)
	var end *failure
	if errors.As(err, &end) && *tries > 0 {
		err = p.fewest(t, end, events)
	}
	if err != nil {
		t.Fatalf("go test ./internal/testing/nights -seed %d -%s %d\n%v", seed, p.flag(), nights, err)
	}
	t.Logf("seed %d: %d nights with %d troubles in %.0f s, %.1f s of a processor in commands", seed, nights, len(events),
		time.Since(began).Seconds(), l.in.processor.Seconds())
	for _, name := range slices.Sorted(maps.Keys(l.happened)) {
		t.Logf("%4d %s", l.happened[name], name)
	}
}

// flag is the one that says how many nights to live.
func (p *program) flag() string {
	if p.servers != nil {
		return "servers"
	}
	return "nights"
}

// failure is how a life ended early.
type failure struct {
	seed   uint64
	night  int
	events []event // of that night
	err    error
}

func (f *failure) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "night %d, %s", f.night, firstNight+gevel.Date(f.night))
	for _, e := range f.events {
		fmt.Fprintf(&b, "\n  %s", e)
	}
	return b.String() + "\n" + f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// fewest lives the life again and again up to the night on which it ended, to find the troubles that suffice.
func (p *program) fewest(t *testing.T, end *failure, events []event) *failure {
	events = slices.DeleteFunc(slices.Clone(events), func(e event) bool { return e.night > end.night })
	few := shrink(events, *tries, func(of []event) bool {
		_, err := p.live(t.Context(), end.seed, end.night, of)
		var again *failure
		if !errors.As(err, &again) || !sameTruth(again.err, end.err) {
			return false
		}
		end = again
		return true
	})
	t.Logf("%d of %d troubles suffice:", len(few), len(events))
	for _, e := range few {
		t.Logf("  %s", e)
	}
	return end
}

// sameTruth reports whether two lives ended for one reason.
func sameTruth(a, b error) bool {
	var one, other *untrue
	return errors.As(a, &one) && errors.As(b, &other) && one.truth == other.truth
}

// live lives a life to its end, or to the first night on which something is not as it must be.
func (p *program) live(ctx context.Context, seed uint64, nights int, events []event) (l *life, err error) {
	dir, err := os.MkdirTemp("", "nights")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	l, err = newLife(ctx, p, dir, seed)
	if l != nil {
		defer l.in.close()
	}
	if err != nil {
		return l, &failure{seed: seed, err: err}
	}
	for n := 1; n <= nights; n++ {
		of := slices.DeleteFunc(slices.Clone(events), func(e event) bool { return e.night != n })
		if err := l.live(ctx, n, of); err != nil {
			return l, &failure{seed, n, of, errors.Join(err, l.in.traces())}
		}
	}
	return l, nil
}
