package webp

// The file.

import (
	"encoding/binary"
	"fmt"
	"image"
)

// MaxSide is the widest and highest a picture can be, pixels.
const MaxSide = 1<<14 - 1

// Coarsest is the largest quantizer.
const Coarsest = 127

// Encode returns an opaque picture as a WebP file. The quantizer is 0 for the finest to Coarsest. The same picture gives
// the same bytes. Errors: a picture without pixels or larger than MaxSide, or one so large and detailed that its modes do
// not fit in the first part of a frame, which holds 512 kB.
func Encode(img *image.RGBA, quantizer int) ([]byte, error) {
	size := img.Rect.Size()
	if size.X < 1 || size.Y < 1 || size.X > MaxSide || size.Y > MaxSide {
		return nil, fmt.Errorf("a WebP can't be %d x %d pixels", size.X, size.Y)
	}
	f := choose(pictureOf(img), min(max(quantizer, 0), Coarsest))
	head, coefficients := f.head(), f.coefficients()
	if len(head) > mostHead {
		return nil, fmt.Errorf("the modes of a picture of %d x %d pixels do not fit in a WebP", size.X, size.Y)
	}
	return container(size, head, coefficients), nil
}

// mostHead is the largest first part, bytes.
const mostHead = 1<<19 - 1

// frame is a picture as it is coded.
type frame struct {
	index       int // of the quantizer
	wide        int
	macroblocks []macroblock
	made        *picture // what a decoder sees before it smooths edges
	probs       probTable
	skip        uint8 // the probability that a macroblock has levels
	smoothing   int   // of the edges of blocks, by the decoder: 0 to 63
}

func choose(from *picture, index int) *frame {
	f := &frame{
		index: index, wide: from.wide, smoothing: min(index/smoothingShare, 63),
		macroblocks: make([]macroblock, from.wide*from.high),
	}
	f.made = newPicture(image.Pt(from.wide*lumaSide, from.high*lumaSide))
	c := newChooser(from, f.made, index, &usualProbs)
	empty := 0
	for at := range f.macroblocks {
		f.macroblocks[at] = c.next(at%f.wide, at/f.wide)
		if f.macroblocks[at].empty() {
			empty++
		}
	}
	f.skip = uint8(min(max(256*(len(f.macroblocks)-empty)/len(f.macroblocks), 1), 255))
	var n counts
	f.tokens(func(at nodeAt, bit bool) {
		which := 0
		if bit {
			which = 1
		}
		n[at.plane][at.band][at.context][at.node][which]++
	}, func(bool, uint8) {})
	f.probs = n.probs()
	return f
}

// tokens passes on the bits of all levels.
func (f *frame) tokens(node func(nodeAt, bool), plain func(bool, uint8)) {
	above := make([]border, f.wide)
	var left border
	for at := range f.macroblocks {
		m, above := &f.macroblocks[at], &above[at%f.wide]
		if at%f.wide == 0 {
			left = border{}
		}
		if !m.empty() {
			m.tokens(*above, left, node, plain)
		}
		m.remember(above, &left)
	}
}

func (m *macroblock) tokens(above, left border, node func(nodeAt, bool), plain func(bool, uint8)) {
	plane, from := uint8(planeLumaWhole), 0
	if m.whole {
		m.firsts.tokens(planeFirsts, above.firsts+left.firsts, 0, node, plain)
		plane, from = planeLumaRest, 1
	}
	for n := range lumaBlocks {
		top, side := &above.luma[n%4], &left.luma[n/4]
		m.levels[n].tokens(plane, *top+*side, from, node, plain)
		*top, *side = m.levels[n].any(), m.levels[n].any()
	}
	for n := range 2 * chromaBlocks {
		i, at := n/chromaBlocks, n%chromaBlocks
		l := &m.levels[lumaBlocks+n]
		top, side := &above.chroma[i][at%2], &left.chroma[i][at/2]
		l.tokens(planeChroma, *top+*side, 0, node, plain)
		*top, *side = l.any(), l.any()
	}
}

// coefficients returns the second part of the frame.
func (f *frame) coefficients() []byte {
	w := newBoolWriter()
	f.tokens(func(at nodeAt, bit bool) { w.put(bit, f.probs[at.plane][at.band][at.context][at.node]) }, w.put)
	return w.finish()
}

// head returns the first part of the frame: its settings and the modes (RFC 6386, 9.2 to 9.11).
func (f *frame) head() []byte {
	w := newBoolWriter()
	w.putNumber(0, 2) // colours of television, which a decoder clips
	w.putNumber(0, 1) // one quantizer for all
	w.putNumber(0, 1) // the normal filter
	w.putNumber(f.smoothing, 6)
	w.putNumber(0, 3) // at any edge
	w.putNumber(0, 1) // the same for all modes
	w.putNumber(0, 2) // one part of coefficients
	w.putNumber(f.index, 7)
	w.putNumber(0, 3) // also of luma's first coefficients
	w.putNumber(1, 1) // but not of chroma's
	w.putNumber(finerChroma, 4)
	w.putNumber(1, 1) // less
	w.putNumber(0, 1) // of chroma's others
	w.putNumber(0, 1) // probabilities need not outlive the frame
	for plane := range f.probs {
		for band := range f.probs[plane] {
			for context := range f.probs[plane][band] {
				for node, prob := range f.probs[plane][band][context] {
					differs := prob != usualProbs[plane][band][context][node]
					w.put(differs, changeProbs[plane][band][context][node])
					if differs {
						w.putNumber(int(prob), 8)
					}
				}
			}
		}
	}
	w.putNumber(1, 1) // macroblocks without levels are told
	w.putNumber(int(f.skip), 8)
	f.modes(w)
	return w.finish()
}

func (f *frame) modes(w *boolWriter) {
	above := make([]border, f.wide)
	var left border
	for at := range f.macroblocks {
		m, above := &f.macroblocks[at], &above[at%f.wide]
		if at%f.wide == 0 {
			left = border{}
		}
		w.put(m.empty(), f.skip)
		w.put(m.whole, wholeProb)
		if m.whole {
			wholeMode(m.mode, w.put)
		} else {
			tops, sides := above.modes, left.modes
			for n, mode := range m.modes {
				blockMode(mode, &modeProbs[tops[n%4]][sides[n/4]], w.put)
				tops[n%4], sides[n/4] = mode, mode
			}
		}
		chromaMode(m.chroma, w.put)
		m.remember(above, &left)
	}
}

// smoothingShare is how many steps of the quantizer one of smoothing is for.
const smoothingShare = 3

// container puts a key frame (9.1) in the one chunk of a RIFF file.
func container(size image.Point, head, coefficients []byte) []byte {
	const headerBytes = 10
	frame := headerBytes + len(head) + len(coefficients)
	out := make([]byte, 0, 20+frame+1)
	out = append(out, "RIFF"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(12+frame+frame%2))
	out = append(out, "WEBPVP8 "...)
	out = binary.LittleEndian.AppendUint32(out, uint32(frame))
	const shown = 1 << 4
	tag := shown | len(head)<<5
	out = append(out, byte(tag), byte(tag>>8), byte(tag>>16), 0x9d, 0x01, 0x2a)
	out = binary.LittleEndian.AppendUint16(out, uint16(size.X))
	out = binary.LittleEndian.AppendUint16(out, uint16(size.Y))
	out = append(append(out, head...), coefficients...)
	return append(out, make([]byte, frame%2)...)
}
