// Package filekind recognises the files that people give: they mistake one for another. It looks at bytes that others read.
package filekind

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// Kind is a kind of file.
type Kind struct {
	What string // noun for sentences: a sales file
	Key  string // of the build file, to which its content belongs; "" for none
	Do   string // what to do with it; "" where it can be given as it is
	Or   string // what to do with it where its reader knows nothing better
}

// IsForeign reports whether no key takes such a file as it is.
func (k Kind) IsForeign() bool { return k.Do != "" || k.Or != "" }

// Refuse returns the error for a file of kind k under key of the build file, "" outside a build. give says what is read
// there, of a kind that belongs to no other key.
func (k Kind) Refuse(key, give string) error {
	var hints []string
	if k.Key != "" && k.Key != key {
		belongs := "it belongs to " + k.Key + " of the build file"
		if key != "" {
			belongs += ", and not to " + key
		}
		hints, give = append(hints, belongs), ""
	}
	if hint := cmp.Or(k.Do, give, k.Or); hint != "" {
		hints = append(hints, hint)
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the file looks like " + k.What, Hint: strings.Join(hints, "; ")}
}

// NoTable returns the error for a text that begins so and is no table, nil if it may be one.
func NoTable(start string) error {
	if k := OfText(start); k.IsForeign() || k == XML || k == JSON {
		return k.Refuse("", "what is read here is a table, as CSV or xlsx")
	}
	return nil
}

// OfStart recognises a file that is no text by its first bytes.
func OfStart(start []byte) Kind {
	for _, mark := range standard {
		if hasPrefix(string(start), mark.Start) {
			return mark.Kind
		}
	}
	return Kind{}
}

func hasPrefix(text string, starts []string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(text, start) })
}

// OfZip recognises a zip by its members.
func OfZip(members []string) Kind {
	for _, mark := range standard {
		if mark.Member != nil && slices.ContainsFunc(members, mark.Member.MatchString) {
			return mark.Kind
		}
	}
	return Kind{}
}

// OfLayers recognises a GeoPackage by its layers.
func (m Marks) OfLayers(names []string) Kind {
	has := map[string]bool{}
	for _, name := range names {
		has[strings.ToLower(name)] = true
	}
	return m.first(func(mark *Mark) bool { return hasAll(has, mark.Layers) })
}

// OfText recognises a text by its start.
func (m Marks) OfText(start string) Kind {
	start = strings.TrimPrefix(start, "\ufeff") // a byte order mark
	plain := strings.ToLower(strings.TrimSpace(start))
	if plain == "" {
		return Empty
	}
	if strings.HasPrefix(plain, lfsPointer) {
		return LFSPointer
	}
	if strings.ContainsAny(plain[:1], "<{[") {
		return m.first(func(mark *Mark) bool {
			return mark.Opens != "" && plain[:1] == mark.Opens && (len(mark.Words) == 0 ||
				slices.ContainsFunc(mark.Words, func(word string) bool { return strings.Contains(plain, word) }))
		})
	}
	for line := range strings.Lines(start) {
		if k := m.ofHeader(line); k != (Kind{}) {
			return k
		}
	}
	return Kind{}
}

// ofHeader recognises a table by its header.
func (m Marks) ofHeader(line string) Kind {
	has := map[string]bool{}
	for _, name := range strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(",;\t|", c) }) {
		has[PlainColumn(name)] = true
	}
	return m.first(func(mark *Mark) bool { return hasAll(has, mark.Columns) })
}

func (m Marks) first(fits func(*Mark) bool) Kind {
	for i := range m {
		if fits(&m[i]) {
			return m[i].Kind
		}
	}
	return Kind{}
}

// hasAll reports whether a file has all names that a mark needs; a mark without names matches no file.
func hasAll(has map[string]bool, names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !has[name] })
}

// PlainColumn returns the letters and digits of a column's name in lower case.
func PlainColumn[T string | []byte](name T) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(string(name))) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		}
	}
	return b.String()
}
