package gevel

// Euro is an amount in whole euros.
type Euro int64

// Sale is a sale of a dwelling, with the dwelling as it was then.
type Sale struct {
	ID string
	// DwellingID is the same for all sales of a dwelling: a BAGID where the sale was
	// joined to the register, any key in a file from elsewhere, "" when unknown.
	DwellingID string
	Date       Date
	// KnownDate is the day from which the sale could be known. A valuation uses only sales known before its date.
	KnownDate Date
	Price     Euro
	At        Point
	Place     Point  // of its dwelling; zero is At
	PC4       string // postal-code area: the four digits in the Netherlands
	Street    string
	City      string
	// Deal is the id of the first known sale of the deal to which this one belongs, "" for that sale
	// itself and for a sale on its own. Homes of a deal were sold on one day at one price each, so that
	// all of them are one piece of evidence.
	Deal string
	Characteristics
}

// Revision is what was known of a sale later: its price, and its dwelling then.
type Revision struct {
	Known Date
	Price Euro
	Characteristics
}

// Revisions are lists by id of the sale, each by day.
type Revisions map[string][]Revision

// LeftOut is a row of a file of sales that is rejected, as far as it names its sale, so that a value for it can say why
// it has none.
type LeftOut struct {
	ID     string
	Homes  []string // keys of the home: see flatfile.Row.HomeKeys
	Date   Date     // NoDate where it can't be read
	Reason string
}
