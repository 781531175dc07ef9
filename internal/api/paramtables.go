package api

import (
	"slices"

	"github.com/gevel/gevel"
)

// addressParams say which home is meant.
var addressParams = []param{
	{
		name: "postalCode", kind: text, required: true, pattern: postalCodePattern, example: "2514GL",
		doc: "Postal code, such as 2514GL; also accepted as 2514 GL and in lower case.",
	},
	{
		name: "houseNumber", kind: integer, required: true, min: gevel.MinHouseNumber, max: gevel.MaxHouseNumber, example: 68,
		doc: "House number.",
	},
	{
		name: "houseLetter", kind: text, pattern: letterPattern, example: "A",
		doc: "House letter. A letter given in houseNumberExt is found too.",
	},
	{
		name: "houseNumberExt", kind: text, pattern: extensionPattern, example: "2",
		doc: "House number extension: 1 to 4 letters or digits once space, hyphen, full stop and slash are taken out.",
	},
}

// homeParams are the address and what the caller knows better than the register.
var homeParams = slices.Concat(addressParams, []param{
	{
		name: "buildType", kind: text, enum: gevel.BuildTypeNames(), example: "Tussenwoning",
		doc: "House type; replaces the register's in the valuation.",
	},
	{
		name: "buildYear", kind: integer, min: 1000, bounds: buildYearBounds, example: 1930,
		doc: "Year of original construction; at most the year of the valuation date plus 3. Replaces the register's.",
	},
	{
		name: "useSurface", kind: integer, min: 5, max: 2700, example: 105,
		doc: "Usable area in m2; replaces the register's.",
	},
	{
		name: "parcelSurface", kind: integer, min: 0, max: 1_000_000, example: 140,
		doc: "Lot area in m2; 0 is no lot. Replaces the register's.",
	},
	{
		name: "volume", kind: integer, min: 10, max: 20_000, example: 350,
		doc: "Volume in m3; replaces the register's.",
	},
	{
		name: "numberOfRooms", kind: integer, min: 1, max: 100, example: 5,
		doc: "Number of rooms; replaces the register's.",
	},
	{
		name: "energyLabel", kind: text, enum: gevel.EnergyLabelNames(), keepPlus: true, example: "A++",
		doc: "Energy label; replaces the register's. A plus sign may be sent as %2B or unescaped: A%2B%2B and A++ are the same.",
	},
	{
		name: "monument", kind: boolean, fallback: notGivenFalse, example: true,
		doc: "Whether the home is a listed monument. Not given, the register's value is used for the valuation, while the echo in params shows the default, false.",
	},
	{
		name: "valuationDate", kind: day, bounds: valuationDateBounds, fallback: valuationToday, example: "2024-01-31",
		doc: "The day that the value is of; the default is today in Europe/Amsterdam. Not after today, and not before the edition's first model. Only sales known before it count.",
	},
})

// describedHomeParams are homeParams for the endpoint that asks the caller for
// the characteristics that matter most.
var describedHomeParams = requiring(homeParams, "buildType", "buildYear", "useSurface")

var frontViewParams = []param{{
	name: "bagNumIds", kind: idList, required: true, min: 1, max: maxIDs, pattern: bagIDPattern,
	example: []string{"0518200000437093"},
	doc: "BAG number ids (nummeraanduiding) of 16 digits: repeated (bagNumIds=a&bagNumIds=b), separated by commas, or as bagNumIds[]=. " +
		"The id of a verblijfsobject is accepted and answered under the number id of its main address. Duplicates are answered once.",
}}

// requiring returns table with the named parameters required.
func requiring(table []param, names ...string) []param {
	table = slices.Clone(table)
	for i, p := range table {
		table[i].required = p.required || slices.Contains(names, p.name)
	}
	return table
}

func buildYearBounds(l limits) (lowest, highest int) {
	return 1000, l.valued.Year() + gevel.MaxYearsAhead
}

func valuationDateBounds(l limits) (lowest, highest int) { return int(l.oldest), int(l.today) }

func valuationToday(l limits) value { return value{known: true, number: int(l.today)} }

// notGivenFalse is the published default of monument: seen in the echo only.
func notGivenFalse(limits) value { return value{known: true} }
