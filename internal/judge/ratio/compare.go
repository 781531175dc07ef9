package ratio

import "fmt"

// Comparison compares two sets of values for the same sales. The differences are a's figure less b's, in percentage
// points, with the interval of a paired bootstrap: a is better where MdAPE and MAPE are below 0 and PE10 is above,
// for certain where the interval leaves out 0.
type Comparison struct {
	N      int    `json:"n"`      // sales
	Both   int    `json:"both"`   // sales with a value in both: the basis of all figures
	OnlyA  int    `json:"onlyA"`  // sales with a value in a alone
	OnlyB  int    `json:"onlyB"`  // sales with a value in b alone
	MdAPEA Figure `json:"mdapeA"` // median absolute error by price, percent
	MdAPEB Figure `json:"mdapeB"`
	MdAPE  Figure `json:"mdape"` // the difference
	MAPEA  Figure `json:"mapeA"`
	MAPEB  Figure `json:"mapeB"`
	MAPE   Figure `json:"mape"`
	PE10A  Figure `json:"pe10A"`
	PE10B  Figure `json:"pe10B"`
	PE10   Figure `json:"pe10"`
}

// Compare compares a with b, which must be the same sales in the same order: a row whose prices differ is an error.
func Compare(a, b []Observation, opt Options) (Comparison, error) {
	if len(a) != len(b) {
		return Comparison{}, fmt.Errorf("compare %d sales with %d", len(a), len(b))
	}
	c := Comparison{N: len(a)}
	var bothA, bothB []*Observation
	for i := range a {
		switch {
		case a[i].Price != b[i].Price:
			return Comparison{}, fmt.Errorf("compare row %d: the prices are %v and %v", i, a[i].Price, b[i].Price)
		case !a[i].valid() || !b[i].valid():
			return Comparison{}, fmt.Errorf("compare row %d: price %v or values %v and %v are no amounts",
				i, a[i].Price, a[i].Value, b[i].Value)
		case a[i].HasValue && b[i].HasValue:
			bothA, bothB = append(bothA, &a[i]), append(bothB, &b[i])
		case a[i].HasValue:
			c.OnlyA++
		case b[i].HasValue:
			c.OnlyB++
		}
	}
	c.Both = len(bothA)
	if c.Both > 0 {
		c.setDifferences(newErrorSet(bothA), newErrorSet(bothB), opt.withDefaults())
	}
	return c, nil
}

// TimesMdAPE returns a's MdAPE as a multiple of b's.
func (c *Comparison) TimesMdAPE() Figure {
	if !c.MdAPEA.Known || !c.MdAPEB.Known {
		return Figure{}
	}
	return known(c.MdAPEA.Value / c.MdAPEB.Value)
}

// setDifferences draws the same rows of both in each replicate.
func (c *Comparison) setDifferences(a, b errorSet, opt Options) {
	figuresA, figuresB := bootstrap(c.Both, opt, a.measure), bootstrap(c.Both, opt, b.measure)
	differences := bootstrap(c.Both, opt, func(counts []int32, m *measures) {
		var of measures
		a.measure(counts, m)
		b.measure(counts, &of)
		for i := range m {
			m[i] -= of[i]
		}
	})
	c.MdAPEA, c.MdAPEB, c.MdAPE = figuresA[mdAPE], figuresB[mdAPE], differences[mdAPE]
	c.MAPEA, c.MAPEB, c.MAPE = figuresA[mAPE], figuresB[mAPE], differences[mAPE]
	c.PE10A, c.PE10B, c.PE10 = figuresA[pe10], figuresB[pe10], differences[pe10]
}
