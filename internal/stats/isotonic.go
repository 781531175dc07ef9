package stats

import "fmt"

// Isotonic returns the non-decreasing sequence nearest to y in weighted least
// squares, by pooling adjacent violators. w holds positive weights, one a value;
// nil weighs all alike. The result is written to dst[:0] and allocated only when
// that is too small; dst must not overlap y or w.
func Isotonic(y, w, dst []float64) ([]float64, error) {
	if w != nil && len(w) != len(y) {
		return nil, fmt.Errorf("isotonic regression: %d weights for %d values", len(w), len(y))
	}
	weight := func(i int) float64 {
		if w == nil {
			return 1
		}
		return w[i]
	}
	blocks := make([]block, 0, len(y))
	for i, v := range y {
		if !isFinite(v) || !isFinite(weight(i)) || weight(i) <= 0 {
			return nil, fmt.Errorf("isotonic regression: value %d is %v with weight %v", i, v, weight(i))
		}
		b := block{level: v, weight: weight(i), n: 1}
		for len(blocks) > 0 && blocks[len(blocks)-1].level >= b.level {
			b = blocks[len(blocks)-1].pool(b)
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	dst = dst[:0]
	for _, b := range blocks {
		for range b.n {
			dst = append(dst, b.level)
		}
	}
	return dst, nil
}

// block is a run of values pooled at one level.
type block struct {
	level, weight float64
	n             int
}

func (b block) pool(next block) block {
	weight := b.weight + next.weight
	return block{
		level:  b.level + (next.level-b.level)*(next.weight/weight),
		weight: weight,
		n:      b.n + next.n,
	}
}
