package market

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// Columns hold the characteristics of many homes, one column an attribute.
type Columns struct {
	Attributes gevel.Attributes `image:"-"`
	// Whole holds whole numbers, numbers of names, and 1 for yes, by attribute; Unknown is unknown. Numbers holds
	// fractional numbers; NaN is unknown. An attribute has a column in one of the two, and an empty one in the other.
	Whole   []Ints
	Numbers [][]float32
}

// Unknown marks an unknown whole number in a column.
const Unknown = -1

// NewColumns makes columns of n homes, all unknown.
func NewColumns(attributes gevel.Attributes, n int) Columns {
	c := Columns{attributes, make([]Ints, len(attributes)), make([][]float32, len(attributes))}
	for k, a := range attributes {
		if a.Kind == gevel.Number {
			c.Numbers[k] = slices.Repeat([]float32{float32(math.NaN())}, n)
		} else {
			c.Whole[k] = MakeInts(n)
		}
	}
	return c
}

// Value returns an attribute of a home, as Attribute.Get does.
func (c *Columns) Value(k, row int) float64 {
	if of := c.Numbers[k]; of != nil {
		return float64(of[row])
	}
	if v := c.Whole[k].At(row); v != Unknown {
		return float64(v)
	}
	return math.NaN()
}

// SetValue sets an attribute of a home.
func (c *Columns) SetValue(k, row int, v float64) {
	switch {
	case c.Numbers[k] != nil:
		c.Numbers[k][row] = float32(v)
	case math.IsNaN(v):
		c.Whole[k].Set(row, Unknown)
	default:
		c.Whole[k].Set(row, int32(v))
	}
}

// Filler returns a function that sets the characteristics of a home that has them by another table.
// Names of open categories are numbered as they come.
func (c *Columns) Filler(theirs gevel.Attributes) func(row int, v *gevel.Characteristics) {
	from := list.Of(c.Attributes, func(a gevel.Attribute) int { return theirs.Column(a.Column) })
	return func(row int, v *gevel.Characteristics) {
		for k := range c.Attributes {
			if from[k] < 0 {
				c.SetValue(k, row, math.NaN())
				continue
			}
			a, value := &theirs[from[k]], theirs[from[k]].Get(v)
			if a.IsOpen() {
				c.Whole[k].Set(row, c.Attributes[k].Names.Add(a.NameOf(value)))
				continue
			}
			c.SetValue(k, row, value)
		}
	}
}

// Get returns the characteristics of a home. Extra uses the given slice when it has room.
func (c *Columns) Get(row int, extra []float32) gevel.Characteristics {
	v := gevel.Characteristics{Extra: extra[:0]}
	for k := range c.Attributes {
		c.Attributes[k].Set(&v, c.Value(k, row))
	}
	return v
}

// Home is a dwelling in the form that the models use.
type Home struct {
	gevel.Characteristics
	Place    gevel.Point
	Zip      int32      // code in Sales.Zips, -1 when no sale is there
	Street   int32      // code in Sales.Streets
	Dwelling int32      // code in Sales, -1 when it was never sold
	Day      gevel.Date // the day that it is seen on: the day of the sale, or the valuation date
}

// Clone returns a home that shares nothing with h.
func (h *Home) Clone() Home {
	c := *h
	c.Extra = slices.Clone(h.Extra)
	return c
}

// Home returns the dwelling of a sale as it was then. Its Extra uses the given slice when it has room.
func (s *Sales) Home(row int, extra []float32) Home {
	return Home{
		Characteristics: s.Get(row, extra), Place: s.Place[row],
		Zip: s.Zip[row], Street: s.Street[row], Dwelling: s.Dwelling[row], Day: s.Date[row],
	}
}

// Roles are the uses of attributes in the models, by index in the table.
type Roles struct {
	// Imputed are filled in from like homes: all attributes that may be unknown in a valuation.
	Imputed []int
	// Measured are compared by distance: areas first, then other counted or graded attributes, then attributes
	// from files.
	Measured []int
	// Kinds are compared as equal or not.
	Kinds []int
	// Ranged are the measures that models extrapolate beyond the trained range.
	Ranged []int
}

// RolesOf gives the attributes of a table their roles.
func RolesOf(table gevel.Attributes) Roles {
	all := func(belongs func(a *gevel.Attribute) bool) (places []int) {
		for k := range table {
			if belongs(&table[k]) {
				places = append(places, k)
			}
		}
		return places
	}
	measured := func(a *gevel.Attribute) bool { return a.Kind != gevel.Category && a.Kind != gevel.YesNo }
	return Roles{
		Imputed: all(func(a *gevel.Attribute) bool { return !a.Required }),
		Measured: slices.Concat(
			all(func(a *gevel.Attribute) bool { return a.Kind == gevel.Area && !a.IsExtra() }),
			all(func(a *gevel.Attribute) bool { return measured(a) && a.Kind != gevel.Area && !a.IsExtra() }),
			all(func(a *gevel.Attribute) bool { return measured(a) && a.IsExtra() })),
		Kinds:  all(func(a *gevel.Attribute) bool { return a.Kind == gevel.Category }),
		Ranged: all(func(a *gevel.Attribute) bool { return a.Kind == gevel.Area || a.Kind == gevel.Count }),
	}
}

// NumberNames numbers names in the order in which they became known, so that later sales
// renumber no name that a model has learned.
func (s *Sales) NumberNames() {
	order := list.Make(s.Len(), func(row int) int32 { return int32(row) })
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(
			cmp.Compare(s.seenFrom(a), s.seenFrom(b)), cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(s.ID(int(a)), s.ID(int(b))),
			cmp.Compare(a, b),
		)
	})
	renumber(s.Zips, Codes(s.Zip), order)
	renumber(s.Streets, Codes(s.Street), order)
	renumber(s.DwellingNames, Codes(s.Dwelling), order)
	for k := range s.Attributes {
		if a := &s.Attributes[k]; a.IsOpen() {
			renumber(a.Names, &s.Whole[k], order)
		}
	}
}

// renumber numbers names, and their codes, in the order in which the rows of order have them. Names without a
// row come last.
func renumber(names *gevel.Names, codes Column, order []int32) {
	old := make([]int32, 0, names.Len())             // by new code
	fresh := slices.Repeat([]int32{-1}, names.Len()) // by old code
	add := func(code int32) {
		if code >= 0 && fresh[code] < 0 {
			fresh[code] = int32(len(old))
			old = append(old, code)
		}
	}
	for _, row := range order {
		add(codes.At(int(row)))
	}
	for code := range fresh {
		add(int32(code))
	}
	names.Reorder(old)
	for row := range codes.Len() {
		if code := codes.At(row); code >= 0 {
			codes.Set(row, fresh[code])
		}
	}
}

// OrderOf returns the indexes of items in their sorted order. It moves indexes, as the items are large.
func OrderOf[T any](items []T, compare func(a, b *T) int) []int32 {
	order := list.Make(len(items), func(i int) int32 { return int32(i) })
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(compare(&items[a], &items[b]), cmp.Compare(a, b))
	})
	return order
}
