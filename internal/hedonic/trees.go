package hedonic

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/gbm"
	"github.com/gevel/gevel/internal/market"
)

// Trees are boosted regression trees, a few models whose mean counts. Fields are
// exported for encoding only.
type Trees struct {
	Models []Forest
	// Place tells that the position is among the columns, in several directions.
	Place bool
	// UseZip tells that the postal-code area is a column: its codes have sales
	// enough to tell something.
	UseZip bool
	Zip    Categories
	// UseTime tells that the day is a column: what homes are worth beside each other
	// changes, and there are sales enough to tell that from the index's own noise.
	UseTime bool
	// UseVicinity tells that what stands around a home is columns.
	UseVicinity bool
	Categories  []Categories // of the open ones, by the place of the attribute
	// Leeway is what of the linear model is left to the trees; Placeless leaves its trees nothing.
	Leeway Leeway

	neighbours *neighbours // these are made when trained or read, neighbours where UseVicinity
	columns    []treeColumn
}

// Forest is a gbm.Model that gob can carry.
type Forest struct{ *gbm.Model }

// MarshalBinary writes the model.
func (f Forest) MarshalBinary() ([]byte, error) { return f.AppendBinary(nil) }

// UnmarshalBinary reads a model.
func (f *Forest) UnmarshalBinary(content []byte) (err error) {
	f.Model, err = gbm.Read(bytes.NewReader(content))
	return err
}

const (
	// directions is along how many axes, evenly turned, trees may cut the map: two
	// would make every border run north or east.
	directions = 6
	// zipSales is how many sales a postal-code area has on average for the areas to
	// be a column.
	zipSales = 40
	// bags is how many models with other samples are averaged: of countrySales and more only
	// one, since what a sample leaves to chance falls with their number, and the second
	// costs as much as the first.
	bags         = 2
	countrySales = 500_000
)

// params returns the training parameters for n sales whose linear residual has a
// robust standard deviation of scale; see docs/experiments.md.
func params(n int, scale float64, seed uint64) gbm.Params {
	p := gbm.Params{
		Loss:  gbm.Loss{Kind: gbm.Bounded, Delta: 0.5 * scale, Cut: 2.5 * scale},
		Trees: 1000, LearningRate: 0.03, Leaves: 31, MinLeaf: 10, MaxBins: 1023,
		L2: 1, PathSmooth: 1, RowSample: 0.7, ColumnSample: 0.4, Seed: seed,
	}
	switch {
	case rich(n, scale):
		p.Leaves, p.LearningRate, p.ColumnSample = 127, 0.06, 0.6
	case n < fewSales:
		p.Trees, p.LearningRate, p.MaxBins = p.Trees/3, 3*p.LearningRate, 255
	}
	return p
}

const (
	// richInformation is from how many sales, over the variance of what the linear
	// model leaves over, trees can be larger and follow time without learning noise.
	richInformation = 8e6
	// fewSales is up to where smaller steps and finer bins gain nothing that can be
	// measured.
	fewSales = 8000
)

// rich tells whether n sales whose linear residual has a robust standard deviation of
// scale tell enough for large trees.
func rich(n int, scale float64) bool { return float64(n) > richInformation*scale*scale }

// newTrees returns trees yet to learn, with the columns that the sales allow.
func newTrees(t Training, linear *Linear) *Trees {
	trees := &Trees{
		Place: true, Zip: newCategories(t.Sales.Zip, t.Rows),
		UseTime: rich(len(t.Rows), linear.Scale),
		Leeway:  newLeeway(linear.Design, t.Sales, t.Rows),
	}
	trees.UseZip = trees.Zip.Count > 0 && len(t.Rows)/trees.Zip.Count >= zipSales
	// Of sales that are many and alike trees learn by themselves what kind of place it is.
	if trees.UseVicinity = !trees.UseTime && len(t.Rows) >= leastNeighbours; trees.UseVicinity {
		trees.neighbours = newNeighbours(t.Sales, t.Rows, linear)
	}
	return trees
}

// fit learns the target, one per row of the table.
func (trees *Trees) fit(ctx context.Context, table gbm.Table, target []float64, p gbm.Params) error {
	models := bags
	if len(target) >= countrySales {
		models = 1
	}
	for range models {
		model, err := gbm.Train(ctx, gbm.Data{Table: table, Target: target}, p, nil)
		if err != nil {
			return fmt.Errorf("hedonic trees: %w", err)
		}
		trees.Models = append(trees.Models, Forest{model})
		p.Seed++
	}
	return nil
}

// table lays the homes of the training sales out in columns, and visits them.
func (trees *Trees) table(t Training, visit func(i int, h *market.Home)) (gbm.Table, []int8) {
	trees.Categories = newCategoriesOf(t.Sales, t.Rows)
	trees.layOut(t.Sales.Attributes)
	var table gbm.Table
	var monotone []int8
	for _, c := range trees.columns {
		table.Columns = append(table.Columns, gbm.Column{
			Name: c.name, Categorical: c.categorical, Values: make([]float64, len(t.Rows)),
		})
		direction := int8(0)
		if c.rising {
			direction = 1
		}
		monotone = append(monotone, direction)
	}
	var h market.Home
	var values []float64
	for i, row := range t.Rows {
		h = t.Sales.Home(int(row), h.Extra)
		visit(i, &h)
		values = trees.row(&h, values[:0])
		for c, v := range values {
			table.Columns[c].Values[i] = v
		}
	}
	return table, monotone
}

