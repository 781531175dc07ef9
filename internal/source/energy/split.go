package energy

import "bytes"

// mostLines is how many lines a row with a quoted field can take.
const mostLines = 8

// next returns the row with which data begins, without its line end, how many lines it takes, and
// its bytes with the line end. A row that is not all there takes none, unless data is the last of the file.
//
// A row is a line. A quoted field may go on in the next lines, when the row then has as many
// fields as the header; else the quote was left open, and the line stands alone.
func (l *layout) next(data []byte, last bool) (row []byte, lines, size int) {
	end, ended := lineEnd(data, 0)
	if !ended && !last {
		return nil, 0, 0
	}
	row, size = trimEnd(data[:end]), end
	if bytes.IndexByte(row, '"') < 0 || !quoteOpen(row) || bytes.Count(row, []byte{delimiter})+1 == l.width {
		return row, 1, size
	}
	for lines := 2; lines <= mostLines && end < len(data); lines++ {
		if end, ended = lineEnd(data, end); !ended && !last {
			break
		}
		if joined := trimEnd(data[:end]); !quoteOpen(joined) {
			if fields, _ := splitRow(joined, nil); len(fields) == l.width {
				return joined, lines, end
			}
			return row, 1, size
		}
	}
	if more := end == len(data) || !ended; more && !last {
		return nil, 0, 0
	}
	return row, 1, size
}

// lineEnd returns where the line that begins at from ends, its newline included.
func lineEnd(data []byte, from int) (end int, ended bool) {
	if i := bytes.IndexByte(data[from:], '\n'); i >= 0 {
		return from + i + 1, true
	}
	return len(data), false
}

func trimEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// splitRow returns the fields of a row, in the space of fields, and whether a quote is left open:
// then quotes are read as any other character.
func splitRow(row []byte, fields [][]byte) (_ [][]byte, open bool) {
	if bytes.IndexByte(row, '"') < 0 {
		return splitPlain(row, fields[:0]), false
	}
	if quoteOpen(row) {
		return splitPlain(row, fields[:0]), true
	}
	fields = fields[:0]
	for rest, more := row, true; more; {
		var field []byte
		field, rest, more, _ = cutQuoted(rest)
		fields = append(fields, field)
	}
	return fields, false
}

func splitPlain(row []byte, fields [][]byte) [][]byte {
	from := 0
	for i, c := range row {
		if c == delimiter {
			fields = append(fields, row[from:i])
			from = i + 1
		}
	}
	return append(fields, row[from:])
}

// quoteOpen reports whether the last quoted field of a row does not end.
func quoteOpen(row []byte) bool {
	for rest, more := row, true; more; {
		var open bool
		if _, rest, more, open = cutQuoted(rest); open {
			return true
		}
	}
	return false
}

// cutQuoted returns the first field of a row, unquoted. A quote within a field that does not begin
// with one is a character as any other, and so is one within a quoted field that ends nothing.
func cutQuoted(row []byte) (field, rest []byte, more, open bool) {
	if len(row) == 0 || row[0] != '"' {
		field, rest, more = bytes.Cut(row, []byte{delimiter})
		return field, rest, more, false
	}
	for i := 1; i < len(row); i++ {
		if row[i] != '"' {
			continue
		}
		switch {
		case i+1 == len(row):
			return unquoted(row[1:i]), nil, false, false
		case row[i+1] == delimiter:
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
