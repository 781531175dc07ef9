package webp

// The choice of how each macroblock is predicted.

import "math"

// blocks of a macroblock: luma row by row, blue, red.
const (
	lumaBlocks   = 16
	chromaBlocks = 4 // of each of the two
)

// macroblock is how one is coded.
type macroblock struct {
	whole  bool  // luma is predicted at once
	mode   uint8 // of luma as a whole
	modes  [lumaBlocks]uint8
	chroma uint8 // mode
	firsts levels
	levels [lumaBlocks + 2*chromaBlocks]levels
}

// empty reports whether all levels are zero.
func (m *macroblock) empty() bool { return m.firsts == levels{} && m.levels == [len(m.levels)]levels{} }

// border is what a macroblock tells those right of it and below.
type border struct {
	modes  [4]uint8
	luma   [4]uint8    // 1 for levels
	chroma [2][2]uint8 // the same
	firsts uint8
}

// chooser goes over a picture, row by row.
type chooser struct {
	from, made *picture // what is wanted, and what a decoder sees
	steps      steps
	prices     *prices
	lambda     int // squared errors for a bit, in 256ths
	above      []border
	left       border
}

func newChooser(from, made *picture, index int, probs *probTable) *chooser {
	c := &chooser{from: from, made: made, steps: stepsAt(index), prices: pricesOf(probs), above: make([]border, from.wide)}
	size := int(c.steps.luma.size[1])
	c.lambda = max(size*size*lambdaShare/4096, 1)
	return c
}

// lambdaShare is lambda as a share of the squared step, in 4096ths.
const lambdaShare = 100

// score weighs squared errors and bits, the latter in 256ths.
func (c *chooser) score(errors, bits int) int { return errors*256 + bits*c.lambda }

// next chooses for the macroblock at a column and row, stores what it looks like, and keeps what it tells the others.
func (c *chooser) next(column, row int) (m macroblock) {
	if column == 0 {
		c.left = border{}
	}
	above := &c.above[column]
	var luma workspace
	luma.surround(c.made.luma, lumaSide, column, row)
	whole, wholeLook, wholeScore := c.lumaWhole(&luma, column, row)
	m, look := whole, wholeLook
	if parts, partsLook, ok := c.lumaParts(&luma, column, row, wholeScore); ok {
		m, look = parts, partsLook
	}
	look.store(c.made.luma, lumaSide, column, row)
	c.bothChromas(&m, column, row)
	m.remember(above, &c.left)
	return m
}

// lumaWhole returns the best prediction of luma as a whole, what it looks like and its score.
func (c *chooser) lumaWhole(around *workspace, column, row int) (best macroblock, look workspace, least int) {
	least = math.MaxInt
	at := row*lumaSide*c.from.luma.stride + column*lumaSide
	above, left := &c.above[column], &c.left
	for mode := range modes16 {
		w, m := *around, macroblock{whole: true, mode: uint8(mode)}
		w.predict(lumaSide, mode, row > 0, column > 0)
		var coded [lumaBlocks]block
		var firsts block
		for n := range coded {
			b := residual(c.from.luma, at+n/4*blockSide*c.from.luma.stride+n%4*blockSide, &w, ownAt(n, 4))
			coded[n] = transform(&b)
			firsts[n] = coded[n][0]
		}
		firsts = transformFirsts(&firsts)
		m.firsts = c.steps.firsts.quantize(&firsts, 0)
		firsts = restoreFirsts(&firsts)
		bits := wholeCosts[mode] + c.prices.of(&m.firsts, planeFirsts, above.firsts+left.firsts, 0)
		top, side := above.luma, left.luma
		for n := range coded {
			m.levels[n] = c.steps.luma.quantize(&coded[n], 1)
			bits += c.prices.of(&m.levels[n], planeLumaRest, top[n%4]+side[n/4], 1)
			top[n%4], side[n/4] = m.levels[n].any(), m.levels[n].any()
			coded[n][0] = firsts[n]
			w.restore(ownAt(n, 4), &coded[n])
		}
		if score := c.score(w.errors(c.from.luma, at, origin, lumaSide), bits); score < least {
			best, look, least = m, w, score
		}
	}
	for n := range best.modes {
		best.modes[n] = best.mode
	}
	return best, look, least
}

// tried is how many modes of a block are tried out: those that predict best.
const tried = 4

