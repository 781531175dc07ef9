package ratio

import (
	"math"
	"testing"
)

// worse returns the observations with their values raised by a tenth.
func worse(obs []Observation) []Observation {
	raised := append([]Observation(nil), obs...)
	for i := range raised {
		raised[i].Value *= 1.10
	}
	return raised
}

func TestComparisonFindsTheBetterModel(t *testing.T) {
	a := simulated(1000, 1)
	c, err := Compare(a, worse(a), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c.MdAPE.Range.High >= 0 || c.MAPE.Range.High >= 0 || c.PE10.Range.Low <= 0 {
		t.Errorf("a worse model is not found: %+v", c)
	}
	for name, d := range map[string][3]Figure{
		"MdAPE": {c.MdAPEA, c.MdAPEB, c.MdAPE}, "MAPE": {c.MAPEA, c.MAPEB, c.MAPE}, "PE10": {c.PE10A, c.PE10B, c.PE10},
	} {
		if !near(d[0].Value-d[1].Value, d[2].Value) {
			t.Errorf("%s: %v less %v is not %v", name, d[0].Value, d[1].Value, d[2].Value)
		}
	}
}

func TestComparisonTurnsAroundWithItsSides(t *testing.T) {
	a := simulated(300, 1)
	there, _ := Compare(a, worse(a), Options{Seed: 5})
	back, _ := Compare(worse(a), a, Options{Seed: 5})
	if !near(there.MAPE.Value, -back.MAPE.Value) || !near(there.MAPE.Range.Low, -back.MAPE.Range.High) {
		t.Errorf("there %+v, back %+v", there.MAPE, back.MAPE)
	}
}

func TestPairingNarrowsTheInterval(t *testing.T) {
	a := simulated(1000, 1)
	b := append([]Observation(nil), a...)
	for i := range b {
		b[i].Value *= 1.001
	}
	c, err := Compare(a, b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	width := func(f Figure) float64 { return f.Range.High - f.Range.Low }
	if width(c.MAPE) > width(c.MAPEA)/4 {
		t.Errorf("the difference of two like models has the interval %v, each alone %v", c.MAPE.Range, c.MAPEA.Range)
	}
}

func TestComparisonIsOverSalesThatBothValued(t *testing.T) {
	a, b := fromPairs([]float64{90, 100, 100, 100, 120, 100, 1, 1}),
		fromPairs([]float64{80, 100, 100, 100, 100, 100, 1, 1})
	a[1].HasValue, b[2].HasValue = false, false
	a[3].HasValue, b[3].HasValue = false, false
	c, err := Compare(a, b, Options{})
	if err != nil || c.N != 4 || c.Both != 1 || c.OnlyA != 1 || c.OnlyB != 1 || !near(c.MdAPE.Value, -10) {
		t.Errorf("Compare = %+v, %v", c, err)
	}
}

func TestComparisonRefusesOtherSales(t *testing.T) {
	a := fromPairs([]float64{90, 100, 100, 100})
	for name, b := range map[string][]Observation{
		"fewer":         a[:1],
		"another price": fromPairs([]float64{90, 100, 100, 101}),
		"no amount":     fromPairs([]float64{90, 100, math.NaN(), 100}),
	} {
		if _, err := Compare(a, b, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
