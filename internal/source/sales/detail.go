package sales

import (
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Detail is what a referee of values asks of a sale, besides the sale. "" and 0 are unknown.
type Detail struct {
	Homes               []string // keys of the home: see flatfile.Row.HomeKeys
	HouseType           string   // as it is written
	Municipality, COROP string
	Loan                float64 // euros
}

// detail returns the details of a sale that is kept, nil unless they are asked for. What can't be read is a fault, and
// unknown.
func (r *row) detail() *Detail {
	if !r.im.Detailed {
		return nil
	}
	text := func(c int) string { return r.Texts.Of(r.TextOrFault(c)) }
	d := &Detail{Homes: r.HomeKeys(), Municipality: text(municipality), COROP: text(corop)}
	d.Loan = r.NumberOrFault(loanAmount, loanBounds).V
	if f, _, ok := r.Find("build_type"); ok {
		d.HouseType = r.houseType(f.Of(r.Fields))
	}
	return d
}

// houseType returns a house type as it is written, "" for a word for unknown.
func (r *row) houseType(written string) string {
	if !utf8.ValidString(written) {
		r.Note(flatfile.ReasonBadColumn+"build_type", "build_type: %s is not UTF-8", spelling.Quote(written))
		return ""
	}
	if t, ok := spelling.HouseType(written); ok && t == 0 {
		return ""
	}
	return r.Texts.Of(written)
}

// reject rejects the row.
func (r *row) reject(s *gevel.Sale) {
	if r.im.Detailed {
		r.im.leftOut = append(r.im.leftOut, gevel.LeftOut{ID: s.ID, Homes: r.HomeKeys(), Date: s.Date, Reason: r.Reason})
	}
	r.Row.Reject()
}
