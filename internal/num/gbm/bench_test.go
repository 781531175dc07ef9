package gbm

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

// Sizes of the benchmarks: a town's sales, and a model as it is used for real.
const (
	benchRows    = 20_000
	benchColumns = 40
	benchTrees   = 1000
)

// measure runs the loop of a benchmark and also reports the processor time it took,
// which says more than the wall clock on a busy machine.
func measure(b *testing.B, each int, work func()) {
	b.Helper()
	b.ReportAllocs()
	before := cpuTime(b)
	for b.Loop() {
		work()
	}
	spent := float64(cpuTime(b)-before) / float64(time.Microsecond)
	b.ReportMetric(spent/float64(b.N)/float64(each), "cpu-us/each")
}

func BenchmarkTrain(b *testing.B) {
	d := invented(benchRows, benchColumns, 1)
	const trees = 20
	for _, c := range []struct {
		name string
		p    Params
	}{
		{"squared", Params{}},
		{"huber", Params{Loss: Loss{Kind: Huber, Delta: 0.5}}},
		{"bounded", Params{Loss: Loss{Kind: Bounded, Delta: 0.5, Cut: 2.5}, Leaves: 127, Monotone: append([]int8{1}, make([]int8, benchColumns-1)...)}},
		{"sampled", Params{RowSample: 0.7, ColumnSample: 0.5}},
		{"wide", Params{MaxBins: 1024}},
	} {
		c.p.Trees = trees
		b.Run(c.name, func(b *testing.B) {
			measure(b, trees, func() { train(b, d, c.p) })
		})
	}
}

func benchModel(b *testing.B) (*Model, Data) {
	b.Helper()
	d := invented(benchRows, benchColumns, 1)
	return train(b, d, Params{Trees: benchTrees}), d
}

func BenchmarkPredict(b *testing.B) {
	m, d := benchModel(b)
	row, at := make([]float64, benchColumns), 0
	measure(b, 1, func() {
		for i := range row {
			row[i] = d.Table.Columns[i].Values[at]
		}
		at = (at + 1) % benchRows
		m.Predict(row)
	})
}

// A row beside a reference, in which so many columns of ten differ.
func BenchmarkContrast(b *testing.B) {
	m, d := benchModel(b)
	row, reference, phi := rowOf(d.Table, 0), rowOf(d.Table, 1), make([]float64, benchColumns)
	for _, differing := range []int{1, 3, 10} {
		near := slices.Clone(row)
		for c := range near {
			if c%10 < differing {
				near[c] = reference[c]
			}
		}
		b.Run(strconv.Itoa(differing), func(b *testing.B) {
			measure(b, 1, func() {
				if err := m.Contrast(row, near, eachItsOwn(m), phi); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}
