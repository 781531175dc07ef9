package sales

import (
	"slices"

	"github.com/gevel/gevel/internal/file/flatfile"
)

// The columns of the flat sales file that are no characteristics: those are attributes.

type column int

const (
	dwellingID     = column(flatfile.DwellingID)
	postalCode     = column(flatfile.PostalCode)
	houseNumber    = column(flatfile.HouseNumber)
	houseLetter    = column(flatfile.HouseLetter)
	houseNumberExt = column(flatfile.HouseNumberExt)
)

const (
	saleID column = houseNumberExt + 1 + iota
	saleDate
	knownDate
	price
	lat
	lon
	planeX
	planeY
	street
	packageDeal
	familySale
	rentedOut
	auction
	mutationCode
	buildingCode
	ownershipRight
	ownershipShare
)

// schema names the columns, in the order of their numbers.
var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(),
		"sale_id", "sale_date", "known_date", "price", "lat", "lon", "x", "y", "street",
		"package_deal", "family_sale", "rented_out", "auction",
		"mutation_code", "building_code", "ownership_right", "ownership_share",
	),
	Days: []int{int(saleDate), int(knownDate)},
	Meanings: map[int]flatfile.Meaning{
		int(price):  {Possible: priceBounds, Likely: flatfile.Bounds{Low: leastPrice, High: priceBounds.High}},
		int(lat):    flatfile.AnyOf(latBounds),
		int(lon):    flatfile.AnyOf(lonBounds),
		int(planeX): flatfile.AnyOf(planeBounds),
		int(planeY): flatfile.AnyOf(planeBounds),
	},
}

// leastPrice is less than any home costs: 350.000 is no 350 euros.
const leastPrice = 1000

var (
	priceBounds = flatfile.Bounds{Low: 1, High: 1e13} // any currency; exact in a float64
	latBounds   = flatfile.Bounds{Low: -90, High: 90}
	lonBounds   = flatfile.Bounds{Low: -180, High: 180}
	planeBounds = flatfile.Bounds{Low: -1e8, High: 1e8} // metres, beyond any projection of the earth
)

func (c column) String() string { return schema.Names[c] }

// columnNamed returns the column with gevel's name, which is in lower case.
func columnNamed(name string) (column, bool) {
	c := slices.Index(schema.Names, name)
	return column(c), c >= 0
}
