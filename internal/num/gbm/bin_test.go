package gbm

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func everyRow(n int) []uint32 {
	rows := make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	return rows
}

func TestFewValuesHaveABinEach(t *testing.T) {
	values := []float64{5, 1, nan, 3, 3, 1, -2, nan}
	b := newBinner(Column{Values: values}, everyRow(len(values)), 8)
	if want := []float64{-0.5, 2, 4}; !slices.Equal(b.cuts, want) {
		t.Errorf("cuts = %v, want %v", b.cuts, want)
	}
	for v, want := range map[float64]uint16{-100: 1, -2: 1, 1: 2, 2: 2, 2.1: 3, 5: 4, 1e9: 4} {
		if got := b.code(v); got != want {
			t.Errorf("code(%v) = %d, want %d", v, got, want)
		}
	}
	if got := b.code(nan); got != missingCode {
		t.Errorf("code(NaN) = %d, want %d", got, missingCode)
	}
}

func TestManyValuesFillBinsEvenly(t *testing.T) {
	var values []float64
	for i := range 10_000 {
		values = append(values, float64(i))
	}
	for range 5000 {
		values = append(values, 77.5) // a heavy value keeps a bin for itself
	}
	b := newBinner(Column{Values: values}, everyRow(len(values)), 101)
	counts := map[uint16]int{}
	for _, v := range values {
		counts[b.code(v)]++
	}
	if len(counts) < 95 || len(counts) > 100 {
		t.Errorf("%d bins, want about 100", len(counts))
	}
	if got := counts[b.code(77.5)]; got != 5000 {
		t.Errorf("the heavy value's bin has %d rows, want its own 5000", got)
	}
	delete(counts, b.code(77.5))
	for code, n := range counts {
		if n > 150 {
			t.Errorf("bin %d has %d rows, want about 100", code, n)
		}
	}
}

func TestCodesKeepTheOrderOfValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		finite := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64)
		few := rapid.SampledFrom([]float64{-1, 0, math.Copysign(0, -1), 1, math.Nextafter(1, 2), 5e-324})
		values := rapid.SliceOfN(rapid.OneOf(finite, few), 1, 200).Draw(t, "values")
		limit := rapid.IntRange(minBins, 40).Draw(t, "bins")
		b := newBinner(Column{Values: values}, everyRow(len(values)), limit)
		if b.codes() > limit {
			t.Fatalf("%d codes, more than %d", b.codes(), limit)
		}
		slices.Sort(values)
		for i := 1; i < len(values); i++ {
			low, high := b.code(values[i-1]), b.code(values[i])
			if low > high || low == missingCode || int(high) >= b.codes() {
				t.Fatalf("codes %d of %v and %d of %v", low, values[i-1], high, values[i])
			}
			few := len(slices.Compact(slices.Clone(values))) < limit
			if few && (low == high) != (values[i-1] == values[i]) {
				t.Fatalf("%v and %v share code %d", values[i-1], values[i], low)
			}
		}
	})
}

func TestCodesSurvivePacking(t *testing.T) {
	d := invented(500, 11, 3)
	d.Table.Columns[6].Categorical = true
	for i, v := range d.Table.Columns[6].Values {
		d.Table.Columns[6].Values[i] = math.Abs(v)
	}
	for _, bins := range []int{5, 256, 1024} {
		m := newMatrix(d.Table, everyRow(500), Params{MaxBins: bins, Threads: 1})
		for column, c := range d.Table.Columns {
			for row, v := range c.Values {
				want := m.binners[column].code(v)
				if c.Categorical {
					want = m.binners[column].category(v)
				}
				if got := m.code(column, uint32(row)); got != uint32(want) {
					t.Fatalf("%d bins: code of column %d row %d = %d, want %d", bins, column, row, got, want)
				}
			}
		}
	}
}
