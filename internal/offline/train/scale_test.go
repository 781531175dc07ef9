//go:build unix

package train_test

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

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The scale suite measures the cost of a country: training a vintage, stage by stage, and one valuation. It
// runs with
//
//	GEVEL_SCALE=1000000 go test -run xx -bench Scale -timeout 1h ./internal/offline/train
//
// where the number is the number of sales. GEVEL_SCALE_EDITIONS names a directory that keeps the edition: later
// runs measure only valuations. -bench Quickest -benchtime 10x measures them differently.

// vintageAge is the vintage's age at the last sales, so that the spread has sales to learn from.
const vintageAge = 60 // days

// scaledCountry is the measured edition, built once.
var scaledCountry struct {
	sync.Once
	*smalltown.Market
	*valuation.Valuer
}

// stage is the cost of one part of training.
type stage struct {
	name      string
	wall, cpu time.Duration
	peak      int64 // peak memory of the process at its end, bytes
}

// stopwatch measures stages.
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

// print prints a stage at once: a benchmark's own log is truncated.
func (s *stage) print() {
	fmt.Fprintf(os.Stderr, "%-20s %7.1f s wall %7.1f s cpu, peak %5.2f GB\n", s.name, s.wall.Seconds(), s.cpu.Seconds(), float64(s.peak)/1e9)
}

// total prints the sum of the stages.
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

// peakMemory returns the largest resident set so far; some systems count it in bytes, Linux in 1024 bytes.
func peakMemory(b testing.TB) int64 {
	peak := usage(b).Maxrss
	if runtime.GOOS == "linux" {
		peak *= 1024
	}
	return peak
}

// country returns the country of GEVEL_SCALE sales, with one vintage.
func country(b testing.TB) (*smalltown.Market, *valuation.Valuer) {
	b.Helper()
	n, err := strconv.Atoi(os.Getenv("GEVEL_SCALE"))
	if err != nil {
		b.Skip("GEVEL_SCALE is no number of sales")
	}
	c := &scaledCountry
	c.Do(func() {
		c.Market = smalltown.NewCountry(n)
		dir := os.Getenv("GEVEL_SCALE_EDITIONS")
		if kept, _ := filepath.Glob(dir + "/*/manifest.json"); dir != "" && len(kept) > 0 {
			c.Valuer = smalltown.Read(b, filepath.Dir(kept[0]))
			return
		}
		if dir == "" {
			dir = b.TempDir()
		} else if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		w := newStopwatch(b)
		s := market.NewSales(c.Attributes, c.Sold)
		c.Sold = nil
		runtime.GC()
		w.lap("sales in columns")
		asOf, until := smalltown.CountryEnd-vintageAge, smalltown.CountryEnd+vintageAge
		trainer := train.NewTrainer(vintage.NewSales(s), train.Options{Seed: 1})
		v, err := trainer.InStages(context.Background(), asOf, until, w.lap)
		if err != nil {
			b.Fatal(err)
		}
		c.Valuer = c.OpenIn(b, dir, s, []*vintage.Vintage{v})
		w.lap("publish and open")
		w.total()
	})
	return c.Market, c.Valuer
}

// BenchmarkScaleValue is one complete valuation: three references, interval, statistics.
func BenchmarkScaleValue(b *testing.B) {
	m, v := country(b)
	homes, day := sampledHomes(m), smalltown.CountryEnd+vintageAge
	b.ReportAllocs()
	before, i := processTime(b), 0
	for b.Loop() {
		if _, err := v.Value(m.Inquiry(homes[i%len(homes)], day)); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64((processTime(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-us/op")
}

// BenchmarkQuickestValue is the same in wall time: for each home the fastest of as many valuations as there
// are rounds, -benchtime 10x, so that other programs hardly matter.
func BenchmarkQuickestValue(b *testing.B) {
	m, v := country(b)
	homes, day := sampledHomes(m), smalltown.CountryEnd+vintageAge
	quickest := make([]time.Duration, len(homes))
	for b.Loop() {
		for i, h := range homes {
			inquiry := m.Inquiry(h, day)
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

// BenchmarkScaleTrees measures the part that depends on the trees alone, to compare machines.
func BenchmarkScaleTrees(b *testing.B) {
	m, v := country(b)
	homes, model := sampledHomes(m), v.Vintages()[0].Hedonic
	h := v.Edition().Sales().Home(0, nil)
	b.ReportAllocs()
	before, i := processTime(b), 0
	for b.Loop() {
		h.Place = m.Dwellings[homes[i%len(homes)]].Place
		model.Estimate(&h)
		i++
	}
	b.ReportMetric(float64((processTime(b)-before).Nanoseconds())/float64(b.N)/1000, "cpu-us/op")
}

// sampledHomes returns homes from all over the country, in random order.
func sampledHomes(m *smalltown.Market) []int {
	const step = 7919
	homes := make([]int, 4096)
	for i := range homes {
		homes[i] = i * step % len(m.Dwellings)
	}
	return homes
}
