package standard

import "github.com/gevel/gevel"

// Bar is what values must keep to support loans on a home up to a loan to value.
type Bar struct {
	UpTo   float64 // loan to value
	Within float64 // of the price paid
	Share  float64 // of the values, at least
	// Class is the least confidence class that promises as much.
	Class gevel.ConfidenceClass
}

// Lending are the bars of NRVT for values that an appraiser judges without a visit, by loan to value.
var Lending = []Bar{
	{UpTo: 0.70, Within: 0.15, Share: 0.85, Class: 3},
	{UpTo: 0.90, Within: 0.10, Share: 0.90, Class: 5},
}

// ModelsForCollateral are what EBA asks of the models that lenders use for the value of collateral.
var ModelsForCollateral = []string{
	"specific to the home and its place",
	"tested against prices paid, often and well",
	"a large and representative sample of sales",
	"data up to date and of good quality",
}

// HighestLoan returns the highest loan to value whose bar a class keeps, 0 for none.
func HighestLoan(class gevel.ConfidenceClass) (upTo float64) {
	for _, b := range Lending {
		if class >= b.Class {
			upTo = max(upTo, b.UpTo)
		}
	}
	return upTo
}
