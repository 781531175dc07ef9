package bag

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/market/footprint"
)

// BenchmarkCountry reads an invented country and reports the peak memory of the process. The environment
// gives its file and size; a missing file is written and kept.
//
//	GEVEL_COUNTRY=<file> GEVEL_COUNTRY_ADDRESSES=1000000 \
//	  go test -run xx -bench Country -benchtime 1x ./internal/source/bag
func BenchmarkCountry(b *testing.B) {
	path := os.Getenv("GEVEL_COUNTRY")
	if path == "" {
		b.Skip("GEVEL_COUNTRY names no file")
	}
	if _, err := os.Stat(path); err != nil {
		addresses, err := strconv.Atoi(os.Getenv("GEVEL_COUNTRY_ADDRESSES"))
		if err != nil {
			b.Fatalf("GEVEL_COUNTRY_ADDRESSES: %v", err)
		}
		writeCountry(b, path, addresses)
		b.Skip("the file is written; run again to measure, in a process that has done nothing else")
	}
	var progress pulse
	var r *Register
	var footprints *footprint.Table
	b.ResetTimer()
	for b.Loop() {
		progress = pulse{last: time.Now()}
		var err error
		opt := Options{Progress: progress.beat}
		buildings := footprint.NewBuilder() // kept in memory, as in a build
		opt.Footprints = func(f Footprint) error {
			return buildings.Add(footprint.Building{Year: f.Year, Homes: len(f.Homes), Group: f.Type.Group(), Outline: f.Outline})
		}
		if r, err = Read(b.Context(), path, opt); err != nil {
			b.Fatal(err)
		}
		debug.FreeOSMemory()
		if footprints, err = buildings.Table(); err != nil {
			b.Fatal(err)
		}
		progress.beat(1, 1)
	}
	b.ReportMetric(float64(peak(b))/float64(len(r.Addresses)), "B/address")
	b.ReportMetric(float64(len(r.Addresses)), "addresses")
	b.ReportMetric(float64(len(r.Dwellings)), "homes")
	b.ReportMetric(float64(footprints.Bytes())/float64(footprints.Len()), "B/footprint")
	b.ReportMetric(progress.longest.Seconds(), "s-longest-pause")
	b.ReportMetric(progress.work.Seconds(), "cpu-s-longest-pause")
}

// pulse measures how long progress stands still: in wall time, and in processor time of this process, which
// depends less on other processes.
type pulse struct {
	mu      sync.Mutex
	share   float64
	last    time.Time
	longest time.Duration
	spent   time.Duration
	work    time.Duration
}

func (p *pulse) beat(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if share := float64(done) / float64(total); share > p.share || share == 1 {
		now := time.Now()
		p.longest = max(p.longest, now.Sub(p.last))
		spent := processorTime()
		p.work = max(p.work, spent-p.spent)
		p.share, p.last, p.spent = share, now, spent
	}
}

// processorTime returns the processor time of this process; 0 on systems other than Linux.
func processorTime() time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	const tick = 10 * time.Millisecond
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * tick
}

// peak returns the peak memory of this process, bytes.
func peak(t testing.TB) int64 {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("only Linux reports the peak memory of a process")
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kB, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kB << 10
}
