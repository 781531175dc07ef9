package flatfile

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Register knows the homes that rows are about.
type Register interface {
	// Dwelling returns the home with an id, and its main address.
	Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool)
	// Find returns the home at an address. Errors: gevel.AddressNotFound,
	// gevel.AmbiguousAddress, gevel.NotResidential.
	Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error)
}

// Home finds the row's home in the register, by id and else by address. An
// error is the register's own, and says nothing about the row.
func (r *Row) Home(register Register) (gevel.Dwelling, gevel.Address, error) {
	written := r.Value(DwellingID)
	id, err := spelling.ID(written)
	if err == nil {
		if dwelling, address, ok := register.Dwelling(id); ok {
			return dwelling, address, nil
		}
	}
	switch {
	case err != nil && spelling.IsNumber(written):
		r.Bad(DwellingID, err)
	case r.Value(PostalCode) != "" && r.Value(HouseNumber) != "":
		return r.find(register, r.address())
	case written == "":
		r.Fail(ReasonUnknownDwelling, "neither dwelling_id nor postal_code and house_number")
	case err != nil:
		r.Bad(DwellingID, err)
	default:
		r.Fail(ReasonUnknownDwelling, "dwelling_id %s is not in the register, and there is no address", id)
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

func (r *Row) find(register Register, q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	if r.Reason != "" {
		return gevel.Dwelling{}, gevel.Address{}, nil
	}
	dwelling, address, err := register.Find(q)
	switch code := gevel.CodeOf(err); code {
	case gevel.AddressNotFound:
		r.Fail(ReasonUnknownAddress, "%v", err)
	case gevel.AmbiguousAddress, gevel.NotResidential:
		r.Fail(string(code), "%v", err)
	default:
		return dwelling, address, err
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// address returns the row's address.
func (r *Row) address() gevel.AddressQuery {
	q, faults := spelling.Address{
		PostalCode: r.Value(PostalCode), HouseNumber: r.Value(HouseNumber),
		HouseLetter: r.Value(HouseLetter), HouseNumberExt: r.Value(HouseNumberExt),
	}.Query()
	for _, f := range faults {
		r.Fail(ReasonBadColumn+f.Reason, "%s: %s", f.Reason, f.Message)
	}
	return q
}
