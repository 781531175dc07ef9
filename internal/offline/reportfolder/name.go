package reportfolder

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
)

// The names of reports: letters, digits and hyphens, one for each home and valuation date. A second request for
// a home with other characteristics replaces its report.

// row is a home in the index.
type row struct {
	Path     string // in the folder, with slashes
	area     string
	address  gevel.Address
	value    gevel.Euro
	interval gevel.Interval
	class    gevel.ConfidenceClass
}

// noArea is the folder of homes without a postal code.
const noArea = "other"

func (f *Folder) rowOf(a *bulk.Answered) row {
	v := a.Valuation
	name := string(v.Dwelling.ID)
	if v.Address.NumberID != v.Dwelling.NumberID {
		name += "-" + string(v.Address.NumberID) // a home with two addresses
	}
	if v.Date != f.Date {
		name += "-" + v.Date.String()
	}
	area := noArea
	if v.Address.PostalCode != "" {
		area = v.Address.PostalCode.PC4()
	}
	return row{path.Join(area, name+".html"), area, v.Address, v.Weighted, v.Interval, v.Class}
}

// requestBytes of what a caller says of a home tell its requests apart.
const requestBytes = 8

// requestOf is a mark of what a caller says of a home, "" for nothing.
func requestOf(c gevel.Characteristics) string {
	given := fmt.Sprintf("%+v", c)
	if given == fmt.Sprintf("%+v", gevel.Characteristics{}) {
		return ""
	}
	sum := sha256.Sum256([]byte(given))
	return hex.EncodeToString(sum[:requestBytes])
}
