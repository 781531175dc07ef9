package gbm

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/gevel/gevel/internal/num/parallel"
)

// Params direct training. A zero means the default where zero would make no sense.
type Params struct {
	Loss Loss // zero: squared

	Trees        int     // default 500
	LearningRate float64 // share of each tree's step that is taken, in (0, 1]; default 0.05

	Leaves  int // per tree, 2 to 32768; default 31
	MinLeaf int // rows per leaf; default 20
	MaxBins int // bins per column, the one for missing included, 3 to 1024; default 256

	L2 float64 // rows that are added to each leaf: shrinks leaves to 0

	RowSample    float64 // share of the rows each tree sees, in (0, 1]; default 1
	ColumnSample float64 // share of the columns each tree sees, in (0, 1]; default 1

	// Monotone holds per column +1 (the prediction never falls as the column rises),
	// -1 (never rises) or 0; nil: no constraints. Categorical columns must have 0.
	Monotone []int8

	CatSmooth float64 // rows by which a category's statistic is drawn to its leaf's before sorting; default 10
	CatL2     float64 // added to L2 in splits on categories, which are many to choose from; default 10

	Seed    uint64 // of row and column samples
	Threads int    // default: all processors; never changes the model
}

// Bounds and defaults of the parameters.
const (
	defaultTrees        = 500
	defaultLearningRate = 0.05
	defaultLeaves       = 31
	defaultMinLeaf      = 20
	defaultBins         = 256
	defaultCatSmooth    = 10
	defaultCatL2        = 10

	maxLeaves = 1 << 15 // far more than help; see fork.to
	minBins   = 3       // two to split between, one for missing
)

// withDefaults returns p with its zeros replaced.
func (p Params) withDefaults() Params {
	p.Trees = cmp.Or(p.Trees, defaultTrees)
	p.LearningRate = cmp.Or(p.LearningRate, defaultLearningRate)
	p.Leaves = cmp.Or(p.Leaves, defaultLeaves)
	p.MinLeaf = cmp.Or(p.MinLeaf, defaultMinLeaf)
	p.MaxBins = cmp.Or(p.MaxBins, defaultBins)
	p.RowSample = cmp.Or(p.RowSample, 1)
	p.ColumnSample = cmp.Or(p.ColumnSample, 1)
	p.CatSmooth = cmp.Or(p.CatSmooth, defaultCatSmooth)
	p.CatL2 = cmp.Or(p.CatL2, defaultCatL2)
	p.Threads = cmp.Or(p.Threads, runtime.GOMAXPROCS(0))
	p.Loss.Kind = cmp.Or(p.Loss.Kind, Squared)
	return p
}

// check refuses parameters outside their range; p has its defaults.
func (p Params) check(t Table) error {
	ranges := []struct {
		name          string
		value         float64
		least, atMost float64
	}{
		{"Trees", float64(p.Trees), 1, math.MaxInt32},
		{"LearningRate", p.LearningRate, math.SmallestNonzeroFloat64, 1},
		{"Leaves", float64(p.Leaves), 2, maxLeaves},
		{"MinLeaf", float64(p.MinLeaf), 1, math.MaxInt32},
		{"MaxBins", float64(p.MaxBins), minBins, wideSlots},
		{"L2", p.L2, 0, maxMagnitude},
		{"RowSample", p.RowSample, math.SmallestNonzeroFloat64, 1},
		{"ColumnSample", p.ColumnSample, math.SmallestNonzeroFloat64, 1},
		{"CatSmooth", p.CatSmooth, 0, maxMagnitude},
		{"CatL2", p.CatL2, 0, maxMagnitude},
		{"Threads", float64(p.Threads), 1, math.MaxInt32},
	}
	for _, r := range ranges {
		if !(r.value >= r.least && r.value <= r.atMost) {
			return fmt.Errorf("parameter %s: %v is not between %v and %v", r.name, r.value, r.least, r.atMost)
		}
	}
	if err := p.Loss.check(); err != nil {
		return err
	}
	return p.checkMonotone(t)
}

func (p Params) checkMonotone(t Table) error {
	if p.Monotone == nil {
		return nil
	}
	if len(p.Monotone) != len(t.Columns) {
		return fmt.Errorf("parameter Monotone has %d entries for %d columns", len(p.Monotone), len(t.Columns))
	}
	for i, direction := range p.Monotone {
		column := t.Columns[i]
		if direction < -1 || direction > 1 {
			return fmt.Errorf("parameter Monotone: %d for column %q is not -1, 0 or 1", direction, column.Name)
		}
		if direction != 0 && column.Categorical {
			return fmt.Errorf("parameter Monotone: column %q is categorical and has no order", column.Name)
		}
	}
	return nil
}

// direction returns the monotone constraint of a column.
func (p Params) direction(column int) int8 {
	if p.Monotone == nil {
		return 0
	}
	return p.Monotone[column]
}

// Samples of rows and columns, drawn by hashing what is drawn: they depend on the seed and on nothing else.

// scatter maps equal numbers to equal and near numbers to far ones (the finaliser of
// Steele, Lea and Flood's SplitMix, OOPSLA 2014).
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Purposes keep the draws for rows and for columns apart.
const (
	drawRows uint64 = iota + 1
	drawColumns
)

// draw returns the hash of one thing drawn for a purpose in a round.
func draw(seed, purpose, round, thing uint64) uint64 {
	return scatter(scatter(scatter(seed)^purpose) ^ round<<32 ^ thing)
}

// sampleRows returns the rows that tree number tree sees, in their order: each with
// probability RowSample, but never none. The result takes the place of g.rows.
func (g *grower) sampleRows(tree int, rows []uint32) []uint32 {
	if g.p.RowSample == 1 {
		return append(g.rows[:0], rows...)
	}
	limit := uint64(g.p.RowSample * math.MaxUint64)
	drawn, counts := g.spare[0][:len(rows)], make([]int, chunks(len(rows)))
	spreadRows(g.p.Threads, len(rows), func(chunk, from, to int) {
		n := from
		for _, r := range rows[from:to] {
			if draw(g.p.Seed, drawRows, uint64(tree), uint64(r)) < limit {
				drawn[n] = r
				n++
			}
		}
		counts[chunk] = n - from
	})
	into := g.rows[:0]
	for chunk, n := range counts {
		into = append(into, drawn[chunk*chunkRows:][:n]...)
	}
	if len(into) == 0 {
		into = append(into, rows[draw(g.p.Seed, drawRows, uint64(tree), 0)%uint64(len(rows))])
	}
	return into
}

// sampleColumns returns the share of columns with the smallest hashes, ascending, at least one.
func sampleColumns(columns []int, share float64, hash func(column int) uint64) []int {
	count := max(1, int(math.Round(share*float64(len(columns)))))
	if count == len(columns) {
		return columns
	}
	drawn := slices.Clone(columns)
	slices.SortFunc(drawn, func(a, b int) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	})
	drawn = drawn[:count]
	slices.Sort(drawn)
	return drawn
}

// chunkRows is the number of rows in one piece of work: some ten microseconds, long beside the microsecond of
// scheduling it, and short beside the wait for the last piece of a small node.
const chunkRows = 1 << 12

// chunks returns the number of chunks of n rows.
func chunks(n int) int { return parallel.Count(n, chunkRows) }

// spreadRows calls work for consecutive ranges [from, to) that cover n rows; chunk numbers them from 0.
func spreadRows(threads, n int, work func(chunk, from, to int)) {
	parallel.Blocks(threads, n, chunkRows, func(from, to int) { work(from/chunkRows, from, to) })
}
