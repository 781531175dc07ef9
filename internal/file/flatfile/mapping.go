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
