package gevel

// Source is where a characteristic of a home comes from: the number of a row in a table of sources.
type Source uint8

// The standard sources. NoSource stands for an unknown characteristic.
const (
	NoSource      Source = iota
	FromBAG              // the register of addresses and buildings
	FromWalls            // derived from the walls that the home's building shares with others
	From3DBAG            // derived from the model of the home's building in 3DBAG
	FromLabel            // the home's energy label
	FromMonuments        // the register of listed monuments
	FromParcels          // the parcel beneath the home's building, of the cadastral map
	FromShared           // a parcel that several homes share: the home's own part can't be known
	FromCBS              // key figures of the home's neighbourhood, of Statistics Netherlands
	FromFile             // a file of the operator's own
	FromSale             // recorded when the home was last sold
)

// Provenance says where a characteristic of a home comes from and since when it is known.
type Provenance struct {
	Source Source
	Known  Date // the day on which the source registered it; NoDate when the source does not date it
	Until  Date // the last day for which the source vouches for it; NoDate is without end
	// About is the reference date of a value that was published later; unset where the source
	// gives no date but Known.
	About Opt[Date]
}

// Expired reports whether the source no longer vouches for the characteristic on a day.
func (p Provenance) Expired(day Date) bool { return p.Until != NoDate && p.Until < day }

// Fact is what a source says of one characteristic of a home.
type Fact struct {
	Attribute int     // its place in the table of characteristics
	Value     float64 // as Attribute.Get returns it; NaN is unknown
	Provenance
}
