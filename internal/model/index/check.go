package index

import (
	"errors"

	"github.com/gevel/gevel"
)

// Check checks that an index that was read from a file is consistent: it has levels
// for every area of its Areas.
func (ix *Index) Check() error {
	if ix == nil || ix.Months < 1 || len(ix.Group) != gevel.BuildGroups {
		return errors.New("the index is incomplete")
	}
	if ix.End < ix.First || ix.End >= ix.First+gevel.Month(ix.Months) {
		return errors.New("the index ends outside its months")
	}
	if err := ix.Areas.Check(); err != nil {
		return err
	}
	if len(ix.Area) != ix.Areas.Len() || len(ix.AreaError) != len(ix.Area) || len(ix.GroupError) != len(ix.Group) {
		return errors.New("the index does not have the levels of its areas")
	}
	for _, errs := range [][]PathError{ix.AreaError, ix.GroupError, {{ix.WholeError}}} {
		for _, e := range errs {
			if !(e[0] >= 0 && e[1] >= 0) {
				return errors.New("an error of the index is not a variance")
			}
		}
	}
	for _, levels := range [][][]float32{ix.Area, ix.Group} {
		for _, level := range levels {
			if len(level) != ix.Months {
				return errors.New("a level of the index does not have all months")
			}
		}
	}
	return nil
}

// Check checks that areas that were read from a file are nested: each area comes after the
// one around it, so that every search ends.
func (a *Areas) Check() error {
	if a == nil || len(a.Nodes) == 0 {
		return errors.New("there are no areas")
	}
	n := int32(len(a.Nodes))
	for i, node := range a.Nodes {
		here := int32(i)
		parted := node.Axis == notSplit || node.Left > here && node.Right > here && node.Left < n && node.Right < n
		if !parted || node.Parent >= here || node.Parent < -1 {
			return errors.New("the areas are not nested")
		}
	}
	return nil
}
