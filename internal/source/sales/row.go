package sales

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// row is a row being read.
type row struct {
	im *importer
	flatfile.Row
	zip       string // of a Dutch address
	revisedOn []gevel.Date
	revisions []gevel.Revision
}

// text returns a value; in a detailed reading a postal code that can't be read is a fault.
func (r *row) text(c int) string {
	if r.im.Detailed && c == flatfile.PostalCode {
		return r.TextOrFault(c)
	}
	return r.Text(c)
}

// faultCostsIncluded counts prices v.o.n.: a sale has no field for who pays the costs.
const faultCostsIncluded = "costs_included" // the price includes the costs of buying (v.o.n.), and is taken as it is

func (r *row) price() gevel.Euro {
	v := r.Number(price, priceBounds)
	if !v.Known {
		r.Lack(price)
	}
	if written := r.Value(price); spelling.CostsOf(written) == spelling.OfTheSeller {
		r.Note(faultCostsIncluded, "price: %s holds the costs of buying, and is taken as it is", spelling.Quote(written))
	}
	return gevel.Euro(math.Round(v.V))
}

func (r *row) days() (sold, known gevel.Date) {
	sold = r.Day(saleDate, gevel.NoDate, r.im.AsOf)
	if sold == gevel.NoDate {
		r.Lack(saleDate)
	}
	known = r.Day(knownDate, r.im.delivered.Or(sold), r.im.AsOf)
	if known < sold {
		r.Bad(knownDate, fmt.Errorf("%s lies before the sale of %s", known, sold))
	}
	return sold, known
}

// The columns of the flat sales file that are no characteristics: those are attributes.

const (
	saleID = flatfile.HouseNumberExt + 1 + iota
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

// Columns that say to which part of the market a sale belongs; only a referee of values reads them.
const (
	municipality = ownershipShare + 1 + iota
	corop
	loanAmount
)

// detailed is the schema with them. A known date whose day and month are unclear costs its row, and not the file.
var detailed = flatfile.Schema{
	Names:    append(slices.Clone(schema.Names), "municipality", "corop", "loan_amount"),
	Days:     []int{saleDate},
	Needs:    needs,
	Meanings: withLoans(schema.Meanings),
}

func withLoans(meanings map[int]flatfile.Meaning) map[int]flatfile.Meaning {
	all := maps.Clone(meanings)
	all[loanAmount] = flatfile.Meaning{Possible: loanBounds, Likely: meanings[price].Likely}
	return all
}

// needs are the columns by which the header of a sales file is known.
var needs = [][]int{{saleDate, price}}

// schema names the columns, in the order of their numbers.
var schema = flatfile.Schema{
	Names: append(flatfile.HomeColumns(),
		"sale_id", "sale_date", "known_date", "price", "lat", "lon", "x", "y", "street",
		"package_deal", "family_sale", "rented_out", "auction",
		"mutation_code", "building_code", "ownership_right", "ownership_share",
	),
	Days:  []int{saleDate, knownDate},
	Needs: needs,
	Meanings: map[int]flatfile.Meaning{
		price:  {Possible: priceBounds, Likely: flatfile.Bounds{Low: leastPrice, High: priceBounds.High}},
		lat:    flatfile.AnyOf(latBounds),
		lon:    flatfile.AnyOf(lonBounds),
		planeX: flatfile.AnyOf(planeBounds),
		planeY: flatfile.AnyOf(planeBounds),
	},
}

// leastPrice is less than any home costs: 350.000 is no 350 euros.
const leastPrice = 1000

var (
	loanBounds  = flatfile.Bounds{Low: 0, High: priceBounds.High}
	priceBounds = flatfile.Bounds{Low: 1, High: 1e13} // any currency; exact in a float64
	latBounds   = flatfile.Bounds{Low: -90, High: 90}
	lonBounds   = flatfile.Bounds{Low: -180, High: 180}
	planeBounds = flatfile.Bounds{Low: -1e8, High: 1e8} // metres, beyond any projection of the earth
)

// ColumnNames returns gevel's names of the columns of a detailed reading.
func ColumnNames() []string {
	names := slices.Clone(detailed.Names)
	for _, a := range gevel.Standard() {
		names = append(names, a.Column)
	}
	return names
}
