package gbm

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFixedPointSumsAreTheSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 300).Draw(t, "values")
		size, exact := 0.0, 0.0
		for _, v := range values {
			size += math.Abs(v)
			exact += v
		}
		s := newScale(len(values), sizes{gradients: size})
		var sum tally
		for _, v := range values {
			sum += s.pack(v)
		}
		got := s.sums(sum)
		if got.rows != len(values) || got.weight != float64(len(values)) {
			t.Fatalf("%d rows, weight %v, want %d", got.rows, got.weight, len(values))
		}
		// No unit is below 2^-maxExponent, so that gradients near the least of float64 are rounded more coarsely.
		tolerance := max(1e-12*size, math.Ldexp(float64(len(values)), -maxExponent))
		if math.Abs(got.gradient-exact) > tolerance {
			t.Fatalf("sum = %v, want %v", got.gradient, exact)
		}
	})
}

func TestSiblingIsParentLessChild(t *testing.T) {
	const rows = 600
	d := invented(rows, 6, 5)
	for _, bins := range []int{256, 1024} {
		m := newMatrix(d.Table, everyRow(rows), Params{MaxBins: bins, Threads: 1})
		s := newScale(rows, sizes{gradients: 1e4})
		all := leafRows{rows: everyRow(rows)}
		for _, y := range d.Target {
			all.packed = append(all.packed, s.pack(y))
		}
		drawn := make([]bool, len(m.binners))
		for column := range drawn {
			drawn[column] = column%3 > 0
		}
		part := func(from, to int) histogram {
			h := make(histogram, m.cells)
			for i := range h {
				h[i] = 1 // from a tree before
			}
			for i := range m.groups {
				h.sum(&m.groups[i], m.spans(i, drawn), leafRows{all.rows[from:to], all.packed[from:to]})
			}
			return h
		}
		parent, child, want := part(0, rows), part(0, 200), part(200, rows)
		columns := 0
		for i := range m.groups {
			spans := m.spans(i, drawn)
			parent.subtract(spans, child)
			for _, s := range spans {
				columns++
				if !drawn[s.column] || !slices.Equal(parent[s.from:s.to], want[s.from:s.to]) {
					t.Fatalf("%d bins: column %d differs", bins, s.column)
				}
			}
		}
		if want := len(drawn) - (len(drawn)+2)/3; columns != want {
			t.Errorf("%d bins: the cells of %d columns are known, want %d", bins, columns, want)
		}
	}
}
