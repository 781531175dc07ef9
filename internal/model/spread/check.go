package spread

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Check reports whether a model that was read is sound: it has so many segments per kind, and
// house type groups with so many characteristics each.
func (m *Model) Check(segments Segments, characteristics []int) error {
	for _, q := range []Quantiles{m.Quantiles, m.Resold} {
		if err := q.Check(); err != nil {
			return err
		}
	}
	if !(m.Middle > 0 && m.Middle <= maxSize) ||
		slices.ContainsFunc(m.Size[:], notAtLeastZero) || slices.ContainsFunc(m.Mean[:], noNumber) {
		return errors.New("the size of the error is not a positive number")
	}
	for _, x := range append(m.Widest[:], m.OneWidth.Low, m.OneWidth.High, m.OneWidth.Euros) {
		if noNumber(x) {
			return fmt.Errorf("the spread contains %v", x)
		}
	}
	if err := m.checkFactors(segments); err != nil {
		return err
	}
	return m.checkImputed(characteristics)
}

// Check reports whether a distribution that was read is sound.
func (d Quantiles) Check() error {
	if len(d) != quantileSteps || !slices.IsSorted(d) || slices.ContainsFunc(d, noNumber) {
		return errors.New("the quantiles of the errors are incomplete")
	}
	return nil
}

func (m *Model) checkFactors(segments Segments) error {
	for kind, n := range segments {
		if len(m.Factors[kind]) != n {
			return errors.New("the spread has other segments")
		}
		for _, f := range m.Factors[kind] {
			if !(f > 0) || noNumber(f) {
				return fmt.Errorf("the factor on the error in a segment is %v", f)
			}
		}
	}
	return nil
}

func (m *Model) checkImputed(characteristics []int) error {
	if len(m.Imputed) != len(characteristics) {
		return errors.New("the variances of imputed characteristics have other house type groups")
	}
	for g, n := range characteristics {
		if len(m.Imputed[g]) != n {
			return errors.New("the variances of imputed characteristics are incomplete")
		}
		for _, added := range m.Imputed[g] {
			if !(added >= 0 && added <= maxSize*maxSize) {
				return fmt.Errorf("an imputed characteristic adds %v to the squared error", added)
			}
		}
	}
	return nil
}

func notAtLeastZero(x float64) bool { return !(x >= 0) || noNumber(x) }

func noNumber(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
