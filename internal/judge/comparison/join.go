package comparison

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/judge/seal"
	"github.com/gevel/gevel/internal/num/list"
)

// What values and sales are joined by.
const (
	BySale = "sale_id"
	ByHome = "home"
)

// Reasons for which a value doesn't count.
const (
	ReasonNoSale   = "no_sale"        // its sale is not among the sales
	ReasonLeftOut  = "sale_left_out"  // its sale is there, and was left out
	ReasonLater    = "after_the_sale" // it was made after the sale, whose price may be in it
	ReasonKnown    = "sale_known"     // the sale was known before it was made, so that its price may be in it
	ReasonOld      = "too_old"        // it was made too long before the sale
	ReasonTwice    = "twice"          // an earlier row has a value of that day for the sale
	ReasonOutdone  = "newer_value"    // a newer value was made before the sale
	ReasonOutside  = "other_period"   // its sale lies outside the days that are studied
	ReasonPrice    = "price_differs"  // the same sale has another price in the two files
	ReasonUnsealed = "sealed_late"    // it was sealed when the sale was known, or only later is it shown that it was there
	ReasonResealed = "newer_seal"     // a newer seal was there before the sale was known: its value counts, or none
	ReasonMissing  = "missing"        // a sale without a value, which counts against the hit rate
	ReasonNoAmount = "no_value"       // a row without a value: its sale counts as not valued
)

// samePrice is the tolerance for prices, which may be rounded to whole amounts.
const samePrice = 0.5

// Rule says which value counts for a sale: the newest one, at most so many days before it.
type Rule struct {
	Within int // days
	// Unlearned is the rule for models that have learned from all sales known before the value's day: of a home's sales
	// that became known on that day or later, the one nearest to it counts, before or after it.
	Unlearned bool
	// Seals, unless nil, are the seals that the values are in. A value counts by its home alone, for sales that became
	// known after its seal, and only if no newer seal was there: else a seal could be chosen by the price.
	Seals []seal.Shown
}

// newest returns the number of the newest seal that was there before a sale, 0 for none.
func (r *Rule) newest(sold, known gevel.Date) int {
	number := len(r.Seals)
	for number > 0 && (r.Seals[number-1].Of > sold || r.Seals[number-1].Day >= known) {
		number--
	}
	return number
}

// Joined are values and the sales for which they count.
type Joined struct {
	By      string // BySale or ByHome
	Values  int    // that were added
	Rejects gevel.Rejects

	rule   Rule
	market *Market
	of     map[int32]*Value // by sale
	counts map[*Value]int   // for how many sales
	found  bool             // a value belongs to a sale, whether it counts or not
	left   int              // values whose sale was left out
	why    string           // of the first of them
}

// NewJoin returns the market without values, which Add gets.
func (m *Market) NewJoin(rule Rule) *Joined {
	return &Joined{
		By: ByHome, Rejects: m.Rejects.Fresh(), rule: rule, market: m, of: map[int32]*Value{},
		counts: map[*Value]int{},
	}
}

// Join finds the sale of each value: by the id of the sale where the two have such ids in common, else by the home.
func (m *Market) Join(values []Value, rule Rule) *Joined {
	j := m.NewJoin(rule)
	if rule.Seals == nil && slices.ContainsFunc(values, func(v Value) bool { _, ok := m.ofID(v.Sale); return v.Sale != "" && ok }) ||
		!slices.ContainsFunc(values, func(v Value) bool { return len(v.Homes) > 0 }) {
		j.By = BySale
	}
	for i := range values {
		j.Add(&values[i])
	}
	return j
}

// Add finds the sales of a value, which is held on to only if it counts for one.
func (j *Joined) Add(v *Value) {
	j.Values++
	of, left := j.salesOf(v)
	switch {
	case len(of) > 0:
		j.found = true
		j.give(v, of)
	case left != "":
		j.reject(v, ReasonLeftOut, "%s", left)
		j.left, j.why = j.left+1, cmp.Or(j.why, left)
	default:
		j.reject(v, ReasonNoSale, "no sale is %s", v.name(j.By))
	}
}

// salesOf returns the sales that a value may be of; left says why the only ones are left out.
func (j *Joined) salesOf(v *Value) (of []int32, left string) {
	m := j.market
	var all []int32
	if j.By == BySale {
		if row, ok := m.ofID(v.Sale); ok && v.Sale != "" {
			all = []int32{row}
		}
	} else {
		for _, home := range v.Homes {
			if all = m.ofHome(home); len(all) > 0 {
				break
			}
		}
	}
	for _, row := range all {
		if j.By == ByHome && v.SaleDay.Known && m.Date[row] != v.SaleDay.V {
			continue
		}
		if d := m.Doubt(row); d.Reason != "" {
			left = cmp.Or(left, saidLeftOut(m.named(row), d.Reason))
			continue
		}
		of = append(of, row)
	}
	if len(of) == 0 {
		return nil, cmp.Or(left, m.whyLeftOut(v))
	}
	if j.rule.Unlearned {
		of = j.nearest(v, of)
	}
	return of, ""
}

// nearest returns the sale nearest to a value's day that was not known before it, else one that was.
func (j *Joined) nearest(v *Value, of []int32) []int32 {
	at := -1
	for i, row := range of {
		if j.fault(v, row) == "" && (at < 0 || j.apart(v, row) < j.apart(v, of[at])) {
			at = i
		}
	}
	for i, row := range of {
		if at < 0 && j.fault(v, row) == ReasonKnown {
			at = i
		}
	}
	if at < 0 {
		return of
	}
	return of[at : at+1]
}

