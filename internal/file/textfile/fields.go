package textfile

import "strings"

// The fields of a row of CSV, as people write it.

// Fields returns the fields of a row, and whether a quote is left open: then quotes are read as any other character.
func Fields(row string, comma byte) (fields []string, open bool) {
	if strings.IndexByte(row, '"') >= 0 {
		for rest, more := row, true; more && !open; {
			var field string
			field, rest, more, open = cutQuoted(rest, comma)
			fields = append(fields, field)
		}
		if !open {
			return fields, false
		}
	}
	return splitPlain(row, comma), open
}

func splitPlain(row string, comma byte) []string {
	fields := make([]string, 0, strings.Count(row, string(comma))+1)
	from := 0
	for i := range len(row) {
		if row[i] == comma {
			fields = append(fields, row[from:i])
			from = i + 1
		}
	}
	return append(fields, row[from:])
}

// asText begins a field that a spreadsheet is to keep as text: ="0012".
const asText = `="`

// cutQuoted returns the first field of a row, unquoted. A quote within a field that does not begin with one is a
// character as any other, and so is one within a quoted field that ends nothing.
func cutQuoted(row string, comma byte) (field, rest string, more, open bool) {
	quoted := strings.TrimPrefix(row, "=")
	if quoted == "" || quoted[0] != '"' {
		field, rest, more = strings.Cut(row, string(comma))
		return field, rest, more, false
	}
	for i := 1; i < len(quoted); i++ {
		if quoted[i] != '"' {
			continue
		}
		switch {
		case i+1 == len(quoted):
			return unquoted(quoted[1:i]), "", false, false
		case quoted[i+1] == comma:
			return unquoted(quoted[1:i]), quoted[i+2:], true, false
		case quoted[i+1] == '"':
			i++
		}
	}
	return row, "", false, true
}

func unquoted(field string) string {
	field = strings.ReplaceAll(field, `""`, `"`)
	if inner, is := strings.CutPrefix(field, asText); is && strings.HasSuffix(inner, `"`) {
		return inner[:len(inner)-1]
	}
	return field
}
