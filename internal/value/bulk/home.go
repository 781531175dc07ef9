// How a caller names a home, and how errors about it are worded.

package bulk

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Home is a home as a caller names it: by an id, or by an address.
type Home struct {
	ID      gevel.BAGID // of the dwelling or of an address, "" when it is named by address
	Address gevel.AddressQuery
}

// ParseHome reads a BAG id or an address such as 1234AB 12 A-2.
func ParseHome(text string) (Home, error) {
	if id, err := gevel.ParseBAGID(text); err == nil {
		return Home{ID: id}, nil
	}
	q, err := gevel.ParseAddressQuery(text)
	if err != nil {
		return Home{}, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("%q is neither an address such as 1234AB 12 A-2 nor a BAG id of 16 digits", text),
		}
	}
	return Home{Address: q}, nil
}

// Query returns the address by which an edition finds the home. Errors:
// gevel.AddressNotFound for an id that is not in the register, and gevel.AmbiguousAddress
// when its address is found to be that of another object.
func (h Home) Query(e *edition.Edition) (gevel.AddressQuery, error) {
	if h.ID == "" {
		return h.Address, nil
	}
	address, ok := addressOf(e, h.ID)
	if !ok {
		return gevel.AddressQuery{}, &gevel.Error{
			Code: gevel.AddressNotFound, Message: fmt.Sprintf("the register has no address for id %s", h.ID),
		}
	}
	q := gevel.AddressQuery{
		PostalCode: address.PostalCode, HouseNumber: address.HouseNumber,
		HouseLetter: address.HouseLetter, HouseNumberExt: address.HouseNumberExt,
	}
	if found, err := e.Find(q); err == nil && found.ObjectID != address.ObjectID {
		return q, &gevel.Error{
			Code: gevel.AmbiguousAddress,
			Message: fmt.Sprintf("%s is the address of another object too, %s, which stands before %s",
				address, found.ObjectID, h.ID),
		}
	}
	return q, nil
}

func addressOf(e *edition.Edition, id gevel.BAGID) (gevel.Address, bool) {
	if id.Code() == gevel.CodeNummeraanduiding {
		return e.AddressByNumber(id)
	}
	return e.MainAddress(id)
}

// Reword words an error of the valuation, which speaks of the service's parameters, for
// whoever types: name spells a parameter as the caller knows it, "" where he can't give it.
func Reword(err error, name func(parameter string) string) error {
	var e *gevel.Error
	if !errors.As(err, &e) {
		return err
	}
	if len(e.Candidates) > 0 {
		possible := strings.Join(suffixes(e.Candidates), ", ")
		return &gevel.Error{Code: e.Code, Message: e.Message, Hint: "it may be one of " + possible}
	}
	if given := name(e.Missing); given != "" {
		return &gevel.Error{Code: e.Code, Message: e.Message, Hint: "give it as " + given}
	}
	return err
}

// suffixes returns letters and extensions as a user would type them; of an address
// without any, the words that say so.
func suffixes(candidates []gevel.Address) []string {
	list := make([]string, len(candidates))
	for i, a := range candidates {
		if list[i] = a.Extension(); list[i] == "" {
			list[i] = "the number alone"
		}
	}
	return list
}

// Invalid makes one error of faults in what a caller gave, nil when there are none; name
// spells the reason of a fault, a column, as the caller knows it.
func Invalid(faults []gevel.Detail, name func(column string) string) error {
	if len(faults) == 0 {
		return nil
	}
	list := make([]string, len(faults))
	for i, f := range faults {
		list[i] = name(f.Reason) + ": " + f.Message
	}
	return &gevel.Error{Code: gevel.Invalid, Message: strings.Join(list, "; "), Details: faults}
}
