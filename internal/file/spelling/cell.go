package spelling

import "strings"

// Cell returns what a cell of a file holds, without white space around it, and "" for what programs write for no value.
func Cell(s string) string {
	if s = strings.TrimSpace(s); IsMissing(s) {
		return ""
	}
	return s
}

// IsMissing reports whether a text is what a data frame, a database or a spreadsheet writes where there is no value.
func IsMissing[T string | []byte](s T) bool {
	switch string(s) {
	case "nan", "NaN", "NAN", "NaT", "<NA>", "None", "NULL", "null", "NA", "N/A", "n/a", "#N/A", "#N/B", "#NA":
		return true
	}
	return false
}
