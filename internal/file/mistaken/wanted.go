package mistaken

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// Wanted is the table that a key of the build file takes. The zip that holds it may hold other files, too.
type Wanted struct {
	Key  string
	Kind filekind.Kind
	// Give says what to give in place of a file that belongs to no key. Hints say it for some kinds.
	Give  string
	Hints map[filekind.Kind]string
	// Ending is another ending of the table's name in a zip, besides .csv; "" for none.
	Ending string
	// Prefer is a part of the table's name in lower case. It decides where a zip has several tables.
	Prefer string
	// Layer is the name of its layer in a GeoPackage; "" takes the first layer that has the header.
	Layer string
	// IsHeader reports whether a line names its columns.
	IsHeader func(names []string) bool
	// Reads reports whether a column of a GeoPackage is read; nil reads all.
	Reads func(column string) bool
}

// Open opens the table. Where a file has none, the error says what it looks like.
func (w *Wanted) Open(ctx context.Context, path string) (*table.Table, error) {
	t, err := table.Open(ctx, path, w.Member, table.Options{IsHeader: w.IsHeader, Layer: w.Layer, Reads: w.Reads})
	if err != nil {
		return nil, Explain(ctx, err, path, w.Key)
	}
	if start, missed := t.Missed(); missed {
		return nil, errors.Join(Explain(ctx, w.headless(start), path, w.Key), t.Close())
	}
	return t, nil
}

// headless returns the error for a text without the header.
func (w *Wanted) headless(start string) error {
	if kind := filekind.OfText(start); kind != w.Kind && kind != (filekind.Kind{}) {
		return w.refuse(kind)
	}
	line, _, _ := strings.Cut(start, "\n")
	return gevel.Refusal(w.Give, "no header of %s was found; the file begins with %s", w.Kind.What,
		spelling.Quote(strings.TrimRight(line, "\r")))
}

func (w *Wanted) refuse(kind filekind.Kind) error {
	return kind.Refuse(w.Key, cmp.Or(w.Hints[kind], w.Give))
}

// Member picks the table among the members of a zip.
func (w *Wanted) Member(members []*zip.File) (*zip.File, error) {
	found := zipfile.CSVs(members, w.Ending)
	if w.Prefer != "" && len(found) > 1 {
		preferred := slices.DeleteFunc(slices.Clone(found), func(m *zip.File) bool {
			return !strings.Contains(strings.ToLower(m.Name), w.Prefer)
		})
		if len(preferred) == 1 {
			return preferred[0], nil
		}
	}
	switch kind := filekind.OfZip(zipfile.Names(members)); {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, gevel.Refusal("unpack it, and give the one that belongs to "+w.Key,
			"the zip holds %d tables, such as %s and %s", len(found), spelling.Quote(found[0].Name), spelling.Quote(found[1].Name))
	case kind != (filekind.Kind{}):
		return nil, w.refuse(kind)
	}
	return nil, gevel.Refusal(w.Give, "the zip holds no %s", strings.TrimSuffix("csv or "+w.Ending, " or "))
}
