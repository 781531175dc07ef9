package gbm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/parallel"
)

// The boosting loop: each tree is grown on the derivatives of the loss at what the trees before it predict.

// Progress is reported after each tree.
type Progress struct {
	Tree  int // number of trees so far
	Trees int // of how many
}

// Binned is a table as training needs it, in a fraction of its memory. Several models may be trained on it.
type Binned struct {
	columns Table // without values
	matrix  *matrix
	rows    []uint32 // all
	bins    int
}

// Bin cuts the columns of a table into the bins of the parameters. Errors: as for Train.
func Bin(t Table, p Params) (*Binned, error) {
	p = p.withDefaults()
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if err := p.check(t); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	rows := list.Make(t.Rows(), func(i int) uint32 { return uint32(i) })
	b := &Binned{matrix: newMatrix(t, rows, p), rows: rows, bins: p.MaxBins}
	for _, c := range t.Columns {
		c.Values = nil
		b.columns.Columns = append(b.columns.Columns, c)
	}
	return b, nil
}

// Train fits a model to the target, a finite number per row of the table, which was binned with as many bins. progress
// may be nil; when ctx ends, so does training, with its error. An error names the column, row or parameter that is
// wrong. The model depends on data, parameters and seed, not on the number of threads.
func (d *Binned) Train(ctx context.Context, target []float64, p Params, progress func(Progress)) (*Model, error) {
	p = p.withDefaults()
	if err := p.check(d.columns); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if p.MaxBins != d.bins {
		return nil, fmt.Errorf("train: %d bins of a table that was cut into %d", p.MaxBins, d.bins)
	}
	if err := checkTarget(target, len(d.rows)); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	b := d.booster(target, p)
	if progress == nil {
		progress = func(Progress) {}
	}
	if err := b.run(ctx, progress); err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return b.model, nil
}

// booster is the state of training.
type booster struct {
	target []float64
	p      Params
	rows   []uint32  // of the table
	scores []float64 // prediction so far, per row
	model  *Model
	grower grower

	gradients []float64 // per row, in ordinary units
	inTree    []bool    // rows that the current tree saw; nil when it saw all
	residuals []float64 // scratch of settle
}

func (d *Binned) booster(target []float64, p Params) *booster {
	rows := len(target)
	b := &booster{target: target, p: p, rows: d.rows, scores: make([]float64, rows)}
	b.grower = grower{
		p: p, m: d.matrix,
		packed: make([]tally, rows), gathered: make([]tally, rows),
	}
	b.grower.spare = [2][]uint32{make([]uint32, rows), make([]uint32, rows)}
	b.gradients = make([]float64, rows)
	if p.RowSample < 1 {
		b.inTree = make([]bool, rows)
	}
	b.model = newModel(d.columns, b.grower.m)
	b.start()
	return b
}

// start sets the constant that boosting sets out from.
func (b *booster) start() {
	targets := slices.Clone(b.target)
	b.model.base = b.p.Loss.location(targets, median(targets))
	for i := range b.scores {
		b.scores[i] = b.model.base
	}
}

func (b *booster) run(ctx context.Context, progress func(Progress)) error {
	for tree := range b.p.Trees {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.boost(tree)
		progress(Progress{Tree: tree + 1, Trees: b.p.Trees})
	}
	return b.model.makeForks()
}

// boost adds one tree.
func (b *booster) boost(tree int) {
	g := &b.grower
	g.sample(tree, b.rows)
	g.grow(b.derive())
	b.settle()
	b.model.add(g.nodes, g.m.binners, b.p.LearningRate)
	b.update()
}

// sample draws the rows and columns of the next tree.
func (g *grower) sample(tree int, rows []uint32) {
	g.rows = g.sampleRows(tree, rows)
	all := list.Make(len(g.m.binners), func(i int) int { return i })
	drawn := g.mark(sampleColumns(all, g.p.ColumnSample, func(column int) uint64 {
		return draw(g.p.Seed, drawColumns, uint64(tree), uint64(column))
	}))
	g.groups, g.spans, g.cells = g.groups[:0], g.spans[:0], 0
	for i := range g.m.groups {
		spans := g.m.spans(i, drawn)
		if len(spans) == 0 {
			continue
		}
		g.groups, g.spans = append(g.groups, i), append(g.spans, spans)
		for _, s := range spans {
			g.cells += s.to - s.from
		}
	}
	g.found = make([][2]split, len(g.groups))
}

// derive computes the gradients of the tree's rows, in fixed point, and their sum.
func (b *booster) derive() tally {
	g := &b.grower
	n := len(g.rows)
	parts := make([]sizes, chunks(n))
	spreadRows(b.p.Threads, n, func(chunk, from, to int) {
		parts[chunk] = b.deriveRows(g.rows[from:to])
	})
	g.scale = newScale(n, total(parts))
	sums := make([]tally, chunks(n))
	spreadRows(b.p.Threads, n, func(chunk, from, to int) {
		sums[chunk] = b.packRows(g.rows[from:to])
	})
	var all tally
	for _, t := range sums {
		all += t
	}
	return all
}

// deriveRows computes the gradients of rows, and how large they are together.
func (b *booster) deriveRows(rows []uint32) (sum sizes) {
	for _, r := range rows {
		gradient := b.p.Loss.derivative(b.scores[r] - b.target[r])
		b.gradients[r] = gradient
		sum.gradients += math.Abs(gradient)
		sum.squares += gradient * gradient
	}
	return sum
}

// packRows turns the gradients of rows into fixed point and returns their sum.
func (b *booster) packRows(rows []uint32) tally {
	g := &b.grower
	var sum tally
	for _, r := range rows {
		g.packed[r] = g.scale.pack(b.gradients[r])
		sum += g.packed[r]
	}
	return sum
}

func total(parts []sizes) (sum sizes) {
	for _, part := range parts {
		sum.gradients += part.gradients
		sum.squares += part.squares
	}
	return sum
}

// update adds the new tree to the scores of all rows: those it was grown on lie together by leaf, the others walk down.
func (b *booster) update() {
	g := &b.grower
	parallel.Each(b.p.Threads, len(g.nodes), func(i int) {
		n := &g.nodes[i]
		if n.left != 0 {
			return
		}
		step := b.p.LearningRate * n.value
		for _, r := range g.rows[n.from:n.to] {
			b.scores[r] += step
		}
	})
	if b.inTree == nil {
		return
	}
	clear(b.inTree)
	spreadRows(b.p.Threads, len(g.rows), func(_, from, to int) {
		for _, r := range g.rows[from:to] {
			b.inTree[r] = true
		}
	})
	spreadRows(b.p.Threads, len(b.rows), func(_, from, to int) {
		for _, r := range b.rows[from:to] {
			if !b.inTree[r] {
				b.scores[r] += b.p.LearningRate * g.predict(r)
			}
		}
	})
}

// predict returns the value of the leaf that a row of the table falls into.
func (g *grower) predict(row uint32) float64 {
	n := &g.nodes[0]
	for n.left != 0 {
		if n.best.goesLeft(g.m.code(n.best.column, row)) {
			n = &g.nodes[n.left]
		} else {
			n = &g.nodes[n.right]
		}
	}
	return n.value
}
