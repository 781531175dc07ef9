package photos

// Which home a delivered photo belongs to.

import (
	"errors"

	"github.com/gevel/gevel"
)

// Addresses is what photos must know of the register. An edition answers it.
type Addresses interface {
	// AddressByNumber returns the address with a number id.
	AddressByNumber(id gevel.BAGID) (gevel.Address, bool)
	// MainAddress returns the main address of an object.
	MainAddress(object gevel.BAGID) (gevel.Address, bool)
	// Find returns the address that q means. Errors: gevel.AddressNotFound,
	// gevel.AmbiguousAddress.
	Find(q gevel.AddressQuery) (gevel.Address, error)
}

// MainAddress returns the main address of the home with this id: a number id,
// of a secondary address too, or the id of the object itself. Photos are filed
// under its number id. Errors: gevel.AddressNotFound.
func MainAddress(known Addresses, id gevel.BAGID) (gevel.Address, error) {
	if a, ok := known.AddressByNumber(id); ok {
		return mainOf(known, a)
	}
	if a, ok := known.MainAddress(id); ok {
		return a, nil
	}
	return gevel.Address{}, unknownAddress("no address has the id " + string(id))
}

// FindMainAddress returns the main address of the home that q means. Errors:
// gevel.AddressNotFound, gevel.AmbiguousAddress.
func FindMainAddress(known Addresses, q gevel.AddressQuery) (gevel.Address, error) {
	a, err := known.Find(q)
	if err != nil {
		return gevel.Address{}, err
	}
	return mainOf(known, a)
}

func mainOf(known Addresses, a gevel.Address) (gevel.Address, error) {
	if a.Main {
		return a, nil
	}
	main, ok := known.MainAddress(a.ObjectID)
	if !ok {
		return gevel.Address{}, unknownAddress("object " + string(a.ObjectID) + " has no main address")
	}
	return main, nil
}

func unknownAddress(message string) error {
	return &gevel.Error{Code: gevel.AddressNotFound, Message: message}
}

// rejectReason returns the reason to count err under, and false when err is not
// about one photo but about everything.
func rejectReason(err error) (reason, message string, ok bool) {
	var e *gevel.Error
	if !errors.As(err, &e) {
		return "", "", false
	}
	switch {
	case e.Code == gevel.AddressNotFound || e.Code == gevel.AmbiguousAddress:
		return string(e.Code), e.Message, true
	case e.Code == gevel.Invalid && len(e.Details) > 0:
		return e.Details[0].Reason, e.Message, true
	}
	return "", "", false
}
