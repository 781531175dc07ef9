package hedonic

import (
	"bytes"
	"context"
	"fmt"
	"math"

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
	Cat         []Categories // the categorical extras
	// Leeway is what of the linear model is left to the trees; Placeless leaves its trees nothing.
	Leeway Leeway

	neighbours *neighbours // made when trained or read, where UseVicinity
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
		Leeway:  newLeeway(&linear.Design, t.Sales, t.Rows),
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
	trees.Cat = newCategoriesOf(t.Sales.Cat, t.Rows)
	var table gbm.Table
	var monotone []int8
	for _, c := range trees.columns(t.Sales.Schema) {
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
		h = t.Sales.Home(int(row), h.Num, h.Cat)
		visit(i, &h)
		values = trees.row(&h, values[:0])
		for c, v := range values {
			table.Columns[c].Values[i] = v
		}
	}
	return table, monotone
}

// treeColumn is one column of the trees' table.
type treeColumn struct {
	name        string
	categorical bool
	rising      bool
}

// columns returns the columns in the order in which row gives their values.
func (trees *Trees) columns(schema gevel.SaleSchema) []treeColumn {
	columns := []treeColumn{
		{name: "use_surface", rising: true},
		{name: "parcel_surface", rising: true},
		{name: "energy_label", rising: true},
		{name: "build_year"},
		{name: "volume"},
		{name: "rooms"},
		{name: "monument"},
		{name: "build_type", categorical: true},
	}
	if trees.Place {
		for k := range directions {
			columns = append(columns, treeColumn{name: fmt.Sprintf("%s%d", placePrefix, 180*k/directions)})
		}
	}
	if trees.UseZip {
		columns = append(columns, treeColumn{name: "postal_code_area", categorical: true})
	}
	if trees.UseVicinity {
		columns = append(columns, treeColumn{name: "worth_around"}, treeColumn{name: "year_around"}, treeColumn{name: "reach_around"})
	}
	if trees.UseTime {
		columns = append(columns, treeColumn{name: "day"})
	}
	for _, name := range schema.Num {
		columns = append(columns, treeColumn{name: "num_" + name})
	}
	for _, name := range schema.Cat {
		columns = append(columns, treeColumn{name: "cat_" + name, categorical: true})
	}
	return columns
}

// columnNames returns the names of the columns.
func (trees *Trees) columnNames(schema gevel.SaleSchema) []string {
	var names []string
	for _, c := range trees.columns(schema) {
		names = append(names, c.name)
	}
	return names
}

// row appends the values of a home to dst.
func (trees *Trees) row(h *market.Home, dst []float64) []float64 {
	dst = append(dst,
		number(h.UseSurface), number(h.ParcelSurface), code(int32(h.EnergyLabel)-1), number(h.BuildYear),
		number(h.Volume), number(h.Rooms), monument(h.Monument), code(int32(h.BuildType)-1))
	if trees.Place {
		for k := range directions {
			dst = append(dst, along(h.Place, k))
		}
	}
	if trees.UseZip {
		dst = append(dst, code(trees.Zip.of(h.Zip)))
	}
	if trees.UseVicinity {
		around := trees.neighbours.around(h)
		dst = append(dst, around.worth, around.year, around.reach)
	}
	if trees.UseTime {
		dst = append(dst, float64(h.Day))
	}
	for _, v := range h.Num {
		dst = append(dst, float64(v))
	}
	for k, c := range h.Cat {
		dst = append(dst, code(trees.Cat[k].of(c)))
	}
	return dst
}

func number(v gevel.Opt[int]) float64 {
	if v.Known {
		return float64(v.V)
	}
	return math.NaN()
}

func monument(v gevel.Opt[bool]) float64 {
	switch {
	case !v.Known:
		return math.NaN()
	case v.V:
		return 1
	}
	return 0
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
