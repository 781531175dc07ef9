package build

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Of how many homes, and of how many sales, an edition knows each characteristic.

// fillRate is of how many homes or sales a characteristic is known.
type fillRate struct {
	column, label string
	part
}

// fillRates compares the fill rates of homes or sales. A characteristic that only the edition before has has a rate of
// 0 now.
func (m *measuring) fillRates(of string, before, now []fillRate) {
	rates := map[string]part{}
	all := 0
	for _, rate := range now {
		rates[rate.column], all = rate.part, rate.of
	}
	for _, was := range before {
		is, ok := rates[was.column]
		if !ok {
			is.of = all
		}
		if was.n > 0 || is.n > 0 {
			m.share(of+" of known "+was.label, was.part, is, fillRateFall, was.share()-is.share())
		}
	}
}

// filled counts the homes whose characteristic the register knows.
func filled(e *edition.Edition) []fillRate {
	rates := ratesOf(e.Sales().Attributes)
	for d := range e.Dwellings {
		for k := range rates {
			rates[k].count(e.Sales().Attributes[k].Known(&d.Characteristics))
		}
	}
	return rates
}

// filledSales counts the sales whose characteristic was known.
func filledSales(e *edition.Edition) []fillRate {
	s := e.Sales()
	rates := ratesOf(s.Attributes)
	for k := range rates {
		for row := range s.Len() {
			v := s.Value(k, row)
			rates[k].count(v == v)
		}
	}
	return rates
}

func ratesOf(table gevel.Attributes) []fillRate {
	rates := make([]fillRate, len(table))
	for k, a := range table {
		rates[k] = fillRate{column: a.Column, label: a.Label}
	}
	return rates
}

func (r *fillRate) count(known bool) {
	r.of++
	if known {
		r.n++
	}
}
