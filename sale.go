package gevel

// Euro is an amount in whole euros.
type Euro int64

// Sale is what was paid for a dwelling, with the dwelling as it was then.
type Sale struct {
	ID string
	// DwellingID tells sales of the same dwelling: a BAGID where the sale was
	// joined to the register, any key in a file from elsewhere, "" when unknown.
	DwellingID string
	Date       Date
	// KnownDate is the day from which the sale could be known. A valuation uses
	// only sales known before its date.
	KnownDate Date
	Price     Euro
	At        Point
	Place     Point  // of its dwelling; zero is At
	PC4       string // postal-code area: the four digits in the Netherlands
	Street    string
	City      string
	Characteristics
	// Num and Cat are the extra characteristics of the file, in the order of its
	// SaleSchema; NaN and "" are unknown.
	Num []float64
	Cat []string
}

// SaleSchema names the extra characteristics of the sales of one file, without
// the prefixes num_ and cat_ of its columns.
type SaleSchema struct {
	Num []string
	Cat []string
}
