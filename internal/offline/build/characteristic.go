package build

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/list"
)

// What a build file says of the columns that are no characteristics of gevel's own.

// Characteristic says what a column of the sources is whose name begins with num_ or cat_.
type Characteristic struct {
	Label   string `yaml:"label" doc:"Name in sentences and errors. Without it the column."`
	Dutch   string `yaml:"dutch" doc:"Name in Dutch sentences. Without it the label."`
	Doc     string `yaml:"doc" doc:"Description for callers, in OpenAPI. Without it the label."`
	Unit    string `yaml:"unit" doc:"Unit behind its numbers in explanations."`
	Kind    string `yaml:"kind" bounds:"'number', 'count', 'area', 'year', 'yes/no'" doc:"Without it a number; a 'cat_*' column is a category."`
	Least   *int   `yaml:"least" doc:"Least that files and callers may give."`
	Most    *int   `yaml:"most" doc:"Most that files and callers may give. A year ends with the valuation's."`
	Rising  bool   `yaml:"rising" doc:"Whether more is never worth less. Not for a year or a category."`
	Callers bool   `yaml:"callers" doc:"Whether callers may give it, by the column's name."`
}

// numKinds are what a column of numbers may be.
var numKinds = []gevel.Kind{gevel.Number, gevel.Count, gevel.Area, gevel.Year, gevel.YesNo}

// declarable are the columns that can be declared. Other names of files can be mapped to one.
var declarable = regexp.MustCompile(`^(` + gevel.NumPrefix + `|` + gevel.CatPrefix + `)[a-z0-9_]+$`)

// attribute returns the row of the table for the column.
func (c Characteristic) attribute(column string) gevel.Attribute {
	a, _ := gevel.ExtraColumn(column)
	if c.Kind != "" {
		a.Kind = kindNamed(c.Kind)
	}
	a.Label = cmp.Or(c.Label, a.Label)
	a.Dutch = c.Dutch
	a.Doc = strings.TrimSuffix(cmp.Or(c.Doc, a.Label), ".")
	a.Unit, a.Rising = c.Unit, c.Rising
	if c.Least != nil {
		a.Least = *c.Least
	}
	if c.Most != nil {
		a.Most = *c.Most
	}
	if c.Callers {
		a.Parameter = column
	}
	return a
}

// kindNamed returns the kind with a name, 0 when there is none.
func kindNamed(name string) (k gevel.Kind) {
	_ = k.UnmarshalText([]byte(name))
	return k
}

// check says what is wrong, and under which key.
func (c Characteristic) check(column string) (key string, err error) {
	switch {
	case gevel.Standard().Column(column) >= 0:
		return "", errors.New("is a characteristic that gevel knows by itself")
	case !declarable.MatchString(column):
		return "", fmt.Errorf("is no column of an extra characteristic: %s or %s, and lower-case letters, digits and _",
			gevel.NumPrefix, gevel.CatPrefix)
	}
	a := c.attribute(column)
	if key, err := c.checkKind(a.Kind, strings.HasPrefix(column, gevel.NumPrefix)); err != nil {
		return key, err
	}
	return c.checkBounds(&a)
}

func (c Characteristic) checkKind(kind gevel.Kind, numbers bool) (key string, err error) {
	switch {
	case numbers && !slices.Contains(numKinds, kind):
		return ".kind", fmt.Errorf("%q is none of %s", c.Kind, numKindNames())
	case !numbers && kind != gevel.Category:
		return ".kind", fmt.Errorf("%q is not %s, which a column %s* is", c.Kind, gevel.Category, gevel.CatPrefix)
	case kind == gevel.Category && c.Rising:
		return ".rising", errors.New("names are in no order")
	case kind == gevel.Year && c.Rising:
		return ".rising", errors.New("a later year may be worth less; where it never is, make the kind number")
	case (kind == gevel.Category || kind == gevel.YesNo) && c.Unit != "":
		return ".unit", fmt.Errorf("a characteristic of the kind %s has none", kind)
	}
	return "", nil
}

func numKindNames() string {
	return strings.Join(list.Of(numKinds, func(k gevel.Kind) string { return k.String() }), ", ")
}

var boundKeys = [2]string{".least", ".most"}

// checkBounds holds that columns have room for what lies within the bounds.
func (c Characteristic) checkBounds(a *gevel.Attribute) (key string, err error) {
	switch a.Kind {
	case gevel.Category, gevel.YesNo:
		if c.Least != nil || c.Most != nil {
			return "", fmt.Errorf("a characteristic of the kind %s has no bounds", a.Kind)
		}
		return "", nil
	case gevel.Year:
		if c.Most != nil {
			return ".most", errors.New("a year can't be after the valuation date; for later ones the kind is number")
		}
	default:
		if (c.Least == nil) != (c.Most == nil) {
			return "", errors.New("least and most go together")
		}
		if c.Least != nil && a.Least >= a.Most {
			return ".least", fmt.Errorf("%d is not below %d, the most", a.Least, a.Most)
		}
	}
	lowest, highest := 0.0, float64(gevel.WholeBound)
	if a.Kind == gevel.Number {
		lowest, highest = -gevel.ExtraBound, gevel.ExtraBound
	}
	for i, bound := range []int{a.Least, a.Most} {
		if v := float64(bound); v < lowest || v > highest {
			return boundKeys[i], fmt.Errorf("%d is not from %.0f to %.0f", bound, lowest, highest)
		}
	}
	return "", nil
}

// checkCharacteristics finds the first declaration that can't be.
func (f *file) checkCharacteristics(all map[string]Characteristic) error {
	for _, column := range slices.Sorted(maps.Keys(all)) {
		key := "characteristics." + column
		for _, bound := range boundKeys {
			if node := f.node(key + bound); node != nil && node.Type() == ast.FloatType {
				return f.fault(key+bound, fmt.Errorf("%s is no whole number", node))
			}
		}
		if part, err := all[column].check(column); err != nil {
			return f.fault(key+part, err)
		}
	}
	return nil
}

// attributes returns the table of what gevel knows and the build file declares.
func (c *Config) attributes() gevel.Attributes {
	table := c.Attributes
	if table == nil {
		table = gevel.Standard()
	}
	for _, column := range slices.Sorted(maps.Keys(c.Characteristics)) {
		table = table.With(c.Characteristics[column].attribute(column))
	}
	return table
}

// closeUnknown keeps callers from giving a characteristic that no sale has: it would be asked and move nothing.
func (b *builder) closeUnknown() {
	s := b.contents.Sales
	for k := range s.Attributes {
		if s.Attributes[k].IsExtra() && !known(s, k) {
			s.Attributes[k].Parameter = ""
		}
	}
}

// known reports whether some sale has the attribute in a place of the table.
func known(s *market.Sales, k int) bool {
	for row := range s.Len() {
		if !math.IsNaN(s.Value(k, row)) {
			return true
		}
	}
	return false
}
