package portfolio

import (
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/value/bulk"
)

// column is a column that a portfolio adds to the file.
type column struct {
	bulk.Column
	of func(*result) parquet.Value
}

var (
	euros    = parquet.Int(64)
	fraction = parquet.Leaf(parquet.DoubleType)
)

// columns are all added columns. Fractions have four decimals.
var columns = []column{
	{bulk.Column{Name: "municipality", Node: parquet.String()}, ifValued(func(r *result) parquet.Value { return textValue(r.region) })},
	{bulk.Column{Name: "house_type", Node: parquet.String()}, ifValued(func(r *result) parquet.Value { return textValue(r.homeType) })},
	{bulk.Column{Name: "earlier_value", Node: euros}, ofEarlier(func(e earlier) parquet.Value { return euroValue(e.value) })},
	{bulk.Column{Name: "earlier_date", Node: parquet.Date()}, ofEarlier(func(e earlier) parquet.Value {
		if !e.date.Known {
			return parquet.NullValue()
		}
		return bulk.DayValue(e.date.V)
	})},
	{bulk.Column{Name: "earlier_by", Node: parquet.String()}, ofEarlier(func(e earlier) parquet.Value { return textValue(e.by) })},
	{bulk.Column{Name: "change", Node: fraction}, func(r *result) parquet.Value { return fractionValue(r.change()) }},
	{bulk.Column{Name: "ltv", Node: fraction}, ltvOf(func(r *result) float64 { return float64(r.value.Weighted) })},
	{bulk.Column{Name: "ltv_at_low80", Node: fraction}, ltvOf(func(r *result) float64 { return float64(r.value.Interval.Low) })},
	{bulk.Column{Name: "ltv_at_high80", Node: fraction}, ltvOf(func(r *result) float64 { return float64(r.value.Interval.High) })},
	{bulk.Column{Name: "eaa_level", Node: parquet.Int(32)}, ifValued(func(r *result) parquet.Value {
		return parquet.Int32Value(int32(standard.LevelOf(r.value.FSD)))
	})},
	{bulk.Column{Name: "freddie_mac_band", Node: parquet.String()}, ifValued(func(r *result) parquet.Value {
		return textValue(string(standard.BandOf(r.value.FSD)))
	})},
	{bulk.Column{Name: "average_value", Node: euros}, ifValued(func(r *result) parquet.Value { return euroOr(r.capped.average) })},
	{bulk.Column{Name: "average_years", Node: parquet.Int(32)}, ifValued(func(r *result) parquet.Value {
		return parquet.Int32Value(int32(r.capped.points))
	})},
	{bulk.Column{Name: "capped_value", Node: euros}, ifValued(func(r *result) parquet.Value { return euroOr(r.capped.value) })},
	{bulk.Column{Name: "capped_by", Node: parquet.String()}, ifValued(func(r *result) parquet.Value { return textValue(r.capped.basis) })},
	{bulk.Column{Name: "ltv_capped", Node: fraction}, func(r *result) parquet.Value { return fractionValue(r.cappedLTV()) }},
	{bulk.Column{Name: "shocked_value", Node: euros}, ifShocked(func(r *result) parquet.Value {
		return euroValue(roundEuro(r.shocked(r.value.Weighted)))
	})},
	{bulk.Column{Name: "ltv_shocked", Node: fraction}, ifShocked(func(r *result) parquet.Value {
		return fractionValue(known(r.ltv(r.shocked(r.value.Weighted))))
	})},
	{bulk.Column{Name: "ltv_shocked_at_low80", Node: fraction}, ifShocked(func(r *result) parquet.Value {
		return fractionValue(known(r.ltv(r.shocked(r.value.Interval.Low))))
	})},
}

// shockColumns is the number of columns, the last ones, about the shock.
const shockColumns = 3

// Columns returns the added columns.
func (p *Portfolio) Columns() []bulk.Column {
	n := len(columns)
	if !p.Shock.Known {
		n -= shockColumns
	}
	list := make([]bulk.Column, n)
	for i := range list {
		list[i] = columns[i].Column
	}
	return list
}

func (r *result) valued() bool { return r.reason == "" }

// change is the relative change from the earlier value, a fraction.
func (r *result) change() gevel.Opt[float64] {
	if !r.earlier.Known {
		return gevel.Opt[float64]{}
	}
	return known(float64(r.value.Weighted)/float64(r.earlier.V.value) - 1)
}

func (r *result) cappedLTV() gevel.Opt[float64] {
	if !r.capped.value.Known {
		return gevel.Opt[float64]{}
	}
	return known(r.ltv(float64(r.capped.value.V)))
}

// shocked returns a value after the shock.
func (r *result) shocked(value gevel.Euro) float64 { return float64(value) * (1 + r.shock.V) }

func known(v float64) gevel.Opt[float64] { return gevel.Opt[float64]{V: v, Known: true} }

func ifValued(of func(*result) parquet.Value) func(*result) parquet.Value {
	return func(r *result) parquet.Value {
		if !r.valued() {
			return parquet.NullValue()
		}
		return of(r)
	}
}

func ifShocked(of func(*result) parquet.Value) func(*result) parquet.Value {
	return ifValued(func(r *result) parquet.Value {
		if !r.shock.Known {
			return parquet.NullValue()
		}
		return of(r)
	})
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
	return ifValued(func(r *result) parquet.Value { return fractionValue(known(r.ltv(value(r)))) })
}

func textValue(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return parquet.ByteArrayValue([]byte(s))
}

func euroValue(v gevel.Euro) parquet.Value { return parquet.Int64Value(int64(v)) }

func euroOr(v gevel.Opt[gevel.Euro]) parquet.Value {
	if !v.Known {
		return parquet.NullValue()
	}
	return euroValue(v.V)
}

func fractionValue(v gevel.Opt[float64]) parquet.Value {
	if !v.Known {
		return parquet.NullValue()
	}
	return parquet.DoubleValue(math.Round(1e4*v.V) / 1e4)
}

func roundEuro(v float64) gevel.Euro { return gevel.Euro(math.Round(v)) }
