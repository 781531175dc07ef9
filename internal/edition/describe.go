package edition

// Descriptions in the tables: the Parquet key-value metadata of each, which DuckDB
// (parquet_kv_metadata), pandas and Spark show.

import (
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

// Names of the sources in the manifest by which tables are distinguished.
const (
	SourceBAG   = "bag"
	SourceSales = "sales"

	SourceSeries = "price_series"
	SourceIndex  = "cbs_price_index"
)

// positionsEPSG is the number of the coordinate system of positions, RD New.
const positionsEPSG = "28992"

// rowsOf says what a row of each table is.
var rowsOf = map[string]string{
	addressesName: "an address, main or secondary; sorted by postal code, number, letter, extension",
	dwellingsName: "a home: a verblijfsobject with a residential use; sorted by id",
	factsName: "what a source says of a characteristic of a home since a day; of a home and characteristic " +
		"the last row with known_date before the day in question, and valid_since on or before it, counts",
	neighbourhoodsName: "a fact that the homes of a neighbourhood share, as in facts.parquet",
	statusesName: "a status of a home, or of a unit of another use, since a day, and when that became known; of one the last row with known_date " +
		"before the day in question, and since on or before it, counts; sorted by home",
	pricesName: "the edition's prices of a region in a period beside those that CBS publishes",
	movesName:  "where a home was as all days before one saw it; sorted by dwelling_id and until",
	seriesName: "a figure of the price series that models learn from beside sales; sorted by known_date and month",
	buildingsName: "a building in use: a pand; sorted by square of the map, of 256 m, and of 1 and 4 km for " +
		"buildings that are wider",
	salesName: "a sale kept, with the home as it was then, and a row more for each time that more became known of that; " +
		"sorted by place, then date",
}

// columnNotes describe the columns that are no characteristics, by name; a unit follows a bar. A
// name means the same in all tables.
var columnNotes = map[string]string{
	"postal_code":      "Postal code, 1234AB",
	"house_number":     "House number",
	"house_letter":     "House letter; null is none",
	"house_number_ext": "House number extension; null is none",
	"corner_x":         "First corner of the outline, east|0.25 m",
	"corner_y":         "First corner of the outline, north|0.25 m",
	"homes":            "Homes in the building",
	"build_group":      "House type group of these homes, by the walls that the building shares; null is none",
	"outline": "Each ring as its number of corners, doubled, plus 1 when another ring follows, then the steps from " +
		"corner to corner, east and north, zigzag; all as varints. A courtyard begins with a step from the corner before|0.25 m",
	"number_id":        "BAG id of the nummeraanduiding, 16 digits with leading zeros; for a home, the id of its main address",
	"borne_from":       "Day from which the object bears the address; null is always",
	"borne_until":      "Day on which the object bears it no more; null is never",
	"until":            "Day before which the home was there",
	"object_id":        "BAG id of the verblijfsobject, ligplaats or standplaats that bears the address",
	"street":           "Name of the street",
	"city":             "Woonplaats",
	"municipality":     "Municipality on the day of the register",
	"province":         "Province",
	"kind":             "home, other_use, berth or pitch",
	"main":             "Whether it is the object's main address",
	"id":               "BAG id of the verblijfsobject, 16 digits with leading zeros",
	"x":                "Position, east; 0 with y 0 is not known|m",
	"y":                "Position, north|m",
	"place_x":          "Position that models use, the mean of the stretch of street, east|m",
	"place_y":          "Position that models use, north|m",
	"dwelling_id":      "BAG id of the home",
	"characteristic":   "Column of dwellings.parquet that the row is about",
	"value":            "What the source says, as text; null is unknown",
	"source":           "Which source says so",
	"known_date":       "First day after which it counts as known; null is not dated",
	"reference_date":   "Day that the value is about; null is not told",
	"neighbourhood":    "Number of the neighbourhood, whose homes share facts; null is not known",
	"measure":          "index or average_price",
	"region":           "Code of CBS",
	"name":             "Name of the region",
	"year":             "Year of the period",
	"month":            "First day of the month that a figure is of",
	"figure":           "What the series said of the month from known_date on",
	"months":           "Length of the period",
	"part":             "Which of the periods of this length in the year, from 1",
	"sales":            "Sales of the edition in the region and period",
	"own":              "What the edition's own sales say; an index is 100 in the first whole year of both",
	"published":        "What CBS published",
	"provisional":      "Whether that was provisional",
	"status":           "formed, out_of_use, rebuilding, other_use, other_use_closed or gone; null is in use",
	"since":            "First day of it, 0001-01-01 for all days",
	"valid_since":      "First day on which it holds, 0001-01-01 for all days; null is once it is known",
	"revised_date":     "Day on which this row replaced an earlier one of the sale; null for the first",
	"replaced_date":    "Day on which the next row of the sale replaced this one; null for the last",
	"valid_until":      "Last day for which the source vouches; null is without end",
	"sale_id":          "Id of the sale",
	"deal":             "Id of the first known sale of its deal, homes sold on one day at one price; null for that sale and for one on its own",
	"sale_date":        "Day of the sale",
	"price":            "Price paid|EUR",
	"postal_code_area": "PC4: the digits of the postal code",
}

// describer describes the tables of an edition.
type describer struct {
	asOf       map[string]gevel.Date
	licences   map[string]string
	attributes gevel.Attributes
}

// table returns the metadata of a table with columns of these names.
func (d *describer) table(name string, columns []column) parquetfile.Notes {
	notes := parquetfile.Notes{"row": rowsOf[name]}
	for _, c := range columns {
		text, unit := d.column(c.name)
		notes.Column(c.name, text, unit)
		if c.name == "x" {
			notes["epsg"] = positionsEPSG
		}
	}
	for source, day := range d.asOf {
		if holds(name, source) && day != gevel.NoDate {
			notes["as_of."+source] = day.String()
		}
	}
	for source, licence := range d.licences {
		if holds(name, source) {
			notes["licence."+source] = licence
		}
	}
	return notes
}

// holds reports whether a table holds data of a source. Homes of sales also have what the registers know of them.
func holds(table, source string) bool {
	switch table {
	case addressesName, buildingsName, statusesName, movesName:
		return source == SourceBAG
	case seriesName:
		return source == SourceSeries || source == SourceIndex
	case salesName:
		return source != SourceSeries
	}
	return source != SourceSales && source != SourceSeries
}

// column returns the description and the unit of a column, "" where there is none.
func (d *describer) column(name string) (text, unit string) {
	if note, ok := columnNotes[name]; ok {
		text, unit, _ = strings.Cut(note, "|")
		return text, unit
	}
	of, isSource := strings.CutSuffix(name, sourceSuffix)
	k := d.attributes.Column(of)
	switch {
	case k < 0:
		return "", ""
	case isSource:
		return "Where " + of + " comes from", ""
	}
	a := &d.attributes[k]
	if text = a.Doc; text == "" {
		text = a.Label
	}
	return text, a.Unit
}
