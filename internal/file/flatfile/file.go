// Package flatfile reads flat files as operators deliver them, in each form of package table: one row a sale, a home, a
// loan, a month.
//
// Columns are found by name, in any order and any case: by what a mapping says, then a preset, then
// under gevel's own names, then under usual Dutch ones. Besides the columns of its Schema a file may have
// any characteristic, and bring more: num_* and cat_*. Empty means unknown.
//
// Numbers may have a decimal point or comma and grouped thousands. Which it is is found by column,
// whatever the delimiter, or given in the mapping; a file with a number that could be read both ways,
// such as 1.234, and no other that settles it, is an error.
//
// Rows are named by their line in the file, the header being line 1. Those that can't be used are
// counted among the rejects.
package flatfile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Faulty is an error of what the caller named: another file, or this one mended, would do.
func Faulty(format string, args ...any) error {
	return gevel.Refusal("", format, args...)
}

// Register knows the homes that rows are about.
type Register interface {
	// Dwelling returns the home with an id, and its main address.
	Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool)
	// Find returns the home at an address. Errors: gevel.AddressNotFound,
	// gevel.AmbiguousAddress, gevel.NotResidential.
	Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error)
}

// On returns a register with the addresses of a day, if it knows these; else the register itself.
func On(register Register, day gevel.Date) Register {
	if dated, ok := register.(dated); ok {
		return registerOn{dated, day}
	}
	return register
}

type dated interface {
	Register
	DwellingOn(id gevel.BAGID, day gevel.Date) (gevel.Dwelling, gevel.Address, bool)
	FindOn(q gevel.AddressQuery, day gevel.Date) (gevel.Dwelling, gevel.Address, error)
}

type registerOn struct {
	dated
	day gevel.Date
}

func (r registerOn) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	return r.DwellingOn(id, r.day)
}

func (r registerOn) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return r.FindOn(q, r.day)
}

