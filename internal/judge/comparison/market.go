// Package comparison holds values of any origin against the prices of sales: it finds the sale of each value, leaves
// out sales whose price is none to judge by, and measures the rest. What is left out is counted by reason.
package comparison

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/market"
)

// Market are the sales that values are held against.
type Market struct {
	*market.Sales
	// Doubts says, by id, why a sale is no price to judge by, although it is evidence.
	Doubts map[string]gevel.Detail
	// LeftOut are rows of the file that are no sale, for the messages on their values; Rejects counts them and others.
	LeftOut []gevel.LeftOut
	Rejects gevel.Rejects
	// Homes are the sales of a home by its keys, and HomesOf the keys of the home of a sale; nil: by the id of the dwelling.
	Homes   map[string][]int32
	HomesOf map[int32][]string
	// Segments and Loan are what else is known of a sale; nil for nothing.
	Segments func(row int32) []ratio.Segment
	Loan     func(row int32) float64 // euros; 0 is not known
	// PriceOn is the price to compare a value with; nil: the sale's own.
	PriceOn func(row int32, v *Value) float64

	ids     map[string]int32
	leftOut map[string][]*gevel.LeftOut // by id and by key of the home
}

// reasonDeal is the reason for a sale of a deal for which another one stands, as package sales has it.
const reasonDeal = "deal"

// Doubt returns why a sale is no price to judge by, in a sentence on the sale; its reason is "" when it is one.
func (m *Market) Doubt(row int32) gevel.Detail {
	if d, ok := m.Doubts[m.ID(int(row))]; ok {
		return d
	}
	if m.Deal[row] >= 0 {
		return gevel.Detail{
			Reason:  reasonDeal,
			Message: fmt.Sprintf("sale %s: its deal counts as one sale, %s", m.ID(int(row)), m.Deals.Name(m.Deal[row])),
		}
	}
	return gevel.Detail{}
}

// Tested reports whether a sale's price is one to judge by.
func (m *Market) Tested(row int) bool { return m.Doubt(int32(row)).Reason == "" }

// Between returns the sales of some days whose prices are ones to judge by, until the last day excluded. Left are all
// that are left out: rows that are no sale, and the other sales of these days.
func (m *Market) Between(from, until gevel.Date) (tested []int32, left gevel.Rejects) {
	left = m.Rejects.Fresh()
	left.Merge(m.Rejects)
	for row, day := range m.Date {
		if day < from || day >= until || !m.IsFirst(row) {
			continue
		}
		if d := m.Doubt(int32(row)); d.Reason != "" {
			left.Add(d.Reason, d.Message, "")
		} else {
			tested = append(tested, int32(row))
		}
	}
	return tested, left
}

// ofHome returns the sales of a home.
func (m *Market) ofHome(key string) []int32 {
	if m.Homes != nil {
		return m.Homes[key]
	}
	if code := m.DwellingCode(key); key != "" && code >= 0 {
		return slices.DeleteFunc(slices.Clone(m.OfDwelling(code)), func(row int32) bool { return !m.IsFirst(int(row)) })
	}
	return nil
}

// daysPerYear is the mean.
const daysPerYear = 365.25

// OwnYears returns how long before a sale the last one of its home was that was known before its day, years; NaN
// without one.
func (m *Market) OwnYears(row int32) float64 {
	homes := m.HomesOf[row]
	if m.Homes == nil {
		homes = []string{m.DwellingID(int(row))}
	}
	years := math.NaN()
	for _, home := range homes {
		for _, other := range m.ofHome(home) {
			if y := float64(m.Date[row]-m.Date[other]) / daysPerYear; m.Known[other] < m.Date[row] && !(years <= y) {
				years = y
			}
		}
	}
	return years
}

// ofID returns the sale of an id.
func (m *Market) ofID(id string) (row int32, ok bool) {
	if m.ids == nil {
		m.ids = make(map[string]int32, m.Len())
		for row := range m.Len() {
			if m.IsFirst(row) {
				m.ids[m.ID(row)] = int32(row)
			}
		}
	}
	row, ok = m.ids[id]
	return row, ok
}

// whyLeftOut says which row that is no sale a value belongs to, and why: sale a was left out (bad_price). It is "" when
// there is none.
func (m *Market) whyLeftOut(v *Value) string {
	if m.leftOut == nil {
		m.leftOut = map[string][]*gevel.LeftOut{}
		for i := range m.LeftOut {
			l := &m.LeftOut[i]
			for _, key := range append([]string{saleKey(l.ID)}, l.Homes...) {
				m.leftOut[key] = append(m.leftOut[key], l)
			}
		}
	}
	if list := m.leftOut[saleKey(v.Sale)]; v.Sale != "" && len(list) > 0 {
		return saidLeftOut("sale "+v.Sale, list[0].Reason)
	}
	for _, home := range v.Homes {
		for _, l := range m.leftOut[home] {
			if !v.SaleDay.Known || l.Date == gevel.NoDate || l.Date == v.SaleDay.V {
				return saidLeftOut("the sale "+v.home(), l.Reason)
			}
		}
	}
	return ""
}

// saleKey is the key of a sale's id, which is no key of a home.
func saleKey(id string) string { return "sale " + id }

func saidLeftOut(what, reason string) string {
	return fmt.Sprintf("%s was left out (%s)", what, reason)
}

// named names a sale in messages.
func (m *Market) named(row int32) string {
	if id := m.ID(int(row)); !strings.Contains(id, "/") { // not one that was made of home, day and price
		return "sale " + id
	}
	return fmt.Sprintf("the sale of %s on %s", m.DwellingID(int(row)), m.Date[row])
}

// Value is somebody's value of a home.
type Value struct {
	Row     string   // what messages call it: values.csv line 3
	Maker   string   // who made it, such as an edition; "" is not known
	Sale    string   // id; "" is not known
	Homes   []string // keys of the home
	SaleDay gevel.Opt[gevel.Date]
	Day     gevel.Opt[gevel.Date] // for which it was made
	Given   time.Time             // when; zero: on its day
	Seal    int                   // number of the seal that has it, from 1; 0 is none
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
	o.Price, o.Month = float64(m.Paid(row)), m.Date[row].Month()
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
