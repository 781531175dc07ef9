package register

import "github.com/gevel/gevel"

// FillRate is of how many homes a characteristic is known, and from which source.
type FillRate struct {
	Label  string // of the characteristic
	Homes  int
	Source map[gevel.Source]int // homes by source; those of gevel.NoSource are not known
}

// FillRates returns the fill rates of the standard characteristics, in the order of the table.
func (g *Homes) FillRates() []FillRate {
	rates := make([]FillRate, gevel.StandardAttributes)
	for k, a := range gevel.Standard() {
		rates[k] = FillRate{a.Label, len(g.Dwellings), map[gevel.Source]int{}}
		for i := range g.Dwellings {
			rates[k].Source[g.Dwellings[i].SourceOf(k)]++
		}
	}
	return rates
}
