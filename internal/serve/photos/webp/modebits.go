package webp

// How modes are coded (RFC 6386, 11.2 to 11.4).

// wholeProb is the probability that luma is predicted by blocks.
const wholeProb = 145

// wholeMode passes on the bits of the mode of luma as a whole.
func wholeMode(mode uint8, put func(bool, uint8)) {
	put(mode == modeGradient || mode == modeHorizontal, 156)
	switch mode {
	case modeMean, modeVertical:
		put(mode == modeVertical, 163)
	default:
		put(mode == modeGradient, 128)
	}
}

// chromaMode passes on the bits of the mode of chroma.
func chromaMode(mode uint8, put func(bool, uint8)) {
	put(mode != modeMean, 142)
	if mode == modeMean {
		return
	}
	put(mode != modeVertical, 114)
	if mode != modeVertical {
		put(mode == modeGradient, 183)
	}
}

// blockMode passes on the bits of the mode of a block.
func blockMode(mode uint8, probs *[modes4 - 1]uint8, put func(bool, uint8)) {
	for i, first := range [3]uint8{modeMean, modeGradient, modeVertical} {
		put(mode != first, probs[i])
		if mode == first {
			return
		}
	}
	switch mode {
	case modeHorizontal, modeRightDown, modeVerticalRight:
		put(false, probs[3])
		put(mode != modeHorizontal, probs[4])
		if mode != modeHorizontal {
			put(mode == modeVerticalRight, probs[5])
		}
		return
	}
	put(true, probs[3])
	for i, next := range [3]uint8{modeLeftDown, modeVerticalLeft, modeHorizontalDown} {
		put(mode != next, probs[6+i])
		if mode == next {
			return
		}
	}
}

// What modes cost, in 256ths of a bit; those of blocks by the modes above and left.
var (
	wholeCosts, chromaCosts = func() (whole, chroma [modes16]int) {
		for mode := range whole {
			whole[mode] = costOf(true, wholeProb)
			wholeMode(uint8(mode), func(bit bool, prob uint8) { whole[mode] += costOf(bit, prob) })
			chromaMode(uint8(mode), func(bit bool, prob uint8) { chroma[mode] += costOf(bit, prob) })
		}
		return whole, chroma
	}()
	modeCosts = func() (costs [modes4][modes4][modes4]int) {
		for above := range costs {
			for left := range costs[above] {
				for mode := range costs[above][left] {
					blockMode(uint8(mode), &modeProbs[above][left], func(bit bool, prob uint8) {
						costs[above][left][mode] += costOf(bit, prob)
					})
				}
			}
		}
		return costs
	}()
)
