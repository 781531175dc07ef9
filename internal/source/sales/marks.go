package sales

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// The rules of a file, where its columns are.

// mark is a column whose values decide whether a sale is evidence.
type mark struct {
	flatfile.Field
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

// setRules finds what the rules are about. Rules of the mapping must find their column.
func (im *importer) setRules(mapped, all map[string]Rule) error {
	table := im.Table
	for _, name := range slices.SortedFunc(maps.Keys(all), compareColumns) {
		rule := all[name]
		f, at, found := im.Find(name)
		if rule.names() {
			if _, own := mapped[name]; own && !found {
				return fmt.Errorf("mapping: rules name %s, and the file has no such column; map one to it", name)
			}
			if found {
				asks := at >= 0 && table[at].Kind == gevel.YesNo || at < 0 && isYesNo(name)
				im.marks = append(im.marks, mark{Field: f, name: name, rule: rule, yesNo: asks})
			}
		}
		if at = table.Column(name); rule.bounds() && (at >= 0 || name == price.String() || name == pricePerM2) {
			im.bounds = append(im.bounds, bound{name, rule, at})
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
			return len(schema.Names) + 1
		}
		return len(schema.Names)
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}

func isYesNo(name string) bool {
	c, ok := columnNamed(name)
	return ok && slices.Contains([]column{packageDeal, familySale, rentedOut, auction}, c)
}

// checkMarks rejects the row for what its columns say; unknown ones say nothing.
func (r *row) checkMarks() {
	for i := range r.im.marks {
		m := &r.im.marks[i]
		written := m.Of(r.Fields)
		if written == "" {
			continue
		}
		value := written
		if m.yesNo {
			says, err := spelling.Yes(written)
			if err != nil {
				r.Fail(flatfile.ReasonBadColumn+m.name, "%s: %v", m.name, err)
				continue
			}
			if value = no; says {
				value = yes
			}
		}
		if reason := m.rule.reason(value); reason != "" {
			r.Fail(reason, "%s says %s", m.name, spelling.Quote(written))
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
	share, err := fraction(r.Notation, s)
	if err != nil {
		r.bad(ownershipShare, err)
	} else if share != 1 {
		r.Fail(ReasonPartialShare, "ownership_share %s", spelling.Quote(s))
	}
}

// checkBounds rejects the sale for its numbers, also for numbers of the register.
func (r *row) checkBounds(s *gevel.Sale) {
	for _, b := range r.im.bounds {
		v := float64(s.Price)
		switch {
		case b.attribute >= 0:
			v = r.Table[b.attribute].Get(&s.Characteristics)
		case b.name == pricePerM2 && s.UseSurface.Known:
			v /= float64(s.UseSurface.V)
		case b.name == pricePerM2:
			v = math.NaN()
		}
		if !b.rule.allows(v) {
			r.Fail(b.rule.Otherwise, "%s: %.10g is not %s", b.name, v, b.rule.within())
		}
	}
}