func (j *Joined) apart(v *Value, row int32) int {
	d := int(j.market.Date[row] - v.Day.V)
	return max(d, -d)
}

// fault returns the reason for which a value can't count for a sale, whatever other values there are; "" for none.
func (j *Joined) fault(v *Value, row int32) string {
	m, made := j.market, v.made()
	switch {
	case v.Price > 0 && math.Abs(v.Price-float64(m.Paid(row))) > samePrice:
		return ReasonPrice
	case j.rule.Unlearned && j.apart(v, row) > j.rule.Within:
		return ReasonOld
	case j.rule.Unlearned && m.Known[row] < v.Day.V:
		return ReasonKnown
	case j.rule.Unlearned || !made.Known:
		return ""
	case made.V > m.Date[row]:
		return ReasonLater
	case int(m.Date[row]-v.Day.V) > j.rule.Within:
		return ReasonOld
	case j.rule.Seals != nil && j.rule.Seals[v.Seal-1].Day >= m.Known[row]:
		return ReasonUnsealed
	case j.rule.Seals != nil && j.rule.newest(m.Date[row], m.Known[row]) != v.Seal:
		return ReasonResealed
	}
	return ""
}

// give gives sales a value, or rejects the value with the first reason against all of them.
func (j *Joined) give(v *Value, of []int32) {
	reason, what := "", ""
	for _, row := range of {
		why := j.fault(v, row)
		had, again := j.of[row]
		if why == "" && again {
			switch c := compareMade(v, had); {
			case c == 0:
				why = ReasonTwice
			case c < 0:
				why = ReasonOutdone
			}
		}
		if why != "" {
			if reason == "" {
				reason, what = why, j.market.named(row)
			}
			continue
		}
		j.of[row] = v
		j.counts[v]++
		if again {
			j.outdo(had, row, v)
		}
	}
	switch {
	case j.counts[v] == 0:
		j.reject(v, reason, "%s", what)
	case !v.Said.HasValue:
		j.reject(v, ReasonNoAmount, "%s", j.market.named(of[0]))
	}
}

// outdo takes a sale from a value, which is rejected when it was its last one.
func (j *Joined) outdo(had *Value, row int32, by *Value) {
	if j.counts[had]--; j.counts[had] == 0 {
		delete(j.counts, had)
		j.reject(had, ReasonOutdone, "%s has one of %s", j.market.named(row), by.Day.V)
	}
}

// Undated returns how many of the values that count have no day.
func (j *Joined) Undated() (n int) {
	for v := range j.counts {
		if !v.Day.Known {
			n++
		}
	}
	return n
}

func (j *Joined) reject(v *Value, reason, format string, args ...any) {
	j.Rejects.Add(reason, v.Row, fmt.Sprintf(format, args...))
}

// Check refuses values that belong to no sale.
func (j *Joined) Check() error {
	if j.found {
		return nil
	}
	hint, what := "both want sale_id, dwelling_id, or postal_code and house_number, spelled alike", ""
	if j.left > 0 {
		what = ": " + j.why
	}
	if j.left > 1 {
		what += fmt.Sprintf(", and so were the sales of %d other values", j.left-1)
	}
	if j.left == j.Values {
		hint = ""
	}
	return gevel.Refusal(hint, "no row of values belongs to a sale, by %s%s", j.By, what)
}

// CheckCounted refuses values that count for no sale.
func (j *Joined) CheckCounted() error {
	if len(j.of) > 0 {
		return nil
	}
	var why []string
	for _, r := range j.Rejects.List() {
		if r.Reason != ReasonNoSale {
			why = append(why, fmt.Sprintf("%d are %s, such as %s", r.Count, r.Reason, r.Samples[0]))
		}
	}
	return gevel.Refusal(strings.Join(why, "; "), "no row of values counts for a sale")
}

// Sales returns the sales that a value counts for, in order.
func (j *Joined) Sales() []int32 { return slices.Sorted(maps.Keys(j.of)) }

// Value returns the value that counts for a sale, nil for none.
func (j *Joined) Value(row int32) *Value { return j.of[row] }

// RejectOutside rejects the values of sales outside some days, and returns how many values count for one inside.
func (j *Joined) RejectOutside(from, until gevel.Date) (used int) {
	inside := map[*Value]bool{} // a value may count for several sales of its home
	for _, row := range j.Sales() {
		if day := j.market.Date[row]; day < from || day >= until {
			j.reject(j.Value(row), ReasonOutside, "%s is of %s", j.market.named(row), day)
		} else {
			inside[j.of[row]] = true
		}
	}
	return len(inside)
}

// Missing names the sales that have no value.
func (j *Joined) Missing(rows []int32) gevel.Rejects {
	missing := j.Rejects.Fresh()
	for _, row := range rows {
		if v := j.of[row]; v == nil || !v.Said.HasValue {
			missing.Add(ReasonMissing, j.market.named(row), "")
		}
	}
	return missing
}

// Observe returns the sales with the values that count for them.
func (j *Joined) Observe(rows []int32) []ratio.Observation {
	return list.Of(rows, func(row int32) ratio.Observation { return j.market.observe(row, j.Value(row)) })
}
