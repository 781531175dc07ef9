package energy

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// parser turns the rows of chunks into labels.
type parser struct {
	*reading
	*chunk                 // that is parsed
	row     table.Row      // that is read
	pending []gevel.Detail // parts of the row that can't be used
	reason  string         // why the row is rejected
}

// read makes a label of a row, or counts it as something else.
func (p *parser) read(row table.Row) {
	p.rows++
	p.row, p.pending, p.reason = row, p.pending[:0], ""
	if row.Fault != "" {
		p.reject(ReasonMalformedRow, "%s", row.Fault)
		return
	}
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
	l.Type, l.IsPermit = p.buildType(), strings.Contains(plainText(p.value(status)), "vergunning")
	for _, f := range p.pending {
		p.count(&p.faults, f.Reason, f.Message)
	}
	p.labels = append(p.labels, l)
}

// value returns the row's text of a column, "" when the file does not have it.
func (p *parser) value(c column) string {
	if p.layout[c] < 0 {
		return ""
	}
	return spelling.Cell(p.row.Fields[p.layout[c]])
}

// isOther reports whether the row is of a building that is no home.
func (p *parser) isOther() bool {
	v := p.value(buildingClass)
	switch strings.ToLower(v) {
	case "w", "woningbouw":
		return false
	case "u", "utiliteitsbouw":
		return true
	}
	p.reject(ReasonUnknownBuildingClass, "Gebouwklasse is %s, neither W nor U", spelling.Quote(v))
	return false
}

var classes = &gevel.Standard()[gevel.AtEnergyLabel]

func (p *parser) class() gevel.EnergyLabel {
	v := p.value(class)
	known, ok := spelling.Name(classes, v)
	switch {
	case v == "":
		p.reject(ReasonNoClass, "no Energieklasse")
	case !ok:
		p.reject(ReasonUnknownClass, "Energieklasse is %s, none of A+++++ to G", spelling.Quote(v))
	default:
		return gevel.EnergyLabel(known)
	}
	return 0
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

func (p *parser) surveyed() gevel.Date {
	day := p.day(surveyed, FaultBadSurveyDay)
	if p.isFuture(day) {
		p.fault(FaultBadSurveyDay, "surveyed on %s, after %s", day, p.latest)
		return gevel.NoDate
	}
	return day
}

// day returns the day of a column that may be empty.
func (p *parser) day(c column, reason string) gevel.Date {
	v := p.value(c)
	if v == "" {
		return gevel.NoDate
	}
	day, ok := parseDay(v)
	if !ok {
		p.fault(reason, "%s is %s", columnNames[c][0], spelling.Quote(v))
	}
	return day
}

// firstDay is the first that can be meant: what lies before stands in for none.
var firstDay = gevel.NewDate(1900, 1, 1)

// parseDay reads a day; ok is false when it is none.
func parseDay(s string) (day gevel.Date, ok bool) {
	day, err := spelling.Day(s, spelling.UnknownOrder)
	if err != nil || day < firstDay {
		return gevel.NoDate, false
	}
	return day, true
}

// home finds whose label it is. Without an id and an address the row is rejected.
func (p *parser) home(l *Label) {
	l.ID, l.Address = p.object(), p.address()
	if l.ID != "" || l.Address != (gevel.AddressQuery{}) {
		return
	}
	what := []string{"neither an id nor an address"}
	for _, f := range p.pending {
		what = append(what, f.Message)
	}
	p.reject(ReasonNoHome, "%s", strings.Join(what, "; "))
}

// objectColumns are the columns of ids, each with the kind of object that it is of.
var objectColumns = [...]struct {
	column column
	code   gevel.ObjectCode
}{
	{unitID, gevel.CodeVerblijfsobject}, {berthID, gevel.CodeLigplaats}, {pitchID, gevel.CodeStandplaats},
}

// object returns the id of the unit, else of the berth or pitch; "" when there is none that can be used.
func (p *parser) object() gevel.BAGID {
	for _, of := range objectColumns {
		v := p.value(of.column)
		if v == "" {
			continue
		}
		id, err := spelling.ID(v)
		switch {
		case err != nil:
			p.fault(FaultMalformedID, "%s: %v", columnNames[of.column][0], err)
		case id.Code() != of.code:
			p.fault(FaultWrongKindOfID, "%s is %s, whose fifth and sixth digit are not %s",
				columnNames[of.column][0], spelling.Quote(v), of.code)
		default:
			return id
		}
	}
	return ""
}

// longestSuffix is how many bytes a letter or extension may have. The register's have 1 and 4; what
// is longer is a remark.
const longestSuffix = 12

// address returns the address, the zero query when there is none that can be used.
func (p *parser) address() gevel.AddressQuery {
	a := spelling.Address{
		PostalCode: p.value(postalCode), HouseNumber: p.value(houseNumber),
		HouseLetter: p.value(houseLetter), HouseNumberExt: p.value(houseNumberExt),
	}
	if a.PostalCode == "" && a.HouseNumber == "" {
		return gevel.AddressQuery{}
	}
	q, faults := a.Query()
	if len(faults) > 0 || !isSuffix(q.HouseLetter) || !isSuffix(q.HouseNumberExt) {
		p.fault(FaultMalformedAddress, "the address is %s",
			spelling.Quote(strings.Join([]string{a.PostalCode, a.HouseNumber, a.HouseLetter, a.HouseNumberExt}, " ")))
		return gevel.AddressQuery{}
	}
	if a.HouseLetter+a.HouseNumberExt == "" { // the same home may be in another file with its own columns
		q.HouseLetter, q.HouseNumberExt = spelling.SplitSuffix(q.HouseNumberExt)
	}
	return q
}

// isSuffix reports whether a letter or extension may be one: short, and without control characters.
func isSuffix(s string) bool {
	return len(s) <= longestSuffix && strings.IndexFunc(s, func(c rune) bool {
		return c == utf8.RuneError || !strconv.IsPrint(c)
	}) < 0
}

// reject counts the row under a reason, unless it has one already.
func (p *parser) reject(reason, format string, args ...any) {
	if p.reason == "" {
		p.reason = reason
		p.count(&p.rejects, reason, fmt.Sprintf(format, args...))
	}
}

// fault notes a part that the label is kept without.
func (p *parser) fault(reason, format string, args ...any) {
	p.pending = append(p.pending, gevel.Detail{Reason: reason, Message: fmt.Sprintf(format, args...)})
}

// count adds to rejects or faults.
func (p *parser) count(to *gevel.Rejects, reason, what string) {
	to.Addf(reason, "%s line %d: %s", p.name, p.row.Line, what)
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
	FaultBadPublicationDay = "bad_publication_day" // of the file; labels are held against the day of the build
)
