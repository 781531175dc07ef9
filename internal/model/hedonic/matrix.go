package hedonic

import (
	"slices"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/parallel"
)

// matrix is the columns of many homes, in little memory: a country's are most of what a fit of the linear model holds.
type matrix struct {
	homes  int
	blocks []matrixBlock // of matrixRows homes each
}

// matrixRows is the number of homes in a block.
const matrixRows = 1024

// matrixBlock holds the cells of its homes one behind the other.
type matrixBlock struct {
	ends    []int32
	columns []int32
	values  []float64
}

// matrix returns the columns of the homes of the sales in rows.
func (d *Design) matrix(s *market.Sales, rows []int32) *matrix {
	m := &matrix{homes: len(rows), blocks: make([]matrixBlock, parallel.Count(len(rows), matrixRows))}
	parallel.Blocks(parallel.Threads(), len(rows), matrixRows, func(from, to int) {
		b := &m.blocks[from/matrixRows]
		var h market.Home
		var cells []cell
		for _, row := range rows[from:to] {
			h = s.Home(int(row), h.Extra)
			cells = d.cells(&h, cells[:0])
			b.add(cells)
		}
		b.columns, b.values = slices.Clone(b.columns), slices.Clone(b.values) // without the room to grow
	})
	return m
}

func (b *matrixBlock) add(cells []cell) {
	for _, c := range cells {
		b.columns, b.values = append(b.columns, int32(c.column)), append(b.values, c.value)
	}
	b.ends = append(b.ends, int32(len(b.columns)))
}

// row returns the columns of home i, and their values.
func (m *matrix) row(i int) ([]int32, []float64) {
	b, at := &m.blocks[i/matrixRows], i%matrixRows
	from := int32(0)
	if at > 0 {
		from = b.ends[at-1]
	}
	return b.columns[from:b.ends[at]], b.values[from:b.ends[at]]
}

// dot returns the sum of home i's values times their coefficients.
func (m *matrix) dot(i int, coef []float64) float64 {
	columns, values := m.row(i)
	sum := 0.0
	for k, c := range columns {
		sum += values[k] * coef[c]
	}
	return sum
}
