package hedonic

// How much the trees gain from each characteristic.

import (
	"cmp"
	"slices"
)

// Importance is the share of one name in the trees' gain.
type Importance struct {
	Name  string  `json:"name"`  // as Contribution.Name
	Share float64 `json:"share"` // of the fall of the trees' loss, percent
}

// Importance returns the share of each characteristic and the position in the gain of the
// trees' splits (gbm.Model.Importance), the largest first; nothing without
// splits. It covers the residual trees alone: the linear model counts only for the share of its
// slopes that is left to the trees, and direct trees do not count, because they reduce other
// errors. An important column may still be replaceable: without it, others might
// give the same estimates.
func (m *Model) Importance() []Importance {
	var list []Importance
	total := 0.0
	names, about := m.Trees.columnNames()
	for _, forest := range m.Trees.Models {
		for _, c := range forest.Importance() {
			name := about[slices.Index(names, c.Column)]
			at := slices.IndexFunc(list, func(i Importance) bool { return i.Name == name })
			if at < 0 {
				at, list = len(list), append(list, Importance{Name: name})
			}
			list[at].Share += c.Gain
			total += c.Gain
		}
	}
	if !(total > 0) {
		return nil
	}
	for i := range list {
		list[i].Share *= 100 / total
	}
	slices.SortFunc(list, func(a, b Importance) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Name, b.Name))
	})
	return list
}
