package gevel

// Inquiry asks for the valuation of the dwelling at an address, on a day, with
// the characteristics that the caller knows better than the register.
type Inquiry struct {
	AddressQuery
	Overrides Characteristics
	Date      Date
}

// Value is what a subject would sell for on the valuation date.
type Value struct {
	Address   Address
	Status    Status   // of the home in the register on Date
	Dwelling  Dwelling // as the register has it, without overrides and Extra
	Date      Date
	Predicted Euro // the hedonic indication
	Weighted  Euro // the reconciled value
	Interval  Interval
	// FSD is the half width of the central 68.3 % interval, relative to Weighted.
	FSD float64
	// Accuracy is 100 times the calibrated probability that a sale price lies within 10 % of Weighted, to one decimal.
	Accuracy float64
	Class    ConfidenceClass
	OwnSale  Opt[OwnSale]
	// SalesUntil is the last day before Date on which a sale became known in the edition.
	SalesUntil Date
	Edition    string
	Model      string
}

// Valuation is a value and the market that is shown beside it.
type Valuation struct {
	Value
	References [3]Reference // best first
	Statistics AreaStatistics
}

// Side is a side of the value.
type Side string

// The sides of the value.
const (
	Above Side = "above"
	Below Side = "below"
)

// ReferencesSide returns the side of the value on which all references lie when adjusted, or "".
func (v *Valuation) ReferencesSide() Side {
	above, below := 0, 0
	for _, r := range v.References {
		switch {
		case r.Adjusted > v.Weighted:
			above++
		case r.Adjusted < v.Weighted:
			below++
		}
	}
	switch len(v.References) {
	case above:
		return Above
	case below:
		return Below
	}
	return ""
}

// Interval is a central interval of the value; a Valuation's holds 80 % of the prices.
type Interval struct{ Low, High Euro }

// ConfidenceClass is a promise on the error of a valuation, from 0 to 5; see ClassOf.
type ConfidenceClass int

// ClassOf returns the highest class whose condition holds for the calibrated probabilities that a price lies within
// 10, 15 and 20 % of the value. Classes 5 and 3 are the bars of the Dutch appraisers' rules for model-assisted
// valuation (NRVT 2025).
func ClassOf(within10, within15, within20 float64) ConfidenceClass {
	class := HighestClass
	for ; class > 0; class-- {
		p, share := promises[class], within20
		switch p.Within {
		case 0.10:
			share = within10
		case 0.15:
			share = within15
		}
		if share >= p.Share {
			break
		}
	}
	return class
}

// Promise is the condition of a confidence class: at least Share of the prices lie
// within Within of the value; both are fractions.
type Promise struct{ Within, Share float64 }

// promises are the conditions of the classes from 0, which promises nothing.
var promises = [...]Promise{{0.20, 0}, {0.20, 0.50}, {0.20, 0.85}, {0.15, 0.85}, {0.10, 0.80}, {0.10, 0.90}}

// HighestClass is the class that promises most.
const HighestClass = ConfidenceClass(len(promises) - 1)

// Promise returns the condition of a class.
func (c ConfidenceClass) Promise() Promise { return promises[c] }

// OwnSale is the subject's last sale known before the valuation date.
type OwnSale struct {
	Price   Euro
	Date    Date
	Indexed Euro // moved to the valuation date
}

// Reference is one of the three comparable sales shown with a valuation.
type Reference struct {
	Address  Address
	Dwelling BAGID
	Characteristics
	Price    Euro
	Date     Date
	Indexed  Euro    // moved to the valuation date
	Adjusted Euro    // moved in time and by the differences with the subject
	Distance float64 // metres
	Equality float64 // 0 to 100; 100 is the same home next door, sold yesterday
}

// SaleCount is a number of sales and the median of their prices, which is unknown when there are none.
type SaleCount struct {
	Sales  int
	Median Opt[Euro]
}

// AreaStatistics count the sales of the 24 months up to the valuation date, in the postal-code area (PC4) and in
// the street of the subject, of all house types and of the subject's own.
type AreaStatistics struct {
	ZipAllTypes, ZipSameType       SaleCount
	StreetAllTypes, StreetSameType SaleCount
}