// treeColumn is one column of the trees' table: its name, and what a home has there, around
// which stand those that it is given.
type treeColumn struct {
	name        string
	about       string // the characteristic that it is about, Place or Time
	categorical bool
	rising      bool
	value       func(h *market.Home, around vicinity) float64
}

// layOut makes the columns: the attributes of the contract, place and time, and what files
// bring. Those that must rise come first, and names behind measures.
func (trees *Trees) layOut(table gevel.Attributes) {
	var own, extra []treeColumn
	for _, pass := range []func(a *gevel.Attribute) bool{
		func(a *gevel.Attribute) bool { return a.Rising },
		func(a *gevel.Attribute) bool { return !a.Rising && a.Kind != gevel.Category },
		func(a *gevel.Attribute) bool { return !a.Rising && a.Kind == gevel.Category },
	} {
		for k := range table {
			if a := &table[k]; pass(a) && !a.IsExtra() {
				own = append(own, trees.attributeColumn(a, k))
			}
		}
	}
	for k := range table {
		if a := &table[k]; a.IsExtra() {
			extra = append(extra, trees.attributeColumn(a, k))
		}
	}
	trees.columns = slices.Concat(own, trees.placeColumns(), extra)
}

// attributeColumn is the column of the attribute in place k.
func (trees *Trees) attributeColumn(a *gevel.Attribute, k int) treeColumn {
	c := treeColumn{name: a.Column, about: a.Name, categorical: a.Kind == gevel.Category, rising: a.Rising}
	switch {
	case a.IsOpen():
		c.value = func(h *market.Home, _ vicinity) float64 {
			return code(trees.Categories[k].ofValue(a.Get(&h.Characteristics)))
		}
	case a.IsNamed():
		c.value = func(h *market.Home, _ vicinity) float64 { return a.Get(&h.Characteristics) - 1 }
	default:
		c.value = func(h *market.Home, _ vicinity) float64 { return a.Get(&h.Characteristics) }
	}
	return c
}

// placeColumns are where a home stands, what stands around it, and the day.
func (trees *Trees) placeColumns() (columns []treeColumn) {
	add := func(about, name string, value func(h *market.Home, around vicinity) float64) {
		columns = append(columns, treeColumn{name: name, about: about, value: value})
	}
	if trees.Place {
		for k := range directions {
			name := fmt.Sprintf("place_%d", 180*k/directions)
			add(Place, name, func(h *market.Home, _ vicinity) float64 { return along(h.Place, k) })
		}
	}
	if trees.UseZip {
		add(Place, "postal_code_area", func(h *market.Home, _ vicinity) float64 { return code(trees.Zip.of(h.Zip)) })
		columns[len(columns)-1].categorical = true
	}
	if trees.UseVicinity {
		add(Place, "worth_around", func(_ *market.Home, around vicinity) float64 { return around.worth })
		add(Place, "year_around", func(_ *market.Home, around vicinity) float64 { return around.year })
		add(Place, "reach_around", func(_ *market.Home, around vicinity) float64 { return around.reach })
	}
	if trees.UseTime {
		add(Time, "day", func(h *market.Home, _ vicinity) float64 { return float64(h.Day) })
	}
	return columns
}

// columnNames returns the names of the columns, and what each is about.
func (trees *Trees) columnNames() (names, about []string) {
	for _, c := range trees.columns {
		names, about = append(names, c.name), append(about, c.about)
	}
	return names, about
}

// row appends the values of a home to dst.
func (trees *Trees) row(h *market.Home, dst []float64) []float64 {
	var around vicinity
	if trees.UseVicinity {
		around = trees.neighbours.around(h)
	}
	for i := range trees.columns {
		dst = append(dst, trees.columns[i].value(h, around))
	}
	return dst
}

// code returns a category's code; a negative one is unknown.
func code(c int32) float64 {
	if c < 0 {
		return math.NaN()
	}
	return float64(c)
}

// axes are the unit vectors of the directions.
var axes = func() (a [directions][2]float64) {
	for k := range a {
		a[k][1], a[k][0] = math.Sincos(math.Pi * float64(k) / directions)
	}
	return a
}()

func along(p gevel.Point, k int) float64 {
	if !p.Known() {
		return math.NaN()
	}
	return p.X*axes[k][0] + p.Y*axes[k][1]
}

// rowRoom is room for the columns of most homes without allocation.
const rowRoom = 64

// estimate returns what the trees add to the estimate of a home with this row, and notes in
// leaves as many as that has room for, the models' one after the other.
func (trees *Trees) estimate(row []float64, leaves []uint8) float64 {
	sum, each := 0.0, len(leaves)/len(trees.Models)
	for i, m := range trees.Models {
		sum += m.PredictWithLeaves(row, leaves[i*each:][:each])
	}
	return sum / float64(len(trees.Models))
}
