package edition

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/heapsize"
)

// TestTheHistoryOfOneHomeInEightIsSmall gives one home in eight another surface, status, place and address before, and
// measures the edition's files, and its memory when it is open.
func TestTheHistoryOfOneHomeInEightIsSmall(t *testing.T) {
	const n = 20_000
	cost := func(history bool) (disk, memory int64) {
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
		dir := t.TempDir()
		m, _, err := Write(t.Context(), dir, c)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range m.Files {
			disk += f.Bytes
		}
		e, err := Open(t.Context(), filepath.Join(dir, m.ID))
		if err != nil {
			t.Fatal(err)
		}
		for _, bytes := range heapsize.Of(e, 1) {
			memory += int64(bytes)
		}
		return disk, memory
	}
	disk, memory := cost(false)
	moreDisk, moreMemory := cost(true)
	for _, of := range []struct {
		what        string
		bytes, with int64
	}{{"files", disk, moreDisk}, {"memory", memory, moreMemory}} {
		more := float64(of.with-of.bytes) / float64(of.bytes)
		t.Logf("history takes %.1f %% of %d bytes of %s", 100*more, of.bytes, of.what)
		if more > 0.05 {
			t.Errorf("history takes %.1f %% of %d bytes of %s, want at most 5", 100*more, of.bytes, of.what)
		}
	}
}
