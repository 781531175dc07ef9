package bag

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
)

// The rows of units, berths, pitches and buildings.

func (s *sorter) addObject(r *occurrence, v version, st state) {
	row := object{version: v, inUse: st == stateInUse}
	switch r.object {
	case Ligplaats:
		row.kind = gevel.Berth
	case Standplaats:
		row.kind = gevel.Pitch
	default:
		row.kind = kindOfUnit(r)
	}
	if v.withdrawn && r.object != Verblijfsobject { // only units are remembered
		s.objects = append(s.objects, row)
		return
	}
	if !s.fillObject(r, &row) {
		if !v.withdrawn {
			return
		}
		row = object{version: v, kind: row.kind}
	}
	s.objects = append(s.objects, row)
}

func (s *sorter) fillObject(r *occurrence, row *object) bool {
	var err error
	if row.main, err = parseKey(r.first(fieldMainAddress), gevel.CodeNummeraanduiding); err != nil {
		s.reject(r, ReasonMissingReference, err)
		return false
	}
	s.secondary = s.references(r, fieldSecondaryAddress, gevel.CodeNummeraanduiding, s.secondary[:0])
	s.within = s.within[:0]
	if r.object == Verblijfsobject {
		s.fillUnit(r, row)
		s.within = s.references(r, fieldBuilding, gevel.CodePand, s.within)
	}
	switch {
	case len(s.within) > 1 || len(s.secondary) > 0:
		row.more, row.building = true, key(len(s.further))
		s.further = append(s.further, furtherRefs{slices.Clone(s.secondary), slices.Clone(s.within)})
	case len(s.within) > 0:
		row.building = s.within[0]
	}
	return true
}

// references appends the values of f to keys; malformed ones are faults.
func (s *sorter) references(r *occurrence, f field, code gevel.ObjectCode, keys []key) []key {
	for text := range r.all(f) {
		k, err := parseKey(text, code)
		switch {
		case err != nil:
			s.fault(r, ReasonMissingReference, err)
		case !slices.Contains(keys, k):
			keys = append(keys, k)
		}
	}
	return keys
}

func (s *sorter) fillUnit(r *occurrence, row *object) {
	var ok bool
	if row.surface, ok = parseSurface(r.first(fieldSurface)); !ok {
		s.fault(r, FaultMalformedSurface, fmt.Sprintf("%.20q", r.first(fieldSurface)))
	}
	var err error
	if row.at, err = s.position(r); err != nil {
		s.fault(r, FaultMalformedGeometry, err)
	}
}

// position returns the position of a unit: its point, or the centroid of its outline.
func (s *sorter) position(r *occurrence) (point, error) {
	for _, v := range r.values {
		switch v.field {
		case fieldPoint:
			points, err := parsePoints(r.of(v), v.dimension, s.line[:0])
			if err != nil {
				return point{}, err
			}
			s.line = points
			if len(points) != 1 {
				return point{}, fmt.Errorf("position of %d points", len(points))
			}
			return points[0], nil
		case fieldExterior:
			plan, err := parseRing(r.of(v), v.dimension, s.line[:0])
			if err != nil {
				return point{}, err
			}
			return plan.centroid(), nil
		}
	}
	return point{}, errNoPosition
}

var errNoPosition = errors.New("no position")

// addBuilding adds a building. It checks the outline even of a building that is not current, so that the
// report names a malformed one either way.
func (s *sorter) addBuilding(r *occurrence, v version, p period) {
	back := p.begun && p.wasTakenBack()
	keep := (p.current || back) && (s.referenced == nil || s.referenced(v.key))
	plan, err := s.plan(r)
	if err != nil {
		s.fault(r, FaultMalformedGeometry, err)
	}
	st, ok := s.stateAt(r, p)
	if !ok && !back {
		return
	}
	row := building{version: v, inUse: st == stateInUse}
	if row.withdrawn = st == stateGone; back {
		row.version = v.takenBack()
	}
	if keep {
		row.plan = s.plans.add(plan)
	}
	if row.year, ok = parseYear(r.first(fieldBuildYear)); !ok && !row.withdrawn {
		s.fault(r, FaultMalformedYear, fmt.Sprintf("%.20q", r.first(fieldBuildYear)))
	}
	s.buildings = append(s.buildings, row)
}

// plan reads the outline of a building, valid until the next call.
func (s *sorter) plan(r *occurrence) (outline, error) {
	s.rings, s.line = s.rings[:0], s.line[:0]
	exteriors := 0
	for _, v := range r.values {
		if v.field != fieldExterior && v.field != fieldInterior {
			continue
		}
		start := len(s.line)
		line, err := parseRing(r.of(v), v.dimension, s.line[start:])
		if err != nil {
			return nil, err
		}
		s.line = append(s.line, line...) // usually in place
		if b := (outline{line}).box(); b.right-b.left > maxSide || b.high-b.low > maxSide {
			return nil, fmt.Errorf("wider than %d m", maxSide/mm)
		}
		at := len(s.rings)
		if v.field == fieldExterior {
			exteriors++
			at = 0
		}
		s.rings = slices.Insert(s.rings, at, line)
	}
	if exteriors != 1 {
		return nil, fmt.Errorf("%d exteriors", exteriors)
	}
	return s.rings, nil
}
