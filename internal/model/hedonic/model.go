// Package hedonic is the price model of a dwelling: the value of its characteristics and its position, in log
// euros, without the price level of the day, which is the index's part.
//
// It has two layers. A linear model values characteristics everywhere alike, and is the part that extrapolates;
// trees boosted on its residuals, and on a share of its slopes (SlopeShare), add position and interactions. Where
// there are many similar sales, trees on raw log prices (Direct) have a share of the estimate.
package hedonic

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/parallel"
)

// Model estimates log prices. It is safe for concurrent use. Fields are exported for encoding only.
type Model struct {
	Linear *Linear
	Trees  *Trees
	Direct *Direct // nil where there are none
}

// Training is the training data of a model.
type Training struct {
	Sales  *market.Sales
	Rows   []int32      // of the sales to learn from
	Target []float64    // log price less the index on the day of sale, one per row
	Index  *index.Index // index that was subtracted; only direct trees need it
	Seed   uint64
}

// Fit trains the trees on the residuals of the linear model and the slopes left to them, and
// direct trees where the day is a column and sales are fewer than countrySales.
func Fit(ctx context.Context, t Training, linear *Linear) (*Model, error) {
	m := &Model{Linear: linear, Trees: newTrees(t, linear)}
	target := make([]float64, len(t.Rows))
	p := params(len(t.Rows), linear.Scale, t.Seed*bagged)
	table, err := m.Trees.table(gevel.Span(ctx, "", 0, 0.05), t, &p, func(i int, h *market.Home) {
		target[i] = t.Target[i] - linear.less(m.Trees.SlopeShare, h)
	})
	if err != nil {
		return nil, err
	}
	end, direct := 1.0, m.Trees.UseTime && len(t.Rows) < countrySales
	if direct {
		end -= directShare
	}
	if err := m.Trees.fit(gevel.Span(ctx, "", 0.05, end), table, target, p); err != nil || !direct {
		return m, err
	}
	m.Direct, err = fitDirect(gevel.Span(ctx, "direct trees", end, 1), t, linear, directTrees{table, p})
	return m, err
}

// Prepare computes what is not encoded, for a model that was read from a file and checked. The
// model was trained on the sales known before asOf.
func (m *Model) Prepare(s *market.Sales, asOf gevel.Date) {
	if m.Trees.UseVicinity {
		m.Trees.neighbours = newNeighbours(s, s.EvidenceBefore(asOf), m.Linear)
	}
}

// Estimate returns the log price of a home, less the index.
func (m *Model) Estimate(h *market.Home) float64 { return m.EstimateWithLeaves(h, nil) }

// EstimateWithLeaves estimates a home and writes the leaves that it falls into to leaves, of length LeafTrees.
func (m *Model) EstimateWithLeaves(h *market.Home, leaves []uint8) float64 {
	var room [rowRoom]float64
	row := m.Trees.row(h, room[:0])
	estimate := m.Linear.less(m.Trees.SlopeShare, h) + m.Trees.estimate(row, leaves)
	if m.Direct == nil {
		return estimate
	}
	return mixed(estimate, m.Direct.Forest.Predict(row)-m.Direct.indexOf(h))
}

// Of sets whose sales a model was prepared for, when it was kept without them, and lays its columns out. Errors: as Check.
func (m *Model) Of(s *market.Sales) error {
	if m.Trees.neighbours != nil {
		m.Trees.neighbours.of(s)
	}
	return m.Check(s.Attributes)
}

func pick[T any](all []T, rows []int32) []T {
	return list.Of(rows, func(row int32) T { return all[row] })
}

// errNotWhole is the error of a model file with missing parts.
var errNotWhole = errors.New("the hedonic model is incomplete")

// Check checks that a model from a file is consistent, for homes with the attributes of a table.
func (m *Model) Check(table gevel.Attributes) error {
	if m == nil {
		return errNotWhole
	}
	if err := checkLayers(m.Linear, m.Trees, table); err != nil {
		return err
	}
	names, _ := m.Trees.columnNames()
	return m.Direct.check(names)
}

// Check does the same for a model without position.
func (m *Nonspatial) Check(table gevel.Attributes) error {
	if m == nil || m.Trees != nil && m.Trees.UseVicinity {
		return errNotWhole
	}
	return checkLayers(m.Linear, m.Trees, table)
}

func checkLayers(linear *Linear, trees *Trees, table gevel.Attributes) error {
	if linear == nil || linear.Design == nil || trees == nil || len(trees.Models) == 0 {
		return errNotWhole
	}
	if err := linear.Places.Check(); err != nil {
		return err
	}
	d := linear.Design
	n := len(table)
	if len(d.Standards) != n || len(d.Floors) != n || !match(d.Categories, table) || !match(trees.Categories, table) {
		return errors.New("the hedonic model has other characteristics than the sales")
	}
	if !d.measures(table) {
		return errNotWhole
	}
	d.layOut(table)
	trees.layOut(table)
	columns := d.laid[len(d.laid)-1].end
	if len(linear.Place) != linear.Places.Len() ||
		d.Columns != columns || len(d.Rising) != columns || len(linear.Coef) != columns {
		return errNotWhole
	}
	if !trees.SlopeShare.valid(columns) {
		return errors.New("the slope share of the hedonic model's trees is invalid")
	}
	want, _ := trees.columnNames()
	for _, m := range trees.Models {
		if m.Model == nil || !slices.Equal(m.Columns(), want) {
			return errors.New("the trees have other columns than the hedonic model")
		}
	}
	return nil
}

