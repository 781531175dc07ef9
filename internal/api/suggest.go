package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// unknown returns a fault for each name of the query that no row of the table
// bears. Ignoring one in silence would value another home than the caller meant.
func (q pairs) unknown(table []param) []gevel.Detail {
	var faults []gevel.Detail
	for _, name := range q.names {
		if slices.ContainsFunc(table, func(p param) bool { return p.answersTo(name) }) {
			continue
		}
		faults = append(faults, gevel.Detail{Reason: name, Message: unknownMessage(name, table)})
	}
	return faults
}

func (p param) answersTo(name string) bool {
	return name == p.name || p.kind == idList && name == p.name+"[]"
}

func unknownMessage(name string, table []param) string {
	message := "there is no parameter " + quote(name)
	if near, ok := nearest(name, table); ok {
		message += fmt.Sprintf("; did you mean %s?", near)
	}
	return message
}

// nearest returns the parameter whose name is closest to name, if one is close:
// at most one slip in five characters, and one more, whatever the case.
func nearest(name string, table []param) (string, bool) {
	if len(name) > longestQuoted {
		return "", false
	}
	best, fewest := "", 2+len(name)/5
	for _, p := range table {
		if slips := editDistance(strings.ToLower(name), strings.ToLower(p.name)); slips < fewest {
			best, fewest = p.name, slips
		}
	}
	return best, best != ""
}

// editDistance counts the bytes to insert, delete or replace to make b of a
// (Levenshtein), row by row.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
