package register

import "github.com/gevel/gevel"

// FillRate is of how many homes a characteristic is known, and from which source.
type FillRate struct {
	Label  string // of the characteristic
	Homes  int
	Source map[gevel.Source]int // homes by source; under gevel.NoSource and gevel.FromShared the value is unknown
}

// FillRates returns the fill rates of the standard characteristics, and of the others that some home
// has, in the order of the table.
func (g *Homes) FillRates() (rates []FillRate) {
	for k := range g.Attributes {
		a := &g.Attributes[k]
		rate := FillRate{a.Label, len(g.Dwellings), map[gevel.Source]int{}}
		for i := range g.Dwellings {
			rate.Source[g.sourceOf(i, k)]++
		}
		if !a.IsExtra() || rate.Source[gevel.NoSource] < rate.Homes {
			rates = append(rates, rate)
		}
	}
	return rates
}
