package gbm

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestPredictAllIsPredict(t *testing.T) {
	for _, columns := range []int{3, 140} { // beyond 127 the inputs leave the stack
		d := invented(blockRows*3+5, columns, 2)
		m := train(t, d, Params{Trees: 21, MinLeaf: 2})
		for row, got := range predictions(t, m, d.Table) {
			if want := m.Predict(rowOf(d.Table, row)); got != want {
				t.Fatalf("%d columns: row %d is %v in a table, %v alone", columns, row, got, want)
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

func TestLeavesOfATableAreThoseOfItsRows(t *testing.T) {
	m, d := mixed(t)
	all := make([]uint16, len(d.Target)*m.Trees())
	if err := m.LeavesAll(d.Table, all); err != nil {
		t.Fatal(err)
	}
	to := make([]uint16, m.Trees())
	for row := range d.Target {
		values := rowOf(d.Table, row)
		if err := m.Leaves(values, to); err != nil {
			t.Fatal(err)
		}
		if want := all[row*m.Trees() : (row+1)*m.Trees()]; !slices.Equal(to, want) {
			t.Fatalf("row %d: leaves %v alone, %v in the table", row, to, want)
		}
		sum := m.base
		for tree, leaf := range to {
			sum += m.leafValue(tree, leaf)
		}
		if got := m.Predict(values); got != sum {
			t.Fatalf("row %d: leaves add up to %v, prediction %v", row, sum, got)
		}
	}
}

// leafValue looks a leaf's value up by its number.
func (m *Model) leafValue(tree int, leaf uint16) float64 {
	for at := m.roots[tree]; at < m.roots[tree+1]; at++ {
		if m.nodes[at].kind == leafNode && m.leaf[at] == leaf {
			return m.nodes[at].value
		}
	}
	return math.NaN()
}

func TestPredictingAllocatesNothing(t *testing.T) {
	m, d := mixed(t)
	row, to := rowOf(d.Table, 0), make([]uint16, m.Trees())
	if got := testing.AllocsPerRun(10, func() { m.Predict(row) }); got != 0 {
		t.Errorf("Predict allocates %v times", got)
	}
	if got := testing.AllocsPerRun(10, func() { _ = m.Leaves(row, to) }); got != 0 {
		t.Errorf("Leaves allocates %v times", got)
	}
}

func TestWrongShapesAreNotPredicted(t *testing.T) {
	m, d := mixed(t)
	if got := m.Predict([]float64{1, 2}); !math.IsNaN(got) {
		t.Errorf("a short row is predicted %v", got)
	}
	if err := m.Leaves([]float64{1}, make([]uint16, m.Trees())); err == nil {
		t.Error("a short row has leaves")
	}
	renamed := Table{Columns: slices.Clone(d.Table.Columns)}
	renamed.Columns[2].Name = "other"
	uneven := Table{Columns: slices.Clone(d.Table.Columns)}
	uneven.Columns[3].Values = uneven.Columns[3].Values[:5]
	for want, table := range map[string]Table{
		"the table has 0 columns":                {},
		`column 2 is "other", the model's is "c`: renamed,
		`column "c03" has 5 values`:              uneven,
	} {
		err := m.PredictAll(table, make([]float64, len(d.Target)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one with %q", err, want)
		}
	}
	if err := m.PredictAll(d.Table, nil); err == nil {
		t.Error("predictions without room for them")
	}
}
