package impute

// The characteristics that may be imputed, by number.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Characteristic is the number of a characteristic that may be imputed: of these, and
// behind them the numeric extras and then the categorical ones.
type Characteristic int

// The characteristics.
const (
	Parcel Characteristic = iota
	Volume
	Rooms
	Label
	Monument
	FirstExtra
)

// Names returns the names of the characteristics: the contract's, and those of the columns.
func Names(schema gevel.SaleSchema) []string {
	names := []string{Parcel: "parcelSurface", Volume: "volume", Rooms: "rooms", Label: "energyLabel", Monument: "monument"}
	for _, name := range schema.Num {
		names = append(names, "num_"+name)
	}
	for _, name := range schema.Cat {
		names = append(names, "cat_"+name)
	}
	return names
}

// Count returns how many characteristics there are.
func (t *Typical) Count() int { return int(FirstExtra) + len(t.Num) + len(t.Cat) }

// Observed reports whether a characteristic of a home is known.
func (t *Typical) Observed(h *market.Home, c Characteristic) bool {
	switch c {
	case Parcel:
		return h.ParcelSurface.Known
	case Volume:
		return h.Volume.Known
	case Rooms:
		return h.Rooms.Known
	case Label:
		return h.EnergyLabel > 0
	case Monument:
		return h.Monument.Known
	}
	if k := int(c - FirstExtra); k < len(t.Num) {
		return h.Num[k] == h.Num[k]
	}
	return h.Cat[int(c-FirstExtra)-len(t.Num)] >= 0
}

// Has reports whether there is a typical value of a characteristic.
func (t *Typical) Has(c Characteristic) bool {
	switch c {
	case Parcel:
		return t.Parcel.Known
	case Volume:
		return t.Volume.Known
	case Rooms:
		return t.Rooms.Known
	case Label:
		return t.Label > 0
	case Monument:
		return t.Monument.Known
	}
	if k := int(c - FirstExtra); k < len(t.Num) {
		return t.Num[k] == t.Num[k]
	}
	return t.Cat[int(c-FirstExtra)-len(t.Num)] >= 0
}

// Give gives a home the typical value of a characteristic, and reports whether there is one;
// where there is none the home keeps what it has.
func (t *Typical) Give(h *market.Home, c Characteristic) bool {
	if !t.Has(c) {
		return false
	}
	switch c {
	case Parcel:
		h.ParcelSurface = t.Parcel
	case Volume:
		h.Volume = t.Volume
	case Rooms:
		h.Rooms = t.Rooms
	case Label:
		h.EnergyLabel = t.Label
	case Monument:
		h.Monument = t.Monument
	default:
		if k := int(c - FirstExtra); k < len(t.Num) {
			h.Num[k] = t.Num[k]
		} else {
			h.Cat[k-len(t.Num)] = t.Cat[k-len(t.Num)]
		}
	}
	return true
}

// Missing reports whether a home lacks a characteristic of which there is a typical value.
func (t *Typical) Missing(h *market.Home) bool {
	for c := range Characteristic(t.Count()) {
		if t.Has(c) && !t.Observed(h, c) {
			return true
		}
	}
	return false
}

// Complete imputes what is not known of a home, and appends the characteristics that it
// imputed to dst.
func (t *Typical) Complete(h *market.Home, dst []Characteristic) []Characteristic {
	for c := range Characteristic(t.Count()) {
		if !t.Observed(h, c) && t.Give(h, c) {
			dst = append(dst, c)
		}
	}
	return dst
}

// Imputable returns whether each characteristic has a typical value.
func (t *Typical) Imputable() []bool {
	has := make([]bool, t.Count())
	for c := range has {
		has[c] = t.Has(Characteristic(c))
	}
	return has
}
