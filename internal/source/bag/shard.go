package bag

import (
	"fmt"

	"github.com/gevel/gevel"
)

// shard is the result of one XML member. Shards are joined in the order of the delivery, so the result does
// not depend on timing.
type shard struct {
	cities        []city
	cityRelations []cityRelation
	streets       []street
	numbers       []number
	objects       []object
	buildings     []building
	further       []furtherRefs // of the objects
	past          []occurred    // of units and buildings
	sets          [][]key       // several buildings of units in the past
	named         []named       // of numbers
	plans         groundPlans   // of the buildings
	counts        [objectTypes]gevel.RowCount
	rejects       gevel.Rejects
}

// sorter turns the occurrences of members into rows, one member after the other.
type sorter struct {
	shard
	asOf   gevel.Date // of the delivery
	member string
	// referenced reports whether a building's outline is needed; nil: all are.
	referenced func(key) bool
	run        int  // see addTo: of past
	namedRun   int  // and of named
	quiet      bool // of what is gone nothing is counted
	standIn    key  // the object before, while only stand-ins were read
	// Scratch.
	line              ring
	rings             outline
	secondary, within []key
}

// take returns the rows of a member without spare capacity, and resets the sorter for the next member.
func (s *sorter) take() shard {
	taken := s.shard
	taken.cities = taking(&s.cities)
	taken.cityRelations = taking(&s.cityRelations)
	taken.streets = taking(&s.streets)
	taken.numbers = taking(&s.numbers)
	taken.objects = taking(&s.objects)
	taken.buildings = taking(&s.buildings)
	taken.further = taking(&s.further)
	s.past, s.run = dropSteady(s.past, steady, 1), 0
	s.named, s.namedRun = dropSteady(s.named, sameName, 1), 0
	taken.past, taken.named, taken.sets = taking(&s.past), taking(&s.named), taking(&s.sets)
	taken.plans = taking((*[]point)(&s.plans))
	s.counts, s.rejects = [objectTypes]gevel.RowCount{}, s.rejects.Fresh()
	return taken
}

func taking[T any](rows *[]T) []T {
	if len(*rows) == 0 {
		return nil
	}
	taken := make([]T, len(*rows))
	copy(taken, *rows)
	clear(*rows) // they may refer to texts
	*rows = (*rows)[:0]
	return taken
}

// reject counts an unusable occurrence.
func (s *sorter) reject(r *occurrence, reason string, what any) {
	if s.quiet {
		return
	}
	s.counts[r.object].Rejected++
	s.rejects.Addf(reason, "%s: %v", s.where(r), what)
}

// fault counts a part of an occurrence that is not used.
func (s *sorter) fault(r *occurrence, reason string, what any) {
	if s.quiet {
		return
	}
	s.counts[r.object].Faults++
	s.rejects.Addf(reason, "%s: %v", s.where(r), what)
}

func (s *sorter) where(r *occurrence) string {
	return fmt.Sprintf("%s %.40s in %s", r.object, r.first(fieldID), s.member)
}

// add adds an occurrence of the member.
func (s *sorter) add(r *occurrence) {
	s.counts[r.object].Read++
	if r.object == UnknownObject {
		s.reject(r, ReasonUnknownObject, fmt.Sprintf("%.40q", r.name))
		return
	}
	k, err := keyOf(r)
	if err != nil {
		s.reject(r, ReasonMalformedID, err)
		return
	}
	p, err := periodOf(r, s.asOf)
	if err != nil {
		s.reject(r, ReasonMalformedPeriod, err)
		return
	}
	s.addVersion(r, k, p)
}

// addVersion adds an occurrence with a known key and period.
func (s *sorter) addVersion(r *occurrence, k key, p period) {
	v := version{key: k, ordinal: p.ordinal}
	switch r.object {
	case Pand:
		s.addPast(r, v, p)
		s.addBuilding(r, v, p)
		return
	case Verblijfsobject:
		s.addPast(r, v, p)
	case Nummeraanduiding:
		s.addNamed(r, v, p)
	}
	if st, ok := s.stateAt(r, p); ok {
		v.withdrawn = st == stateGone
		s.addCurrent(r, v, st)
	} else if p.begun && p.wasTakenBack() && (r.object == Verblijfsobject || r.object == Nummeraanduiding) {
		s.addCurrent(r, v.takenBack(), stateGone)
	}
}

// keyOf returns the id of an occurrence; a relation of city and municipality has the city's.
func keyOf(r *occurrence) (key, error) {
	switch r.object {
	case Woonplaats:
		return parseCode(r.first(fieldID))
	case GemeenteWoonplaats:
		return parseCode(r.first(fieldCity))
	}
	return parseKey(r.first(fieldID), codeOf[r.object])
}

