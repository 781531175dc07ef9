package hedonic

import (
	"errors"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// errNotWhole is the error of a model file with missing parts.
var errNotWhole = errors.New("the hedonic model is incomplete")

// Check checks that a model from a file is consistent, for homes with the attributes of a table.
func (m *Model) Check(table gevel.Attributes) error {
	if m == nil {
		return errNotWhole
	}
	if err := checkLayers(m.Linear, m.Trees, table); err != nil {
		return err
	}
	names, _ := m.Trees.columnNames()
	return m.Direct.check(names)
}

// Check does the same for a model without position.
func (m *Nonspatial) Check(table gevel.Attributes) error {
	if m == nil || m.Trees != nil && m.Trees.UseVicinity {
		return errNotWhole
	}
	return checkLayers(m.Linear, m.Trees, table)
}

func checkLayers(linear *Linear, trees *Trees, table gevel.Attributes) error {
	if linear == nil || linear.Design == nil || trees == nil || len(trees.Models) == 0 {
		return errNotWhole
	}
	if err := linear.Places.Check(); err != nil {
		return err
	}
	d := linear.Design
	n := len(table)
	if len(d.Standards) != n || len(d.Floors) != n || !match(d.Categories, table) || !match(trees.Categories, table) {
		return errors.New("the hedonic model has other characteristics than the sales")
	}
	if !d.measures(table) {
		return errNotWhole
	}
	d.layOut(table)
	trees.layOut(table)
	columns := d.laid[len(d.laid)-1].end
	if len(linear.Place) != linear.Places.Len() ||
		d.Columns != columns || len(d.Rising) != columns || len(linear.Coef) != columns {
		return errNotWhole
	}
	if !trees.SlopeShare.valid(columns) {
		return errors.New("the slope share of the hedonic model's trees is invalid")
	}
	want, _ := trees.columnNames()
	for _, m := range trees.Models {
		if m.Model == nil || !slices.Equal(m.Columns(), want) {
			return errors.New("the trees have other columns than the hedonic model")
		}
	}
	return nil
}

// measures reports whether the design can measure each attribute.
func (d *Design) measures(table gevel.Attributes) bool {
	for k, standard := range d.Standards {
		if floor := d.Floors[k]; !(floor >= 0) || math.IsInf(floor, 0) {
			return false
		}
		if table[k].Kind == gevel.Number && (math.IsNaN(standard.Mean) || math.IsInf(standard.Mean, 0) ||
			!(standard.Deviation > 0)) {
			return false
		}
	}
	return true
}

// match reports whether each open category has its numbering, with codes within their count, and no
// other attribute has one.
func match(all []Categories, table gevel.Attributes) bool {
	if len(all) != len(table) {
		return false
	}
	for k, c := range all {
		if c.Count < 0 || !table[k].IsOpen() && (c.Count > 0 || len(c.Own) > 0) {
			return false
		}
		for _, own := range c.Own {
			if int(own) >= c.Count {
				return false
			}
		}
	}
	return true
}
