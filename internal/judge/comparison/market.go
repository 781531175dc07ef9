// Package comparison holds values of any origin against the prices of sales: it finds the sale of each value, leaves
// out sales whose price is none to judge by, and measures the rest. What is left out is counted by reason.
package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
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
		if day < from || day >= until {
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
