package gbm

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
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
	// PathSmooth draws a node's value to its parent's with the weight of this many rows.
	PathSmooth float64

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
		{"PathSmooth", p.PathSmooth, 0, maxMagnitude},
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

// constrained reports whether any column has a monotone constraint.
func (p Params) constrained() bool {
	return slices.ContainsFunc(p.Monotone, func(direction int8) bool { return direction != 0 })
}
