package bag

import "fmt"

// ObjectType is a kind of object in a delivery.
type ObjectType uint8

// The kinds of object, in the order in which a delivery is best read: what is
// referred to before what refers, and buildings last.
const (
	Woonplaats         ObjectType = 1 + iota // a city, town or village
	OpenbareRuimte                           // a street, square or water
	GemeenteWoonplaats                       // which municipality a woonplaats lies in
	Nummeraanduiding                         // a number with its postal code
	Verblijfsobject                          // a unit of use, such as a home
	Ligplaats                                // a berth
	Standplaats                              // a pitch
	Pand                                     // a building
	UnknownObject                            // none of these: always rejected
	objectTypes        = int(UnknownObject) + 1
)

var objectTypeCodes = [objectTypes]string{"", "WPL", "OPR", "GEM-WPL", "NUM", "VBO", "LIG", "STA", "PND", "unknown"}

// String returns the code by which file names and reports know the type, such as
// VBO.
func (t ObjectType) String() string {
	if int(t) < objectTypes {
		return objectTypeCodes[t]
	}
	return fmt.Sprintf("ObjectType(%d)", uint8(t))
}

// MarshalText writes the code.
func (t ObjectType) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// objectTypeOf returns the type whose code is given, 0 when there is none.
func objectTypeOf(code string) ObjectType {
	for t, c := range objectTypeCodes[:UnknownObject] {
		if t > 0 && c == code {
			return ObjectType(t)
		}
	}
	return 0
}

// Count says what became of the objects of one type. Read is the sum of Used,
// NotCurrent, Withdrawn and Rejected: nothing is lost.
type Count struct {
	Read       int `json:"read"`        // occurrences in the delivery, history included
	Used       int `json:"used"`        // current ones that the register is made of
	NotCurrent int `json:"not_current"` // ended, not yet begun, or taken back by the delivery's date
	Withdrawn  int `json:"withdrawn"`   // current, but withdrawn, demolished or never built
	Rejected   int `json:"rejected"`    // named in Register.Rejects
	// Faults are parts that objects are kept without, also named in
	// Register.Rejects: a reference to nothing, an outline that crosses itself.
	Faults int `json:"faults"`
}

func (c *Count) add(o Count) {
	c.Read += o.Read
	c.Used += o.Used
	c.NotCurrent += o.NotCurrent
	c.Withdrawn += o.Withdrawn
	c.Rejected += o.Rejected
	c.Faults += o.Faults
}
