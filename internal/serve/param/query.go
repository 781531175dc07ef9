package param

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

// MostNames is how many names a query or a row has at most: many times the number of parameters.
const MostNames = 500

// Pairs are the values of a query or a row by name, and the names in the order in which they first come.
type Pairs struct {
	Names  []string
	Values map[string][]Cell
}

// parseQuery splits a raw query. The names in keepPlus take an unescaped + for a
// plus. Error: gevel.Invalid with the reason query.
func parseQuery(raw string, keepPlus func(name string) bool) (Pairs, error) {
	q := Pairs{Values: make(map[string][]Cell)}
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		if len(q.Names) == MostNames {
			return Pairs{}, unparsable(fmt.Errorf("it has more than %d names", MostNames))
		}
		name, content, err := splitPair(pair, keepPlus)
		if err != nil {
			return Pairs{}, unparsable(err)
		}
		q.Add(name, Cell{Text: content})
	}
	return q, nil
}

// Add adds a value under a name.
func (q *Pairs) Add(name string, content Cell) {
	if !slices.Contains(q.Names, name) {
		q.Names = append(q.Names, name)
	}
	q.Values[name] = append(q.Values[name], content)
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
	return Invalid([]gevel.Detail{{
		Reason:  queryReason,
		Message: fmt.Sprintf("the query string can't be read: %v", err),
	}})
}

// unknown returns a fault for each name of the query that no row of the table
// bears. Ignoring one in silence would value another home than the caller meant.
func (q Pairs) unknown(table []Param) []gevel.Detail {
	var faults []gevel.Detail
	for _, name := range q.Names {
		if slices.ContainsFunc(table, func(p Param) bool { return p.answersTo(name) && !p.InPath }) {
			continue
		}
		faults = append(faults, gevel.Detail{Reason: name, Message: UnknownMessage(name, table)})
	}
	return faults
}

// UnknownMessage says that a table has no parameter of a name, and which is nearest.
func UnknownMessage(name string, table []Param) string {
	message := "there is no parameter " + Quote(name)
	if near, ok := nearest(name, table); ok {
		message += fmt.Sprintf("; did you mean %s?", near)
	}
	return message
}

// nearest returns the parameter whose name is closest to name, if one is close:
// at most one slip in five characters, and one more, whatever the case.
func nearest(name string, table []Param) (string, bool) {
	if len(name) > longestQuoted {
		return "", false
	}
	best, fewest := "", 2+len(name)/5
	for _, p := range table {
		if slips := editDistance(strings.ToLower(name), strings.ToLower(p.Name)); slips < fewest {
			best, fewest = p.Name, slips
		}
	}
	return best, best != ""
}

// editDistance counts the bytes to insert, delete or replace to make b of a (Levenshtein), row by row.
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
