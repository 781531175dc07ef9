package edition

import (
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// TestTheHistoryOfOneHomeInEightIsSmall gives one home in eight another surface, status, place and address before, and
// measures the edition's files and memory.
func TestTheHistoryOfOneHomeInEightIsSmall(t *testing.T) {
	const n = 60_000
	cost := func(history bool) (bytes int64, heap int64) {
		c := inventContents(n, 1)
		c.Statuses = nil
		for i := range c.Dwellings {
			c.Dwellings[i].Facts = nil
		}
		for i := 0; history && i < n; i += 8 {
			d, day := &c.Dwellings[i], gevel.NewDate(2015, time.January, 1)+gevel.Date(i%4000)
			for k, known := range []gevel.Date{gevel.NoDate, day} {
				since := []gevel.Date{gevel.Always, day - 30}[k]
				d.Facts = append(d.Facts, gevel.Fact{Attribute: gevel.AtUseSurface, Value: float64(60 + i%90 + 20*k), Provenance: gevel.Provenance{
					Source: gevel.FromBAG, Known: known, Since: gevel.Some(since), Until: gevel.NoDate,
				}})
			}
			if i%16 == 0 { // of these half
				a := c.Addresses[i]
				a.HouseNumber, a.Until = a.HouseNumber%9000+1, day
				c.Addresses = append(c.Addresses, a)
				d.Moves = []gevel.Move{{Until: day, At: gevel.Point{X: d.At.X + 12, Y: d.At.Y}, Place: d.Place}}
			}
		}
		folder := t.TempDir()
		m, _, err := Write(t.Context(), folder, c)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(folder, m.ID)
		for _, f := range m.Files {
			bytes += f.Bytes
		}
		c = Contents{}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		e, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(e)
		return bytes, int64(after.HeapAlloc) - int64(before.HeapAlloc)
	}
	cost(true) // the first reading fills caches
	bytes, heap := cost(false)
	bytesWith, heapWith := cost(true)
	file, memory := float64(bytesWith-bytes)/float64(bytes), float64(heapWith-heap)/float64(heap)
	t.Logf("history takes %.1f %% of the files and %.1f %% of the memory", 100*file, 100*memory)
	if file > 0.05 || memory > 0.05 {
		t.Errorf("history takes %.1f %% of %d bytes and %.1f %% of %d in memory, want at most 5", 100*file, bytes, 100*memory, heap)
	}
}
