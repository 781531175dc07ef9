package portfolio

import (
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/value/book"
	"github.com/gevel/gevel/internal/value/bulk"
)

var (
	euros    = parquet.Int(64)
	fraction = parquet.Leaf(parquet.DoubleType)
)

// columns are all added columns, empty in rows without a value. Fractions have four decimals.
var columns = []bulk.Column{
	column("municipality", parquet.String(), func(r *result) parquet.Value { return bulk.TextOrNull(r.region) }),
	column("house_type", parquet.String(), func(r *result) parquet.Value { return bulk.TextOrNull(r.homeType) }),
	column("earlier_value", euros, ofEarlier(func(e earlier) parquet.Value { return euroOr(gevel.Some(e.value)) })),
	column("earlier_date", parquet.Date(), ofEarlier(func(e earlier) parquet.Value {
		if !e.date.Known {
			return parquet.NullValue()
		}
		return bulk.DayValue(e.date.V)
	})),
	column("earlier_by", parquet.String(), ofEarlier(func(e earlier) parquet.Value { return bulk.TextOrNull(e.by) })),
	column("change", fraction, func(r *result) parquet.Value { return fractionValue(r.change()) }),
	column("change_by_model", fraction, func(r *result) parquet.Value { return fractionValue(r.byModel) }),
	column("ltv", fraction, ltvOf(func(r *result) float64 { return float64(r.value.Weighted) })),
	column("ltv_at_low80", fraction, ltvOf(func(r *result) float64 { return float64(r.value.Interval.Low) })),
	column("ltv_at_high80", fraction, ltvOf(func(r *result) float64 { return float64(r.value.Interval.High) })),
	column("eaa_level", parquet.Int(32), func(r *result) parquet.Value {
		return parquet.Int32Value(int32(standard.LevelOf(r.value.FSD)))
	}),
	column("freddie_mac_band", parquet.String(), func(r *result) parquet.Value {
		return bulk.TextOrNull(string(standard.BandOf(r.value.FSD)))
	}),
	column("average_value", euros, func(r *result) parquet.Value { return euroOr(r.capped.average) }),
	column("average_years", parquet.Int(32), func(r *result) parquet.Value {
		return parquet.Int32Value(int32(r.capped.points))
	}),
	column("capped_value", euros, func(r *result) parquet.Value { return euroOr(r.capped.value) }),
	column("capped_by", parquet.String(), func(r *result) parquet.Value { return bulk.TextOrNull(r.capped.basis) }),
	column("ltv_capped", fraction, func(r *result) parquet.Value { return fractionValue(r.cappedLTV()) }),
	// The last ones are about the shock, and left out without one.
	column("shocked_value", euros, func(r *result) parquet.Value {
		return euroOr(gevel.Some(roundEuro(r.shocked(r.value.Weighted))))
	}),
	column("ltv_shocked", fraction, ltvOf(func(r *result) float64 { return r.shocked(r.value.Weighted) })),
	column("ltv_shocked_at_low80", fraction, ltvOf(func(r *result) float64 { return r.shocked(r.value.Interval.Low) })),
}

// shockColumns is the number of columns about the shock.
const shockColumns = 3

// Columns returns the added columns.
func (p *Portfolio) Columns() []bulk.Column {
	if !p.Shock.Known {
		return columns[:len(columns)-shockColumns]
	}
	return columns
}

func (r *result) valued() bool { return r.reason == "" }

// change is the relative change from the earlier value, a fraction.
func (r *result) change() gevel.Opt[float64] {
	if !r.earlier.Known {
		return gevel.Opt[float64]{}
	}
	return gevel.Some(float64(r.value.Weighted)/float64(r.earlier.V.value) - 1)
}

func (r *result) cappedLTV() gevel.Opt[float64] {
	if !r.capped.value.Known {
		return gevel.Opt[float64]{}
	}
	return gevel.Some(r.ltv(float64(r.capped.value.V)))
}

// shocked returns a value after the shock.
func (r *result) shocked(value gevel.Euro) float64 { return float64(value) * (1 + r.shock.V) }

// column is a column that only rows with a value have.
func column(name string, node parquet.Node, of func(*result) parquet.Value) bulk.Column {
	return bulk.Column{Name: name, Node: node, Of: func(a bulk.Added) parquet.Value {
		r := a.(*result)
		if !r.valued() {
			return parquet.NullValue()
		}
		return of(r)
	}}
}

func ofEarlier(of func(earlier) parquet.Value) func(*result) parquet.Value {
	return func(r *result) parquet.Value {
		if !r.earlier.Known {
			return parquet.NullValue()
		}
		return of(r.earlier.V)
	}
}

func ltvOf(value func(*result) float64) func(*result) parquet.Value {
	return func(r *result) parquet.Value { return fractionValue(gevel.Some(r.ltv(value(r)))) }
}

func euroOr(v gevel.Opt[gevel.Euro]) parquet.Value {
	if !v.Known {
		return parquet.NullValue()
	}
	return parquet.Int64Value(int64(v.V))
}

func fractionValue(v gevel.Opt[float64]) parquet.Value {
	if !v.Known {
		return parquet.NullValue()
	}
	return parquet.DoubleValue(math.Round(1e4*v.V) / 1e4)
}

func roundEuro(v float64) gevel.Euro { return gevel.Euro(math.Round(v)) }

// What the standards of the field say of a book: each loan beside the bar of its loan to value, and each value on the
// scales of others.

// Standard is the loans for which a bar of a standard stands, and how many of them keep it.
type Standard struct {
	Standard string  `json:"standard"`
	For      string  `json:"for"`
	Asked    string  `json:"asked"`
	Homes    int     `json:"homes"`
	Exposure int64   `json:"exposure"`
	Kept     int     `json:"kept"`
	Share    float64 `json:"keptShare"` // of the exposure
}

// barred are the loans of a bar.
type barred struct{ all, kept tally }

// addStandard counts a loan under the bar of its loan to value: the value's class must promise as much.
func (t *totals) addStandard(loan, value float64, class gevel.ConfidenceClass) {
	from := 0.0
	for i, bar := range standard.Lending {
		if ltv := loan / value; from < ltv && ltv <= bar.UpTo {
			t.bars[i].all.add(loan)
			if class >= bar.Class {
				t.bars[i].kept.add(loan)
			}
		}
		from = bar.UpTo
	}
}

func (t *totals) standards() []Standard {
	list, from := []Standard{}, ""
	for i, bar := range standard.Lending {
		n := t.bars[i]
		s := Standard{
			Standard: standard.NRVT.Name, For: fmt.Sprintf("loans %sup to %.0f %% of the value", from, 100*bar.UpTo),
			Asked: fmt.Sprintf("%.0f %% of the values within %.0f %% of the price: class %d or higher", 100*bar.Share,
				100*bar.Within, bar.Class),
			Homes: n.all.homes, Exposure: whole(n.all.loans), Kept: n.kept.homes,
		}
		if n.all.loans > 0 {
			s.Share = fourDecimals(n.kept.loans / n.all.loans)
		}
		list, from = append(list, s), fmt.Sprintf("over %.0f ", 100*bar.UpTo)
	}
	return list
}

// The ways of grouping homes by the FSDs of their values.
const (
	byLevel = "EAA level"
	byBand  = "Freddie Mac band"
)

// scales are the groups of a value on the scales of others. The book has no such parts.
func scales(fsd float64) []book.Segment {
	return []book.Segment{
		{By: byLevel, Name: fmt.Sprint(int(standard.LevelOf(fsd)))},
		{By: byBand, Name: string(standard.BandOf(fsd))},
	}
}
