package bag

import (
	"fmt"
	"math"
	"time"

	"github.com/gevel/gevel"
)

// version identifies one occurrence of an object.
type version struct {
	key       key
	ordinal   int32
	withdrawn bool // by its status: current, but unusable
}

func (v version) self() version { return v }

// period says whether an occurrence is valid.
type period struct {
	ordinal int32
	current bool
}

// periodOf applies the register's rule for validity on asOf, an ISO date: begun, not ended, not taken back.
// The end of registration does not count: an occurrence that an announced change will replace has one
// already. The dates have no time zone, so they are compared as text.
func periodOf(r *occurrence, asOf string) (period, error) {
	ordinal, err := ordinalOf(r)
	if err != nil {
		return period{}, err
	}
	begin, end := r.first(fieldBegin), r.first(fieldEnd)
	if !isDate(begin) || (end != nil && !isDate(end)) {
		return period{}, fmt.Errorf("valid from %.40q to %.40q", begin, end)
	}
	begun := string(begin[:dateLength]) <= asOf
	ended := end != nil && string(end[:dateLength]) <= asOf
	return period{ordinal, begun && !ended && r.first(fieldInactive) == nil}, nil
}

// ordinalOf reads the number of the occurrence: of two valid ones the later wins. The relation of city and
// municipality has none.
func ordinalOf(r *occurrence) (int32, error) {
	if r.object == GemeenteWoonplaats {
		return 0, nil
	}
	n, ok := digits(r.first(fieldOccurrence))
	if !ok || n > math.MaxInt32 {
		return 0, fmt.Errorf("occurrence %.40q", r.first(fieldOccurrence))
	}
	return int32(n), nil
}

const dateLength = len("2006-01-02")

// isDate reports whether text starts with an ISO date. A typing error such as 2104 for 2014 is a date, in the
// future.
func isDate(text []byte) bool {
	if len(text) < dateLength {
		return false
	}
	for i, c := range text[:dateLength] {
		if i == 4 || i == 7 {
			if c != '-' {
				return false
			}
		} else if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// state is the meaning of a status for valuing.
type state uint8

const (
	stateUnknown state = iota
	stateGone          // withdrawn, demolished, never built, entered by mistake
	stateIdle          // planned, under construction or closed
	stateInUse
)

// stateOf returns the meaning of a status. Its texts differ between the types, so one table covers all.
func stateOf(status []byte) state {
	switch string(status) {
	case "Woonplaats ingetrokken", "Naamgeving ingetrokken", "Plaats ingetrokken",
		"Niet gerealiseerd verblijfsobject", "Verblijfsobject ingetrokken",
		"Verblijfsobject ten onrechte opgevoerd", "Niet gerealiseerd pand",
		"Pand gesloopt", "Pand ten onrechte opgevoerd":
		return stateGone
	case "Verblijfsobject gevormd", "Verblijfsobject buiten gebruik",
		"Bouwvergunning verleend", "Bouw gestart", "Pand buiten gebruik":
		return stateIdle
	case "Woonplaats aangewezen", "Naamgeving uitgegeven", "Plaats aangewezen",
		"Verblijfsobject in gebruik (niet ingemeten)", "Verblijfsobject in gebruik",
		"Verbouwing verblijfsobject", "Pand in gebruik (niet ingemeten)", "Pand in gebruik",
		"Verbouwing pand", "Sloopvergunning verleend":
		return stateInUse
	}
	return stateUnknown
}

// statusOf returns the status of a unit.
func statusOf(r *occurrence, st state) gevel.Status {
	switch status := r.first(fieldStatus); {
	case st == stateGone:
		return gevel.Gone
	case kindOfUnit(r) != gevel.Home && st == stateIdle:
		return gevel.Closed
	case kindOfUnit(r) != gevel.Home:
		return gevel.Unlived
	case string(status) == "Verblijfsobject gevormd":
		return gevel.Formed
	case string(status) == "Verblijfsobject buiten gebruik":
		return gevel.OutOfUse
	case string(status) == "Verbouwing verblijfsobject":
		return gevel.Rebuilding
	}
	return gevel.InUse
}

// dayOf returns the day of a date and time, gevel.NoDate for none. Each occurrence has several: it allocates nothing.
func dayOf(text []byte) gevel.Date {
	if !isDate(text) {
		return gevel.NoDate
	}
	year, _ := digits(text[:4])
	month, _ := digits(text[5:7])
	day, _ := digits(text[8:dateLength])
	d := gevel.NewDate(int(year), time.Month(month), int(day))
	if t := d.Time(); t.Day() == int(day) && t.Month() == time.Month(month) {
		return d
	}
	return gevel.NoDate
}

// The reasons for rejecting an object.
const (
	ReasonUnknownObject    = "unknown kind of object"
	ReasonMalformedID      = "malformed id"
	ReasonMalformedPeriod  = "malformed occurrence or period of validity"
	ReasonUnknownStatus    = "unknown status"
	ReasonMalformedNumber  = "malformed house number, letter or extension"
	ReasonMissingName      = "name missing"
	ReasonMissingReference = "reference missing or malformed"
	ReasonNoCity           = "city not in the delivery or withdrawn"
	ReasonNoStreet         = "street not in the delivery or withdrawn"
	ReasonNoMainAddress    = "main address not in the delivery or withdrawn"
	ReasonNoObject         = "address of no object in the delivery"
)

// The reasons for not using a part of an object.
const (
	FaultNoMunicipality      = "municipality of a city unknown"
	FaultNoSecondaryAddress  = "secondary address not in the delivery or withdrawn"
	FaultNoBuilding          = "building not in the delivery or withdrawn"
	FaultMalformedPostalCode = "malformed postal code"
	FaultMalformedSurface    = "malformed surface"
	FaultMalformedYear       = "malformed build year"
	FaultMalformedGeometry   = "malformed geometry"
)
