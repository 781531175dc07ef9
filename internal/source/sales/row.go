package sales

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// row is a row being read.
type row struct {
	im *importer
	flatfile.Row
	zip string // of a Dutch address
}

func (r *row) bad(c column, err error) { r.Bad(int(c), err) }

func (r *row) value(c column) string { return r.Value(int(c)) }

// text returns a value; in a detailed reading a postal code that can't be read is a fault.
func (r *row) text(c column) string {
	if r.im.Detailed && c == postalCode {
		return r.TextOrFault(int(c))
	}
	return r.Text(int(c))
}

func (r *row) number(c column, within flatfile.Bounds) gevel.Opt[float64] {
	return r.Number(int(c), within)
}

// faultCostsIncluded counts prices v.o.n.: a sale has no field for who pays the costs.
const faultCostsIncluded = "costs_included" // the price includes the costs of buying (v.o.n.), and is taken as it is

func (r *row) price() gevel.Euro {
	v := r.number(price, priceBounds)
	if !v.Known {
		r.Lack(int(price))
	}
	if written := r.value(price); spelling.CostsOf(written) == spelling.OfTheSeller {
		r.Note(faultCostsIncluded, "price: %s holds the costs of buying, and is taken as it is", spelling.Quote(written))
	}
	return gevel.Euro(math.Round(v.V))
}

func (r *row) days() (sold, known gevel.Date) {
	sold = r.Day(int(saleDate), gevel.NoDate, r.im.AsOf)
	if sold == gevel.NoDate {
		r.Lack(int(saleDate))
	}
	known = r.Day(int(knownDate), r.im.delivered.Or(sold), r.im.AsOf)
	if known < sold {
		r.bad(knownDate, fmt.Errorf("%s lies before the sale of %s", known, sold))
	}
	return sold, known
}
