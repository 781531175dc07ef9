package webp

// The arithmetic coder of the format (RFC 6386, 7).

import "math/bits"

// boolWriter codes bits of which the probability to be 0 is known.
type boolWriter struct {
	out     []byte
	low     uint32 // the lower end of the interval, the part that is not written yet
	size    uint32 // of the interval, 128 to 255
	missing int    // bits until the next byte is complete, negative
}

func newBoolWriter() *boolWriter { return &boolWriter{size: 255, missing: -24} }

// put codes a bit that is 0 with a probability in 256ths, at least 1.
func (w *boolWriter) put(bit bool, prob uint8) {
	split := 1 + (w.size-1)*uint32(prob)>>8
	if bit {
		w.low += split
		w.size -= split
	} else {
		w.size = split
	}
	shift := bits.LeadingZeros8(uint8(w.size))
	w.size <<= shift
	w.missing += shift
	if w.missing >= 0 {
		over := shift - w.missing
		if w.low<<(over-1)&(1<<31) != 0 {
			w.carry()
		}
		w.out = append(w.out, byte(w.low>>(24-over)))
		w.low = w.low << over & 0xffffff
		shift = w.missing
		w.missing -= 8
	}
	w.low <<= shift
}

// carry adds one to what is written.
func (w *boolWriter) carry() {
	at := len(w.out) - 1
	for ; w.out[at] == 255; at-- {
		w.out[at] = 0
	}
	w.out[at]++
}

// putNumber codes the lowest bits of a number, the highest first.
func (w *boolWriter) putNumber(number, width int) {
	for width--; width >= 0; width-- {
		w.put(number>>width&1 == 1, even)
	}
}

// even is the probability of a bit about which nothing is known.
const even = 128

// finish returns what is written, complete.
func (w *boolWriter) finish() []byte {
	w.putNumber(0, 32)
	return w.out
}