// Home finds the row's home in the register, by id and else by address. An
// error is the register's own, and says nothing about the row.
func (r *Row) Home(register Register) (gevel.Dwelling, gevel.Address, error) {
	written := r.Value(DwellingID)
	id, err := spelling.ID(written)
	if err == nil {
		if dwelling, address, ok := register.Dwelling(id); ok {
			r.checkAddress(register, dwelling.ID, address)
			return dwelling, address, nil
		}
	}
	switch {
	case err != nil && spelling.IsNumber(written):
		r.Bad(DwellingID, err)
	case r.Value(PostalCode) != "" && r.Value(HouseNumber) != "":
		return r.find(register, r.address())
	case written == "":
		r.Fail(ReasonUnknownDwelling, "neither dwelling_id nor postal_code and house_number")
	case err != nil:
		r.Bad(DwellingID, err)
	default:
		r.Fail(ReasonUnknownDwelling, "dwelling_id %s is not in the register, and there is no address", id)
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// checkAddress rejects the row when its address is of another home than its id.
func (r *Row) checkAddress(register Register, id gevel.BAGID, of gevel.Address) {
	q, faults := r.query()
	if len(faults) > 0 {
		return
	}
	_, found, fault := register.Find(q)
	home := spelling.Home{ID: id, Address: q, Whole: r.Has(HouseLetter) || r.Has(HouseNumberExt)}
	if on, dated := register.(registerOn); dated {
		if _, now, _ := on.dated.Dwelling(id); q.Says(&now) { // as files of today write earlier sales
			return
		}
	}
	if err := home.CheckAddress(of, found, fault); err != nil {
		r.Fail(ReasonOtherHome, "%v", err)
	}
}

// HomeKeys returns the keys of the row's home, by which rows of two files about one home are joined: its id and its
// address, as far as they are there.
func (r *Row) HomeKeys() (keys []string) {
	if written := r.Value(DwellingID); written != "" {
		if id, err := spelling.ID(written); err == nil {
			written = string(id)
		}
		keys = append(keys, r.Texts.Of(written))
	}
	if q, faults := r.query(); len(faults) == 0 {
		key := fmt.Sprintf("%s %d %s", q.PostalCode, q.HouseNumber, gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt))
		keys = append(keys, r.Texts.Of(strings.TrimSpace(key)))
	}
	return keys
}

func (r *Row) query() (gevel.AddressQuery, []gevel.Detail) {
	return spelling.Address{
		PostalCode: r.Value(PostalCode), HouseNumber: r.Value(HouseNumber),
		HouseLetter: r.Value(HouseLetter), HouseNumberExt: r.Value(HouseNumberExt),
	}.Query()
}

func (r *Row) find(register Register, q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	if r.Reason != "" {
		return gevel.Dwelling{}, gevel.Address{}, nil
	}
	dwelling, address, err := register.Find(q)
	switch code := gevel.CodeOf(err); code {
	case gevel.AddressNotFound:
		r.Fail(ReasonUnknownAddress, "%v", err)
	case gevel.AmbiguousAddress, gevel.NotResidential:
		r.Fail(string(code), "%v", err)
	default:
		return dwelling, address, err
	}
	return gevel.Dwelling{}, gevel.Address{}, nil
}

// address returns the row's address.
func (r *Row) address() gevel.AddressQuery {
	q, faults := r.query()
	for _, f := range faults {
		r.Fail(ReasonBadColumn+f.Reason, "%s: %s", f.Reason, f.Message)
	}
	return q
}

// Mapping describes how a file that was not made for gevel spells things, so that a
// delivery needs no conversion. A file made for gevel needs the zero Mapping.
type Mapping struct {
	Columns   map[string]string            `yaml:"columns" doc:"Columns: gevel's name to the file's. One column of the file may serve two."`
	Values    map[string]map[string]string `yaml:"values" doc:"Values, per column by gevel's name: the file's to gevel's. An empty one is unknown."`
	Delimiter string                       `yaml:"delimiter" bounds:"',', ';', '|' or tab" doc:"Delimiter. Without it as the header shows."`
	Decimal   string                       `yaml:"decimal" bounds:"'.' or ','" doc:"Decimal sign of all numbers. Without it as the numbers of each column show."`
	Date      string                       `yaml:"date" bounds:"YYYY, MM and DD, once each" doc:"Form of days, such as DD/MM/YYYY. Without it the forms of docs/spellings.md; 3/1/2016 in the order that the other days of the file show."`
}

// Validate says what is wrong with the mapping of a file of a schema, apart from any file. Attributes
// are those that gevel knows; nil are the standard ones.
func (m Mapping) Validate(schema *Schema, attributes gevel.Attributes) error {
	for name := range m.Columns {
		if err := schema.CheckName("columns", name, attributes); err != nil {
			return err
		}
	}
	for name := range m.Values {
		if err := schema.CheckName("values", name, attributes); err != nil {
			return err
		}
	}
	if m.Delimiter != "" && (len(m.Delimiter) != 1 || strings.IndexByte(textfile.Delimiters, m.Delimiter[0]) < 0) {
		return fmt.Errorf("mapping: delimiter %q is none of , ; | and tab", m.Delimiter)
	}
	if !slices.Contains([]spelling.Sign{spelling.NoSign, spelling.Point, spelling.Comma}, spelling.Sign(m.Decimal)) {
		return fmt.Errorf("mapping: decimal sign %q is neither . nor ,", m.Decimal)
	}
	if m.Date != "" {
		return checkDate(m.Date)
	}
	return nil
}

// dateParts are the letters of a form of dates, by what package time writes for them. Days and months may have one
// digit where signs part them.
var dateParts = []struct{ letters, short, written, fixed string }{
	{"YYYY", "YYYY", "2006", "2006"},
	{"MM", "M", "1", "01"},
	{"DD", "D", "2", "02"},
}

func checkDate(form string) error {
	form = dutchLetters.Replace(form)
	for _, part := range dateParts {
		letter := part.letters[:1]
		if n := strings.Count(form, letter); n != len(part.letters) && n != len(part.short) ||
			!strings.Contains(form, strings.Repeat(letter, n)) {
			return fmt.Errorf("mapping: date %q must hold %s once, as in DD/MM/YYYY", form, part.letters)
		}
	}
	return nil
}

// dutchLetters turn a Dutch spreadsheet's form of a date, d-m-jjjj, into gevel's letters.
var dutchLetters = strings.NewReplacer("j", "Y", "J", "Y", "y", "Y", "m", "M", "d", "D")

// dateLayout returns a form of dates as package time has it.
func dateLayout(form string) string {
	form = dutchLetters.Replace(form)
	parted := strings.ContainsAny(form, "-/. ")
	for _, part := range dateParts {
		written := part.fixed
		if parted {
			written = part.written
		}
		if !strings.Contains(form, part.letters) {
			form = strings.Replace(form, part.short, written, 1)
			continue
		}
		form = strings.Replace(form, part.letters, written, 1)
	}
	return form
}

// CheckName returns an error when a name in a section of a mapping is no column of gevel. Attributes
// are those that gevel knows; nil are the standard ones.
func (s *Schema) CheckName(section, name string, attributes gevel.Attributes) error {
	if attributes == nil {
		attributes = gevel.Standard()
	}
	_, extra := gevel.ExtraColumn(name)
	if s.column(name) >= 0 || attributes.Column(name) >= 0 || extra && name == plainName(name) {
		return nil
	}
	known := slices.Clone(s.Names)
	for _, a := range attributes {
		known = append(known, a.Column)
	}
	return fmt.Errorf("mapping: %s names %q, which is no column of gevel; those are %s, %s* and %s*, in lower case",
		section, name, strings.Join(known, ", "), gevel.NumPrefix, gevel.CatPrefix)
}

func (m Mapping) notation() Notation {
	return Notation{
		decimal: spelling.Sign(m.Decimal),
		date:    dateLayout(m.Date),
	}
}

// Over returns the mapping with what it leaves open taken from a preset, apart from columns.
func (m Mapping) Over(preset Mapping) Mapping {
	all := Mapping{
		Columns: m.Columns, Values: maps.Clone(preset.Values),
		Delimiter: cmp.Or(m.Delimiter, preset.Delimiter), Decimal: cmp.Or(m.Decimal, preset.Decimal),
		Date: cmp.Or(m.Date, preset.Date),
	}
	if all.Values == nil {
		all.Values = map[string]map[string]string{}
	}
	for name, values := range m.Values {
		both := map[string]string{}
		maps.Copy(both, preset.Values[name])
		maps.Copy(both, values)
		all.Values[name] = both
	}
	return all
}
