package webp

// Coefficients and their levels.

// levels are those of a block in the order in which they are coded.
type levels [16]int16

// zigzag is that order.
var zigzag = [16]uint8{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}

// mostLevel is the largest level that is written.
const mostLevel = 2047

// step is the size of a level for the first coefficient and for the others, and how sizes are rounded to levels: what is
// added before the fraction is dropped, in 256ths of a level. It is below a half, since zeros cost least.
type step struct{ size, rounding [2]int32 }

// steps of the three kinds of coefficients.
type steps struct{ luma, firsts, chroma step }

// finerChroma is by how much the index of the first coefficients of chroma is below that of all others. At the quantizer of
// photos a level of theirs is then one of a flat area, whose tint is seen where it is near grey. The others are
// rounded down more, which makes up for most of the bytes.
const finerChroma = 14

// stepsAt returns the steps at an index, 0 to 127.
func stepsAt(index int) steps {
	const mostOfChroma = 117 // of the index for the first coefficients
	luma, chroma := [2]int32{110, 100}, [2]int32{64, 80}
	return steps{
		luma:   step{[2]int32{stepsOfFirst[index], stepsOfOther[index]}, luma},
		firsts: step{[2]int32{2 * stepsOfFirst[index], max(8, stepsOfOther[index]*155/100)}, luma},
		chroma: step{[2]int32{stepsOfFirst[min(max(index-finerChroma, 0), mostOfChroma)], stepsOfOther[index]}, chroma},
	}
}

// quantize returns the levels of coefficients, from a position in the coded order on, and puts in the coefficients what a
// decoder makes of them.
func (s step) quantize(b *block, from int) (out levels) {
	for n := from; n < 16; n++ {
		size, rounding := s.size[min(n, 1)], s.rounding[min(n, 1)]
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
