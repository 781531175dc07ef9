package impute

// The characteristics that may be imputed.

import "github.com/gevel/gevel/internal/market"

// Characteristic is the index of a characteristic that may be imputed, in market.Roles.
type Characteristic int

// Has reports whether there is a typical value of a characteristic.
func (t *Typical) Has(c Characteristic) bool { return t.Values[c] == t.Values[c] }

// Give gives a home the typical value of a characteristic and reports whether there is one;
// without one the home keeps its value.
func (t *Typical) Give(s *market.Sales, h *market.Home, c Characteristic) bool {
	if !t.Has(c) {
		return false
	}
	s.Attributes[s.Roles.Imputed[c]].Set(&h.Characteristics, t.Values[c])
	return true
}

// Missing reports whether a home lacks a characteristic that has a typical value.
func (t *Typical) Missing(s *market.Sales, h *market.Home) bool {
	for c, k := range s.Roles.Imputed {
		if t.Has(Characteristic(c)) && !s.Attributes[k].Known(&h.Characteristics) {
			return true
		}
	}
	return false
}

// Complete imputes the unknown characteristics of a home, and appends the imputed ones
// to dst.
func (t *Typical) Complete(s *market.Sales, h *market.Home, dst []Characteristic) []Characteristic {
	for c, k := range s.Roles.Imputed {
		if !s.Attributes[k].Known(&h.Characteristics) && t.Give(s, h, Characteristic(c)) {
			dst = append(dst, Characteristic(c))
		}
	}
	return dst
}

// Imputable returns whether each characteristic has a typical value.
func (t *Typical) Imputable() []bool {
	has := make([]bool, len(t.Values))
	for c := range has {
		has[c] = t.Has(Characteristic(c))
	}
	return has
}
