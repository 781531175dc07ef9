package spelling

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed columns.txt
var columnText string

// aliases are the names under which others have gevel's columns, and lastAliases the plain ones of these that are taken
// only where no other name of the column is there: see columns.txt.
var aliases, lastAliases = readAliases(columnText)

func readAliases(text string) (names map[string][]string, last map[string]bool) {
	names, last = map[string][]string{}, map[string]bool{}
	for line := range strings.Lines(text) {
		column, others, is := strings.Cut(line, ": ")
		if !is || column[0] == '#' {
			continue
		}
		for name := range strings.FieldsSeq(others) {
			bare, isLast := strings.CutPrefix(name, "~")
			names[column] = append(names[column], bare)
			last[plainColumn(bare)] = isLast
		}
	}
	return names, last
}

// IsLast reports whether a name of others stands for a column only where no other name of it is there.
func IsLast(name string) bool {
	plain, _ := partUnit(name)
	return lastAliases[plain]
}

// Aliases returns the names under which others have gevel's columns, by column.
func Aliases() map[string][]string { return maps.Clone(aliases) }

// columns are gevel's columns by the plain names that others give them.
var columns = columnsByAlias()

func columnsByAlias() map[string]string {
	byAlias := map[string]string{}
	for column, names := range aliases {
		byAlias[plainColumn(column)] = column
		for _, name := range names {
			byAlias[plainColumn(name)] = column
		}
	}
	return byAlias
}

var columnNoise = strings.NewReplacer(" ", "", "_", "", "-", "", ".", "")

// plainColumn returns a name without case, spaces and signs.
func plainColumn(name string) string {
	return columnNoise.Replace(strings.ToLower(strings.TrimSpace(name)))
}

// unitBehind parts a name from its unit: Koopsom (€), woonopp. m2, koopprijs in euro, hypotheek x 1.000.
var unitBehind = regexp.MustCompile(`(?i)^(.+?)[ _]*(?:[(\[]([^()\[\]]*)[)\]]|[ _]((?:in[ _]|[x×*] ?[€1]|€|k€|eur|usd|m[23²³]).*))$`)

// otherUnit is of units that make other numbers of a column than gevel reads: thousands, cents, dollars, feet.
var otherUnit = regexp.MustCompile(`(?i)1[., ]?000|duizend|thousand|^k$|k€|\bmln|mil[jl]i?oen|\b(euro)?cent(s|en)?\b|[$£]|\b(usd|gbp|dollars?|gulden|hfl|ha|are|ft2?|sq\.? ?ft)\b`)

// plainUnits change no number of their columns.
var plainUnits = []string{
	"k.k.", "kk", "€", "eur", "euro", "euros", "euro's", "dd-mm-jjjj", "jjjj-mm-dd", "dd-mm-yyyy",
	"yyyy-mm-dd",
}

// partUnit returns the plain name of a column and the unit behind it, "" for none.
func partUnit(name string) (plain, unit string) {
	plain = plainColumn(name)
	if found := unitBehind.FindStringSubmatch(strings.TrimSpace(name)); found != nil && columns[plain] == "" {
		return plainColumn(found[1]), strings.TrimSpace(found[2] + found[3])
	}
	return plain, ""
}

// column returns gevel's column of a name, "" for none, and the unit behind it where that makes other numbers of it.
func column(name string) (column, other string) {
	plain, unit := partUnit(name)
	column = columns[plain]
	switch plain := plainUnit(unit); {
	case unit == "", slices.Contains(plainUnits, plain), slices.Contains(unitsOf(column), plain):
		return column, ""
	case column != "" && otherUnit.MatchString(unit):
		return column, unit
	}
	return "", ""
}

func plainUnit(s string) string {
	return strings.TrimLeft(strings.TrimPrefix(strings.Trim(strings.ToLower(s), "()[] "), "in"), " _")
}

// IsUnit reports whether a text is a unit in which gevel reads columns, and no value of one.
func IsUnit(s string) bool {
	s = plainUnit(s)
	return slices.Contains(plainUnits, s) || slices.Contains(units["m2"], s) || slices.Contains(units["m3"], s)
}

