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
