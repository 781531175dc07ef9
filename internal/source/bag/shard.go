package bag

import (
	"fmt"

	"github.com/gevel/gevel"
)

// shard is what one XML member yields. Shards are put together in the order of
// the delivery, so the result does not depend on who parsed what when.
type shard struct {
	cities        []city
	cityRelations []cityRelation
	streets       []street
	numbers       []number
	objects       []object
	buildings     []building
	further       []furtherRefs // of objects
	plans         groundPlans   // of buildings
	counts        [objectTypes]Count
	rejects       gevel.Rejects
}

// sorter turns the records of members into rows, one member after the other.
type sorter struct {
	shard
	asOf   string // ISO date of the delivery
	member string
	// referenced has the buildings whose outline is needed; nil is all.
	referenced func(key) bool
	// Room for what is being read.
	line              ring
	rings             outline
	secondary, within []key
}

// take returns the rows of a member in no more room than they need, and makes
// ready for the next.
func (s *sorter) take() shard {
	taken := s.shard
	taken.cities = taking(&s.cities)
	taken.cityRelations = taking(&s.cityRelations)
	taken.streets = taking(&s.streets)
	taken.numbers = taking(&s.numbers)
	taken.objects = taking(&s.objects)
	taken.buildings = taking(&s.buildings)
	taken.further = taking(&s.further)
	taken.plans = taking((*[]point)(&s.plans))
	s.counts, s.rejects = [objectTypes]Count{}, gevel.Rejects{}
	return taken
}

func taking[T any](rows *[]T) []T {
	if len(*rows) == 0 {
		return nil
	}
	taken := make([]T, len(*rows))
	copy(taken, *rows)
	clear(*rows) // they may hold texts
	*rows = (*rows)[:0]
	return taken
}

// reject counts a record that can't be used.
func (s *sorter) reject(r *record, reason string, what any) {
	s.counts[r.object].Rejected++
	s.rejects.Addf(reason, "%s: %v", s.where(r), what)
}

// fault counts a part that a record is kept without.
func (s *sorter) fault(r *record, reason string, what any) {
	s.counts[r.object].Faults++
	s.rejects.Addf(reason, "%s: %v", s.where(r), what)
}

func (s *sorter) where(r *record) string {
	return fmt.Sprintf("%s %.40s in %s", r.object, r.first(fieldID), s.member)
}

// add takes one record of the member.
func (s *sorter) add(r *record) {
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

// addVersion takes a record whose key and period are known.
func (s *sorter) addVersion(r *record, k key, p period) {
	v := version{key: k, occurrence: p.occurrence}
	if r.object == Pand {
		s.addBuilding(r, v, p.current)
		return
	}
	if st, ok := s.stateAt(r, p); ok {
		v.withdrawn = st == stateGone
		s.addCurrent(r, v, st)
	}
}

// keyOf returns the id of a record; that of the relation of city and
// municipality is the city's.
func keyOf(r *record) (key, error) {
	switch r.object {
	case Woonplaats:
		return parseCode(r.first(fieldID))
	case GemeenteWoonplaats:
		return parseCode(r.first(fieldCity))
	case OpenbareRuimte:
		return parseKey(r.first(fieldID), gevel.CodeOpenbareRuimte)
	case Nummeraanduiding:
		return parseKey(r.first(fieldID), gevel.CodeNummeraanduiding)
	case Verblijfsobject:
		return parseKey(r.first(fieldID), gevel.CodeVerblijfsobject)
	case Ligplaats:
		return parseKey(r.first(fieldID), gevel.CodeLigplaats)
	case Standplaats:
		return parseKey(r.first(fieldID), gevel.CodeStandplaats)
	}
	return parseKey(r.first(fieldID), gevel.CodePand)
}

// stateAt returns the state of a record that is current, and counts one that is
// not or whose status is unknown.
func (s *sorter) stateAt(r *record, p period) (state, bool) {
	if !p.current {
		s.counts[r.object].NotCurrent++
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

// relationState counts a provisional relation as not current: another one holds
// until it is final.
func (s *sorter) relationState(r *record, status []byte) (state, bool) {
	switch string(status) {
	case "definitief":
		return stateInUse, true
	case "voorlopig":
		s.counts[r.object].NotCurrent++
	default:
		s.reject(r, ReasonUnknownStatus, fmt.Sprintf("%.60q", status))
	}
	return stateUnknown, false
}

// addCurrent makes the row of a record that is valid on the delivery's date.
// Withdrawn ones get an empty row: it has to overrule an earlier occurrence.
func (s *sorter) addCurrent(r *record, v version, st state) {
	switch r.object {
	case Woonplaats:
		s.addPlace(r, v)
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

func (s *sorter) addPlace(r *record, v version) {
	name := string(r.first(fieldName))
	if name == "" && !v.withdrawn {
		s.reject(r, ReasonMissingName, "")
		return
	}
	s.cities = append(s.cities, city{version: v, name: name})
}

func (s *sorter) addCityRelation(r *record, v version) {
	municipality, err := parseCode(r.first(fieldMunicipality))
	if err != nil {
		s.reject(r, ReasonMissingReference, err)
		return
	}
	row := cityRelation{version: v, municipality: municipality}
	copy(row.begin[:], r.first(fieldBegin))
	s.cityRelations = append(s.cityRelations, row)
}

func (s *sorter) addStreet(r *record, v version) {
	row := street{version: v}
	if !v.withdrawn {
		if row.name = string(r.first(fieldName)); row.name == "" {
			s.reject(r, ReasonMissingName, "")
			return
		}
		var err error
		if row.city, err = parseCode(r.first(fieldCity)); err != nil {
			s.reject(r, ReasonMissingReference, err)
			return
		}
	}
	s.streets = append(s.streets, row)
}

func (s *sorter) addNumber(r *record, v version) {
	row := number{version: v}
	if !v.withdrawn && !s.fillNumber(r, &row) {
		return
	}
	s.numbers = append(s.numbers, row)
}

func (s *sorter) fillNumber(r *record, row *number) bool {
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
		s.fault(r, ReasonMalformedPostalCode, fmt.Sprintf("%.20q", postal))
	}
	return true
}
