package gbm

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

var nan = math.NaN()

// fataler is what *testing.T and *rapid.T have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

// train fits a model in a test that is not about refusals.
func train(t fataler, d Data, p Params) *Model {
	t.Helper()
	m, err := Train(context.Background(), d, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// one returns data with a single column.
func one(values, target []float64) Data {
	return Data{Table: Table{Columns: []Column{{Name: "x", Values: values}}}, Target: target}
}

func TestOneSplitIsTheOneDoneByHand(t *testing.T) {
	// The mean is 4. Cutting at 2.5 leaves residual sums 4 and -4: with L2 = 2 the leaves
	// are -4/(2+2) and 4/(2+2), the gain 16/4 + 16/4.
	d := one([]float64{1, 2, 3, 4}, []float64{1, 3, 5, 7})
	m := train(t, d, Params{Trees: 1, Leaves: 2, LearningRate: 1, L2: 2, MinLeaf: 1})
	for x, want := range map[float64]float64{1: 3, 2.5: 3, 2.6: 5, 100: 5} {
		if got := m.Predict([]float64{x}); got != want {
			t.Errorf("Predict(%v) = %v, want %v", x, got, want)
		}
	}
	if got := m.Importance()[0]; got != (Importance{Column: "x", Gain: 8, Splits: 1}) {
		t.Errorf("Importance = %+v, want gain 8 in 1 split", got)
	}
}

var losses = []Loss{
	{Kind: Squared},
	{Kind: Huber, Delta: 0.7},
	{Kind: Bounded, Delta: 0.7, Cut: 2},
}

func TestEveryLossFindsItsOwnStatistic(t *testing.T) {
	// Two groups of eleven; in each, one value far off.
	var x, y []float64
	for group := range 2 {
		for i := range 11 {
			x = append(x, float64(group))
			y = append(y, float64(10*group)+float64(i)/10)
		}
		y[len(y)-1] += 1000
	}
	// Of the first group; the second lies 10 higher.
	want := []float64{
		0.5 + 1000.0/11,
		(4.5 + 0.7) / 10, // the value far off pulls by 0.7, the ten others, all within 0.7, by their distance
		0.45,             // and here by next to nothing
	}
	for i, loss := range losses {
		m := train(t, one(x, y), Params{Loss: loss, Trees: 300, Leaves: 2, LearningRate: 0.5, MinLeaf: 1})
		for group := range 2 {
			want := want[i] + float64(10*group)
			if got := m.Predict([]float64{float64(group)}); math.Abs(got-want) > 1e-6 {
				t.Errorf("%v: group %d is predicted %v, want %v", loss.Kind, group, got, want)
			}
		}
	}
}

func TestModelIsTheSameForAnyNumberOfThreads(t *testing.T) {
	d := invented(3*chunkRows/2, 7, 3)
	d.Table.Columns[1].Categorical = true
	for i := range d.Target {
		d.Table.Columns[1].Values[i] = math.Abs(d.Table.Columns[1].Values[i])
	}
	p := Params{Trees: 8, MaxBins: 500, RowSample: 0.7, ColumnSample: 0.8, Seed: 5}
	for _, loss := range losses {
		p.Loss = loss
		var want []byte
		for _, threads := range []int{1, 2, 8} {
			p.Threads = threads
			got := encoded(t, train(t, d, p))
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%v: %d threads give another model than 1", loss.Kind, threads)
			}
		}
	}
}

func TestSeedDecidesTheSamples(t *testing.T) {
	d := invented(2000, 6, 1)
	p := Params{Trees: 5, RowSample: 0.5, ColumnSample: 0.5, Seed: 1}
	first, again := encoded(t, train(t, d, p)), encoded(t, train(t, d, p))
	p.Seed = 2
	other := encoded(t, train(t, d, p))
	if !bytes.Equal(first, again) {
		t.Error("the same seed gave another model")
	}
	if bytes.Equal(first, other) {
		t.Error("another seed gave the same model")
	}
}

func TestMissingValuesGoTheirOwnWay(t *testing.T) {
	// The missing belong with the low values in one model, with the high in the other.
	for _, missing := range []float64{0, 10} {
		d := one([]float64{1, 1, nan, nan, 2, 2}, []float64{0, 0, missing, missing, 10, 10})
		m := train(t, d, Params{Trees: 1, Leaves: 2, LearningRate: 1, MinLeaf: 1})
		if got := m.Predict([]float64{nan}); got != missing {
			t.Errorf("Predict(NaN) = %v, want %v", got, missing)
		}
	}
	// And apart from all others where they differ from all others.
	d := one([]float64{1, 2, nan, nan, 3, 4}, []float64{0, 0, 10, 10, 0, 0})
	m := train(t, d, Params{Trees: 1, Leaves: 2, LearningRate: 1, MinLeaf: 1})
	for x, want := range map[float64]float64{1: 0, 4: 0, -1e300: 0, 1e300: 0} {
		if got := m.Predict([]float64{x}); got != want {
			t.Errorf("Predict(%v) = %v, want %v", x, got, want)
		}
	}
	if got := m.Predict([]float64{nan}); got != 10 {
		t.Errorf("Predict(NaN) = %v, want 10", got)
	}
}

func TestCategoriesAreGroupedByTheirTarget(t *testing.T) {
	var x, y []float64
	high := map[int]bool{1: true, 4: true, 7: true}
	for i := range 900 {
		category := i % 9
		x = append(x, float64(category))
		y = append(y, 0)
		if high[category] {
			y[i] = 1
		}
	}
	d := one(x, y)
	d.Table.Columns[0].Categorical = true
	m := train(t, d, Params{Trees: 1, Leaves: 2, LearningRate: 1})
	for category := range 9 {
		got := m.Predict([]float64{float64(category)})
		if (got > 0.5) != high[category] {
			t.Errorf("category %d is predicted %v", category, got)
		}
	}
	unseen, missing := m.Predict([]float64{100}), m.Predict([]float64{nan})
	if unseen != missing || unseen > 0.5 {
		t.Errorf("unseen category %v, missing %v: want both with the majority", unseen, missing)
	}
}

func TestRareCategoriesBeyondTheBinsCountAsMissing(t *testing.T) {
	var x, y []float64
	for i := range 400 {
		category := i % 4
		if i < 20 {
			category = 100 + i // each once
		}
		x = append(x, float64(category))
		y = append(y, float64(min(category, 5)))
	}
	d := one(x, y)
	d.Table.Columns[0].Categorical = true
	m := train(t, d, Params{Trees: 30, Leaves: 5, LearningRate: 0.5, MinLeaf: 1, MaxBins: 5})
	if got, want := m.Predict([]float64{105}), m.Predict([]float64{nan}); got != want {
		t.Errorf("rare category = %v, missing = %v", got, want)
	}
	if got := m.Predict([]float64{nan}); math.Abs(got-5) > 0.2 {
		t.Errorf("rare categories are predicted %v, want about their own 5", got)
	}
}

func TestUnusualTablesTrain(t *testing.T) {
	many := invented(50, 3, 1)
	for name, d := range map[string]Data{
		"one row":         one([]float64{1}, []float64{5}),
		"constant column": one([]float64{3, 3, 3}, []float64{1, 2, 6}),
		"all missing":     one([]float64{nan, nan, nan}, []float64{1, 2, 6}),
		"constant target": one([]float64{1, 2, 3, 4}, []float64{0.1, 0.1, 0.1, 0.1}),
		"same columns": {
			Table:  Table{Columns: []Column{many.Table.Columns[0], many.Table.Columns[0]}},
			Target: many.Target,
		},
		"huge values": one([]float64{-math.MaxFloat64, 0, math.MaxFloat64}, []float64{-1e99, 1, 1e99}),
		"tiny target": one([]float64{1, 2, 3}, []float64{5e-324, 0, 0}),
		"empty categories": {
			Table:  Table{Columns: []Column{{Name: "c", Values: []float64{nan, nan}, Categorical: true}}},
			Target: []float64{1, 3},
		},
	} {
		for _, loss := range losses {
			m := train(t, d, Params{Loss: loss, Trees: 5, MinLeaf: 1})
			for row := range d.Target {
				got := m.Predict(rowOf(d.Table, row))
				if math.IsNaN(got) || math.IsInf(got, 0) {
					t.Errorf("%s, %v: prediction %v", name, loss.Kind, got)
				}
			}
		}
	}
	constant := train(t, one([]float64{1, 2, 3, 4}, []float64{0.1, 0.1, 0.1, 0.1}), Params{Trees: 3, MinLeaf: 1})
	if got := constant.Importance()[0].Splits; got != 0 {
		t.Errorf("a constant target is split %d times", got)
	}
}

func TestDuplicateColumnChangesNoPrediction(t *testing.T) {
	d := invented(500, 3, 1)
	p := Params{Trees: 20}
	want := predictions(t, train(t, d, p), d.Table)
	d.Table.Columns = append(d.Table.Columns, d.Table.Columns[0])
	got := predictions(t, train(t, d, p), d.Table)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("row %d: %v with a copied column, %v without", i, got[i], want[i])
		}
	}
}

