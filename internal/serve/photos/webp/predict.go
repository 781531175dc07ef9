package webp

// Predictions (RFC 6386, 12).

// Modes of a whole macroblock, and of a block.
const (
	modeMean = iota
	modeGradient
	modeVertical
	modeHorizontal
	modes16
)

// Modes of a block alone, named by where they lead.
const (
	modeRightDown = iota + modes16
	modeVerticalRight
	modeLeftDown
	modeVerticalLeft
	modeHorizontalDown
	modeHorizontalUp
	modes4
)

// predict fills a square of the workspace. Above and left tell whether there are pixels, for the mean.
func (w *workspace) predict(side, mode int, above, left bool) {
	mean := uint8(even)
	if mode == modeMean {
		mean = w.mean(side, above, left)
	}
	corner := int(w[origin-workspaceStride-1])
	top := w[origin-workspaceStride:][:side]
	for y := range side {
		row := w[origin+y*workspaceStride:][:side]
		before := w[origin+y*workspaceStride-1]
		for x := range row {
			switch mode {
			case modeMean:
				row[x] = mean
			case modeGradient:
				row[x] = clip(int(before) + int(top[x]) - corner)
			case modeVertical:
				row[x] = top[x]
			case modeHorizontal:
				row[x] = before
			}
		}
	}
}

func (w *workspace) mean(side int, above, left bool) uint8 {
	sum, n := 0, 0
	if above {
		for x := range side {
			sum += int(w[origin-workspaceStride+x])
		}
		n += side
	}
	if left {
		for y := range side {
			sum += int(w[origin+y*workspaceStride-1])
		}
		n += side
	}
	if n == 0 {
		return even
	}
	return uint8((sum + n/2) / n)
}

// edge holds the pixels around a block, from its lower left corner up, then from left to right: 4 left, the corner at
// number 4 and 8 above, of which the last is repeated.
type edge [14]uint8

func (w *workspace) edgeOf(at int) (e edge) {
	for y := range blockSide {
		e[blockSide-1-y] = w[at+y*workspaceStride-1]
	}
	copy(e[4:13], w[at-workspaceStride-1:])
	e[13] = e[12]
	return e
}

// two and three are averages of two pixels from i on, and of three around i.
func (e *edge) two(i int) uint8 { return uint8((int(e[i]) + int(e[i+1]) + 1) / 2) }

func (e *edge) three(i int) uint8 {
	return uint8((int(e[max(i-1, 0)]) + 2*int(e[i]) + int(e[i+1]) + 2) / 4)
}

// predictBlock fills a block from its edge.
func (w *workspace) predictBlock(at int, e *edge, mode int) {
	mean := 4
	if mode == modeMean {
		for i, level := range e[:9] {
			if i != 4 {
				mean += int(level)
			}
		}
	}
	for y := range blockSide {
		row := w[at+y*workspaceStride:][:blockSide]
		for x := range row {
			switch mode {
			case modeMean:
				row[x] = uint8(mean / 8)
			case modeGradient:
				row[x] = clip(int(e[3-y]) + int(e[5+x]) - int(e[4]))
			case modeVertical:
				row[x] = e.three(5 + x)
			case modeHorizontal:
				row[x] = e.three(3 - y)
			case modeRightDown:
				row[x] = e.three(4 + x - y)
			case modeVerticalRight:
				row[x] = e.verticalRight(x, y)
			case modeLeftDown:
				row[x] = e.three(6 + x + y)
			case modeVerticalLeft:
				row[x] = e.verticalLeft(x, y)
			case modeHorizontalDown:
				row[x] = e.horizontalDown(x, y)
			case modeHorizontalUp:
				row[x] = e.horizontalUp(x, y)
			}
		}
	}
}

func (e *edge) verticalRight(x, y int) uint8 {
	switch {
	case y >= 2 && x == 0:
		return e.three(5 - y)
	case y >= 2:
		return e.verticalRight(x-1, y-2)
	case y == 1:
		return e.three(4 + x)
	}
	return e.two(4 + x)
}

func (e *edge) verticalLeft(x, y int) uint8 {
	switch {
	case y >= 2 && x == 3:
		return e.three(8 + y)
	case y%2 == 1:
		return e.three(6 + x + y/2)
	}
	return e.two(5 + x + y/2)
}

func (e *edge) horizontalDown(x, y int) uint8 {
	switch {
	case x >= 2 && y > 0:
		return e.horizontalDown(x-2, y-1)
	case x == 0:
		return e.two(3 - y)
	}
	return e.three(3 - y + x)
}

func (e *edge) horizontalUp(x, y int) uint8 {
	switch n := x + 2*y; {
	case n > 5:
		return e[0]
	case n%2 == 1:
		return e.three(2 - n/2)
	default:
		return e.two(2 - n/2)
	}
}

func clip(level int) uint8 { return uint8(min(max(level, 0), 255)) }
