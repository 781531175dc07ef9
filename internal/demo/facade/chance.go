package facade

import "math/rand/v2"

// chance draws what is left open by a Front.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 0x67657665))} }

func (c chance) within(lo, hi float64) float64 { return lo + (hi-lo)*c.Float64() }

func (c chance) likely(p float64) bool { return c.Float64() < p }

func one[T any](c chance, choices []T) T { return choices[c.IntN(len(choices))] }