// ColumnOf returns gevel's column of a name that others give it, "" for none.
func ColumnOf(name string) string {
	column, other := column(name)
	if other != "" {
		return ""
	}
	return column
}

// Find returns where a header has one of some names, the likeliest first, -1 for none. A name stands for all names of
// its column.
func Find(header []string, names ...string) int {
	for _, name := range names {
		column := cmp.Or(ColumnOf(name), name)
		for _, is := range []func(string) bool{
			func(other string) bool { return SameColumn(other, name) },
			func(other string) bool { return !IsLast(other) && ColumnOf(other) == column },
			func(other string) bool { return ColumnOf(other) == column },
		} {
			if at := slices.IndexFunc(header, is); at >= 0 {
				return at
			}
		}
	}
	return -1
}

// SameColumn reports whether two names of columns are one, but for case and signs.
func SameColumn(a, b string) bool { return plainColumn(a) == plainColumn(b) }

// Recognised is a column of a file that is one of gevel's under another name.
type Recognised struct {
	Name   string // in the file
	Column string // gevel's
}

// String says what stands for what.
func (r Recognised) String() string { return r.Name + " as " + r.Column }

// Recognise finds the columns of a header that are gevel's under a Dutch name. Those that use says no
// to are left alone: gevel has them already, or has no use for them. The error names a column in another unit than gevel
// reads, or two columns of the header that are the same one of gevel's, and neither of a last name.
func Recognise(header []string, use func(column string, field int) bool) ([]Recognised, error) {
	var found []Recognised
	first, sure := map[string]string{}, map[string]bool{}
	for i, name := range header {
		if column := ColumnOf(name); column != "" && !IsLast(name) && use(column, i) {
			sure[column] = true
		}
	}
	for i, name := range header {
		name = strings.TrimSpace(name)
		column, unit := column(name)
		if column == "" || strings.EqualFold(name, column) || sure[column] && IsLast(name) || !use(column, i) {
			continue
		}
		other, twice := first[column]
		switch {
		case twice:
			return nil, fmt.Errorf("columns %q and %q are both %s; rename one", other, name, column)
		case unit != "":
			return nil, fmt.Errorf("column %q is %s in another unit; convert it, and name it %s", name, column, column)
		}
		first[column] = name
		found = append(found, Recognised{Name: name, Column: column})
	}
	return found, nil
}

// Cell returns what a cell of a file holds, without white space around it, and "" for what programs write for no value.
func Cell(s string) string {
	if s = strings.TrimSpace(s); IsMissing(s) {
		return ""
	}
	return s
}

// IsMissing reports whether a text is what a data frame, a database or a spreadsheet writes where there is no value.
func IsMissing[T string | []byte](s T) bool {
	if len(s) == 0 || len(s) > longestMissing {
		return false
	}
	if s[0] == '#' && strings.IndexByte("!?", s[len(s)-1]) >= 0 { // an error of a spreadsheet: #WAARDE!
		return true
	}
	switch string(s) {
	case "nan", "NaN", "NAN", "NaT", "None", "NULL", "null", "NA", `\N`, "#N/A", "#N/B", "#NA", "--", "–", "—":
		return true
	}
	switch strings.ToLower(string(s)) {
	case "n/a", "n.v.t.", "n.v.t", "nvt", "nvt.", "n.b.", "n.n.b.", "nnb", "n.t.b.", "ntb", "niet van toepassing",
		"<na>", "<null>", "(null)", "[null]", "(leeg)", "(blank)":
		return true
	}
	return false
}

// IsUnknown reports whether a text says that a number or one of several names is not known.
func IsUnknown(s string) bool {
	return slices.Contains([]string{"onbekend", "onb.", "niet bekend", "niet ingevuld", "unknown", "not available"},
		strings.ToLower(s))
}

// longestMissing is how many bytes what stands for no value has at most.
const longestMissing = len("niet van toepassing")

// longestQuoted is how many bytes of a value a message shows.
const longestQuoted = 60

// Quote returns a value of a file for a message, without any control character.
func Quote[T string | []byte](v T) string {
	if len(v) > longestQuoted {
		return strconv.Quote(string(v[:longestQuoted])) + "..."
	}
	return strconv.Quote(string(v))
}
