package demo

import (
	"hash/fnv"
	"math/rand/v2"
)

// dice are the random numbers for one purpose. Each purpose has its own, so that a change in one (such as the
// pictures) leaves the others (such as the prices) unchanged.
type dice struct{ *rand.Rand }

func newDice(seed uint64, purpose string) dice {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// between returns a whole number from lo to hi, both included.
func (d dice) between(lo, hi int) int { return lo + d.IntN(hi-lo+1) }

// uniform returns a number from lo up to hi.
func (d dice) uniform(lo, hi float64) float64 { return lo + (hi-lo)*d.Float64() }

// normal returns a number with the given mean and standard deviation.
func (d dice) normal(mean, sd float64) float64 { return mean + sd*d.NormFloat64() }

// chance returns true with probability p.
func (d dice) chance(p float64) bool { return d.Float64() < p }
