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

// takenBack identifies an occurrence that was taken back. It comes before all others of its object, and is the object's row
// where none of these counts: for the days on which the register still had it.
func (v version) takenBack() version {
	return version{v.key, v.ordinal - math.MaxInt32 - 1, true}
}

// wasTakenBack reports whether all occurrences of the object were.
func (v version) wasTakenBack() bool { return v.ordinal < 0 }

// period says when an occurrence is valid.
type period struct {
	ordinal          int32
	gevel.Registered      // as if all were registered on the day on which it came
	begun, current   bool // on the day of the delivery
}

// periodOf applies the register's rule for validity on asOf: begun, not ended, not taken back. The end of registration does
// not count: an occurrence that an announced change will replace has one already. Neither does an end that lies ahead: both
// may change until they come.
func periodOf(r *occurrence, asOf gevel.Date) (p period, err error) {
	if p.ordinal, err = ordinalOf(r); err != nil {
		return p, err
	}
	begin, end := r.first(fieldBegin), r.first(fieldEnd)
	p.Registered = steadyOccurrence.Registered
	if p.Begin = dayOf(begin); p.Begin == gevel.NoDate || end != nil && dayOf(end) == gevel.NoDate {
		return p, fmt.Errorf("valid from %.40q to %.40q", begin, end)
	}
	p.Known = p.Begin
	if day := dayOf(end); end != nil && day <= asOf {
		p.End, p.EndKnown = day, day
	}
	if r.first(fieldInactive) != nil {
		p.TakenBack = p.Begin
	}
	p.begun = p.Begin <= asOf
	p.current = p.SeenAt(gevel.Moment{Before: gevel.Never, Valid: asOf})
	return p, nil
}

// wasTakenBack reports whether the register says that it was a mistake.
func (p *period) wasTakenBack() bool { return p.TakenBack != gevel.Never }

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

// dayOf returns the day of a text that starts with one, gevel.NoDate for none. A typing error such as 2104 for 2014 is a
// day, in the future. Each occurrence has several days: it allocates nothing.
func dayOf(text []byte) gevel.Date {
	if len(text) < dateLength || text[4] != '-' || text[7] != '-' {
		return gevel.NoDate
	}
	year, isYear := digits(text[:4])
	month, isMonth := digits(text[5:7])
	day, isDay := digits(text[8:dateLength])
	d := gevel.NewDate(int(year), time.Month(month), int(day))
	if t := d.Time(); isYear && isMonth && isDay && t.Day() == int(day) && t.Month() == time.Month(month) {
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
