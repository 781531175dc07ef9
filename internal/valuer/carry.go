package valuer

// How far the index by itself gets: a home's own last sale, carried to the day on which
// it is sold again. The index is scored by it; no value is made of it.

import "math"

// Carrier is a course of prices that carries a sale to a later day.
type Carrier int

// The carriers: the index, and what it is held against.
const (
	ByIndex  Carrier = iota // the index of the home's area and house type group
	ByMarket                // the level of the whole market
	ByNone                  // no index: prices stand still
	Carriers
)

// carry returns the price of the own last sale as each carrier brings it to the valuation
// date, euros; NaN without one. Index and market have the drift in them, as wherever the
// level is used. What changed about the home is taken out by the difference of the hedonic
// estimates, the same for all carriers: many characteristics change by themselves, such as
// an effective age, so pairs of homes that are alike in all would be few.
func (d *desk) carry(v *Vintage, in *indications) (carried [Carriers]float64) {
	if !in.own {
		return [Carriers]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	row := in.ownSale
	price := d.logPrice(row) + in.change
	market := in.ix.Level(0, 0, in.month) + in.drift - in.ix.Level(0, 0, d.month[row])
	for c, rise := range [Carriers]float64{ByIndex: d.risen(v, in, row), ByMarket: market} {
		carried[c] = math.Exp(price + rise)
	}
	return carried
}

// inUse returns the indexes of vintages, each of which is in use until the next one's date,
// ascending by the day on which they were known.
func inUse(vintages []*Vintage) []Dated {
	var indexes []Dated
	for i, v := range vintages {
		for _, d := range v.Indexes {
			if i+1 == len(vintages) || d.Known < vintages[i+1].AsOf {
				indexes = append(indexes, d)
			}
		}
	}
	return indexes
}
