package webp

// The surroundings of a macroblock, from which it is predicted.

// workspaceStride is the width of a workspace: a corner, 16 pixels and 4 right of them.
const workspaceStride = 32

// workspace is one component of a macroblock with a row above and a column left of it. Pixel 0, 0 of the macroblock is at
// origin. Right of luma four pixels follow above, and again above each row of blocks.
type workspace [(1 + lumaSide) * workspaceStride]uint8

const origin = workspaceStride + 1

// What stands for pixels beyond the edges of a picture.
const (
	beyondTop  = 127
	beyondLeft = 129
)

// surround fills in what stands around a macroblock of a plane.
func (w *workspace) surround(p plane, side, column, row int) {
	at := row*side*p.stride + column*side
	for y := range side {
		w[origin+y*workspaceStride-1] = beyondLeft
		if column > 0 {
			w[origin+y*workspaceStride-1] = p.pix[at+y*p.stride-1]
		}
	}
	const above = origin - workspaceStride
	if row == 0 {
		for x := -1; x < side+blockSide; x++ {
			w[above+x] = beyondTop
		}
	} else {
		w[above-1] = beyondLeft
		if column > 0 {
			w[above-1] = p.pix[at-p.stride-1]
		}
		for x := range side + blockSide {
			w[above+x] = p.pix[at-p.stride+min(x, p.stride-1-column*side)]
		}
	}
	for y := blockSide; y < side; y += blockSide {
		copy(w[above+y*workspaceStride+side:][:blockSide], w[above+side:])
	}
}

// store puts a macroblock in its place.
func (w *workspace) store(p plane, side, column, row int) {
	for y := range side {
		copy(p.pix[(row*side+y)*p.stride+column*side:][:side], w[origin+y*workspaceStride:])
	}
}

// errors returns the sum of squared differences between a plane from at on and the workspace from own on.
func (w *workspace) errors(p plane, at, own, side int) (sum int) {
	for range side {
		theirs, ours := p.pix[at:at+side], w[own:own+side]
		for x, level := range theirs {
			d := int(level) - int(ours[x])
			sum += d * d
		}
		at, own = at+p.stride, own+workspaceStride
	}
	return sum
}

// block returns the pixels of a block.
func (w *workspace) block(own int) (pixels [blockSide * blockSide]uint8) {
	for y := range blockSide {
		copy(pixels[y*blockSide:][:blockSide], w[own+y*workspaceStride:])
	}
	return pixels
}

// setBlock puts pixels in a block.
func (w *workspace) setBlock(own int, pixels *[blockSide * blockSide]uint8) {
	for y := range blockSide {
		copy(w[own+y*workspaceStride:][:blockSide], pixels[y*blockSide:])
	}
}