// codeOf are the codes in the ids of objects.
var codeOf = [objectTypes]gevel.ObjectCode{
	OpenbareRuimte: gevel.CodeOpenbareRuimte, Nummeraanduiding: gevel.CodeNummeraanduiding, Pand: gevel.CodePand,
	Verblijfsobject: gevel.CodeVerblijfsobject, Ligplaats: gevel.CodeLigplaats, Standplaats: gevel.CodeStandplaats,
}

// stateAt returns the state of a current occurrence; it counts one that is not current or has an unknown status.
func (s *sorter) stateAt(r *occurrence, p period) (state, bool) {
	if !p.current {
		s.counts[r.object].Past++
		return stateUnknown, false
	}
	status := r.first(fieldStatus)
	if r.object == GemeenteWoonplaats {
		return s.relationState(r, status)
	}
	st := stateOf(status)
	if st == stateUnknown {
		s.reject(r, ReasonUnknownStatus, fmt.Sprintf("%.60q", status))
		return stateUnknown, false
	}
	return st, true
}

// relationState counts a provisional relation as not current: another one holds until it is final.
func (s *sorter) relationState(r *occurrence, status []byte) (state, bool) {
	switch string(status) {
	case "definitief":
		return stateInUse, true
	case "voorlopig":
		s.counts[r.object].Past++
	default:
		s.reject(r, ReasonUnknownStatus, fmt.Sprintf("%.60q", status))
	}
	return stateUnknown, false
}

// addCurrent adds the row of an occurrence that is valid on the delivery's date. A withdrawn one overrules earlier
// occurrences; the row of a street or city is empty then.
func (s *sorter) addCurrent(r *occurrence, v version, st state) {
	s.quiet = v.withdrawn
	defer func() { s.quiet = false }()
	switch r.object {
	case Woonplaats:
		s.addCity(r, v)
	case GemeenteWoonplaats:
		s.addCityRelation(r, v)
	case OpenbareRuimte:
		s.addStreet(r, v)
	case Nummeraanduiding:
		s.addNumber(r, v)
	default:
		s.addObject(r, v, st)
	}
}

func (s *sorter) addCity(r *occurrence, v version) {
	name := string(r.first(fieldName))
	if name == "" && !v.withdrawn {
		s.reject(r, ReasonMissingName, "")
		return
	}
	s.cities = append(s.cities, city{version: v, name: name})
}

func (s *sorter) addCityRelation(r *occurrence, v version) {
	municipality, err := parseCode(r.first(fieldMunicipality))
	if err != nil {
		s.reject(r, ReasonMissingReference, err)
		return
	}
	row := cityRelation{version: v, municipality: municipality}
	copy(row.begin[:], r.first(fieldBegin))
	s.cityRelations = append(s.cityRelations, row)
}

func (s *sorter) addStreet(r *occurrence, v version) {
	row := street{version: v}
	var err error
	if row.name = string(r.first(fieldName)); row.name == "" && !v.withdrawn {
		s.reject(r, ReasonMissingName, "")
		return
	}
	if row.city, err = parseCode(r.first(fieldCity)); err != nil && !v.withdrawn {
		s.reject(r, ReasonMissingReference, err)
		return
	}
	s.streets = append(s.streets, row)
}

func (s *sorter) addNumber(r *occurrence, v version) {
	row := number{version: v}
	if !s.fillNumber(r, &row) {
		if !v.withdrawn {
			return
		}
		row = number{version: v}
	}
	s.numbers = append(s.numbers, row)
}

// addNamed adds an occurrence of a number that has, or may have, others.
func (s *sorter) addNamed(r *occurrence, v version, p period) {
	if v.ordinal == 1 && r.first(fieldEnd) == nil && !p.wasTakenBack() {
		return
	}
	o, state := occurredIn(r, v, p)
	quiet := s.quiet
	s.quiet = true
	if row := (named{o, number{version: v}}); state != stateUnknown && s.fillNumber(r, &row.number) {
		row.number.version = version{key: v.key}
		s.named = addTo(s.named, &s.namedRun, row, sameName)
	}
	s.quiet = quiet
}

func (s *sorter) fillNumber(r *occurrence, row *number) bool {
	house, letter, ext := r.first(fieldHouseNumber), r.first(fieldHouseLetter), r.first(fieldHouseNumberExt)
	if !row.parseHouse(house, letter, ext) {
		s.reject(r, ReasonMalformedNumber, fmt.Sprintf("%.20q %.20q %.20q", house, letter, ext))
		return false
	}
	var err error
	if row.street, err = parseKey(r.first(fieldStreet), gevel.CodeOpenbareRuimte); err != nil {
		s.reject(r, ReasonMissingReference, err)
		return false
	}
	if own := r.first(fieldCity); own != nil {
		city, err := parseCode(own)
		if err != nil {
			s.reject(r, ReasonMissingReference, err)
			return false
		}
		row.city = uint16(city)
	}
	if postal := r.first(fieldPostalCode); !row.parsePostal(postal) {
		s.fault(r, FaultMalformedPostalCode, fmt.Sprintf("%.20q", postal))
	}
	return true
}
