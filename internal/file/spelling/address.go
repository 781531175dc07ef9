package spelling

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// HouseNumber reads a house number, and what letter and extension are written behind it in one field: 265, 265A-1,
// 265 A 1, and 265.0 as programs write it where another row of the column is empty. The error says what would be right.
func HouseNumber(s string) (number int, suffix string, err error) {
	s = strings.TrimSpace(s)
	suffix = strings.TrimLeft(s, "0123456789")
	digits := s[:len(s)-len(suffix)]
	if fraction := strings.TrimLeft(suffix, ".,"); len(fraction) == len(suffix)-1 && fraction != "" &&
		strings.Trim(fraction, "0") == "" {
		suffix = ""
	}
	number, err = strconv.Atoi(digits)
	switch {
	case digits == "":
		return 0, "", fmt.Errorf("%s is no house number", Quote(s))
	case err != nil || number < gevel.MinHouseNumber || number > gevel.MaxHouseNumber:
		return 0, "", fmt.Errorf("%s is no house number from %d to %d", Quote(s), gevel.MinHouseNumber, gevel.MaxHouseNumber)
	}
	return number, strings.Trim(suffix, " -/.,"), nil
}

// SplitSuffix splits what is written behind a house number into the house letter and the extension: A-2, A2 and 2.
func SplitSuffix(suffix string) (letter, ext string) {
	rest := strings.TrimLeft(suffix[min(1, len(suffix)):], " -/.")
	if suffix == "" || digits(suffix[:1]) || len(rest) > 0 && len(rest) == len(suffix)-1 && !digits(rest[:1]) {
		return "", suffix
	}
	return suffix[:1], rest
}

// Address is an address in the fields of a row.
type Address struct{ PostalCode, HouseNumber, HouseLetter, HouseNumberExt string }

// Query reads the address. The reason of a fault is the name of a column: postal_code, house_number.
func (a Address) Query() (q gevel.AddressQuery, faults []gevel.Detail) {
	code, err := gevel.ParsePostalCode(a.PostalCode)
	if err != nil {
		faults = append(faults, gevel.Detail{
			Reason:  "postal_code",
			Message: Quote(a.PostalCode) + " is no postal code of the form 1234AB",
		})
	}
	number, suffix, err := HouseNumber(a.HouseNumber)
	if err != nil {
		faults = append(faults, gevel.Detail{Reason: "house_number", Message: err.Error()})
	}
	q = gevel.AddressQuery{
		PostalCode: code, HouseNumber: number,
		HouseLetter: strings.TrimSpace(a.HouseLetter), HouseNumberExt: strings.TrimSpace(a.HouseNumberExt),
	}
	own := gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt)
	letter, _ := SplitSuffix(suffix)
	switch written := gevel.JoinSuffix("", suffix); {
	case written == "" || written == own: // in both places
	case own == "", q.HouseNumberExt == "" && strings.EqualFold(letter, q.HouseLetter): // the letter may be in both places
		q.HouseLetter, q.HouseNumberExt = "", suffix
	case q.HouseLetter != "" && letter != "" && !strings.EqualFold(letter, q.HouseLetter):
		faults = append(faults, gevel.Detail{
			Reason:  "house_number",
			Message: fmt.Sprintf("%s has another letter than house_letter, %s", Quote(a.HouseNumber), Quote(a.HouseLetter)),
		})
	default: // a part in each
		q.HouseLetter, q.HouseNumberExt = suffix, q.HouseLetter+q.HouseNumberExt
	}
	return q, faults
}

// Home is a home as people name it: by an id, or by an address.
type Home struct {
	ID      gevel.BAGID // of the dwelling or of an address, "" when it is named by address
	Address gevel.AddressQuery
	Others  []gevel.BAGID // further ids, which must be of the same home
	Whole   bool          // letter and extension are given, if only as none; else the address may be of a neighbour at the number
}

// Name gives the home an id, or a further one.
func (h *Home) Name(id gevel.BAGID) {
	switch {
	case h.ID == "":
		h.ID = id
	case id != h.ID:
		h.Others = append(h.Others, id)
	}
}

// Addresses are the addresses of the register. An edition has them.
type Addresses interface {
	// AddressByNumber returns the address with a number id.
	AddressByNumber(id gevel.BAGID) (gevel.Address, bool)
	// MainAddress returns the main address of an object.
	MainAddress(object gevel.BAGID) (gevel.Address, bool)
	// Find returns the address for q. Errors: gevel.AddressNotFound, gevel.AmbiguousAddress.
	Find(q gevel.AddressQuery) (gevel.Address, error)
}

// AddressOf returns an address of the home with an id: the number id of its main or a secondary address, or the id of
// the object.
func AddressOf(known Addresses, id gevel.BAGID) (gevel.Address, error) {
	a, ok := known.AddressByNumber(id)
	if !ok {
		a, ok = known.MainAddress(id)
	}
	if !ok {
		return a, gevel.Failure(gevel.AddressNotFound, "", "no address has the id %s", string(id))
	}
	return a, nil
}

