package webp

// The transforms (RFC 6386, 14).

// block holds 16 pixels, coefficients or levels, row by row.
type block [16]int32

// A rotation by pi/8, in 65536ths.
const (
	cosine = 85627
	sine   = 35468
)

// residual returns what a prediction in the workspace misses of a plane.
func residual(p plane, at int, w *workspace, own int) (b block) {
	for y := range blockSide {
		theirs, ours := p.pix[at+y*p.stride:][:blockSide], w[own+y*workspaceStride:][:blockSide]
		for x := range theirs {
			b[4*y+x] = int32(theirs[x]) - int32(ours[x])
		}
	}
	return b
}

// transform returns the coefficients of pixels: those of a discrete cosine transform, twice as large.
func transform(pixels *block) (out block) {
	var half block
	for i := 0; i < 16; i += 4 {
		a, b := (pixels[i]+pixels[i+3])*8, (pixels[i+1]+pixels[i+2])*8
		c, d := pixels[i+1]-pixels[i+2], pixels[i]-pixels[i+3]
		half[i], half[i+2] = a+b, a-b
		half[i+1] = (c*2217 + d*5352 + 1812) >> 9
		half[i+3] = (d*2217 - c*5352 + 937) >> 9
	}
	for i := range 4 {
		a, b := half[i]+half[12+i], half[4+i]+half[8+i]
		c, d := half[4+i]-half[8+i], half[i]-half[12+i]
		out[i], out[8+i] = (a+b+7)>>4, (a-b+7)>>4
		out[4+i] = (c*2217 + d*5352 + 12000) >> 16
		if d != 0 {
			out[4+i]++
		}
		out[12+i] = (d*2217 - c*5352 + 51000) >> 16
	}
	return out
}

// restore adds the pixels of coefficients to a block of the workspace, as a decoder does.
func (w *workspace) restore(at int, b *block) {
	var half block
	for i := range 4 {
		a, c := b[i]+b[8+i], b[i]-b[8+i]
		d := b[4+i]*sine>>16 - b[12+i]*cosine>>16
		e := b[4+i]*cosine>>16 + b[12+i]*sine>>16
		half[4*i], half[4*i+1], half[4*i+2], half[4*i+3] = a+e, c+d, c-d, a-e
	}
	for y := range 4 {
		first := half[y] + 4
		a, c := first+half[8+y], first-half[8+y]
		d := half[4+y]*sine>>16 - half[12+y]*cosine>>16
		e := half[4+y]*cosine>>16 + half[12+y]*sine>>16
		row := w[at+y*workspaceStride:][:blockSide]
		for x, add := range [4]int32{a + e, c + d, c - d, a - e} {
			row[x] = clip(int(row[x]) + int(add>>3))
		}
	}
}

// transformFirsts returns the coefficients of the first coefficients of 16 blocks.
func transformFirsts(firsts *block) (out block) {
	var half block
	for i := 0; i < 16; i += 4 {
		a, b := firsts[i]+firsts[i+2], firsts[i+1]+firsts[i+3]
		c, d := firsts[i+1]-firsts[i+3], firsts[i]-firsts[i+2]
		half[i], half[i+1], half[i+2], half[i+3] = a+b, d+c, d-c, a-b
	}
	for i := range 4 {
		a, b := half[i]+half[8+i], half[4+i]+half[12+i]
		c, d := half[4+i]-half[12+i], half[i]-half[8+i]
		out[i], out[4+i], out[8+i], out[12+i] = (a+b)>>1, (d+c)>>1, (d-c)>>1, (a-b)>>1
	}
	return out
}

// restoreFirsts is the inverse of transformFirsts, as a decoder does it.
func restoreFirsts(in *block) (out block) {
	var half block
	for i := range 4 {
		a, b := in[i]+in[12+i], in[4+i]+in[8+i]
		c, d := in[4+i]-in[8+i], in[i]-in[12+i]
		half[i], half[4+i], half[8+i], half[12+i] = a+b, d+c, a-b, d-c
	}
	for i := 0; i < 16; i += 4 {
		first := half[i] + 3
		a, b := first+half[i+3], half[i+1]+half[i+2]
		c, d := half[i+1]-half[i+2], first-half[i+3]
		out[i], out[i+1], out[i+2], out[i+3] = (a+b)>>3, (d+c)>>3, (a-b)>>3, (d-c)>>3
	}
	return out
}
