package photos

// Finding the home of a delivered photo.

import (
	"errors"

	"github.com/gevel/gevel"
)

// Addresses is the part of the register that photos need. An edition implements it.
type Addresses interface {
	// AddressByNumber returns the address with a number id.
	AddressByNumber(id gevel.BAGID) (gevel.Address, bool)
	// MainAddress returns the main address of an object.
	MainAddress(object gevel.BAGID) (gevel.Address, bool)
	// Find returns the address for q. Errors: gevel.AddressNotFound, gevel.AmbiguousAddress.
	Find(q gevel.AddressQuery) (gevel.Address, error)
}

// MainAddress returns the main address of the home with this id: the number id of its main or a secondary
// address, or the id of the object. Photos are filed under its number id. Errors: gevel.AddressNotFound.
func MainAddress(known Addresses, id gevel.BAGID) (gevel.Address, error) {
	if a, ok := known.AddressByNumber(id); ok {
		return mainOf(known, a)
	}
	if a, ok := known.MainAddress(id); ok {
		return a, nil
	}
	return gevel.Address{}, unknownAddress("no address has the id " + string(id))
}

// FindMainAddress returns the main address of the home that q finds. Errors: gevel.AddressNotFound,
// gevel.AmbiguousAddress.
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

// rejectReason returns the reason under which err is counted. Not ok: err is not about a single photo.
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
