// Package vintage holds a trained model as data: its named parts, their encoding in an
// edition, and the checks that they are consistent.
package vintage

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
)

// Vintage is everything, besides the sales themselves, that valuations use from its date until
// the next vintage's: models trained only on sales known before that date, and indexes as
// known on later days. Fields are exported for encoding only.
type Vintage struct {
	AsOf    gevel.Date
	Hedonic *hedonic.Model
	// Estimates are the hedonic estimates of the home of each sale as it was then, log
	// euros less the index, by row of the sales.
	Estimates []float32
	// Leaves are the leaves that each of these homes falls into, hedonic.LeafTrees per row.
	Leaves  []uint8
	Kriging Kriging
	Middle  float64 // of the market: the median training price, log euros less the index

	Indexes     []Dated // ascending by Known
	IndexParams index.Params

	Typical [gevel.BuildGroups]impute.Typical // values, by house type group
	Ranges  [gevel.BuildGroups]impute.Ranges  // that it was trained on, by house type group

	Reconcile reconcile.Model
	Spread    spread.Model
	// Handpicked is what comparables that a person chose are worth beside the model. Editions before format 21 have none.
	Handpicked handpicked.Table
	Learned    int // the number of errors behind its weights and spread
	// Records hold the errors of the models before it, from which it learned its weights and spread, and
	// its own on sales known since its date, ascending by model. Only an edition's newest vintage has them.
	Records []Record

	// Computed when the vintage is trained or read:
	sales *Sales
	areas *index.Areas
	area  market.Ints // by row of the sales
	sites *Sites
}

// Dated is an index and the day on which it was known: it uses only sales known before that day.
type Dated struct {
	Known gevel.Date
	// Until is the day up to which the market was known then: Known, or earlier if no sale became
	// known for long, less the time that sales take to become known.
	Until gevel.Date
	Index *index.Index
}

// Prepare computes what is not encoded.
func (v *Vintage) Prepare(s *Sales) {
	v.SetAreas(s, v.Indexes[0].Index.Areas)
	v.Hedonic.Prepare(s.Sales, v.AsOf)
	if v.Kriging.Trend != nil {
		v.Kriging.Trend.Prepare()
	}
	v.LaySites()
}

// SetAreas sets the index area of each sale.
func (v *Vintage) SetAreas(s *Sales, areas *index.Areas) {
	v.sales, v.areas, v.area = s, areas, market.MakeInts(s.Len())
	for row := range s.Len() {
		v.area.Set(row, areas.Of(s.Place[row]))
	}
}

// Sales returns the sales that the vintage was prepared for.
func (v *Vintage) Sales() *Sales { return v.sales }

// Areas returns the areas of the indexes.
func (v *Vintage) Areas() *index.Areas { return v.areas }

// Area returns the index area of a sale.
func (v *Vintage) Area(row int32) int32 { return v.area.At(int(row)) }

// LeavesOf returns the leaves of a sale's home.
func (v *Vintage) LeavesOf(row int32) []uint8 {
	return v.Leaves[hedonic.LeafTrees*int(row):][:hedonic.LeafTrees]
}

// Floors returns the smallest areas that count; see hedonic.Design.
func (v *Vintage) Floors() []float64 { return v.Hedonic.Linear.Design.Floors }

// IndexOn returns the newest index that was known on a day, or the first if the day lies before all.
func (v *Vintage) IndexOn(day gevel.Date) Dated {
	i, exact := slices.BinarySearchFunc(v.Indexes, day, func(d Dated, day gevel.Date) int {
		return int(d.Known) - int(day)
	})
	if !exact {
		i = max(i-1, 0)
	}
	return v.Indexes[i]
}

// Level returns the level of an index for a sale's home on the day of sale.
func (v *Vintage) Level(ix *index.Index, row int32) float64 {
	return ix.Level(v.Area(row), v.sales.Group(row), v.sales.Month[row])
}

// LevelAt returns the level of an index for a sale's home in a month; see index.Level.
func (v *Vintage) LevelAt(ix *index.Index, row int32, month float64) float64 {
	return ix.Level(v.Area(row), v.sales.Group(row), month)
}

// MarketSince returns the rise of the whole market from the vintage's date to a
// month (see index.Level), in log euros. Errors in euros are compared at one level of the
// market: in a rising market last year's errors would be too small.
func (v *Vintage) MarketSince(month float64, ix *index.Index) float64 {
	return ix.Level(0, 0, month) - ix.Level(0, 0, index.MonthsSince(0, v.AsOf))
}

// SegmentCounts returns how many segments errors are calibrated for, per kind.
func (v *Vintage) SegmentCounts() spread.Segments { return segmentCounts(v.areas.Len()) }

// Sales are the sales with numbers that every vintage needs, computed once.
type Sales struct {
	*market.Sales
	Month []float64 // of each sale; see index.Level
}

// NewSales computes them.
func NewSales(s *market.Sales) *Sales {
	out := &Sales{Sales: s, Month: make([]float64, s.Len())}
	for row, day := range s.Date {
		out.Month[row] = index.MonthsSince(0, day)
	}
	return out
}

// LogPrice returns the log of a sale's price.
func (s *Sales) LogPrice(row int32) float64 { return math.Log(float64(s.Price[row])) }

// Group returns the house type group of a sale's home.
func (s *Sales) Group(row int32) gevel.BuildGroup { return s.BuildType(int(row)).Group() }

const daysPerYear = 365.25

// YearsSince returns how long before a day a sale was.
func (s *Sales) YearsSince(row int32, day gevel.Date) float64 {
	return math.Max(0, float64(day-s.Date[row])/daysPerYear)
}

// The segments for which errors are calibrated separately.

// ownAgeStarts part homes by the years since their own last sale: a home sold again
// within two years has often been worked on.
var ownAgeStarts = [...]float64{0, 2, 5, 10}

// OwnSaleAges is the number of segments by the time since the own last sale; segment 0 has none.
const OwnSaleAges = len(ownAgeStarts) + 1

// OwnSaleAge returns the segment for a number of years since the own last sale.
func OwnSaleAge(years float64) int {
	i, exact := slices.BinarySearch(ownAgeStarts[:], years)
	if exact {
		i++
	}
	return i
}

// BuildPeriod returns the segment of a build year, 0 when it is unknown.
func BuildPeriod(year gevel.Opt[int]) int {
	if !year.Known {
		return 0
	}
	return 1 + gevel.BuildPeriod(year.V)
}

// segmentCounts returns the number of segments of each kind.
func segmentCounts(areas int) spread.Segments {
	return spread.Segments{
		spread.Group: gevel.BuildGroups, spread.Area: areas,
		spread.BuildPeriod: gevel.BuildPeriods + 1, spread.OwnSaleAge: OwnSaleAges,
	}
}
