package hedonic

// What the trees have learned from most.

import (
	"cmp"
	"slices"
)

// Importance is how much of what the trees have learned is about one name.
type Importance struct {
	Name  string  `json:"name"`  // as that of a Contribution
	Share float64 `json:"share"` // of the fall of the trees' loss, percent
}

// Importance returns the share of each characteristic and the place in what the trees
// gained by splitting on them (gbm.Model.Importance), the largest first; nothing when
// they split on nothing. It tells of the trees alone: what the linear model explained
// before them is in none of it, but for the part of its slopes that was left to them
// (Leeway). Nor are plain trees, whose gains are in other errors. A column is important when
// the trees use it, which is not to say that homes would be worth something else without it.
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
