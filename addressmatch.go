package gevel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Match returns the address that q means among candidates with its postal code and house number. People spell letters
// and extensions in many ways, so the comparison goes from strict to lenient, and a lenient step counts only when it
// leaves a single address:
//
//  1. letter and extension equal, field by field;
//  2. both as an answer shows them: A-2;
//  3. both joined; see JoinSuffix. Where they are equal, I and I, it may be one thing said twice: ambiguous where
//     both I and II exist;
//  4. HS, HUIS and H as the ground floor or no extension;
//  5. Roman numerals as Arabic ones, I to XII;
//  6. the same with a trailing PP (a parking place) dropped.
//
// A query with the id of an object means that object, even if others bear its address. A query without letter and
// extension takes the first step only: it means the bare number where that exists, else the only address. A caller
// who forgets the II must not get the ground floor.
//
// Errors: AddressNotFound without candidates, else AmbiguousAddress with one
// Detail, and one of the Candidates, per possible letter and extension: those nearest to what was given come first.
func (q AddressQuery) Match(candidates []Address) (Address, error) {
	if q.ObjectID != "" {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(a Address) bool { return a.ObjectID != q.ObjectID })
	}
	if len(candidates) == 0 {
		message := fmt.Sprintf("there is no address %s %d", q.PostalCode, q.HouseNumber)
		if q.ObjectID != "" { // whose address may be of another day
			message = fmt.Sprintf("the register of the day has no home %s", q.ObjectID)
		}
		return Address{}, &Error{Code: AddressNotFound, Message: message}
	}
	letter, ext := q.HouseLetter, q.HouseNumberExt
	if a, ok := matchOne(candidates, func(a Address) bool {
		return a.HouseLetter == letter && a.HouseNumberExt == ext
	}); ok {
		return a, nil
	}
	if a, ok := matchOne(candidates, func(a Address) bool {
		return letter == "" && ext != "" && strings.EqualFold(a.Extension(), ext)
	}); ok {
		return a, nil
	}
	asked := JoinSuffix(letter, ext)
	a, ok := matchSuffix(candidates, asked)
	if said := plainSuffix(letter); said != "" && said == plainSuffix(ext) { // perhaps one thing said twice
		once, isOne := matchSuffix(candidates, said)
		if isOne && ok && once.Extension() != a.Extension() {
			return Address{}, q.ambiguous(candidates)
		}
		if isOne {
			a, ok = once, true
		}
	}
	if ok {
		return a, nil
	}
	if dropped, ok := strings.CutSuffix(asked, "PP"); ok {
		if a, ok := matchSuffix(candidates, dropped); ok {
			return a, nil
		}
	}
	return Address{}, q.ambiguous(candidates)
}

// Says reports whether q says an address in full, whatever else bears it.
func (q AddressQuery) Says(a *Address) bool {
	return q.PostalCode == a.PostalCode && q.HouseNumber == a.HouseNumber &&
		JoinSuffix(q.HouseLetter, q.HouseNumberExt) == JoinSuffix(a.HouseLetter, a.HouseNumberExt)
}

// SaysNumber reports whether q says the number of an address without letter and extension, which many leave out.
func (q AddressQuery) SaysNumber(a *Address) bool {
	return q.PostalCode == a.PostalCode && q.HouseNumber == a.HouseNumber && q.HouseLetter+q.HouseNumberExt == ""
}

// matchSuffix tries the lenient readings of a joined letter and extension.
func matchSuffix(candidates []Address, asked string) (Address, bool) {
	if asked == "" {
		return matchBare(candidates)
	}
	for _, reading := range []func(string) string{sameSuffix, groundFloor, arabic} {
		want := reading(asked)
		if a, ok := matchOne(candidates, func(a Address) bool {
			return reading(JoinSuffix(a.HouseLetter, a.HouseNumberExt)) == want
		}); ok {
			return a, true
		}
	}
	return Address{}, false
}

// matchBare returns the address without letter and extension, else the only one.
func matchBare(candidates []Address) (Address, bool) {
	if a, ok := matchOne(candidates, func(a Address) bool {
		return JoinSuffix(a.HouseLetter, a.HouseNumberExt) == ""
	}); ok {
		return a, true
	}
	return matchOne(candidates, func(Address) bool { return true })
}

// matchOne returns the best address that same accepts, provided that all accepted ones
// bear the same letter and extension.
func matchOne(candidates []Address, same func(Address) bool) (best Address, ok bool) {
	for _, a := range candidates {
		switch {
		case !same(a):
		case !ok:
			best, ok = a, true
		case a.HouseLetter != best.HouseLetter || a.HouseNumberExt != best.HouseNumberExt:
			return Address{}, false
		case a.before(best):
			best = a
		}
	}
	return best, ok
}

// before orders two objects that bear the very same address.
func (a Address) before(b Address) bool {
	if a.Main != b.Main {
		return a.Main
	}
	if a.InUse != b.InUse {
		return a.InUse
	}
	return a.ObjectID < b.ObjectID
}

func sameSuffix(s string) string { return s }

func groundFloor(s string) string {
	switch s {
	case "H", "HS", "HUIS":
		return ""
	}
	return s
}

// arabic replaces a Roman numeral, alone or behind one letter, by its digits.
func arabic(s string) string {
	if n := romanNumeral(s); n > 0 {
		return strconv.Itoa(n)
	}
	if len(s) > 1 {
		if n := romanNumeral(s[1:]); n > 0 {
			return s[:1] + strconv.Itoa(n)
		}
	}
	return s
}

func romanNumeral(s string) int {
	for i, numeral := range [...]string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"} {
		if s == numeral {
			return i + 1
		}
	}
	return 0
}

// JoinSuffix joins a letter and an extension in the form in which spellings are compared: upper case, without space,
// hyphen, full stop, comma and slash, and without a zero fraction: 1.0 is 1. A sign between two digits, or two Roman
// numerals, stays as a hyphen: 1/2 are two units, and not unit 12.
func JoinSuffix(letter, ext string) string {
	letter, ext = plainSuffix(letter), plainSuffix(ext)
	if letter != "" && ext != "" && isDigit(letter[len(letter)-1]) && isDigit(ext[0]) {
		return letter + "-" + ext
	}
	return letter + ext
}

// plainSuffix returns one field as JoinSuffix does.
func plainSuffix(s string) string {
	if strings.Trim(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" { // as nearly all of the register
		return s
	}
	s = withoutZeroFraction(strings.ToUpper(s))
	plain, apart := make([]byte, 0, len(s)), false
	for i := range len(s) {
		c := s[i]
		if strings.IndexByte(" -.,/", c) >= 0 {
			apart = len(plain) > 0
			continue
		}
		if last := len(plain) - 1; apart && (isDigit(plain[last]) && isDigit(c) || isRoman(plain[last]) && isRoman(c)) {
			plain = append(plain, '-')
		}
		plain, apart = append(plain, c), false
	}
	return string(plain)
}

// withoutZeroFraction returns a text without the zero fraction of the number that ends it, as programs write whole
// numbers where another row of the column is empty.
func withoutZeroFraction(s string) string {
	whole := strings.TrimRight(s, "0")
	if len(whole) < 2 || len(whole) == len(s) || whole[len(whole)-1] != '.' && whole[len(whole)-1] != ',' {
		return s
	}
	if whole = whole[:len(whole)-1]; !isDigit(whole[len(whole)-1]) {
		return s
	}
	return whole
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isRoman(c byte) bool { return c == 'I' || c == 'V' || c == 'X' }
