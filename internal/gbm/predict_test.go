package gbm

import (
	"math"
	"testing"
)

func TestPredictIsTheSumOfTreesWalkedOneByOne(t *testing.T) {
	const rows = 100
	for _, columns := range []int{3, 140} { // beyond 127 the inputs leave the stack
		d := invented(rows, columns, 2)
		m := train(t, d, Params{Trees: 21, MinLeaf: 2})
		inputs := make([]float64, 2*columns+1)
		for row := range rows {
			values := rowOf(d.Table, row)
			m.inputs(values, inputs)
			want := m.base
			for _, at := range m.roots[:m.Trees()] {
				for m.nodes[at].kind != leafNode {
					at = m.next(&m.nodes[at], inputs)
				}
				want += m.nodes[at].value
			}
			if got := m.Predict(values); got != want {
				t.Fatalf("%d columns: row %d is %v, want %v", columns, row, got, want)
			}
		}
	}
}

func TestModelPredictsWhatTrainingReached(t *testing.T) {
	m, d := mixed(t)
	b, err := newBooster(d, Params{Trees: 6, Leaves: 9, MinLeaf: 3}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
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

func TestPredictingAllocatesNothing(t *testing.T) {
	m, d := mixed(t)
	row := rowOf(d.Table, 0)
	if got := testing.AllocsPerRun(10, func() { m.Predict(row) }); got != 0 {
		t.Errorf("Predict allocates %v times", got)
	}
}

func TestShortRowsAreNotPredicted(t *testing.T) {
	m, _ := mixed(t)
	if got := m.Predict([]float64{1, 2}); !math.IsNaN(got) {
		t.Errorf("a short row is predicted %v", got)
	}
}
