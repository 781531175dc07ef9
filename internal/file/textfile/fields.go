package textfile

import "bytes"

// The fields of a row of CSV, as people write it.

// Fields returns the fields of a row, in the space of fields, and whether a quote is left open:
// then quotes are read as any other character.
func Fields(row []byte, comma byte, fields [][]byte) (_ [][]byte, open bool) {
	if bytes.IndexByte(row, '"') < 0 {
		return splitPlain(row, comma, fields[:0]), false
	}
	if QuoteOpen(row, comma) {
		return splitPlain(row, comma, fields[:0]), true
	}
	fields = fields[:0]
	for rest, more := row, true; more; {
		var field []byte
		field, rest, more, _ = cutQuoted(rest, comma)
		fields = append(fields, field)
	}
	return fields, false
}

func splitPlain(row []byte, comma byte, fields [][]byte) [][]byte {
	from := 0
	for i, c := range row {
		if c == comma {
			fields = append(fields, row[from:i])
			from = i + 1
		}
	}
	return append(fields, row[from:])
}

// QuoteOpen reports whether the last quoted field of a row does not end.
func QuoteOpen(row []byte, comma byte) bool {
	for rest, more := row, true; more; {
		var open bool
		if _, rest, more, open = cutQuoted(rest, comma); open {
			return true
		}
	}
	return false
}

// cutQuoted returns the first field of a row, unquoted. A quote within a field that does not begin
// with one is a character as any other, and so is one within a quoted field that ends nothing.
func cutQuoted(row []byte, comma byte) (field, rest []byte, more, open bool) {
	if len(row) == 0 || row[0] != '"' {
		field, rest, more = bytes.Cut(row, []byte{comma})
		return field, rest, more, false
	}
	for i := 1; i < len(row); i++ {
		if row[i] != '"' {
			continue
		}
		switch {
		case i+1 == len(row):
			return unquoted(row[1:i]), nil, false, false
		case row[i+1] == comma:
			return unquoted(row[1:i]), row[i+2:], true, false
		case row[i+1] == '"':
			i++
		}
	}
	return row, nil, false, true
}

func unquoted(field []byte) []byte {
	if bytes.IndexByte(field, '"') < 0 {
		return field
	}
	return bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
}
