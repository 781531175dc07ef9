package hedonic

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Design turns a home into the columns of the regression: an intercept, and a block of columns per attribute. An
// unknown characteristic has an indicator column. Slices are indexed by the attributes' places in the table.
type Design struct {
	Standards  []standard   // of numbers
	Categories []Categories // of open categories
	// Floors are the smallest areas that count, for attributes that may be 0: sales do not show
	// what is lost below them, and log 0, no parcel, is minus infinity.
	Floors  []float64
	Columns int
	// Rising marks the columns whose coefficient may not be negative: more is never worth less.
	Rising []bool

	table gevel.Attributes `image:"-"` // this and the blocks are built after training or reading
	laid  []block          `image:"-"`
}

// standard moves a number to mean 0 and standard deviation 1.
type standard struct{ Mean, Deviation float64 }

const (
	// categoryColumns is the most columns for values of categorical extras, all together. The
	// time of a fit grows with the cube of the columns: 0.3 s with 500
	// values, 1.5 s with 1 000, and most of an hour with the neighbourhood codes of a country.
	categoryColumns = 500
	// valueSales is the fewest sales per value, on average, for a categorical extra to get
	// columns: with fewer, effects are chance that the trees behind can't undo.
	valueSales = 200
	// fewValues is the number of values up to which a categorical extra is exempt from valueSales.
	fewValues = 10
)

func newDesign(s *market.Sales, rows []int32) *Design {
	n := len(s.Attributes)
	d := &Design{Standards: make([]standard, n), Floors: make([]float64, n), Categories: newCategoriesOf(s, rows)}
	most := make([]int, n)
	for k, a := range s.Attributes {
		switch {
		case a.IsOpen():
			most[k] = max(fewValues, knownOf(&s.Whole[k], rows)/valueSales)
		case a.Kind == gevel.Number:
			d.Standards[k] = standardise(s.Numbers[k], rows)
		case a.Kind == gevel.Area && a.Least == 0:
			d.Floors[k] = floorOf(&s.Whole[k], rows)
		}
	}
	forgetMany(d.Categories, most, categoryColumns)
	d.layOut(s.Attributes)
	last := d.laid[len(d.laid)-1]
	d.Columns = last.end
	d.Rising = make([]bool, d.Columns)
	for _, b := range d.laid {
		for c := b.at; c < b.at+b.rising; c++ {
			d.Rising[c] = true
		}
	}
	return d
}

// layOut builds the blocks.
func (d *Design) layOut(table gevel.Attributes) { d.table, d.laid = table, d.blocks(table) }

// Counts returns the number that counts for a known value: an area that may be 0 is raised to its floor.
func (d *Design) Counts(attribute int, v float64) float64 { return math.Max(d.Floors[attribute], v) }

// slopes returns the range of columns with the slopes of the use surface, one per house type group.
func (d *Design) slopes() (from, to int) {
	for _, b := range d.laid {
		if b.rising > 1 {
			return b.at, b.at + b.rising
		}
	}
	return 0, 0
}

// floorShare is the share of areas, such as parcels, below the floor.
const floorShare = 0.01

// floorOf returns the smallest area that counts, 0 if no sale has one.
func floorOf(areas *market.Ints, rows []int32) float64 {
	var known []float64
	for _, row := range rows {
		if area := areas.At(int(row)); area > 0 {
			known = append(known, float64(area))
		}
	}
	least, ok := stats.QuantileInPlace(known, floorShare)
	if !ok {
		return 0
	}
	return math.Trunc(least)
}

func standardise(values []float32, rows []int32) standard {
	var n, sum, squares float64
	for _, row := range rows {
		if v := float64(values[row]); !math.IsNaN(v) {
			n++
			sum += v
			squares += v * v
		}
	}
	if n == 0 {
		return standard{0, 1}
	}
	mean := sum / n
	deviation := math.Sqrt(math.Max(0, squares/n-mean*mean))
	if deviation == 0 {
		deviation = 1
	}
	return standard{mean, deviation}
}

// farExtra is the cap of a standardised numeric extra, in standard
// deviations: beyond it typing errors are more frequent than homes.
const farExtra = 4

// cell is a non-zero column of a home.
type cell struct {
	column int
	value  float64
}

// cells appends the non-zero columns of h.
func (d *Design) cells(h *market.Home, dst []cell) []cell {
	dst = append(dst, cell{intercept, 1})
	for i := range d.laid {
		b := &d.laid[i]
		if c, ok := b.cell(h.BuildType.Group(), b.attribute.Get(&h.Characteristics)); ok {
			dst = append(dst, c)
		}
	}
	return dst
}

// cellRoom is room for the columns of most homes without allocation.
const cellRoom = 64

func dot(row []cell, coef []float64) float64 {
	sum := 0.0
	for _, c := range row {
		sum += c.value * coef[c.column]
	}
	return sum
}

// Categories numbers the values of a categorical column in the order in which the training sales first have them.
// The codes of Names depend on all sales, also on sales known later, and a model must not.
type Categories struct {
	Own   []int32 // model code by Names code, -1 where there is none
	Count int     // number of model codes
}

// newCategories numbers the codes of the sales in rows.
func newCategories(codes market.Column, rows []int32) Categories {
	var c Categories
	for _, row := range rows {
		code := codes.At(int(row))
		for int(code) >= len(c.Own) {
			c.Own = append(c.Own, -1)
		}
		if code >= 0 && c.Own[code] < 0 {
			c.Own[code] = int32(c.Count)
			c.Count++
		}
	}
	return c
}

// newCategoriesOf numbers the values of the open categories, by index of the attribute.
func newCategoriesOf(s *market.Sales, rows []int32) []Categories {
	all := make([]Categories, len(s.Attributes))
	for k := range s.Attributes {
		if s.Attributes[k].IsOpen() {
			all[k] = newCategories(&s.Whole[k], rows)
		}
	}
	return all
}

// forgetMany empties a column with more values than its entry of most, or than are left of
// limit for all columns together; columns of few values come first. A column keeps all its
// values or none: dropped ones would otherwise count together as one value.
func forgetMany(all []Categories, most []int, limit int) {
	byCount := list.Make(len(all), func(k int) int { return k })
	slices.SortStableFunc(byCount, func(a, b int) int { return cmp.Compare(all[a].Count, all[b].Count) })
	for _, k := range byCount {
		if all[k].Count > min(most[k], limit) {
			all[k] = Categories{}
		}
		limit -= all[k].Count
	}
}

// knownOf returns how many of the sales in rows have a known value.
func knownOf(codes *market.Ints, rows []int32) int {
	return list.Count(rows, func(row int32) bool { return codes.At(int(row)) >= 0 })
}

// of returns the model code, -1 for a value that is unknown, absent from training or forgotten.
func (c *Categories) of(code int32) int32 {
	if code < 0 || int(code) >= len(c.Own) {
		return -1
	}
	return c.Own[code]
}

// ofValue is of for a code as Attribute.Get returns it.
func (c *Categories) ofValue(v float64) int32 {
	if v != v {
		return -1
	}
	return c.of(int32(v))
}
