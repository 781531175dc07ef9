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
		if !slices.Contains(q.names, name) {
			q.names = append(q.names, name)
		}
		q.values[name] = append(q.values[name], content)
	}
	return q, nil
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
