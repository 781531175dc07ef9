package hedonic

// Which characteristics the trees have gained most from.

import (
	"cmp"
	"slices"
)

// Importance is the share of one name in what the trees have gained.
type Importance struct {
	Name  string  `json:"name"`  // as that of a Contribution
	Share float64 `json:"share"` // of the fall of the trees' loss, percent
}

// Importance returns the share of each characteristic and the position in what the trees
// gained by splitting on them (gbm.Model.Importance), the largest first; nothing when
// they have no splits. It is that of the residual trees alone: without the linear model, but for
// the share of its slopes that is left to the trees, and without direct trees, whose gains are
// in other errors. A column that the trees use is important, though without it they might
// estimate as well from others.
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
