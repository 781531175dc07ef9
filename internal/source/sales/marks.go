package sales

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// The rules of a file, where its columns are.

// mark is a column whose values decide whether a sale is evidence.
type mark struct {
	field
	name  string
	rule  Rule
	yesNo bool
}

// bound is a number that decides it, once the home is known.
type bound struct {
	name      string
	rule      Rule
	attribute int // in the table, -1 for the price and what follows from it
}

// setRules finds what the rules are about. Those of the mapping must find their column.
func (l *layout) setRules(mapped, all map[string]Rule, table gevel.Attributes) error {
	for _, name := range slices.SortedFunc(maps.Keys(all), compareColumns) {
		rule := all[name]
		f, at, found := l.find(name, table)
		if rule.names() {
			if _, own := mapped[name]; own && !found {
				return fmt.Errorf("mapping: rules name %s, and the file has no such column; map one to it", name)
			}
			if found {
				asks := at >= 0 && table[at].Kind == gevel.YesNo || at < 0 && isYesNo(name)
				l.marks = append(l.marks, mark{field: f, name: name, rule: rule, yesNo: asks})
			}
		}
		if at = table.Column(name); rule.bounds() && (at >= 0 || name == price.String() || name == pricePerM2) {
			l.bounds = append(l.bounds, bound{name, rule, at})
		}
	}
	return nil
}

// compareColumns orders the names of columns: first gevel's own, as they are listed, and last what
// follows from two.
func compareColumns(a, b string) int {
	place := func(name string) int {
		switch c, ok := columnNamed(name); {
		case ok:
			return int(c)
		case name == pricePerM2:
			return columns + 1
		}
		return columns
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}

func isYesNo(name string) bool {
	c, ok := columnNamed(name)
	return ok && slices.Contains([]column{packageDeal, familySale, rentedOut, auction}, c)
}

// checkMarks rejects the row for what its columns say; unknown ones say nothing.
func (r *row) checkMarks() {
	for i := range r.layout.marks {
		m := &r.layout.marks[i]
		written := m.of(r.fields)
		if written == "" {
			continue
		}
		value := written
		if m.yesNo {
			says, err := answer(written)
			if err != nil {
				r.fail("bad_"+m.name, "%s: %v", m.name, err)
				continue
			}
			if value = no; says {
				value = yes
			}
		}
		if reason := m.rule.reason(value); reason != "" {
			r.fail(reason, "%s says %s", m.name, quote(written))
		}
	}
	r.checkShare()
}

// checkShare rejects the sale of a part.
func (r *row) checkShare() {
	s := r.value(ownershipShare)
	if s == "" {
		return
	}
	share, err := r.notation.fraction(s)
	if err != nil {
		r.bad(ownershipShare, err)
	} else if share != 1 {
		r.fail("partial_share", "ownership_share %s", quote(s))
	}
}

// checkBounds rejects the sale for its numbers, those of the register among them.
func (r *row) checkBounds(s *gevel.Sale) {
	for _, b := range r.layout.bounds {
		v := float64(s.Price)
		switch {
		case b.attribute >= 0:
			v = r.table[b.attribute].Get(&s.Characteristics)
		case b.name == pricePerM2 && s.UseSurface.Known:
			v /= float64(s.UseSurface.V)
		case b.name == pricePerM2:
			v = math.NaN()
		}
		if !b.rule.allows(v) {
			r.fail(b.rule.Otherwise, "%s: %.10g is not %s", b.name, v, b.rule.within())
		}
	}
}
