package gevel

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
