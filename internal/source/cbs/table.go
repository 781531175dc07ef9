// Package cbs reads what Statistics Netherlands (CBS) publishes about homes and places: the index and
// the average prices of homes sold, the neighbourhood of each address, and key figures of
// neighbourhoods. It turns rows into figures and derives nothing from them.
//
// # Shapes
//
// The shape of a table of figures is recognised by its content:
//
//   - CSV with a row per region and period and a column per measure, as in StatLine and OData v3,
//     plain, gzipped or in a zip, with lines before the header and behind the rows;
//   - CSV with a row per figure, Observations.csv of OData v4: Measure, Value, ValueAttribute;
//   - JSON of OData v3 or v4: an array of objects, or an object with such an array under value;
//   - a workbook, as the key figures of neighbourhoods are published: its first sheet with the header;
//   - each other form of package table.
//
// Columns are found by name, in any order. Case, characters other than letters and digits, words in brackets
// and a trailing number are ignored: GemiddeldeVerkoopprijs_1 and "Gemiddelde verkoopprijs (euro)" are one
// column. Other columns are ignored.
//
// # Values
//
// Regions are codes padded with spaces (NL01, PV27, GM0518, BU05180101), or the names that StatLine gives to
// the country, its parts, its provinces and its four largest cities. Periods are codes (2023JJ00,
// 2023KW01, 2023MM05) or words (2023, 2023 1e kwartaal, 2023 mei). A * behind a period or a number, or a
// status that begins with voorlopig, marks it as provisional.
//
// An empty value, ., .., -, x, ? and a lone comma are unknown, and so are the numbers -99995 to -99999.
package cbs

import (
	"context"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// eachRow calls use with each row of a file, and counts malformed ones among its rows and rejects.
func eachRow(
	ctx context.Context, t *table.Table, name string, rows *int, rejects *gevel.Rejects, use func(table.Row),
) error {
	return t.Each(ctx, func(r table.Row) error {
		if r.Fault == "" {
			use(r)
			return nil
		}
		*rows++
		rejects.Addf(ReasonMalformedRow, "%s line %d: %s", name, r.Line, r.Fault)
		return nil
	})
}

// wantedOf describes the table of a key.
func wantedOf(key string, kind filekind.Kind, isHeader func(names []string) bool) mistaken.Wanted {
	return mistaken.Wanted{
		Key: key, Kind: kind, IsHeader: isHeader, Give: "give what CBS publishes, as csv or json, to " + key,
	}
}

// isUnknown reports whether a value stands for unknown: empty, or one of CBS's signs and numbers.
func isUnknown(v string) bool {
	switch v {
	case "", ".", "..", "-", "x", "X", "?", ",", "NA", "null":
		return true
	}
	whole, fraction, _ := strings.Cut(strings.Replace(v, ",", ".", 1), ".")
	return len(whole) == 6 && strings.HasPrefix(whole, "-9999") && whole[5] >= '5' && whole[5] <= '9' &&
		strings.Trim(fraction, "0") == ""
}

// isProvisional reports whether a status, a period or a value is marked as provisional.
func isProvisional(v string) bool {
	if strings.HasSuffix(v, "*") {
		return true
	}
	plain := strings.ToLower(v)
	return strings.HasPrefix(plain, "voorlopig") || strings.HasPrefix(plain, "nader voorlopig") ||
		strings.HasPrefix(plain, "provisional")
}

// figureOf reads a number with a decimal comma or point. Not known: it stands for unknown. Not ok: it is no number.
func figureOf(v string) (n float64, known, ok bool) {
	v = strings.TrimSpace(strings.TrimRight(v, "*"))
	if isUnknown(v) {
		return 0, false, true
	}
	n, ok = spelling.EitherNumber(v)
	return n, ok, ok
}
