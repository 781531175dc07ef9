package facts

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/gevel/gevel"
)

// learned is a street that checks what it is told.
type learned struct {
	street
	t *testing.T
}

func (l *learned) Record(id gevel.BAGID, facts []gevel.Fact) {
	for _, f := range facts {
		switch {
		case f.Attribute >= len(l.table), math.IsNaN(f.Value), math.IsInf(f.Value, 0):
			l.t.Errorf("home %s is told %+v", id, f)
		case f.Known > today, f.About.Known && f.About.V > today:
			l.t.Errorf("home %s is told what is not known yet: %+v", id, f)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("dwelling_id,known_date,num_woz\n0518010000000001,2023-02-28,412000\n\"b"))
	f.Add([]byte("\uFEFFpostcode;huisnummer;toevoeging;num_woz;reference_date;known_date\n2511 CV;1-A;;412.000;01-01-2022;20230228\n"))
	f.Add([]byte("BAG-ID\trooms\tmonument\tcat_ground\n518010000000002\t4\tja\tclay\n518010000000003\t9e9\tx\t\xff\n"))
	f.Add([]byte("vbo_id|build_type|build_year|volume\n1|2 onder 1 kap|9999|1.250\n"))
	path := filepath.Join(f.TempDir(), "own.csv")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, known := range []gevel.Opt[gevel.Date]{{}, gevel.Some(gevel.NoDate)} {
			homes := &learned{street{table: gevel.Standard()}, t}
			r, err := Read(t.Context(), Source{Path: path, Known: known}, Options{Homes: homes, AsOf: today})
			if err == nil && r.Rows != r.Used+r.Empty+r.Rejects.Total() {
				t.Errorf("%d rows are not %d used, %d empty and %v", r.Rows, r.Used, r.Empty, r.Rejects.List())
			}
		}
	})
}
