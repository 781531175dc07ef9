package bag

// box is a rectangle along the axes of RD New, millimetres, borders included.
type box struct{ left, right, low, high int32 }

// box returns the bounding box of an outline with at least one ring.
func (o outline) box() box {
	b := line{o[0][0], o[0][0]}.box()
	for _, r := range o {
		for _, p := range r {
			b.left, b.right = min(b.left, p.x), max(b.right, p.x)
			b.low, b.high = min(b.low, p.y), max(b.high, p.y)
		}
	}
	return b
}

func (l line) box() box {
	return box{
		left: min(l.from.x, l.to.x), right: max(l.from.x, l.to.x),
		low: min(l.from.y, l.to.y), high: max(l.from.y, l.to.y),
	}
}

// grown returns the box with its borders moved out.
func (b box) grown(by int32) box {
	return box{left: b.left - by, right: b.right + by, low: b.low - by, high: b.high + by}
}

// meet returns the intersection of two boxes, if there is one.
func (b box) meet(c box) (box, bool) {
	m := box{
		left: max(b.left, c.left), right: min(b.right, c.right),
		low: max(b.low, c.low), high: min(b.high, c.high),
	}
	return m, m.left <= m.right && m.low <= m.high
}
