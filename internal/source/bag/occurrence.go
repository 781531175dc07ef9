package bag

import "fmt"

// occurrence is one occurrence of an object as text: the object's type and its leaf values in the order of
// the file. A scanner reuses it, so its texts are valid only until the next occurrence.
type occurrence struct {
	object ObjectType
	name   []byte // local name of the object's element
	values []value
	text   []byte // holds the texts of all values
}

// value is one leaf value: a part of occurrence.text.
type value struct {
	field      field
	dimension  uint8 // of coordinates: numbers per point
	start, end uint32
}

func (r *occurrence) reset(object ObjectType, name []byte) {
	r.object = object
	r.values = r.values[:0]
	r.text = r.text[:0]
	r.name = append(r.name[:0], name...)
}

func (r *occurrence) of(v value) []byte { return r.text[v.start:v.end] }

// first returns the text of the first value of f, nil when there is none.
func (r *occurrence) first(f field) []byte {
	for _, v := range r.values {
		if v.field == f {
			return r.of(v)
		}
	}
	return nil
}

// all calls yield with each value of f.
func (r *occurrence) all(f field) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for _, v := range r.values {
			if v.field == f && !yield(r.of(v)) {
				return
			}
		}
	}
}

// finish ends the value that starts at start, and trims white space.
func (r *occurrence) finish(f field, dimension uint8, start int) {
	end := len(r.text)
	for start < end && isSpace(r.text[start]) {
		start++
	}
	for start < end && isSpace(r.text[end-1]) {
		end--
	}
	r.values = append(r.values, value{field: f, dimension: dimension, start: uint32(start), end: uint32(end)})
}

// isSpace reports whether c is white space in XML.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// ObjectType is a type of object in a delivery.
type ObjectType uint8

// The object types in the order of reading: referenced types before those that refer to them, and buildings last.
const (
	Woonplaats         ObjectType = 1 + iota // a city, town or village
	OpenbareRuimte                           // a street, square or water
	GemeenteWoonplaats                       // the municipality of a woonplaats
	Nummeraanduiding                         // a number with its postal code
	Verblijfsobject                          // a unit of use, such as a home
	Ligplaats                                // a berth
	Standplaats                              // a pitch
	Pand                                     // a building
	UnknownObject                            // none of these: always rejected
	objectTypes        = int(UnknownObject) + 1
)

var objectTypeCodes = [objectTypes]string{"", "WPL", "OPR", "GEM-WPL", "NUM", "VBO", "LIG", "STA", "PND", "unknown"}

// String returns the code of the type in file names and reports, such as VBO.
func (t ObjectType) String() string {
	if int(t) < objectTypes {
		return objectTypeCodes[t]
	}
	return fmt.Sprintf("ObjectType(%d)", uint8(t))
}

// MarshalText writes the code.
func (t ObjectType) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// objectTypeOf returns the type with a code, 0 when there is none.
func objectTypeOf(code string) ObjectType {
	for t, c := range objectTypeCodes[:UnknownObject] {
		if t > 0 && c == code {
			return ObjectType(t)
		}
	}
	return 0
}
