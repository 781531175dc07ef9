package edition

import (
	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Columns of text. The empty text is a null in the file.

// textColumn holds texts that occur often and encode values T: spell gives the text of a row, parse the value of a
// text, and keep stores it. Each text is parsed once, in the order of first occurrence.
func textColumn[T any](
	name string, spell func(row int) string, parse func(string) (T, error), keep func(row int, v T),
) column {
	words := &dictionary[T]{parse: parse}
	return column{
		name: name, node: parquet.Encoded(parquet.String(), &parquet.RLEDictionary), optional: true,
		get: func(row int) parquet.Value { return textValue(spell(row)) },
		read: func(p *flatPage) error {
			n := words.turnTo(p)
			return p.each(n, func(row, at int) error {
				v, err := words.value(at)
				if err != nil {
					return err
				}
				keep(row, v)
				return nil
			}, func(row int) error {
				v, err := parse("")
				if err != nil {
					return errNoValue
				}
				keep(row, v)
				return nil
			})
		},
	}
}

func textValue(s string) parquet.Value {
	if s == "" {
		return parquet.NullValue()
	}
	return parquet.ByteArrayValue([]byte(s))
}

// dictionary caches the values of the texts in a page's dictionary.
type dictionary[T any] struct {
	parse  func(string) (T, error)
	of     parquet.Dictionary
	text   []byte
	ends   []uint32
	parsed []T
	known  []bool
}

// turnTo makes p the page that value reads from, and returns its number of values.
func (d *dictionary[T]) turnTo(p *flatPage) int {
	d.text, d.ends = p.values.ByteArray()
	n := len(d.ends) - 1
	if p.dictionary == nil || p.dictionary != d.of {
		d.of, d.parsed, d.known = p.dictionary, make([]T, len(d.ends)), make([]bool, len(d.ends))
	}
	return n
}

func (d *dictionary[T]) value(at int) (T, error) {
	if !d.known[at] {
		v, err := d.parse(string(d.text[d.ends[at]:d.ends[at+1]]))
		if err != nil {
			return v, err
		}
		d.parsed[at], d.known[at] = v, true
	}
	return d.parsed[at], nil
}

// nameColumn holds codes of names.
func nameColumn(name string, names *gevel.Names, codes market.Column) column {
	return textColumn(name,
		func(row int) string { return names.Name(codes.At(row)) },
		func(s string) (int32, error) { return names.Add(s), nil }, codes.Set)
}

// codeColumn holds small codes that the file spells out; 0 is unknown.
func codeColumn[T ~uint8](name string, codes *[]T, spell func(T) string, parse func(string) (T, error)) column {
	return textColumn(name,
		func(row int) string { return spell((*codes)[row]) },
		func(s string) (T, error) {
			if s == "" {
				return 0, nil
			}
			return parse(s)
		},
		func(row int, code T) { (*codes)[row] = code })
}

// namedColumn holds the numbers of names that the file spells out.
func namedColumn(a *gevel.Attribute, codes market.Column) column {
	return textColumn(a.Column,
		func(row int) string {
			if code := codes.At(row); code != market.Unknown {
				return a.NameOf(float64(code))
			}
			return ""
		},
		func(s string) (int32, error) {
			if s == "" {
				return market.Unknown, nil
			}
			v, err := a.ParseName(s)
			if err != nil {
				return market.Unknown, err
			}
			return int32(v), nil
		}, codes.Set)
}

// listColumn holds texts that are mostly distinct.
func listColumn(name string, list *market.TextList) column {
	return column{
		name: name, node: parquet.String(), optional: true,
		get: func(row int) parquet.Value { return textValue(list.At(row)) },
		read: func(p *flatPage) error {
			text, ends := p.values.ByteArray()
			return p.each(len(ends)-1, func(_, at int) error {
				list.Add(text[ends[at]:ends[at+1]])
				return nil
			}, func(int) error {
				list.Add(nil)
				return nil
			})
		},
	}
}

// idColumn holds BAG ids.
func idColumn(name string, ids *idList) column {
	return column{
		name: name, node: parquet.String(),
		get: func(row int) parquet.Value { return textValue(string(ids.at(row))) },
		read: func(p *flatPage) error {
			text, ends := p.values.ByteArray()
			return p.each(len(ends)-1, func(_, at int) error {
				return ids.add(text[ends[at]:ends[at+1]])
			}, func(int) error { return errNoValue })
		},
	}
}