// measures reports whether the design can measure each attribute.
func (d *Design) measures(table gevel.Attributes) bool {
	for k, standard := range d.Standards {
		if floor := d.Floors[k]; !(floor >= 0) || math.IsInf(floor, 0) {
			return false
		}
		if table[k].Kind == gevel.Number && (math.IsNaN(standard.Mean) || math.IsInf(standard.Mean, 0) ||
			!(standard.Deviation > 0)) {
			return false
		}
	}
	return true
}

// match reports whether each open category has its numbering, with codes within their count, and no
// other attribute has one.
func match(all []Categories, table gevel.Attributes) bool {
	if len(all) != len(table) {
		return false
	}
	for k, c := range all {
		if c.Count < 0 || !table[k].IsOpen() && (c.Count > 0 || len(c.Own) > 0) {
			return false
		}
		for _, own := range c.Own {
			if int(own) >= c.Count {
				return false
			}
		}
	}
	return true
}

// Estimates of many sales' homes at once.

// EstimateSales fills to with the estimates of the homes of all sales, and leaves with
// LeafTrees for each, as EstimateWithLeaves returns them.
func (m *Model) EstimateSales(ctx context.Context, s *market.Sales, to []float32, leaves []uint8) {
	m.estimateRows(ctx, allRows(s), LeafTrees, func(i int, estimate float64, fell []uint8) {
		to[i] = float32(estimate)
		copy(leaves[i*LeafTrees:], fell)
	})
}

// EstimateSales fills to with the estimates of the homes of all sales, as Estimate returns them.
func (m *Nonspatial) EstimateSales(ctx context.Context, s *market.Sales, to []float32) {
	model := &Model{Linear: m.Linear, Trees: m.Trees}
	model.estimateRows(ctx, allRows(s), 0, func(i int, estimate float64, _ []uint8) { to[i] = float32(estimate) })
}

// rowsOf are some of the sales: how many, and the row of each.
type rowsOf struct {
	sales *market.Sales
	n     int
	row   func(i int) int
}

func allRows(s *market.Sales) rowsOf { return rowsOf{s, s.Len(), func(i int) int { return i }} }

// estimateRows estimates the homes of sales and calls note with each estimate and so many leaves of it,
// from several goroutines at once.
func (m *Model) estimateRows(
	ctx context.Context, of rowsOf, fallen int, note func(i int, estimate float64, leaves []uint8),
) {
	done := gevel.NewMeter(ctx, int64(of.n))
	parallel.Rows(of.n, func(from, to int) {
		defer func() { done.Add(int64(to - from)) }()
		var h market.Home
		var homes Homes
		homes.Begin(m)
		for i := from; i < to; i++ {
			h = of.sales.Home(of.row(i), h.Extra)
			homes.Add(&h)
		}
		for i, estimate := range homes.Estimates(fallen) {
			note(from+i, estimate, homes.leaves[i*fallen:][:fallen])
		}
	})
}

// Homes estimates homes together, some trees for all of them at a time, which takes a fraction of estimating one after
// the other and gives the same. It holds memory that is reused. Use one per goroutine.
type Homes struct {
	model           *Model
	values          []float64 // of the trees' columns, home by home
	linear, offsets []float64
	estimates, one  []float64
	leaves, fell    []uint8
}

// Begin begins anew, for a model.
func (b *Homes) Begin(m *Model) {
	b.model, b.values, b.linear, b.offsets = m, b.values[:0], b.linear[:0], b.offsets[:0]
}

// Add adds a home.
func (b *Homes) Add(h *market.Home) {
	m := b.model
	b.values = m.Trees.row(h, b.values)
	b.linear = append(b.linear, m.Linear.less(m.Trees.SlopeShare, h))
	if m.Direct != nil {
		b.offsets = append(b.offsets, m.Direct.indexOf(h))
	}
}

// Estimates returns the estimates of the homes in the order in which they were added, and notes so many leaves of each.
// They are valid until homes are estimated again.
func (b *Homes) Estimates(fallen int) []float64 {
	m, n := b.model, len(b.linear)
	forests := m.Trees.Models
	each := fallen / len(forests)
	b.estimates, b.one = list.Sized(b.estimates, n), list.Sized(b.one, n)
	b.leaves, b.fell = list.Sized(b.leaves, n*fallen), list.Sized(b.fell, n*each)
	clear(b.estimates)
	for k, forest := range forests {
		forest.PredictRows(b.values, b.one, b.fell)
		for i, v := range b.one {
			b.estimates[i] += v
			copy(b.leaves[i*fallen+k*each:], b.fell[i*each:][:each])
		}
	}
	if m.Direct != nil {
		m.Direct.Forest.PredictRows(b.values, b.one, nil)
	}
	for i, sum := range b.estimates {
		b.estimates[i] = b.linear[i] + sum/float64(len(forests))
		if m.Direct != nil {
			b.estimates[i] = mixed(b.estimates[i], b.one[i]-b.offsets[i])
		}
	}
	return b.estimates
}

// The leaves that homes fall into: two homes that share the leaves of many trees are the
// same kind of home to the market.

// LeafTrees is the number of trees whose leaves are kept, a byte each, evenly spread over the
// models. With twice as many the comparables are no better.
const LeafTrees = 32

// Shared returns the share of the trees in which two homes fall into the same leaf; a and b
// are leaves from EstimateWithLeaves.
func Shared(a, b []uint8) float64 {
	differ := 0
	for i := 0; i < LeafTrees; i += leafWord {
		differ += differing(binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]))
	}
	return float64(LeafTrees-differ) / LeafTrees
}

// leafWord is the number of leaves that are compared at once, as one word.
const leafWord = 8

// differing returns how many of the eight bytes of x are not zero: adding sets the highest bit of each such byte.
func differing(x uint64) int {
	const low = 0x7f7f7f7f7f7f7f7f
	return bits.OnesCount64(((x & low) + low | x) &^ low)
}
