package market

// postings lists the rows of each code.
type postings struct {
	start []int32
	rows  []int32
}

// newPostings gathers the rows of each code in 0..codes-1, in row order.
func newPostings(codes int, codeOf []int32) postings {
	p := postings{start: make([]int32, codes+1)}
	for _, c := range codeOf {
		if c >= 0 {
			p.start[c+1]++
		}
	}
	for c := range codes {
		p.start[c+1] += p.start[c]
	}
	p.rows = make([]int32, p.start[codes])
	next := append([]int32(nil), p.start...)
	for row, c := range codeOf {
		if c >= 0 {
			p.rows[next[c]] = int32(row)
			next[c]++
		}
	}
	return p
}

func (p postings) of(code int32) []int32 {
	if code < 0 || int(code)+1 >= len(p.start) {
		return nil
	}
	return p.rows[p.start[code]:p.start[code+1]]
}