// lumaParts returns the best prediction of luma by blocks and what it looks like. Not ok: it scores no less than limit.
func (c *chooser) lumaParts(around *workspace, column, row, limit int) (m macroblock, look workspace, ok bool) {
	look = *around
	above, left := c.above[column].modes, c.left.modes
	top, side := c.above[column].luma, c.left.luma
	total := c.score(0, costOf(false, wholeProb))
	for n := range lumaBlocks {
		at, own := (row*lumaSide+n/4*blockSide)*c.from.luma.stride+column*lumaSide+n%4*blockSide, ownAt(n, 4)
		costs := &modeCosts[above[n%4]][left[n/4]]
		context := top[n%4] + side[n/4]
		e := look.edgeOf(own)
		least := math.MaxInt
		var best [blockSide * blockSide]uint8
		for _, mode := range c.promising(&look, &e, at, own, costs) {
			look.predictBlock(own, &e, mode)
			b := residual(c.from.luma, at, &look, own)
			b = transform(&b)
			coded := c.steps.luma.quantize(&b, 0)
			look.restore(own, &b)
			bits := costs[mode] + c.prices.of(&coded, planeLumaWhole, context, 0)
			if score := c.score(look.errors(c.from.luma, at, own, blockSide), bits); score < least {
				least, best = score, look.block(own)
				m.modes[n], m.levels[n] = uint8(mode), coded
			}
		}
		look.setBlock(own, &best)
		above[n%4], left[n/4] = m.modes[n], m.modes[n]
		top[n%4], side[n/4] = m.levels[n].any(), m.levels[n].any()
		if total += least; total >= limit {
			return m, look, false
		}
	}
	return m, look, true
}

// promising returns the modes of a block whose prediction is nearest, the nearest first.
func (c *chooser) promising(w *workspace, e *edge, at, own int, costs *[modes4]int) (modes [tried]int) {
	var scores [tried]int
	for i := range scores {
		scores[i] = math.MaxInt
	}
	for mode := range modes4 {
		w.predictBlock(own, e, mode)
		score := c.score(w.errors(c.from.luma, at, own, blockSide), costs[mode])
		for i := range scores {
			if score < scores[i] {
				scores[i], score = score, scores[i]
				modes[i], mode = mode, modes[i]
			}
		}
	}
	return modes
}

// bothChromas chooses the mode of chroma, and stores what it looks like.
func (c *chooser) bothChromas(m *macroblock, column, row int) {
	var around, best [2]workspace
	for i := range around {
		around[i].surround(c.made.chroma[i], chromaSide, column, row)
	}
	least := math.MaxInt
	for mode := range modes16 {
		bits, errors := chromaCosts[mode], 0
		looks := around
		var coded [2 * chromaBlocks]levels
		for i := range looks {
			w, p := &looks[i], c.from.chroma[i]
			at := row*chromaSide*p.stride + column*chromaSide
			w.predict(chromaSide, mode, row > 0, column > 0)
			top, side := c.above[column].chroma[i], c.left.chroma[i]
			for n := range chromaBlocks {
				b := residual(p, at+n/2*blockSide*p.stride+n%2*blockSide, w, ownAt(n, 2))
				b = transform(&b)
				l := c.steps.chroma.quantize(&b, 0)
				bits += c.prices.of(&l, planeChroma, top[n%2]+side[n/2], 0)
				top[n%2], side[n/2] = l.any(), l.any()
				w.restore(ownAt(n, 2), &b)
				coded[i*chromaBlocks+n] = l
			}
			errors += w.errors(p, at, origin, chromaSide)
		}
		if score := c.score(errors, bits); score < least {
			least, best = score, looks
			m.chroma = uint8(mode)
			copy(m.levels[lumaBlocks:], coded[:])
		}
	}
	for i := range best {
		best[i].store(c.made.chroma[i], chromaSide, column, row)
	}
}

// remember keeps what a macroblock tells those below it and right of it.
func (m *macroblock) remember(above, left *border) {
	for n, l := range m.levels[:lumaBlocks] {
		above.luma[n%4], left.luma[n/4] = l.any(), l.any()
		above.modes[n%4], left.modes[n/4] = m.modes[n], m.modes[n]
	}
	for n, l := range m.levels[lumaBlocks:] {
		i, n := n/chromaBlocks, n%chromaBlocks
		above.chroma[i][n%2], left.chroma[i][n/2] = l.any(), l.any()
	}
	if m.whole {
		above.firsts, left.firsts = m.firsts.any(), m.firsts.any()
	}
}

// any returns 1 if a level is not zero.
func (l *levels) any() uint8 {
	if *l == (levels{}) {
		return 0
	}
	return 1
}

// ownAt returns where block n of a row of some blocks begins in a workspace.
func ownAt(n, across int) int {
	return origin + n/across*blockSide*workspaceStride + n%across*blockSide
}
