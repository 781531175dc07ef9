package comparison

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
)

// Value is somebody's value of a home.
type Value struct {
	Row     string   // what messages call it: values.csv line 3
	Maker   string   // who made it, such as an edition; "" is not known
	Sale    string   // id; "" is not known
	Homes   []string // keys of the home
	SaleDay gevel.Opt[gevel.Date]
	Day     gevel.Opt[gevel.Date] // for which it was made
	Given   time.Time             // when; zero: on its day
	Price   float64               // of its sale, by whose value it is; 0 is not known
	Loan    float64               // 0 is not known
	Said    ratio.Observation     // the value with its promises, and the segments to which it puts the home
}

// made returns the last day on which something may have been known to the maker of the value.
func (v *Value) made() gevel.Opt[gevel.Date] {
	if v.Given.IsZero() {
		return v.Day
	}
	return gevel.Some(max(v.Day.V, gevel.DayOf(v.Given)))
}

// compareMade orders values by when they were made, unknown days first.
func compareMade(a, b *Value) int {
	if !a.Given.IsZero() && !b.Given.IsZero() {
		return a.Given.Compare(b.Given)
	}
	return cmp.Compare(a.Day.Or(gevel.NoDate), b.Day.Or(gevel.NoDate))
}

// name names what the value is about.
func (v *Value) name(by string) string {
	if by == BySale {
		return "named " + v.Sale
	}
	return v.home()
}

// home names the home of a value, and the day of sale if there is one.
func (v *Value) home() string {
	home := "of " + strings.Join(v.Homes, ", ")
	if v.SaleDay.Known {
		return home + " on " + v.SaleDay.V.String()
	}
	return home
}

// observe returns a sale with the value that counts for it, nil for none.
func (m *Market) observe(row int32, v *Value) ratio.Observation {
	var o ratio.Observation
	if m.Segments != nil {
		o.Segments = m.Segments(row)
	}
	if v != nil && v.Said.HasValue {
		own := o.Segments
		o = v.Said
		o.Segments = slices.Concat(own, v.Said.Segments)
	}
	o.Price, o.Month = float64(m.Price[row]), m.Date[row].Month()
	if m.PriceOn != nil && v != nil {
		o.Price = m.PriceOn(row, v)
	}
	if !o.HasValue {
		return o
	}
	o.CRPS = promised(&o).crps(o.Price, o.Value)
	loan := v.Loan
	if m.Loan != nil {
		loan = max(loan, m.Loan(row))
	}
	if loan > 0 {
		o.LTV = loan / o.Value
		o.Segments = append(o.Segments, ltvSegment(o.LTV))
	}
	return o
}

// ltvSegment is the part of the loans, by the bounds of the bars of lending.
func ltvSegment(ltv float64) ratio.Segment {
	over := 0.0
	for i, b := range standard.Lending {
		if ltv <= b.UpTo {
			return ratio.Segment{
				Dimension: "loan to value", Name: fmt.Sprintf("over %.0f up to %.0f %%", 100*over, 100*b.UpTo),
				Rank: i,
			}
		}
		over = b.UpTo
	}
	return ratio.Segment{Dimension: "loan to value", Name: fmt.Sprintf("over %.0f %%", 100*over), Rank: len(standard.Lending)}
}
