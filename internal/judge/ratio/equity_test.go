package ratio

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/judge/standard"
)

// draft2026 holds the 54 sales, value and price, of the example in the IAAO's exposure draft
// "Standard on Ratio Studies" of May 2026; its VEI is 48.53, with a significance of 17.57.
var draft2026 = []float64{
	240000, 690000, 144000, 296250, 392000, 787500, 199200, 372000, 340800, 574500, 472000, 795000,
	336000, 559500, 284800, 465000, 436000, 693600, 191200, 298500, 225000, 350000, 194000, 295000,
	481600, 732000, 338400, 495000, 164800, 237000, 252800, 352500, 945000, 1289000, 280000, 379000,
	407000, 540000, 423000, 560000, 306800, 390000, 236800, 300000, 361000, 450000, 290400, 345000,
	235200, 277500, 415000, 485000, 381000, 442000, 380000, 435000, 875000, 998000, 680000, 772500,
	329000, 365000, 457000, 487000, 516000, 547500, 295200, 300000, 580000, 580000, 840000, 840000,
	640000, 622500, 660000, 637500, 354000, 340000, 800000, 750000, 390000, 352500, 800000, 705000,
	469000, 410000, 1000000, 859500, 920000, 787500, 527000, 440000, 800000, 648000, 786000, 630000,
	496000, 388500, 1000000, 765000, 320000, 243750, 960000, 720000, 952000, 705000, 327200, 240000,
}

func TestVEIReproducesTheDraftsExample(t *testing.T) {
	s := MeasuresOf(fromPairs(draft2026), Options{}).Summary
	if got := s.VEI.Figure.Value; math.Abs(got-48.53) > 0.005 {
		t.Errorf("VEI = %v, want 48.53", got)
	}
	if got := s.VEI.Significance.Value; math.Abs(got-17.57) > 0.005 {
		t.Errorf("significance = %v, want 17.57", got)
	}
	if len(s.VEI.Groups) != 4 {
		t.Errorf("%d groups of 54 sales, want 4", len(s.VEI.Groups))
	}
	for _, b := range s.Bounds {
		if b.Measure == standard.VEI && b.Outcome != NotMet {
			t.Errorf("met although the dearest group lies far above the cheapest: %+v", b)
		}
	}
}

func TestVEIDividesSalesByTheirNumber(t *testing.T) {
	for n, want := range map[int]int{3: 0, 4: 2, 50: 2, 51: 4, 500: 4, 501: 10} {
		pairs := make([]float64, 0, 2*n)
		for i := range n {
			pairs = append(pairs, 200000+1000*float64(i), 200000+1000*float64(i))
		}
		s := MeasuresOf(fromPairs(pairs), Options{Replicates: -1}).Summary
		sales := 0
		for _, g := range s.VEI.Groups {
			sales += g.N
		}
		if len(s.VEI.Groups) != want || want > 0 && sales != n {
			t.Errorf("%d sales: %d groups of %d sales, want %d", n, len(s.VEI.Groups), sales, want)
		}
	}
}

// Two groups whose medians may differ by chance alone: the intervals overlap.
func TestVEIBeyondItsBoundsIsMetWhereChanceMayHaveMadeIt(t *testing.T) {
	pairs := []float64{}
	for i, ratio := range []float64{0.7, 0.8, 1.1, 1.2, 0.8, 1.1, 1.2, 1.3} {
		price := 200000 + 100000*float64(i)
		pairs = append(pairs, ratio*price, price)
	}
	s := MeasuresOf(fromPairs(pairs), Options{Replicates: -1}).Summary
	if math.Abs(s.VEI.Figure.Value) <= 10 || s.VEI.Significance.Value > 0 {
		t.Fatalf("the example is off: %+v", s.VEI)
	}
	if b := s.Bounds[len(s.Bounds)-1]; b.Measure != standard.VEI || b.Outcome == NotMet {
		t.Errorf("%+v, want a VEI that is not missed", b)
	}
}
