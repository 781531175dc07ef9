package score

// What both kinds of files have in common: how they are opened, and how a home is named.

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
)

// open opens a file of a schema.
func open(ctx context.Context, path string, schema *flatfile.Schema, columns map[string]string) (*flatfile.Reader, error) {
	own := map[string]string{}
	for name, theirs := range columns {
		if slices.Contains(schema.Names, name) {
			own[name] = theirs
		}
	}
	attributes := gevel.Attributes{}
	return flatfile.Open(ctx, flatfile.Source{
		Path: path, Preset: flatfile.Mapping{Columns: own},
	}, schema, &attributes)
}

// fileOf describes a file.
func fileOf(r *flatfile.Reader, path string) File {
	c := r.Columns()
	f := File{Name: gevel.Printable(filepath.Base(path)), Recognised: []string{}, Ignored: []string{}}
	f.Recognised = append(f.Recognised, c.Recognised...)
	f.Ignored = append(f.Ignored, c.Ignored...)
	return f
}

// mappedOf returns which of the caller's columns a file has.
func mappedOf(r *flatfile.Reader, columns map[string]string) (names []string) {
	for name, theirs := range columns {
		if _, _, ok := r.Find(name); ok && slices.ContainsFunc(r.Header(), func(h string) bool {
			return strings.EqualFold(strings.TrimSpace(h), strings.TrimSpace(theirs))
		}) {
			names = append(names, name)
		}
	}
	return names
}

// CheckColumns refuses a name that is no column of a file of values or of sales.
func CheckColumns(columns map[string]string) error {
	for name := range columns {
		if !slices.Contains(valueSchema.Names, name) && !slices.Contains(saleSchema.Names, name) {
			return gevel.Refusal("of values: "+strings.Join(valueSchema.Names, ", ")+"; of sales: "+strings.Join(saleSchema.Names, ", "),
				"--columns names %q, which is no column of gevel", name)
		}
	}
	return nil
}

// homesOf returns the keys of the row's home: its id and its address, as far as they are there.
func homesOf(row *flatfile.Row) (keys []string) {
	if written := row.Value(flatfile.DwellingID); written != "" {
		if id, err := spelling.ID(written); err == nil {
			written = string(id)
		}
		keys = append(keys, row.Texts.Of(written))
	}
	q, faults := spelling.Address{
		PostalCode: row.Value(flatfile.PostalCode), HouseNumber: row.Value(flatfile.HouseNumber),
		HouseLetter: row.Value(flatfile.HouseLetter), HouseNumberExt: row.Value(flatfile.HouseNumberExt),
	}.Query()
	if len(faults) == 0 {
		key := fmt.Sprintf("%s %d %s", q.PostalCode, q.HouseNumber, gevel.JoinSuffix(q.HouseLetter, q.HouseNumberExt))
		keys = append(keys, row.Texts.Of(strings.TrimSpace(key)))
	}
	return keys
}

// Reasons for which rows are left out, beside the reasons of flat files.
const (
	ReasonTwice    = "twice"          // a sale, or the value for one, that an earlier row has
	ReasonNoHome   = "no_sale_named"  // a row of values with neither the id of a sale nor a home
	ReasonNoSale   = "no_sale"        // a row of values whose sale is not in the file of sales
	ReasonLeftOut  = "sale_left_out"  // a row of values whose sale is in the file of sales and was left out
	ReasonLater    = "after_the_sale" // a value made after the sale, whose price may be in it
	ReasonOld      = "too_old"        // a value made too long before the sale
	ReasonOutdone  = "newer_value"    // a value older than another one made before the sale
	ReasonOutside  = "other_period"   // a value for a sale outside the days that are scored
	ReasonPrice    = "price_differs"  // the same sale has another price in the two files
	ReasonNoAmount = "no_value"       // a row of values without a value: its sale counts as not valued
)
