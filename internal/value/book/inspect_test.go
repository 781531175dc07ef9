package book

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestInspectionsTakeOffMoreThanThoseByChance reveals what was hidden of invented homes: their values lose the error that
// came of it.
func TestInspectionsTakeOffMoreThanThoseByChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const homes, inspected = 2000, 200
	k := Inspections{Most: inspected}
	hidden := make([]float64, homes) // error in euros that an inspection takes off
	all := 0.0
	for i := range homes {
		value, unseen := math.Exp(12.5+0.4*rng.NormFloat64()), 0.0
		if rng.IntN(3) == 0 {
			unseen = 0.01 * rng.Float64()
		}
		hidden[i] = math.Abs(value * math.Sqrt(unseen) * rng.NormFloat64())
		all += hidden[i]
		k.Add(Inspection{Line: i}, &Home{Value: value, FSD: math.Sqrt(0.01 + unseen)}, unseen)
	}
	taken := 0.0
	first := k.First()
	for _, at := range first {
		taken += hidden[at.Line]
	}
	if byChance := all / homes * inspected; len(first) != inspected || taken < 1.25*byChance {
		t.Errorf("%d inspections take off %v of error, by chance %v", len(first), taken, byChance)
	}
}

func TestWhereAllIsKnownTheOwnErrorDecides(t *testing.T) {
	k := Inspections{Most: 2}
	k.Add(Inspection{Line: 2}, &Home{Value: 300_000, FSD: 0.05}, 0)
	k.Add(Inspection{Line: 3}, &Home{Value: 300_000, FSD: 0.20}, 0)
	k.Add(Inspection{Line: 4}, &Home{Value: 200_000, FSD: 0.10}, 0.005)
	first := k.First()
	if len(first) != 2 || first[0].Line != 4 || first[1].Line != 3 {
		t.Errorf("the first are %+v", first)
	}
	if got := first[0]; got.FSDAfter != 0.0707 || got.Takes != 14_142 {
		t.Errorf("the first is %+v", got)
	}
}
