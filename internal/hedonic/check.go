package hedonic

import (
	"errors"
	"slices"

	"github.com/gevel/gevel"
)

// errNotWhole is about a model that was read from a file.
var errNotWhole = errors.New("the hedonic model is not whole")

// Check says whether a model that was read from a file hangs together and takes
// homes with the extras of schema.
func (m *Model) Check(schema gevel.SaleSchema) error {
	if m == nil {
		return errNotWhole
	}
	if err := checkLayers(m.Linear, m.Trees, schema); err != nil {
		return err
	}
	return m.Plain.check(m.Trees.columnNames(schema))
}

// Check says the same of a model of characteristics alone.
func (m *Placeless) Check(schema gevel.SaleSchema) error {
	if m == nil || m.Trees != nil && m.Trees.UseVicinity {
		return errNotWhole
	}
	return checkLayers(m.Linear, m.Trees, schema)
}

func checkLayers(linear *Linear, trees *Trees, schema gevel.SaleSchema) error {
	if linear == nil || trees == nil || len(trees.Models) == 0 {
		return errNotWhole
	}
	if err := linear.Places.Check(); err != nil {
		return err
	}
	d := &linear.Design
	columns := fixedColumns + 2*len(d.Num)
	for _, c := range d.Cat {
		columns += c.Count
	}
	if len(linear.Place) != linear.Places.Len() || d.Columns != columns || len(linear.Coef) != columns {
		return errNotWhole
	}
	if len(d.Num) != len(schema.Num) || !match(d.Cat, schema) || !match(trees.Cat, schema) {
		return errors.New("the hedonic model is of sales with other extra characteristics")
	}
	if !trees.Leeway.sound() {
		return errors.New("what the hedonic model leaves to its trees makes no sense")
	}
	want := trees.columnNames(schema)
	for _, m := range trees.Models {
		if m.Model == nil || !slices.Equal(m.Columns(), want) {
			return errors.New("the trees have other columns than the hedonic model")
		}
	}
	return nil
}

// match tells whether there are categories for each categorical extra, numbered
// within their count.
func match(all []Categories, schema gevel.SaleSchema) bool {
	if len(all) != len(schema.Cat) {
		return false
	}
	for _, c := range all {
		for _, own := range c.Own {
			if int(own) >= c.Count {
				return false
			}
		}
	}
	return true
}
