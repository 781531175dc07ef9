//go:build unix

package valuer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/market"
)

// The scale suite measures what a country costs: training a vintage, stage by stage, and
// one valuation. It runs with
//
//	GEVEL_SCALE=1000000 go test -run xx -bench Scale -timeout 1h ./internal/valuer
//
// where the number is that of the sales. GEVEL_SCALE_EDITIONS names a directory in which the
// edition is kept: from the second run on only valuations are measured. -bench Quickest
// -benchtime 10x measures them in another way.

// vintageAge is how long before the last sales the vintage is dated, so that there are
// sales to learn the spread from.
const vintageAge = 60 // days

// scaledCountry is the edition under measurement, built once.
var scaledCountry struct {
	sync.Once
	*smallMarket
	*Valuer
}

// stage is what one part of training took.
type stage struct {
	name      string
	wall, cpu time.Duration
	peak      int64 // of the memory of the process by its end, bytes
}

// stopwatch notes stages.
type stopwatch struct {
	b      testing.TB
	stages []stage
	wall   time.Time
	cpu    time.Duration
}

func newStopwatch(b testing.TB) *stopwatch {
	return &stopwatch{b: b, wall: time.Now(), cpu: processTime(b)}
}

// lap ends a stage.
func (w *stopwatch) lap(name string) {
	now, cpu := time.Now(), processTime(w.b)
	s := stage{name, now.Sub(w.wall), cpu - w.cpu, peakMemory(w.b)}
	w.wall, w.cpu = now, cpu
	w.stages = append(w.stages, s)
	s.print()
}

// print tells of a stage at once: a benchmark's own log is cut off.
func (s *stage) print() {
	fmt.Fprintf(os.Stderr, "%-20s %7.1f s wall %7.1f s cpu, peak %5.2f GB\n", s.name, s.wall.Seconds(), s.cpu.Seconds(), float64(s.peak)/1e9)
}

// total ends the stages with their sum.
func (w *stopwatch) total() {
	sum := stage{name: "all"}
	for _, s := range w.stages {
		sum.wall, sum.cpu, sum.peak = sum.wall+s.wall, sum.cpu+s.cpu, s.peak
	}
	sum.print()
}

func usage(b testing.TB) syscall.Rusage {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u
}

func processTime(b testing.TB) time.Duration {
	u := usage(b)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakMemory returns the largest resident set so far; it is counted in bytes on some
// systems and in 1024 bytes on Linux.
func peakMemory(b testing.TB) int64 {
	peak := usage(b).Maxrss
	if runtime.GOOS == "linux" {
		peak *= 1024
	}
	return peak
}

// country returns the country of GEVEL_SCALE sales, with one vintage.
func country(b testing.TB) (*smallMarket, *Valuer) {
	b.Helper()
	n, err := strconv.Atoi(os.Getenv("GEVEL_SCALE"))
	if err != nil {
		b.Skip("GEVEL_SCALE tells no number of sales")
	}
	c := &scaledCountry
	c.Do(func() {
		c.smallMarket = newCountry(n)
		dir := os.Getenv("GEVEL_SCALE_EDITIONS")
		if kept, _ := filepath.Glob(dir + "/*/manifest.json"); dir != "" && len(kept) > 0 {
			c.Valuer = valuerOf(b, filepath.Dir(kept[0]))
			return
		}
		if dir == "" {
			dir = b.TempDir()
		} else if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		w := newStopwatch(b)
		s := market.NewSales(countrySchema(), c.sales)
		c.sales = nil
		runtime.GC()
		w.lap("sales in columns")
		v := trainInStages(b, s, w)
		models, err := Encode([]*Vintage{v})
		if err != nil {
			b.Fatal(err)
		}
		c.Valuer = c.openIn(b, dir, s, models)
		w.lap("publish and open")
		w.total()
	})
	return c.smallMarket, c.Valuer
}

// trainInStages does what Trainer.fit does, with a look at the clock between its parts.
func trainInStages(b testing.TB, s *market.Sales, w *stopwatch) *Vintage {
	ctx := context.Background()
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	t := newTrainer(s, TrainOptions{Seed: 1, Progress: func(int, int) {}})
	asOf := countryEnd - vintageAge
	rows := t.sales.KnownBefore(asOf)
	v := &Vintage{AsOf: asOf, first: t.firstMonth(rows)}
	v.setAreas(t.ground, t.areas(rows))
	training, linear, err := t.fitLinear(ctx, v, rows)
	must(err)
	w.lap("linear and index")
	v.Hedonic, err = hedonic.Fit(ctx, training, linear)
	must(err)
	w.lap("trees")
	v.Leaves = make([]uint8, hedonic.LeafTrees*s.Len())
	v.Hedonic.EstimateSales(s, v.Base, v.Leaves)
	w.lap("estimates and leaves")
	v.Indexes = []Dated{t.indexOn(v, asOf)}
	v.Usual = t.usual(rows)
	w.lap("index and usual")
	must(t.fitLikeness(ctx, v, training, nil))
	w.lap("likeness")
	until := countryEnd + vintageAge
	must(t.advance(ctx, v, until))
	w.lap("later indexes")
	outcomes := t.outcomes(v, until)
	w.lap("forward errors")
	v.calibrate(outcomes)
	w.lap("spread")
	fmt.Fprintf(os.Stderr, "%d sales learned from, %d forward errors\n", len(rows), len(outcomes))
	return v
}

// BenchmarkScaleValue is one full valuation: three references, interval, statistics.
func BenchmarkScaleValue(b *testing.B) {
	m, v := country(b)
	homes, day := sampledHomes(m), countryEnd+vintageAge
	b.ReportAllocs()
	before, i := processTime(b), 0
	for b.Loop() {
		if _, err := v.Value(m.inquiry(homes[i%len(homes)], day)); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64((processTime(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-us/op")
}

// BenchmarkQuickestValue is the same by the wall clock, of each home the quickest of as many
// valuations as it is told rounds, -benchtime 10x: what other programs take of the machine
// hardly counts.
func BenchmarkQuickestValue(b *testing.B) {
	m, v := country(b)
	homes, day := sampledHomes(m), countryEnd+vintageAge
	quickest := make([]time.Duration, len(homes))
	for b.Loop() {
		for i, h := range homes {
			inquiry := m.inquiry(h, day)
			from := time.Now()
			if _, err := v.Value(inquiry); err != nil {
				b.Fatal(err)
			}
			if took := time.Since(from); quickest[i] == 0 || took < quickest[i] {
				quickest[i] = took
			}
		}
	}
	total := time.Duration(0)
	for _, took := range quickest {
		total += took
	}
	b.ReportMetric(float64(total.Nanoseconds())/float64(len(homes))/1000, "us/home")
}

// BenchmarkScaleTrees is the larger of its parts that nothing but the trees decides, as
// a measure of the machine.
func BenchmarkScaleTrees(b *testing.B) {
	m, v := country(b)
	homes, model := sampledHomes(m), v.vintages[0].Hedonic
	h := v.edition.Sales().Home(0, nil, nil)
	b.ReportAllocs()
	before, i := processTime(b), 0
	for b.Loop() {
		h.Place = m.dwellings[homes[i%len(homes)]].Place
		model.Estimate(&h)
		i++
	}
	b.ReportMetric(float64((processTime(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-us/op")
}

// sampledHomes returns homes from all over the country, in no order.
func sampledHomes(m *smallMarket) []int {
	const step = 7919
	homes := make([]int, 4096)
	for i := range homes {
		homes[i] = i * step % len(m.dwellings)
	}
	return homes
}
