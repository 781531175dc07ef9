package reportfolder

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/bulk"
)

// The names of reports: letters, digits and hyphens, one for each home as it was asked. A home asked twice in the same
// way has one report.

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

// hashBytes of what a caller says of a home tell its reports apart.
const hashBytes = 6

func (f *Folder) rowOf(a *bulk.Answered) row {
	v := a.Valuation
	name := string(v.Dwelling.ID)
	if v.Address.NumberID != v.Dwelling.NumberID {
		name += "-" + string(v.Address.NumberID) // a home with two addresses
	}
	if v.Date != f.Date {
		name += "-" + v.Date.String()
	}
	if given := givenOf(a.Inquiry.Overrides); given != givenOf(gevel.Characteristics{}) {
		sum := sha256.Sum256([]byte(given))
		name += "-" + hex.EncodeToString(sum[:hashBytes])
	}
	area := noArea
	if v.Address.PostalCode != "" {
		area = v.Address.PostalCode.PC4()
	}
	return row{path.Join(area, name+".html"), area, v.Address, v.Weighted, v.Interval, v.Class}
}

// givenOf writes down what a caller says of a home.
func givenOf(c gevel.Characteristics) string { return fmt.Sprintf("%+v", c) }
