package hedonic

// Why an estimate is what it is: the contributions of each characteristic and the position.

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Contribution is the change that a characteristic or the position makes to the estimate of a home, in log euros.
type Contribution struct {
	// Name is Place, a characteristic as the service's contract names it, or an extra
	// column of the sales, such as num_storey.
	Name string
	Log  float64
}

// Place is the name of the contribution of the position: coordinates, postal-code area and the homes around, together.
const Place = "place"

// Time is the name of the contribution of the day: how prices of such homes there have moved
// apart from the index. It exists only where the trees use the day.
const Time = "time"

// Compare splits the difference between the estimates of a home and of a reference home: the
// contributions add up to it, up to rounding. Place comes first, then the attributes in their
// order, then Time if it counts. A characteristic that both have alike contributes nothing.
//
// The contributions are Shapley values with one reference home: each is the mean change of the
// estimate when the characteristics, the position and the day of the home take the place of the
// reference's one after the other, over all orders. For the trees see gbm.Model.Contrast. In the
// regression only the slope of the use surface depends on another characteristic, the house type; for
// direct trees the index is subtracted, which depends on position, house type and day.
func (m *Model) Compare(home, reference *market.Home) ([]Contribution, error) {
	p := newParts(m.Linear.Design.table)
	m.Linear.compare(home, reference, m.layered(), m.Trees.SlopeShare, p)
	if err := m.compareTrees(home, reference, p); err != nil {
		return nil, fmt.Errorf("explain the hedonic trees: %w", err)
	}
	if m.Direct != nil {
		m.compareLevels(home, reference, p)
	}
	return p.list, nil
}

// parts adds contributions up by name.
type parts struct {
	list []Contribution
	at   map[string]int
}

func newParts(table gevel.Attributes) *parts {
	p := &parts{at: map[string]int{}}
	p.of(Place)
	for _, a := range table {
		p.of(a.Name)
	}
	return p
}

func (p *parts) add(name string, log float64) { p.list[p.of(name)].Log += log }

// of returns the place of a name in the list.
func (p *parts) of(name string) int {
	i, ok := p.at[name]
	if !ok {
		i = len(p.list)
		p.at[name] = i
		p.list = append(p.list, Contribution{Name: name})
	}
	return i
}

// compare adds a share of the regression's contributions, less the part left to the trees. Each
// block of columns looks at its attribute and, for the use surface, at the group of the house type.
func (m *Linear) compare(home, reference *market.Home, share float64, slopes SlopeShare, to *parts) {
	groupOf := [2]gevel.BuildGroup{reference.BuildType.Group(), home.BuildType.Group()}
	buildType := m.Design.table[gevel.AtBuildType].Name
	for i := range m.Design.laid {
		b := &m.Design.laid[i]
		values := [2]float64{b.attribute.Get(&reference.Characteristics), b.attribute.Get(&home.Characteristics)}
		worth := func(group, value int) float64 {
			c, ok := b.cell(groupOf[group], values[value])
			if !ok {
				return 0
			}
			return share * m.Coef[c.column] * (c.value - slopes.of(c))
		}
		none, group, value, both := worth(0, 0), worth(1, 0), worth(0, 1), worth(1, 1)
		to.add(buildType, (group-none+both-value)/2)
		to.add(b.attribute.Name, (value-none+both-group)/2)
	}
}

// compareTrees adds the contributions of all trees, direct ones included.
func (m *Model) compareTrees(home, reference *market.Home, to *parts) error {
	row, other := m.Trees.row(home, nil), m.Trees.row(reference, nil)
	players := make([]int, len(row))
	for c, column := range m.Trees.columns {
		players[c] = to.of(column.about)
	}
	phi := make([]float64, len(to.list))
	add := func(f Forest, share float64) error {
		err := f.Contrast(row, other, players, phi)
		for i := range phi {
			to.list[i].Log += share * phi[i]
		}
		return err
	}
	for _, f := range m.Trees.Models {
		if err := add(f, m.layered()/float64(len(m.Trees.Models))); err != nil {
			return err
		}
	}
	if m.Direct == nil {
		return nil
	}
	return add(m.Direct.Forest, directShare)
}

// compareLevels subtracts the contributions of position, house type and day to the index from the contributions of the
// direct trees, which predict prices.
func (m *Model) compareLevels(home, reference *market.Home, to *parts) {
	names := [...]string{Place, m.Linear.Design.table[gevel.AtBuildType].Name, Time}
	var levels [1 << len(names)]float64 // by the set of names that are the home's
	for set := range levels {
		mixed := *reference
		if set&1 != 0 {
			mixed.Place = home.Place
		}
		if set&2 != 0 {
			mixed.BuildType = home.BuildType
		}
		if set&4 != 0 {
			mixed.Day = home.Day
		}
		levels[set] = m.Direct.indexOf(&mixed)
	}
	shares := [len(names)]float64{1. / 3, 1. / 6, 1. / 3} // of the orders that begin with so many others
	for i, name := range names {
		for set := range levels {
			if own := 1 << i; set&own == 0 {
				to.add(name, -directShare*shares[bits.OnesCount(uint(set))]*(levels[set|own]-levels[set]))
			}
		}
	}
}

// How much the trees gain from each characteristic.

// Importance is the share of one name in the trees' gain.
type Importance struct {
	Name  string  `json:"name"`  // as Contribution.Name
	Share float64 `json:"share"` // of the fall of the trees' loss, percent
}

// Importance returns the share of each characteristic and the position in the gain of the trees' splits
// (gbm.Model.Importance), the largest first; nothing without splits. It covers the residual trees alone: the linear
// model counts only for the share of its slopes that is left to the trees, and direct trees do not count, because they
// reduce other errors. An important column may still be replaceable: without it, others might give the same estimates.
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
