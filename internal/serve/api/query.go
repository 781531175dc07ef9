package api

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gevel/gevel"
)

// queryReason is the reason of a fault in the query string as a whole.
const queryReason = "query"

// pairs are the values of a query by name, unescaped, and the names in the order
// in which they first come.
type pairs struct {
	names  []string
	values map[string][]string
}

// parseQuery splits a raw query. The names in keepPlus take an unescaped + for a
// plus. Error: gevel.Invalid with the reason query.
func parseQuery(raw string, keepPlus func(name string) bool) (pairs, error) {
	q := pairs{values: make(map[string][]string)}
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		name, content, err := splitPair(pair, keepPlus)
		if err != nil {
			return pairs{}, unparsable(err)
		}
		q.add(name, content)
	}
	return q, nil
}

// add adds a value under a name.
func (q *pairs) add(name, content string) {
	if !slices.Contains(q.names, name) {
		q.names = append(q.names, name)
	}
	q.values[name] = append(q.values[name], content)
}

func splitPair(pair string, keepPlus func(string) bool) (name, content string, err error) {
	if strings.Contains(pair, ";") {
		return "", "", fmt.Errorf("a semicolon separates nothing; escape it as %%3B")
	}
	name, content, _ = strings.Cut(pair, "=")
	if name, err = url.QueryUnescape(name); err != nil {
		return "", "", err
	}
	if name == "" {
		return "", "", fmt.Errorf("a value has no name")
	}
	unescape := url.QueryUnescape
	if keepPlus(name) {
		unescape = url.PathUnescape
	}
	if content, err = unescape(content); err != nil {
		return "", "", err
	}
	if !utf8.ValidString(name) || !utf8.ValidString(content) {
		return "", "", fmt.Errorf("the text is not UTF-8")
	}
	return name, content, nil
}

func unparsable(err error) error {
	return invalid([]gevel.Detail{{
		Reason:  queryReason,
		Message: fmt.Sprintf("the query string can't be read: %v", err),
	}})
}

// unknown returns a fault for each name of the query that no row of the table
// bears. Ignoring one in silence would value another home than the caller meant.
func (q pairs) unknown(table []param) []gevel.Detail {
	var faults []gevel.Detail
	for _, name := range q.names {
		if slices.ContainsFunc(table, func(p param) bool { return p.answersTo(name) && !p.inPath }) {
			continue
		}
		faults = append(faults, gevel.Detail{Reason: name, Message: unknownMessage(name, table)})
	}
	return faults
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
