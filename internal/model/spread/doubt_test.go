package spread

import (
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel/internal/num/stats"
)

func TestDoubtMakesLessSure(t *testing.T) {
	d := make(Quantiles, quantileSteps)
	for k := range d {
		d[k], _ = stats.StudentQuantile((float64(k)+0.5)/quantileSteps, priorDegrees)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		size, level, n := 0.03+0.1*r.Float64(), 0.05*r.Float64(), 20+r.IntN(10_000)
		sure := d.Surely(0.1, size, Doubt{level, n})
		switch {
		case sure < 0 || sure > d.Within(0.1, size):
			t.Fatalf("size %v, level %v, %d errors: %v is surely within, %v is within", size, level, n, sure, d.Within(0.1, size))
		case d.Surely(0.1, size, Doubt{level + 0.01, n}) > sure:
			t.Fatalf("size %v, level %v, %d errors: surer with a worse level", size, level, n)
		case d.Surely(0.1, size, Doubt{level, 2 * n}) < sure:
			t.Fatalf("size %v, level %v, %d errors: less sure with more errors", size, level, n)
		}
	}
	if sure, within := d.Surely(0.1, 0.05, Doubt{0, 1_000_000}), d.Within(0.1, 0.05); within-sure > 0.002 {
		t.Errorf("without doubt %v is surely within, want %v", sure, within)
	}
}