func TestWhatCannotBeTrainedOnIsNamed(t *testing.T) {
	good := func() Data { return one([]float64{1, 2, 3}, []float64{1, 2, 3}) }
	for want, change := range map[string]func(d *Data, p *Params){
		`no columns`:                      func(d *Data, _ *Params) { d.Table.Columns = nil },
		`column "x" row 1: infinite`:      func(d *Data, _ *Params) { d.Table.Columns[0].Values[1] = math.Inf(1) },
		`column "x" row 2: 1.5 is no cat`: func(d *Data, _ *Params) { *d = coded(1, 2, 1.5) },
		`column "x" row 0: -1 is no cat`:  func(d *Data, _ *Params) { *d = coded(-1, 2, 1) },
		`column "y" has 1 values`: func(d *Data, _ *Params) {
			d.Table.Columns = append(d.Table.Columns, Column{Name: "y", Values: []float64{1}})
		},
		`target has 2 values`:               func(d *Data, _ *Params) { d.Target = d.Target[:2] },
		`target row 1: NaN`:                 func(d *Data, _ *Params) { d.Target[1] = nan },
		`target row 0: +Inf`:                func(d *Data, _ *Params) { d.Target[0] = math.Inf(1) },
		`no rows to train on`:               func(d *Data, _ *Params) { *d = one(nil, nil) },
		`Trees`:                             func(_ *Data, p *Params) { p.Trees = -1 },
		`LearningRate: 2`:                   func(_ *Data, p *Params) { p.LearningRate = 2 },
		`Leaves: 1`:                         func(_ *Data, p *Params) { p.Leaves = 1 },
		`MaxBins: 1025`:                     func(_ *Data, p *Params) { p.MaxBins = 1025 },
		`L2: NaN`:                           func(_ *Data, p *Params) { p.L2 = nan },
		`RowSample: 1.1`:                    func(_ *Data, p *Params) { p.RowSample = 1.1 },
		`Loss.Kind: unknown loss "cubic"`:   func(_ *Data, p *Params) { p.Loss.Kind = "cubic" },
		`Loss.Delta: 0`:                     func(_ *Data, p *Params) { p.Loss.Kind = Huber },
		`Loss.Cut: 0.5`:                     func(_ *Data, p *Params) { p.Loss = Loss{Kind: Bounded, Delta: 1, Cut: 0.5} },
		`Monotone has 2 entries`:            func(_ *Data, p *Params) { p.Monotone = []int8{1, 1} },
		`Monotone: 2 for column "x"`:        func(_ *Data, p *Params) { p.Monotone = []int8{2} },
		`column "x" is categorical and has`: func(d *Data, p *Params) { *d = coded(1, 2, 1); p.Monotone = []int8{1} },
	} {
		d, p := good(), Params{}
		change(&d, &p)
		_, err := Train(context.Background(), d, p, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one with %q", err, want)
		}
	}
}

func coded(values ...float64) Data {
	d := one(values, make([]float64, len(values)))
	d.Table.Columns[0].Categorical = true
	return d
}

func TestTrainingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	trees := 0
	_, err := Train(ctx, invented(100, 2, 1), Params{Trees: 100}, func(Progress) {
		if trees++; trees == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || trees != 3 {
		t.Errorf("error %v after %d trees, want context.Canceled after 3", err, trees)
	}
}

func TestLeafLimitsHold(t *testing.T) {
	d := invented(1000, 5, 4)
	m := train(t, d, Params{Trees: 10, Leaves: 12, MinLeaf: 30})
	for tree := range m.Trees() {
		leaves := 0
		for at := m.roots[tree]; at < m.roots[tree+1]; at++ {
			if m.nodes[at].kind != leafNode {
				continue
			}
			leaves++
			if m.rows[at] < 30 {
				t.Errorf("tree %d: a leaf of %d rows", tree, m.rows[at])
			}
		}
		if leaves > 12 {
			t.Errorf("tree %d has %d leaves", tree, leaves)
		}
	}
}
