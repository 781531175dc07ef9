package hedonic

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/gbm"
	"github.com/gevel/gevel/internal/num/parallel"
)

// Trees are boosted regression trees: the mean of a few models. Fields are exported for encoding only.
type Trees struct {
	Models []Forest
	// UsePosition is whether the position is among the columns, along several axes.
	UsePosition bool
	// UseZip is whether the postal-code area is a column: only with enough sales per area.
	UseZip bool
	Zip    Categories
	// UseTime is whether the day is a column: relative prices change, and with enough sales the trees
	// can separate that from the noise of the index.
	UseTime bool
	// UseVicinity is whether the surroundings are columns.
	UseVicinity bool
	Categories  []Categories // of the open ones, by index of the attribute
	SlopeShare  SlopeShare   // left to the trees; nil in a Nonspatial

	neighbours *neighbours  // built after training or reading; neighbours only with UseVicinity
	columns    []treeColumn `image:"-"`
}

// Forest is a gbm.Model for encoding by gob.
type Forest struct{ *gbm.Model }

// MarshalBinary writes the model.
func (f Forest) MarshalBinary() ([]byte, error) { return f.AppendBinary(nil) }

// UnmarshalBinary reads a model.
func (f *Forest) UnmarshalBinary(content []byte) (err error) {
	f.Model, err = gbm.Read(bytes.NewReader(content))
	return err
}

const (
	// directions is the number of axes, evenly turned, along which trees may cut the map: with
	// two every border would run north or east.
	directions = 6
	// zipSales is the fewest sales per postal-code area, on average, for the areas to be a column.
	zipSales = 40
	// bagged is the number of averaged models, each with its own row samples. From
	// countrySales sales it is one: sampling noise is small then, and a second model costs as much again.
	bagged       = 2
	countrySales = 500_000
)

// params returns the training parameters for n sales whose linear residual has a
// robust standard deviation of scale; see docs/experiments.md.
func params(n int, scale float64, seed uint64) gbm.Params {
	p := gbm.Params{
		Loss:  gbm.Loss{Kind: gbm.Bounded, Delta: 0.5 * scale, Cut: 2.5 * scale},
		Trees: 1000, LearningRate: 0.03, Leaves: 31, MinLeaf: 10, MaxBins: 1023,
		L2: 1, RowSample: 0.7, ColumnSample: 0.4, Seed: seed,
	}
	switch {
	case Rich(n, scale):
		p.Leaves, p.LearningRate, p.ColumnSample = 127, 0.06, 0.6
	case n < fewSales:
		p.Trees, p.LearningRate, p.MaxBins = p.Trees/3, 3*p.LearningRate, 255
	}
	return p
}

const (
	// richInformation is the number of sales, divided by the variance of the linear model's
	// residuals, from which trees can be larger and use the day without fitting noise.
	richInformation = 8e6
	// Below fewSales smaller steps and finer bins gain nothing measurable.
	fewSales = 8000
)

// Rich reports whether n sales whose linear residuals have a robust standard deviation of
// scale hold information enough for large trees.
func Rich(n int, scale float64) bool { return float64(n) > richInformation*scale*scale }

// newTrees returns untrained trees with the columns that the sales allow.
func newTrees(t Training, linear *Linear) *Trees {
	trees := &Trees{
		UsePosition: true, Zip: newCategories(market.Codes(t.Sales.Zip), t.Rows),
		UseTime:    Rich(len(t.Rows), linear.Scale),
		SlopeShare: newSlopeShare(linear.Design, t.Sales, t.Rows),
	}
	trees.UseZip = trees.Zip.Count > 0 && len(t.Rows)/trees.Zip.Count >= zipSales
	// Many similar sales let the trees learn the vicinity by themselves.
	if trees.UseVicinity = !trees.UseTime && len(t.Rows) >= leastNeighbours; trees.UseVicinity {
		trees.neighbours = newNeighbours(t.Sales, t.Rows, linear)
	}
	return trees
}

// fit trains a number of models on the target, one per row of the table.
func (trees *Trees) fit(ctx context.Context, table *gbm.Binned, target []float64, p gbm.Params) error {
	models := bagged
	if len(target) >= countrySales {
		models = 1
	}
	for k := range models {
		ctx := gevel.Span(ctx, "", float64(k)/float64(models), float64(k+1)/float64(models))
		model, err := table.Train(ctx, target, p, reporting(ctx))
		if err != nil {
			return fmt.Errorf("hedonic trees: %w", err)
		}
		trees.Models = append(trees.Models, Forest{model})
		p.Seed++
	}
	return nil
}

// reporting returns a function that reports the progress of training to ctx.
func reporting(ctx context.Context) func(gbm.Progress) {
	return func(p gbm.Progress) { gevel.Report(ctx, p.Tree, p.Trees) }
}

// table puts the homes of the training sales into columns, and visits them, several at once. It returns the columns cut
// into bins, and which of them rise, in p.
func (trees *Trees) table(
	ctx context.Context, t Training, p *gbm.Params, visit func(i int, h *market.Home),
) (*gbm.Binned, error) {
	trees.Categories = newCategoriesOf(t.Sales, t.Rows)
	trees.layOut(t.Sales.Attributes)
	var table gbm.Table
	for _, c := range trees.columns {
		table.Columns = append(table.Columns, gbm.Column{
			Name: c.name, Categorical: c.categorical, Values: make([]float64, len(t.Rows)),
		})
		direction := int8(0)
		if c.rising {
			direction = 1
		}
		p.Monotone = append(p.Monotone, direction)
	}
	filled := gevel.NewMeter(ctx, int64(len(t.Rows)))
	parallel.Rows(len(t.Rows), func(from, to int) {
		var h market.Home
		var values []float64
		for i := from; i < to; i++ {
			h = t.Sales.Home(int(t.Rows[i]), h.Extra)
			visit(i, &h)
			values = trees.row(&h, values[:0])
			for c, v := range values {
				table.Columns[c].Values[i] = v
			}
		}
		filled.Add(int64(to - from))
	})
	return gbm.Bin(table, *p)
}

// treeColumn is one column of the trees' table: its name, and its value for a home.
type treeColumn struct {
	name        string
	about       string // the characteristic that it is about, Place or Time
	categorical bool
	rising      bool
	value       func(h *market.Home, around vicinity) float64
}

// layOut makes the columns: the attributes of the contract, place and time, and the attributes from
// files. Columns that must rise come first, and measures before names.
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

// attributeColumn returns the column of attribute k of the table.
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

// placeColumns returns the columns of position, vicinity and day.
func (trees *Trees) placeColumns() (columns []treeColumn) {
	add := func(about, name string, value func(h *market.Home, around vicinity) float64) {
		columns = append(columns, treeColumn{name: name, about: about, value: value})
	}
	if trees.UsePosition {
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

// columnNames returns the name of each column, and the characteristic that it is about.
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

// estimate returns the trees' part of the estimate of a home with this row, and fills leaves model by model.
func (trees *Trees) estimate(row []float64, leaves []uint8) float64 {
	sum, each := 0.0, len(leaves)/len(trees.Models)
	for i, m := range trees.Models {
		sum += m.PredictWithLeaves(row, leaves[i*each:][:each])
	}
	return sum / float64(len(trees.Models))
}
