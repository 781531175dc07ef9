package bag

import (
	"bytes"

	"github.com/gevel/gevel"
)

// The rows of a reading: what is kept of each object that is valid on the delivery's date. They are small and
// nearly free of pointers, because a national delivery has tens of millions.

type city struct {
	version // key: the code of 4 digits
	name    string
}

// cityRelation gives the municipality of a city.
type cityRelation struct {
	version           // key: the city's
	municipality key  // code of 4 digits
	begin        date // of two valid relations the later one wins
}

// date is an ISO date as in the file; dates compare as texts do.
type date [dateLength]byte

type street struct {
	version
	name string
	city key
}

type number struct {
	version
	street key
	house  int32
	postal postal
	ext    [4]byte // padded with 0
	city   uint16  // its code; 0: as the street
	letter byte    // 0: none
}

// postal is a postal code as a number, 0 when there is none. It sorts as the text does.
type postal uint32

const letters = 26

func packPostal(code gevel.PostalCode) postal {
	var p postal
	for _, c := range []byte(code) {
		if isDigit(c) {
			p = 10*p + postal(c-'0')
		} else {
			p = letters*p + postal(c-'A')
		}
	}
	return p
}

func (p postal) code() gevel.PostalCode {
	if p == 0 {
		return ""
	}
	area := p / (letters * letters)
	return gevel.PostalCode([]byte{
		'0' + byte(area/1000), '0' + byte(area/100%10), '0' + byte(area/10%10), '0' + byte(area%10),
		'A' + byte(p/letters%letters), 'A' + byte(p%letters),
	})
}

// object is an addressable object.
type object struct {
	version
	main     key   // number
	building key   // the only one; with several, an index into furtherRefs
	at       point // zero when not known
	surface  int32 // m2, 0 when not known
	kind     gevel.ObjectKind
	inUse    bool
	more     bool
}

// furtherRefs are the references of the few objects with a secondary address or several buildings.
type furtherRefs struct{ secondary, buildings []key }

type building struct {
	version
	plan  planRef // see tables.neededOutlines
	year  int16   // 0 when not known
	inUse bool
}

// The surfaces that the register's handbook lists as stand-ins for "not known".
func surfaceIsSentinel(m2 uint64) bool {
	return m2 == 999 || m2 == 9_999 || m2 == 99_999 || m2 == 999_999
}

const (
	// maxSurface is the largest surface the register's schema allows, m2.
	maxSurface = 999_999
	// oldestYear is the year before which the register's handbook considers a build year a stand-in (1005 is
	// a common one).
	oldestYear = 1200
	// latestYear is the year after which a build year is mistyped, or a stand-in (9999 is the most common one).
	latestYear = 2100
	// maxYear is the largest year that the register's schema allows.
	maxYear = 9999
	// maxExt is the register's limit for the length of an extension.
	maxExt = 4
)

// parseSurface reads a surface in m2; 0 is not known. It keeps implausible surfaces that are no stand-in:
// later steps decide whether they can be valued.
func parseSurface(text []byte) (m2 int32, ok bool) {
	n, ok := digits(text)
	if !ok || n == 0 || n > maxSurface {
		return 0, false
	}
	if surfaceIsSentinel(n) {
		return 0, true
	}
	return int32(n), true
}

// parseYear reads a build year; 0 is not known.
func parseYear(text []byte) (year int16, ok bool) {
	n, ok := digits(text)
	if !ok || n > maxYear {
		return 0, false
	}
	if n < oldestYear || n > latestYear {
		return 0, true
	}
	return int16(n), true
}

// parseHouse reads house number, letter and extension.
func (n *number) parseHouse(house, letter, ext []byte) bool {
	v, ok := digits(house)
	if !ok || v < gevel.MinHouseNumber || v > gevel.MaxHouseNumber || len(letter) > 1 || len(ext) > maxExt {
		return false
	}
	for _, c := range letter {
		if !isAlphanumeric(c) || isDigit(c) {
			return false
		}
		n.letter = c
	}
	for _, c := range ext {
		if !isAlphanumeric(c) {
			return false
		}
	}
	copy(n.ext[:], ext)
	n.house = int32(v)
	return true
}

// parsePostal reads a postal code of the form 1234AB; nil is none.
func (n *number) parsePostal(text []byte) bool {
	if text == nil {
		return true
	}
	code, err := gevel.ParsePostalCode(string(text))
	n.postal = packPostal(code)
	return err == nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlphanumeric(c byte) bool {
	return isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
}

// unfilled returns the text of an array padded with 0.
func unfilled(filled []byte) string { return string(bytes.TrimRight(filled, "\x00")) }

// residential is the use that makes a unit a home.
const residential = "woonfunctie"

func kindOfUnit(r *occurrence) gevel.ObjectKind {
	for use := range r.all(fieldUse) {
		if string(use) == residential {
			return gevel.Home
		}
	}
	return gevel.OtherUse
}
