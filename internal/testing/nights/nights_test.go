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
	only   = flag.String("only", "", "live with these troubles of the seed alone, by number, such as 3,17; with none, without any")
)

// TestNights lives a life.
func TestNights(t *testing.T) {
	if *nights == 0 {
		t.Skip("no -nights are given")
	}
	p := compileBoth(t)
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
	began, events := time.Now(), p.troublesOf(t, seed, nights)
	l, err := p.live(t.Context(), seed, nights, events)
	var end *failure
	if errors.As(err, &end) && *tries > 0 {
		end, events = p.fewest(t, end, events)
		err = end
	}
	if err != nil {
		t.Fatalf("%s\n%v", p.line(seed, nights, events), err)
	}
	t.Logf("seed %d: %d nights with %d troubles in %.0f s; seconds of a processor in commands: %s", seed, nights, len(events),
		time.Since(began).Seconds(), l.in.spent())
	for _, name := range slices.Sorted(maps.Keys(l.happened)) {
		t.Logf("%4d %s", l.happened[name], name)
	}
}

// troublesOf returns the troubles of a life: those that -only names, or all.
func (p *program) troublesOf(t *testing.T, seed uint64, nights int) []event {
	t.Helper()
	events, err := chosen(p.plan(seed, nights), *only)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// line is the command that lives a life again. One that ended before its first night needs one.
func (p *program) line(seed uint64, nights int, events []event) string {
	nights = max(nights, 1)
	kind := "-run TestNights ./internal/testing/nights -nights"
	switch {
	case p.servers != nil:
		kind = "-run TestNightsOnServers ./internal/testing/nights -servers"
	case p.fault != "":
		kind = "-run PlantedFaults/" + p.fault + " ./internal/testing/nights -planted"
	}
	text := fmt.Sprintf("go test -v -timeout 0 %s %d -seed %d", kind, nights, seed)
	if len(events) < len(p.plan(seed, nights)) {
		text += " -only " + numbers(events)
	}
	return text
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
	fmt.Fprintf(&b, "night %d, %s", f.night, firstNight(f.seed)+gevel.Date(f.night))
	for _, e := range f.events {
		fmt.Fprintf(&b, "\n  %s", e)
	}
	return b.String() + "\n" + f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

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
