package webp

// Coefficients and their levels.

// levels are those of a block in the order in which they are coded.
type levels [16]int16

// zigzag is that order.
var zigzag = [16]uint8{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}

// mostLevel is the largest level that is written.
const mostLevel = 2047

// step is the size of a level for the first coefficient and for the others.
type step [2]int32

// steps of the three kinds of coefficients at an index, 0 to 127.
type steps struct{ luma, firsts, chroma step }

func stepsAt(index int) steps {
	const mostOfChroma = 117 // of the index for the first coefficients
	return steps{
		luma:   step{stepsOfFirst[index], stepsOfOther[index]},
		firsts: step{2 * stepsOfFirst[index], max(8, stepsOfOther[index]*155/100)},
		chroma: step{stepsOfFirst[min(index, mostOfChroma)], stepsOfOther[index]},
	}
}

// Levels are rounded down a little more than up, in 256ths: zeros cost least.
const (
	roundFirst = 110
	roundOther = 100
)

// quantize returns the levels of coefficients, from a position in the coded order on, and puts in the coefficients what a
// decoder makes of them.
func (s step) quantize(b *block, from int) (out levels) {
	rounding := int32(roundFirst)
	for n := from; n < 16; n++ {
		size := s[min(n, 1)]
		if n > 0 {
			rounding = roundOther
		}
		at := zigzag[n]
		c := b[at]
		level := min((max(c, -c)+size*rounding>>8)/size, mostLevel)
		if c < 0 {
			level = -level
		}
		out[n] = int16(level)
		b[at] = level * size
	}
	return out
}
