// Package flatfile reads flat files as operators deliver them, in each form of package table: one row a sale, a home, a
// loan, a month.
//
// Columns are found by name, in any order and any case: by what a mapping says, then a preset, then
// under gevel's own names, then under usual Dutch ones. Besides the columns of its Schema a file may have
// any characteristic, and bring more: num_* and cat_*. Empty means unknown.
//
// Numbers may have a decimal point or comma and grouped thousands. Which it is is found by column,
// whatever the delimiter, or given in the mapping; a file with a number that could be read both ways,
// such as 1.234, and no other that settles it, is an error.
//
// Rows are named by their line in the file, the header being line 1. Those that can't be used are
// counted among the rejects.
package flatfile

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Faulty is an error of what the caller named: another file, or this one mended, would do.
func Faulty(format string, args ...any) error {
	return gevel.Refusal("", format, args...)
}

// Register knows the homes that rows are about.
type Register interface {
	// Dwelling returns the home with an id, and its main address.
	Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool)
	// Find returns the home at an address. Errors: gevel.AddressNotFound,
	// gevel.AmbiguousAddress, gevel.NotResidential.
	Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error)
}

// On returns a register with the addresses of a day, if it knows these; else the register itself.
func On(register Register, day gevel.Date) Register {
	if dated, ok := register.(dated); ok {
		return registerOn{dated, day}
	}
	return register
}

type dated interface {
	Register
	DwellingOn(id gevel.BAGID, day gevel.Date) (gevel.Dwelling, gevel.Address, bool)
	FindOn(q gevel.AddressQuery, day gevel.Date) (gevel.Dwelling, gevel.Address, error)
}

type registerOn struct {
	dated
	day gevel.Date
}

func (r registerOn) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	return r.DwellingOn(id, r.day)
}

func (r registerOn) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return r.FindOn(q, r.day)
}

// Home finds the row's home in the register, by id and else by address. An
// error is the register's own, and says nothing about the row.
func (r *Row) Home(register Register) (gevel.Dwelling, gevel.Address, error) {
	written := r.Value(DwellingID)
	id, err := spelling.ID(written)
	if err == nil {
		if dwelling, address, ok := register.Dwelling(id); ok {
			r.checkAddress(register, dwelling.ID, address)
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

// checkAddress rejects the row when its address is of another home than its id.
func (r *Row) checkAddress(register Register, id gevel.BAGID, of gevel.Address) {
	q, faults := r.query()
	if len(faults) > 0 {
		return
	}
	_, found, fault := register.Find(q)
	home := spelling.Home{ID: id, Address: q, Whole: r.Has(HouseLetter) || r.Has(HouseNumberExt)}
	if on, dated := register.(registerOn); dated {
		if _, now, _ := on.dated.Dwelling(id); q.Says(&now) { // as files of today write earlier sales
			return
		}
	}
	if err := home.CheckAddress(of, found, fault); err != nil {
		r.Fail(ReasonOtherHome, "%v", err)
	}
}

// HomeKeys returns the keys of the row's home, by which rows of two files about one home are joined: its id and its
// address, as far as they are there.
func (r *Row) HomeKeys() (keys []string) {
	if written := r.Value(DwellingID); written != "" {
		if id, err := spelling.ID(written); err == nil {
			written = string(id)
		}
		keys = append(keys, r.Texts.Of(written))
	}
	if q, faults := r.query(); len(faults) == 0 {
		key := fmt.Sprintf("%s %d %s", q.PostalCode, q.HouseNumber, gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt))
		keys = append(keys, r.Texts.Of(strings.TrimSpace(key)))
	}
	return keys
}

func (r *Row) query() (gevel.AddressQuery, []gevel.Detail) {
	return spelling.Address{
		PostalCode: r.Value(PostalCode), HouseNumber: r.Value(HouseNumber),
		HouseLetter: r.Value(HouseLetter), HouseNumberExt: r.Value(HouseNumberExt),
	}.Query()
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
	q, faults := r.query()
	for _, f := range faults {
		r.Fail(ReasonBadColumn+f.Reason, "%s: %s", f.Reason, f.Message)
	}
	return q
}
