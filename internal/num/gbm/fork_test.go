package gbm

import (
	"math"
	"testing"
)

// stumps returns a model of trees of one split each, which set makes.
func stumps(c column, trees int, set func(m *Model, tree int, n *node)) *Model {
	m := &Model{columns: []column{c}, roots: []uint32{0}}
	for tree := range trees {
		root := uint32(len(m.nodes))
		split := node{child: root + 1}
		set(m, tree, &split)
		m.nodes = append(m.nodes, split,
			node{kind: leafNode, child: root + 1, value: float64(tree)},
			node{kind: leafNode, child: root + 2, value: -1 / float64(tree+1)})
		m.rows = append(m.rows, 3, 1, 2)
		m.roots = append(m.roots, root+3)
		m.measureDepth(int(root))
	}
	return m
}

func TestAnyNumberOfSetsOfCategoriesIsDistinguished(t *testing.T) {
	c := column{name: "street"}
	for i := range uint32(300) {
		c.categories = append(c.categories, 2*i)
	}
	m := stumps(c, questionsPerInput+100, func(m *Model, tree int, n *node) {
		var set codeSet
		for i := range uint32(20) {
			if tree>>i&1 == 1 {
				set.add(13*i + 7)
			}
		}
		m.setOf(n, &set)
	})
	if err := m.makeForks(); err != nil {
		t.Fatal(err)
	}
	if m.inputs != 2 {
		t.Fatalf("%d inputs, want 2", m.inputs)
	}
	for category := range 700 {
		row := []float64{float64(category)}
		want := 0.0
		for tree := range m.Trees() {
			want += m.nodes[m.leafOf(tree, row)].value
		}
		if got := m.Predict(row); got != want {
			t.Fatalf("category %d is %v, want %v", category, got, want)
		}
	}
}

func TestMoreThresholdsThanNumbersForThemAreRefused(t *testing.T) {
	numeric := func(_ *Model, tree int, n *node) { n.value = float64(tree) }
	m := stumps(column{name: "surface"}, questionsPerInput, numeric)
	if err := m.makeForks(); err != nil {
		t.Fatal(err)
	}
	for _, v := range []float64{math.NaN(), math.Inf(-1), 0, 0.5, questionsPerInput - 1, questionsPerInput} {
		want := 0.0
		for tree := range m.Trees() {
			want += m.nodes[m.leafOf(tree, []float64{v})].value
		}
		if got := m.Predict([]float64{v}); got != want {
			t.Fatalf("%v is %v, want %v", v, got, want)
		}
	}
	if err := stumps(column{name: "surface"}, questionsPerInput+1, numeric).makeForks(); err == nil {
		t.Error("a column of more thresholds than an input can ask was taken")
	}
}
