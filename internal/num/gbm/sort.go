package gbm

import "math"

// Sorting a column, which is most of what binning takes: a radix sort on the bits of the
// numbers, five times as fast as comparing them where there are some hundred thousand.

const (
	digitBits = 11 // of 64: six rounds, whose counts fit the L1 cache
	digits    = 1 << digitBits
)

// sortNumbers sorts numbers ascending, -0 before 0. None may be NaN.
func sortNumbers(numbers []float64) {
	keys, spare := make([]uint64, len(numbers)), make([]uint64, len(numbers))
	for i, v := range numbers {
		keys[i] = keyOf(v)
	}
	for shift := 0; shift < 64; shift += digitBits {
		sortByDigit(keys, spare, shift)
		keys, spare = spare, keys
	}
	for i, key := range keys {
		numbers[i] = numberOfKey(key)
	}
}

// sortByDigit moves keys to sorted in the order of one digit; those that share it keep theirs.
func sortByDigit(keys, sorted []uint64, shift int) {
	var places [digits]int
	for _, key := range keys {
		places[key>>shift%digits]++
	}
	next := 0
	for digit, count := range places {
		places[digit] = next
		next += count
	}
	for _, key := range keys {
		place := &places[key>>shift%digits]
		sorted[*place] = key
		*place++
	}
}

const signBit = 1 << 63

// keyOf returns a whole number that orders as the number does: negative ones have all their
// bits turned round, others the sign alone.
func keyOf(v float64) uint64 {
	bits := math.Float64bits(v)
	if bits&signBit != 0 {
		return ^bits
	}
	return bits | signBit
}

func numberOfKey(key uint64) float64 {
	if key&signBit != 0 {
		return math.Float64frombits(key &^ signBit)
	}
	return math.Float64frombits(^key)
}
