package bag

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// When homes were not in use, of all occurrences of units and not of the current ones alone.

// statusRow is an occurrence of a unit that is not in use, in 24 bytes.
type statusRow struct {
	unit    key
	ordinal int32
	since   gevel.Date // gevel.NoDate where the delivery has no days
	until   gevel.Date // gevel.NoDate for the occurrence that is current
	status  gevel.Status
}

// unitStatus returns the status of a unit that is not in use; ok is false for all others.
func unitStatus(status []byte) (st gevel.Status, ok bool) {
	switch string(status) {
	case "Verblijfsobject gevormd":
		return gevel.Formed, true
	case "Verblijfsobject buiten gebruik":
		return gevel.OutOfUse, true
	case "Verbouwing verblijfsobject":
		return gevel.Rebuilding, true
	}
	return gevel.InUse, false
}

// addStatus adds an occurrence of a unit that is not in use, if it has begun and was not taken back.
func (s *sorter) addStatus(r *occurrence, k key, p period) {
	st, ok := unitStatus(r.first(fieldStatus))
	if !ok || r.first(fieldInactive) != nil {
		return
	}
	row := statusRow{unit: k, ordinal: p.ordinal, since: dayOf(r.first(fieldBegin)), until: gevel.NoDate, status: st}
	if !p.current {
		row.until = dayOf(r.first(fieldEnd))
		if row.until <= row.since || row.since.String() > s.asOf {
			return
		}
	}
	s.statuses = append(s.statuses, row)
}

// dayOf returns the day of a date and time, gevel.NoDate for none.
func dayOf(text []byte) gevel.Date {
	day, err := gevel.ParseDate(string(text[:min(len(text), dateLength)]))
	if err != nil {
		return gevel.NoDate
	}
	return day
}

// statusPeriods returns the periods in which the homes were not in use. Both tables are in the order of ids then.
// Of several current occurrences of a unit only the one that counts has a status now.
func (j *joiner) statusPeriods() []gevel.StatusPeriod {
	slices.SortFunc(j.statuses, func(a, b statusRow) int {
		return cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.since, b.since), cmp.Compare(a.ordinal, b.ordinal))
	})
	var list []gevel.StatusPeriod
	home := 0
	for _, row := range j.statuses {
		for home < len(j.homes) && j.objects[j.homes[home].object].key < row.unit {
			home++
		}
		if home == len(j.homes) {
			break
		}
		object := &j.objects[j.homes[home].object]
		if object.key != row.unit || row.until == gevel.NoDate && row.ordinal != object.ordinal {
			continue
		}
		if n := len(list); n > 0 && joins(&list[n-1], row) {
			list[n-1].Until = row.until
			continue
		}
		list = append(list, gevel.StatusPeriod{
			Home: gevel.BAGID(row.unit.text(idDigits)), Status: row.status, Since: row.since, Until: row.until,
		})
	}
	return list
}

// joins reports whether an occurrence goes on where a period ends.
func joins(p *gevel.StatusPeriod, row statusRow) bool {
	return string(p.Home) == row.unit.text(idDigits) && p.Status == row.status && p.Until == row.since
}
