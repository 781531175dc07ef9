// Package vintage holds a trained model as data: its named parts, their encoding in an
// edition, and the checks that they are consistent.
package vintage

import (
	"errors"
	"fmt"
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
	"github.com/gevel/gevel/internal/num/list"
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
	// Handpicked is what comparables that a person chose are worth beside the model.
	Handpicked handpicked.Table
	Learned    int // the number of errors behind its weights and spread
	// Records hold the errors of the models before it, from which it learned its weights and spread, and
	// its own on sales known since its date, ascending by model. Only an edition's newest vintage has them.
	Records []Record

	// Computed when the vintage is trained or read:
	sales *Sales `image:"-"`
	areas *index.Areas
	area  market.Ints // by row of the sales
	sites *Sites      `image:"-"`
	keeps any         `image:"-"` // what it lies in, if anything: in use as long as the vintage is
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

// of prepares a vintage that was kept as Prepare left it.
func (v *Vintage) of(s *Sales) error {
	v.sales = s
	if err := v.Hedonic.Of(s.Sales); err != nil {
		return err
	}
	v.LaySites()
	return v.Kriging.check(s.Sales, v.Hedonic.Trees.UseTime)
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
	return v.LevelAt(ix, row, v.sales.Month[row])
}

// LevelAt returns the level of an index for a sale's home in a month; see index.Level.
func (v *Vintage) LevelAt(ix *index.Index, row int32, month float64) float64 {
	return ix.LevelOf(v.Area(row), v.sales.Group(row), float64(v.Estimates[row]), month)
}

// MarketSince returns the rise of the whole market from the vintage's date to a month (see index.Level), in log euros.
// Errors in euros are compared at one level of the market: in a rising market last year's errors would be too small.
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

// The out-of-time accuracy that a vintage stores: the errors of the models before it, from which it learned its weights
// and spread, and its own on what was sold since, as callers would have seen them.

// Record compares the values of one model with prices that it had not seen: sales
// that became known from its date until the next model's date, or for the newest one until now. Each was valued on its
// own day with what was known then, with the model's own weights and spread. No value depends on it.
// Fields are exported, and the type keeps its name, for encoding only.
type Record struct {
	Model gevel.Date // its date
	// Learned is the number of errors from which its weights and spread were learned. With few, and above
	// all with none, intervals are the prior's.
	Learned int
	// Quantiles and Resold are copies from its spread; see spread.Model.
	Quantiles, Resold spread.Quantiles

	// Per sale: its row, log price less log value, the expected size of the error,
	// and whether the home was sold again soon.
	Rows        []int32
	Errors      []float32
	Sizes       []float32
	ResoldHomes []bool
	// Missed are the rows of sales whose homes had no value, for lack of comparables.
	Missed []int32
}

// RecordsBefore returns the records of the models before it, without its own.
func (v *Vintage) RecordsBefore() []Record {
	return slices.DeleteFunc(slices.Clone(v.Records), func(r Record) bool { return r.Model >= v.AsOf })
}

// Since returns the part of a record on sales from a day on.
func (r *Record) Since(day gevel.Date, s *Sales) Record {
	kept := *r
	kept.Rows, kept.Errors, kept.Sizes, kept.ResoldHomes, kept.Missed = nil, nil, nil, nil, nil
	for i, row := range r.Rows {
		if s.Date[row] >= day {
			kept.Add(row, r.Errors[i], r.Sizes[i], r.ResoldHomes[i])
		}
	}
	for _, row := range r.Missed {
		if s.Date[row] >= day {
			kept.Missed = append(kept.Missed, row)
		}
	}
	return kept
}

// Add adds a sale.
func (r *Record) Add(row int32, logError, size float32, resold bool) {
	r.Rows, r.Errors, r.Sizes = append(r.Rows, row), append(r.Errors, logError), append(r.Sizes, size)
	r.ResoldHomes = append(r.ResoldHomes, resold)
}

// MoveRows renumbers the rows of a record; to maps old rows to new ones.
func (r *Record) MoveRows(to []int32) {
	move := func(rows []int32) []int32 {
		return list.Of(rows, func(row int32) int32 { return to[row] })
	}
	r.Rows, r.Missed = move(r.Rows), move(r.Missed)
}

// Of returns the distribution of the errors that the model promised for sale i, in units of its size.
func (r *Record) Of(i int) spread.Quantiles {
	if r.ResoldHomes[i] {
		return r.Resold
	}
	return r.Quantiles
}

// check reports whether a record that was read is complete, and of n sales.
func (r *Record) check(n int) error {
	if len(r.Errors) != len(r.Rows) || len(r.Sizes) != len(r.Rows) || len(r.ResoldHomes) != len(r.Rows) {
		return fmt.Errorf("the record of the model of %s is incomplete", r.Model)
	}
	for _, rows := range [][]int32{r.Rows, r.Missed} {
		for _, row := range rows {
			if row < 0 || int(row) >= n {
				return fmt.Errorf("the record of the model of %s belongs to other sales", r.Model)
			}
		}
	}
	for i := range r.Rows {
		if noNumber(float64(r.Errors[i])) || !(r.Sizes[i] > 0) || noNumber(float64(r.Sizes[i])) {
			return errors.New("the vintage's record contains a value that is not a number")
		}
	}
	for _, q := range []spread.Quantiles{r.Quantiles, r.Resold} {
		if err := q.Check(); err != nil {
			return fmt.Errorf("the record of the model of %s: %w", r.Model, err)
		}
	}
	return nil
}
