package sales

// The columns of the flat sales file that are no characteristics: those are attributes.

type column uint8

const (
	saleID column = iota
	dwellingID
	postalCode
	houseNumber
	houseLetter
	houseNumberExt
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

	columns = int(ownershipShare) + 1
)

var columnNames = [columns]string{
	saleID:         "sale_id",
	dwellingID:     "dwelling_id",
	postalCode:     "postal_code",
	houseNumber:    "house_number",
	houseLetter:    "house_letter",
	houseNumberExt: "house_number_ext",
	saleDate:       "sale_date",
	knownDate:      "known_date",
	price:          "price",
	lat:            "lat",
	lon:            "lon",
	planeX:         "x",
	planeY:         "y",
	street:         "street",
	packageDeal:    "package_deal",
	familySale:     "family_sale",
	rentedOut:      "rented_out",
	auction:        "auction",
	mutationCode:   "mutation_code",
	buildingCode:   "building_code",
	ownershipRight: "ownership_right",
	ownershipShare: "ownership_share",
}

func (c column) String() string { return columnNames[c] }

// columnNamed returns the column with gevel's name, which is in lower case.
func columnNamed(name string) (column, bool) {
	for c, known := range columnNames {
		if name == known {
			return column(c), true
		}
	}
	return 0, false
}
