package gbm

import (
	"bytes"
	"math"
	"testing"
)

func TestPredictIsTheSumOfTreesWalkedOneByOne(t *testing.T) {
	const rows = 100
	for _, columns := range []int{3, 140} { // beyond 127 the inputs leave the stack
		d := invented(rows, columns, 2)
		m := train(t, d, Params{Trees: 21, MinLeaf: 2})
		for row := range rows {
			values := rowOf(d.Table, row)
			want := m.base
			for tree := range m.Trees() {
				want += m.nodes[m.leafOf(tree, values)].value
			}
			if got := m.Predict(values); got != want {
				t.Fatalf("%d columns: row %d is %v, want %v", columns, row, got, want)
			}
		}
	}
}

func TestModelPredictsWhatTrainingReached(t *testing.T) {
	m, d := mixed(t)
	p := Params{Trees: 6, Leaves: 9, MinLeaf: 3}
	binned, err := Bin(d.Table, p)
	if err != nil {
		t.Fatal(err)
	}
	b := binned.booster(d.Target, p.withDefaults())
	for tree := range 6 {
		b.boost(tree)
	}
	for row := range d.Target {
		got := m.Predict(rowOf(d.Table, row))
		if math.Abs(got-b.scores[row]) > 1e-12 {
			t.Fatalf("row %d: model %v, score in training %v", row, got, b.scores[row])
		}
	}
}

func TestLeavesAreThoseThatARowFallsInto(t *testing.T) {
	const columns, trees = 3, 21
	d := invented(100, columns, 2)
	m := train(t, d, Params{Trees: trees, MinLeaf: 2})
	for _, room := range []int{1, 5, 10, trees, trees + 3} {
		step := max(1, trees/room)
		for row := range d.Target {
			values := rowOf(d.Table, row)
			got := bytes.Repeat([]uint8{99}, room)
			if sum := m.PredictWithLeaves(values, got); sum != m.Predict(values) {
				t.Fatalf("row %d: %v with leaves, %v without", row, sum, m.Predict(values))
			}
			for k := range got {
				want := uint32(0)
				if k < trees {
					want = m.leafOf(k*step, values) - m.roots[k*step]
				}
				if uint32(got[k]) != want {
					t.Fatalf("row %d, leaf %d of %d: %d, want %d", row, k, room, got[k], want)
				}
			}
		}
	}
}

// leafOf walks one tree alone, and returns the leaf.
func (m *Model) leafOf(tree int, row []float64) uint32 {
	at := m.roots[tree]
	for m.nodes[at].kind != leafNode {
		at = m.next(&m.nodes[at], row)
	}
	return at
}

func TestPredictingAllocatesNothing(t *testing.T) {
	m, d := mixed(t)
	row, to := rowOf(d.Table, 0), make([]uint8, 5)
	if got := testing.AllocsPerRun(10, func() { m.PredictWithLeaves(row, to) }); got != 0 {
		t.Errorf("predicting allocates %v times", got)
	}
}

func TestShortRowsAreNotPredicted(t *testing.T) {
	m, _ := mixed(t)
	if got := m.Predict([]float64{1, 2}); !math.IsNaN(got) {
		t.Errorf("a short row is predicted %v", got)
	}
}

// manyCategories are rows of a category that takes more than one word, of a few, and of
// a number.
func manyCategories() Data {
	d := invented(6000, 3, 5)
	many, few := &d.Table.Columns[0], &d.Table.Columns[1]
	many.Categorical, few.Categorical = true, true
	for i := range d.Target {
		many.Values[i], few.Values[i] = float64(i%200), float64(i%7)
		d.Target[i] = float64(scatter(uint64(i%200))%5) + float64(i%7%2)
	}
	return d
}

func TestAnyNumberOfCategoriesIsDistinguished(t *testing.T) {
	d := manyCategories()
	m := train(t, d, Params{Trees: 200, LearningRate: 0.2, MinLeaf: 5, CatSmooth: 1, CatL2: 1})
	read, err := Read(bytes.NewReader(encoded(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		row := []float64{d.Table.Columns[0].Values[i], d.Table.Columns[1].Values[i], d.Table.Columns[2].Values[i]}
		got := m.Predict(row)
		if want := d.Target[i]; math.Abs(got-want) > 0.5 {
			t.Fatalf("category %v of many, %v of few: predicted %v, want %v", row[0], row[1], got, want)
		}
		if read.Predict(row) != got {
			t.Fatalf("the model that was read predicts %v, want %v", read.Predict(row), got)
		}
	}
}

func TestRowsArePredictedTogetherAsOneByOne(t *testing.T) {
	d := manyCategories()
	m := train(t, d, Params{Trees: 30})
	for _, rows := range []int{0, 1, sideBySide - 1, sideBySide, sideBySide + 1, 2*sideBySide + 3} {
		values, got, leaves := []float64{}, make([]float64, rows), bytes.Repeat([]uint8{99}, 40*rows)
		for row := range rows {
			for _, c := range d.Table.Columns {
				values = append(values, c.Values[row])
			}
		}
		m.PredictRows(values, got, leaves)
		for row := range rows {
			alone := make([]uint8, 40)
			want := m.PredictWithLeaves(values[3*row:][:3], alone)
			if together := leaves[40*row:][:40]; got[row] != want || !bytes.Equal(together, alone) {
				t.Fatalf("row %d of %d: %v and %v together, %v and %v alone", row, rows, got[row], together, want, alone)
			}
		}
	}
	got := make([]float64, 2)
	if m.PredictRows(make([]float64, 5), got, nil); !math.IsNaN(got[0]) {
		t.Errorf("rows of another length: got %v, want NaN", got)
	}
}

// next returns the node after a split for a row.
func (m *Model) next(n *node, row []float64) uint32 {
	v := row[n.column()]
	right := v > n.value || v != v && n.input%2 == 1
	if n.kind == categoricalNode {
		code := (&binner{categories: m.columns[n.column()].categories}).category(v)
		right = m.set(n)[code/64]>>(code%64)&1 == 0
	}
	if right {
		return n.child + 1
	}
	return n.child
}
