package build_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
)

// TestScale builds the edition of a build file of any size and prints what each stage took: seconds, the most memory
// that the process had, and the longest time without progress. GEVEL_SCALE_BUILD names the build file,
// GEVEL_SCALE_PROFILES a folder for a heap profile of each stage at its fullest; GOMEMLIMIT counts. With
// GEVEL_SCALE_DAILY it carries on what it can of the newest edition, as a build of the next day does.
func TestScale(t *testing.T) {
	path := os.Getenv("GEVEL_SCALE_BUILD")
	if path == "" {
		t.Skip("GEVEL_SCALE_BUILD names no build file")
	}
	c, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	m := newScale()
	ctx, stop := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() { defer close(watched); m.watch(ctx, os.Getenv("GEVEL_SCALE_PROFILES")) }()
	began, fresh := time.Now(), "asked"
	if os.Getenv("GEVEL_SCALE_DAILY") != "" {
		fresh = ""
	}
	s, err := build.Run(t.Context(), c, build.Options{
		Today: gevel.DayOf(began), Began: began, MadeBy: "scale", Fresh: fresh,
		Progress: func(at build.Step) { m.step(string(at.Stage), at.Of) },
	})
	stop()
	<-watched
	m.step("end", "")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%s: %d homes, %d sales, %d models, %s\n", s.Manifest.ID,
		s.Manifest.Rows["dwellings"], s.Manifest.Rows["sales"], len(s.Models), time.Since(began).Round(time.Second))
}

// scale measures the stages of a build.
type scale struct {
	mu     sync.Mutex
	stages []scaleStage
	began  time.Time
	last   time.Time // of progress
	of     string
}

type scaleStage struct {
	name           string
	of             string // at the end of the longest silence
	took, silent   time.Duration
	resident, heap uint64
}

func newScale() *scale {
	now := time.Now()
	return &scale{began: now, last: now, stages: []scaleStage{{name: "start"}}}
}

// step notes progress of a stage.
func (m *scale) step(stage, of string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, is := time.Now(), &m.stages[len(m.stages)-1]
	if silent := now.Sub(m.last); silent > is.silent {
		is.silent, is.of = silent, m.of+" to "+of
	}
	m.last, m.of = now, of
	if stage == is.name {
		return
	}
	is.took, m.began = now.Sub(m.began), now
	is.resident = max(is.resident, resident())
	fmt.Printf("%-14s %7.1f s %6d MB resident %6d MB heap, silent %5.1f s: %s\n",
		is.name, is.took.Seconds(), is.resident>>20, is.heap>>20, is.silent.Seconds(), is.of)
	// 5 sets the most memory that the process had to what it has; see proc_pid_clear_refs(5).
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	m.stages = append(m.stages, scaleStage{name: stage})
}

// watch notes how full the heap is, and writes profiles of it.
func (m *scale) watch(ctx context.Context, profiles string) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	full := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	profiled := map[string]uint64{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(full)
		heap := full[0].Value.Uint64()
		m.mu.Lock()
		is := &m.stages[len(m.stages)-1]
		is.heap, is.resident = max(is.heap, heap), max(is.resident, resident())
		name := fmt.Sprintf("%02d-%s", len(m.stages), is.name)
		m.mu.Unlock()
		if profiles != "" && heap > profiled[name]+profiled[name]/10+(20<<20) {
			profiled[name] = heap
			writeHeap(filepath.Join(profiles, name+".heap"))
		}
	}
}

func writeHeap(path string) {
	f, err := os.Create(path)
	if err != nil {
		return
	}
	defer f.Close()
	_ = pprof.Lookup("heap").WriteTo(f, 0)
}

// resident returns the most memory that the process had since the last stage, 0 where the system says nothing of it.
func resident() uint64 {
	text, _ := os.ReadFile("/proc/self/status")
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	kilobytes, _ := strconv.ParseUint(strings.TrimSpace(cmp.Or(before(after, "kB"), "0")), 10, 64)
	return kilobytes << 10
}

func before(text, end string) string {
	text, _, _ = strings.Cut(text, end)
	return text
}