// Query returns the query by which a register finds the home. One that is named by id is that home, whatever else bears
// its address. Errors: gevel.AddressNotFound for an id that is not in the register, gevel.Invalid for an address of
// another home, or an id of one, beside it.
func (h Home) Query(known Addresses) (none gevel.AddressQuery, err error) {
	if h.ID == "" {
		return h.Address, nil
	}
	of, err := AddressOf(known, h.ID)
	if err != nil {
		return none, err
	}
	for _, other := range h.Others {
		if a, err := AddressOf(known, other); err != nil || a.ObjectID != of.ObjectID {
			return none, gevel.Refusal("leave one of them out", "the ids %s and %s are of two homes", h.ID, other)
		}
	}
	found, fault := known.Find(h.Address)
	return of.Query(), h.CheckAddress(of, found, fault)
}

// CheckAddress returns an error when the address beside the home's id is another home's: what was found of it, or the
// fault of that. of is the address of the id.
func (h Home) CheckAddress(of, found gevel.Address, fault error) error {
	q := h.Address
	var several *gevel.Error
	isOf := func(a gevel.Address) bool { return a.ObjectID == of.ObjectID }
	switch {
	case q.Says(&of):
		return nil
	case fault == nil:
	case !errors.As(fault, &several) || len(several.Candidates) == 0 || len(several.Candidates) == gevel.MaxAmbiguous,
		slices.ContainsFunc(several.Candidates, isOf):
		return nil // an address that is not found is of no other home
	default:
		found = several.Candidates[0]
	}
	whole := h.Whole || q.HouseLetter+q.HouseNumberExt != ""
	if isOf(found) || !whole && of.PostalCode == q.PostalCode && of.HouseNumber == q.HouseNumber {
		return nil
	}
	return gevel.Refusal("leave one of them out", "id %s is %s, and the address is %s, another home", h.ID, of, found)
}

// ReadHome reads an id, or a postal code and house number with whatever letter and extension come after them: 2511CV
// 12, 2511 CV 12-A, 2511cv12 bis.
func ReadHome(text string) (Home, error) {
	id, err := ID(text)
	if err == nil {
		return Home{ID: id}, nil
	}
	if IsNumber(text) {
		return Home{}, gevel.Refusal("", "%v", err)
	}
	plain := strings.TrimSpace(text)
	for _, length := range []int{len("1234AB"), len("1234 AB")} {
		if len(plain) < length {
			break
		}
		if _, err := gevel.ParsePostalCode(plain[:length]); err != nil {
			continue
		}
		q, faults := Address{PostalCode: plain[:length], HouseNumber: strings.TrimLeft(plain[length:], " ,")}.Query()
		if len(faults) == 0 {
			return Home{Address: q}, nil
		}
	}
	return Home{}, gevel.Refusal("", "%s is neither an address such as 1234AB 12 A-2 nor a BAG id of 16 digits", Quote(text))
}

// parted are what people put into an id, or before it, so that a spreadsheet keeps it as text.
var parted = strings.NewReplacer(" ", "", "'", "")

// ID reads a BAG id as files write it: in each of the ways of gevel.ParseBAGID, or as an address of the web that ends
// in it, as linked data do.
func ID(s string) (gevel.BAGID, error) {
	s = parted.Replace(s)
	if at := strings.LastIndexByte(strings.TrimRight(s, "/"), '/'); at >= 0 {
		return gevel.ParseBAGID(strings.TrimRight(s[at+1:], "/"))
	}
	return gevel.ParseBAGID(s)
}

// IsNumber reports whether a text is a number and nothing else. Other text in a column of ids may mean that there is no
// id. A number means an id, and a broken one must not pass for no id.
func IsNumber(s string) bool {
	return strings.Trim(s, "0123456789.,+eE") == "" && strings.ContainsAny(s, "0123456789")
}

// RoundedIDs are the first ids of a column, up to one that no spreadsheet has rounded: it keeps 15 digits of 16, and the
// last becomes a 0.
type RoundedIDs struct {
	different map[string]bool
	sound     bool
}

// fewRounded is how many different ids that all end in 0 are no accident: one in ten does.
const fewRounded = 5

// Hear notes an id of the column.
func (ids *RoundedIDs) Hear(id string) {
	const most = 16
	if ids.sound || len(id) != most || id[0] == '0' || !digits(id) {
		return
	}
	if ids.sound = id[most-1] != '0'; !ids.sound && len(ids.different) < fewRounded {
		if ids.different == nil {
			ids.different = map[string]bool{}
		}
		ids.different[id] = true
	}
}

// Verdict returns the error of a column of rounded ids.
func (ids *RoundedIDs) Verdict(column string) error {
	if ids.sound || len(ids.different) < fewRounded {
		return nil
	}
	example := slices.Min(slices.Collect(maps.Keys(ids.different)))
	return gevel.Refusal("make the column text in the source and export it again",
		"%s: all ids of 16 digits end in 0, such as %s: a spreadsheet took them for numbers and rounded them", column, example)
}
