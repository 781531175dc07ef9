package valuer

// Whether a vintage that was read from an edition can be used.

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/market"
)

// check says whether a vintage that was read hangs together and fits the sales.
func (v *Vintage) check(s *market.Sales) error {
	n := s.Len()
	if len(v.Indexes) == 0 || len(v.Base) != n || len(v.Leaves) != hedonic.LeafTrees*n || len(v.Bare) != n || len(v.Odd) != n {
		return fmt.Errorf("the vintage does not fit the edition's %d sales", n)
	}
	if err := v.Hedonic.Check(s.Attributes); err != nil {
		return err
	}
	if err := v.Likeness.check(s, v.Hedonic.Trees.UseTime); err != nil {
		return err
	}
	if plain := v.Hedonic.Plain; plain != nil && plain.Until >= v.AsOf {
		return fmt.Errorf("the vintage's plain trees know the market until %s", plain.Until)
	}
	if err := v.checkIndexes(); err != nil {
		return err
	}
	for g, u := range v.Usual {
		if len(u.Values) != len(s.Roles.Imputed) || len(v.Extents[g]) != len(s.Roles.Ranged) || len(v.Imputed[g]) != len(u.Values) {
			return errors.New("the vintage's usual homes have other characteristics")
		}
	}
	if err := v.Reconciliation.check(); err != nil {
		return err
	}
	if err := v.checkSpread(v.Indexes[0].Index.Areas.Len()); err != nil {
		return err
	}
	return v.checkNumbers()
}

// checkNumbers says whether what is a logarithm of euros is a number, and what is divided by is
// one that can be.
func (v *Vintage) checkNumbers() error {
	for _, of := range [][]float32{v.Base, v.Bare, v.Odd} {
		if slices.ContainsFunc(of, func(x float32) bool { return noNumber(float64(x)) }) {
			return errors.New("the vintage's estimates of the edition's sales are not whole")
		}
	}
	linear, width := v.Hedonic.Linear, v.OneWidth
	for _, of := range [][]float64{linear.Coef, linear.Place, {v.Typical, float64(v.Drift), width.Low, width.High, width.Euros}, v.Widest[:]} {
		if slices.ContainsFunc(of, noNumber) {
			return errors.New("the vintage holds what is no number")
		}
	}
	if slices.ContainsFunc(v.Scales, func(s Scale) bool { return noNumber(s.Mean) || !(s.Deviation > 0) }) {
		return errors.New("the vintage's likeness has no scale")
	}
	return nil
}

// check says whether the approach is whole and of sales with the attributes of these, and
// placeless or not.
func (l *Likeness) check(s *market.Sales, placeless bool) error {
	if len(l.Scales) != len(s.Roles.Measured) {
		return errors.New("the vintage's likeness is of sales with other characteristics")
	}
	if err := l.Kernel.Check(); err != nil {
		return err
	}
	if placeless != (l.Placeless != nil) || placeless != (l.Broad == nil) {
		return errors.New("the vintage's likeness is not of the kind of its hedonic model")
	}
	if placeless {
		return l.Placeless.Check(s.Attributes)
	}
	return l.Broad.Check(len(l.Scales), len(s.Roles.Kinds))
}

func (v *Vintage) checkIndexes() error {
	for i, d := range v.Indexes {
		if err := d.Index.Check(); err != nil {
			return err
		}
		if !slices.Equal(d.Index.Areas.Nodes, v.Indexes[0].Index.Areas.Nodes) {
			return errors.New("the vintage's indexes are of other areas")
		}
		if i > 0 && d.Known <= v.Indexes[i-1].Known {
			return fmt.Errorf("the vintage's index of %s comes behind that of %s", d.Known, v.Indexes[i-1].Known)
		}
		if d.Until <= 0 || d.Until > d.Known {
			return fmt.Errorf("the vintage's index of %s knows the market until %s", d.Known, d.Until)
		}
	}
	return nil
}

// check says whether weights are weights, and own sales can be told apart.
func (r *Reconciliation) check() error {
	for _, weights := range append(r.WithoutOwn[:], r.WithOwn[:]...) {
		sum := 0.0
		for _, w := range weights {
			if !(w >= 0) {
				return fmt.Errorf("the vintage weighs an approach by %v", w)
			}
			sum += w
		}
		if math.Abs(sum-1) > 1e-6 {
			return fmt.Errorf("the vintage's weights sum to %v", sum)
		}
	}
	if math.IsNaN(r.Unsure[0]) || math.IsNaN(r.Unsure[1]) {
		return errors.New("the vintage's weights change at no number")
	}
	for _, a := range r.Agreement {
		if !(a.Strange > 0 && a.Strange < 1 && a.Narrow > 0 && a.Wide > a.Narrow && a.Wide < math.Inf(1) && math.Abs(a.Middle) < math.Inf(1)) {
			return fmt.Errorf("the vintage can't tell own sales apart: %+v", a)
		}
	}
	return nil
}

func (v *Vintage) checkSpread(areas int) error {
	if len(v.Quantiles) != spreadSteps || !slices.IsSorted(v.Quantiles) || slices.ContainsFunc(v.Quantiles, noNumber) {
		return errors.New("the vintage's errors are not whole")
	}
	if !(v.Middle > 0 && v.Middle <= maxSize) || slices.ContainsFunc(v.Size[:], func(c float64) bool { return !(c >= 0) || noNumber(c) }) || slices.ContainsFunc(v.Mean[:], noNumber) {
		return errors.New("the vintage's size of the error is none")
	}
	for kind, n := range segmentCounts(areas) {
		if len(v.Factors[kind]) != n {
			return errors.New("the vintage's spread is of other segments")
		}
		for _, f := range v.Factors[kind] {
			if !(f > 0) || noNumber(f) {
				return fmt.Errorf("the vintage's error in a segment is %v times that of all", f)
			}
		}
	}
	for _, extent := range v.Extents {
		if slices.ContainsFunc(extent[:], func(r Range) bool { return r.Least < 0 || r.Most < r.Least }) {
			return errors.New("the vintage does not know how far the homes sold reach")
		}
	}
	for g, u := range v.Usual {
		if len(v.Imputed[g]) != len(u.Values) {
			return errors.New("the vintage does not know what its usual homes hide")
		}
		for _, added := range v.Imputed[g] {
			if !(added >= 0 && added <= maxSize*maxSize) {
				return fmt.Errorf("a usual trait adds %v to the squared error", added)
			}
		}
	}
	return nil
}

func noNumber(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
