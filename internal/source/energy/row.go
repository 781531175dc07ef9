package energy

import (
	"bytes"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// parser turns the rows of chunks into labels.
type parser struct {
	layout *layout
	name   string     // of the file
	latest gevel.Date // of a registration
	*chunk            // that is parsed

	fields  [][]byte // of the row
	buffer  []byte   // of the fields
	line    int      // where the row begins
	pending []fault  // of the row
	reason  string   // why the row is rejected
}

// fault is a part of a row that can't be used.
type fault struct{ reason, what string }

// row makes a label of a row, or counts it as something else.
func (p *parser) row(row *table.Row) {
	p.rows++
	p.line, p.pending, p.reason = row.Line, p.pending[:0], ""
	if row.Fault != "" {
		p.reject(ReasonMalformedRow, "%s", row.Fault)
		return
	}
	p.fields, p.buffer = row.Bytes(p.fields, p.buffer)
	if p.isOther() {
		p.notHomes++
		return
	}
	l := Label{Class: p.class(), Registered: p.registered()}
	if p.reason == "" {
		p.home(&l)
	}
	if p.reason != "" {
		return
	}
	l.Surveyed, l.ValidUntil = p.surveyed(), p.day(validUntil, FaultBadValidUntil)
	if l.Surveyed > l.Registered { // the later of the two days, should they stand for each other
		p.fault(FaultBadSurveyDay, "surveyed on %s, after the registration on %s", l.Surveyed, l.Registered)
		l.Registered, l.Surveyed = l.Surveyed, gevel.NoDate
	}
	l.Type, l.Status, l.Method = p.buildType(), statusOf(p.value(status)), p.method()
	l.Surface = p.number(surface, FaultBadSurface, surfaceBounds)
	if l.Method == NTA8800 {
		l.PrimaryEnergy = p.number(primaryEnergy, FaultBadPrimaryEnergy, energyBounds)
	}
	for _, f := range p.pending {
		p.count(&p.faults, f.reason, f.what)
	}
	p.labels = append(p.labels, l)
}

// value returns the row's text of a column, nothing when the file does not have it.
func (p *parser) value(c column) []byte {
	if p.layout.place[c] == 0 {
		return nil
	}
	v := bytes.TrimSpace(p.fields[p.layout.place[c]-1])
	if spelling.IsMissing(v) {
		return nil
	}
	return v
}

// isOther reports whether the row is of a building that is no home.
func (p *parser) isOther() bool {
	v := p.value(buildingClass)
	switch {
	case bytes.EqualFold(v, []byte("W")), bytes.EqualFold(v, []byte("Woningbouw")):
		return false
	case bytes.EqualFold(v, []byte("U")), bytes.EqualFold(v, []byte("Utiliteitsbouw")):
		return true
	}
	p.reject(ReasonUnknownBuildingClass, "Gebouwklasse is %s, neither W nor U", spelling.Quote(v))
	return false
}

var classes = classesByName()

func classesByName() map[string]gevel.EnergyLabel {
	names := gevel.EnergyLabelNames()
	byName := make(map[string]gevel.EnergyLabel, len(names))
	for i, name := range names { // the best first
		byName[name] = gevel.EnergyLabel(len(names) - i)
	}
	return byName
}

func (p *parser) class() gevel.EnergyLabel {
	v := p.value(class)
	known, ok := classes[string(v)]
	if !ok {
		known, ok = classes[string(bytes.ToUpper(v))]
	}
	switch {
	case len(v) == 0:
		p.reject(ReasonNoClass, "no Energieklasse")
	case !ok:
		p.reject(ReasonUnknownClass, "Energieklasse is %s, none of A+++++ to G", spelling.Quote(v))
	}
	return known
}

func (p *parser) registered() gevel.Date {
	v := p.value(registered)
	day, ok := parseDay(v)
	switch {
	case !ok:
		p.reject(ReasonBadRegistrationDay, "Registratiedatum is %s", spelling.Quote(v))
	case p.isFuture(day):
		p.reject(ReasonFutureRegistration, "registered on %s, after %s", day, p.latest)
	}
	return day
}

func (p *parser) isFuture(day gevel.Date) bool { return p.latest != gevel.NoDate && day > p.latest }

// reject counts the row under a reason, unless it has one already.
func (p *parser) reject(reason, format string, args ...any) {
	if p.reason == "" {
		p.reason = reason
		p.count(&p.rejects, reason, sprint(format, args))
	}
}

// fault notes a part that the label is kept without.
func (p *parser) fault(reason, format string, args ...any) {
	p.pending = append(p.pending, fault{reason, sprint(format, args)})
}

// The reasons for which a row is rejected, in the order in which they are looked at.
const (
	ReasonMalformedRow         = "malformed_row"          // a quote left open, or more fields than columns
	ReasonUnknownBuildingClass = "unknown_building_class" // neither W nor U
	ReasonNoClass              = "no_class"               // no Energieklasse
	ReasonUnknownClass         = "unknown_class"          // none of A+++++ to G
	ReasonBadRegistrationDay   = "bad_registration_day"   // none, no such day, or before 1900
	ReasonFutureRegistration   = "future_registration"    // after the file was published, or after the day of the build
	ReasonNoHome               = "no_home"                // neither an id nor an address that can be used
)

// The reasons for which a label is kept without a part.
const (
	FaultMalformedID       = "malformed_id"        // not 13 to 16 digits; the next id counts, else the address
	FaultWrongKindOfID     = "wrong_kind_of_id"    // such as a building in the column of units
	FaultMalformedAddress  = "malformed_address"   // postal code or number is none; the label is kept under its id
	FaultBadSurveyDay      = "bad_survey_day"      // no such day, or one after the file was published
	FaultBadValidUntil     = "bad_valid_until"     // no such day
	FaultUnknownBuildType  = "unknown_build_type"  // the label is kept without a house type
	FaultUnknownMethod     = "unknown_method"      // the label is kept without method and energy figure
	FaultBadSurface        = "bad_surface"         // no surface, or none that it can be
	FaultBadPrimaryEnergy  = "bad_primary_energy"  // no number, or none that it can be
	FaultBadPublicationDay = "bad_publication_day" // of the file; labels are held against the day of the build
)
