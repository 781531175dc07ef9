package score

// Which value counts for which sale.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// samePrice is the tolerance for prices, which may be rounded to whole amounts.
const samePrice = 0.5

// join finds the value of each sale: by the id of the sale where both files have such ids in common, else by the home.
func (f *valueFile) join(sales *saleFile, within int) error {
	f.joined, f.by = sales, "home"
	if slices.ContainsFunc(f.rows, func(v value) bool { _, ok := sales.byID[v.sale]; return ok }) ||
		!slices.ContainsFunc(f.rows, func(v value) bool { return len(v.homes) > 0 }) {
		f.by = "sale_id"
	}
	found, left, why := false, 0, ""
	for row := range f.rows {
		v := &f.rows[row]
		if of := f.salesOf(v); len(of) > 0 {
			found = true
			f.give(row, of, within)
		} else if what := sales.left.of(v); what != "" {
			f.reject(v, ReasonLeftOut, "%s", what)
			left, why = left+1, cmp.Or(why, what)
		} else {
			f.reject(v, ReasonNoSale, "no sale is %s", v.name(f.by))
		}
	}
	if len(f.rows) == 0 && f.rejects.Total() > 0 {
		first := f.rejects.List()[0]
		return gevel.Refusal(fmt.Sprintf("%d are %s, such as %s", first.Count, first.Reason, first.Samples[0]), "no row of values can be used")
	}
	if !found {
		hint, what := "both want sale_id, dwelling_id, or postal_code and house_number, spelled alike", ""
		if left > 0 {
			what = ": " + why
		}
		if left > 1 {
			what += fmt.Sprintf(", as were those of %d more", left-1)
		}
		if left == len(f.rows) {
			hint = ""
		}
		return gevel.Refusal(hint, "no row of values belongs to a sale, by %s%s", f.by, what)
	}
	for _, row := range f.of {
		if f.rows[row].day.Known {
			f.dated++
		} else {
			f.undated++
		}
	}
	return nil
}

// checkCounted refuses a file without a row that counts for some sale: then no days can be found to score.
func (f *valueFile) checkCounted() error {
	if len(f.of) > 0 {
		return nil
	}
	var why []string
	for _, r := range f.rejects.List() {
		if r.Reason == ReasonNoSale || len(r.Samples) == 0 {
			continue
		}
		why = append(why, fmt.Sprintf("%d are %s, such as %s", r.Count, r.Reason, r.Samples[0]))
	}
	return gevel.Refusal(strings.Join(why, "; "), "no row of values counts for a sale")
}

// salesOf returns the sales that a row may be the value of.
func (f *valueFile) salesOf(v *value) []int {
	if f.by == "sale_id" {
		if sale, ok := f.joined.byID[v.sale]; ok && v.sale != "" {
			return []int{sale}
		}
		return nil
	}
	var of []int
	for _, home := range v.homes {
		if of = f.joined.byHome[home]; len(of) > 0 {
			break
		}
	}
	if !v.saleDay.Known {
		return of
	}
	for i, sale := range of {
		if f.joined.sales[sale].date == v.saleDay.V {
			return of[i : i+1]
		}
	}
	return nil
}

// give gives the sales of a row its value, or rejects the row with the first reason against all of them.
func (f *valueFile) give(row int, of []int, within int) {
	v := &f.rows[row]
	reason, what, given := "", "", false
	against := func(why string, s *sale) {
		if reason == "" {
			reason, what = why, s.String()
		}
	}
	for _, at := range of {
		s := &f.joined.sales[at]
		had, again := f.of[at]
		switch {
		case v.price > 0 && math.Abs(v.price-s.price) > samePrice:
			against(ReasonPrice, s)
		case v.day.Known && v.day.V > s.date:
			against(ReasonLater, s)
		case v.day.Known && int(s.date-v.day.V) > within:
			against(ReasonOld, s)
		case again && byDay(v.day, f.rows[had].day) == 0:
			against(ReasonTwice, s)
		case again && byDay(v.day, f.rows[had].day) < 0:
			against(ReasonOutdone, s)
		default:
			if again && !f.serves(had, at) {
				f.reject(&f.rows[had], ReasonOutdone, "%s has one of %s", s, v.day.V)
			}
			f.of[at], given = row, true
		}
	}
	if !given {
		f.reject(v, reason, "%s", what)
		return
	}
	if v.amount < 1 {
		f.reject(v, ReasonNoAmount, "%s", f.joined.sales[of[0]].String())
	}
}

// serves reports whether a row is the value of another sale of its home.
func (f *valueFile) serves(row, but int) bool {
	for _, at := range f.salesOf(&f.rows[row]) {
		if at != but && f.of[at] == row {
			return true
		}
	}
	return false
}

// span returns the days of the first and the last sale that has a row.
func (f *valueFile) span(sales *saleFile) (first, last gevel.Date) {
	for at := range f.of {
		day := sales.sales[at].date
		if first == 0 || day < first {
			first = day
		}
		last = max(last, day)
	}
	return first, last
}

// countOutside rejects the values of sales outside the days that are scored.
func (f *valueFile) countOutside(sales *saleFile, from, until gevel.Date) {
	for at := range sales.sales {
		s := &sales.sales[at]
		if row, ok := f.of[at]; ok && (s.date < from || s.date >= until) {
			f.reject(&f.rows[row], ReasonOutside, "%s is of %s", s, s.date)
		}
	}
}

func (f *valueFile) reject(v *value, reason, format string, args ...any) {
	f.rejects.Addf(reason, "%s line %d: "+format, append([]any{f.file.Name, v.line}, args...)...)
}

// name names what a row is about.
func (v *value) name(by string) string {
	if by == "sale_id" {
		return "named " + v.sale
	}
	return v.home()
}

// home names the home of a row, and the day of sale if there is one.
func (v *value) home() string {
	home := "of " + strings.Join(v.homes, ", ")
	if v.saleDay.Known {
		return home + " on " + v.saleDay.V.String()
	}
	return home
}
