// Package mistaken says what a file is that could not be read where it was given.
package mistaken

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// tableless are the keys of the build file whose readers take no table.
var tableless = []string{filekind.BAG.Key, filekind.Parcels.Key}

// Explain returns the error for a file that could not be read under a key of the build file: if the file looks like one
// of another kind, an error that says so, else fault.
func Explain(ctx context.Context, fault error, path, key string) error {
	return File{Path: path, Key: key, Marks: filekind.StandardMarks()}.Explain(ctx, fault)
}

// Of recognises a file by the standard marks. Error: it can't be opened.
func Of(ctx context.Context, path string) (filekind.Kind, error) {
	return File{Path: path, Marks: filekind.StandardMarks()}.kind(ctx)
}

// File is a file, and the key of the build file under which it was given.
type File struct {
	Path, Key string
	Marks     filekind.Marks
}

// Explain is the function of this name with the file's marks.
func (f File) Explain(ctx context.Context, fault error) error {
	kind, err := f.kind(ctx)
	if err != nil || ctx.Err() != nil || kind == filekind.GeoPackage ||
		kind == filekind.Parquet && !slices.Contains(tableless, f.Key) ||
		!kind.IsForeign() && (kind.Key == "" || kind.Key == f.Key) {
		return fault
	}
	give := ""
	if e := (*gevel.Error)(nil); errors.As(fault, &e) {
		give = e.Hint
	}
	return kind.Refuse(f.Key, give)
}

// Belongs returns the error for a file that belongs to another key, nil when none of the marks says so.
func (f File) Belongs(ctx context.Context) error {
	if kind, err := f.kind(ctx); err == nil && kind.Key != "" && kind.Key != f.Key {
		return kind.Refuse(f.Key, "")
	}
	return nil
}

// kind recognises a file by its first bytes, the layers of a GeoPackage, the members of a zip, or the start of its
// text, which may be gzipped or zipped.
func (f File) kind(ctx context.Context) (filekind.Kind, error) {
	start, err := startOf(ctx, f.Path)
	if err != nil {
		return filekind.Kind{}, err
	}
	switch kind := filekind.OfStart(start); kind {
	case filekind.GeoPackage:
		if of := f.ofLayers(ctx); of != (filekind.Kind{}) {
			return of, nil
		}
		return kind, nil
	case filekind.Kind{}, filekind.Gzip, filekind.Zip:
	default:
		return kind, nil
	}
	var kind filekind.Kind
	text, err := textfile.Open(ctx, f.Path, func(members []*zip.File) (*zip.File, error) {
		kind = filekind.OfZip(zipfile.Names(members))
		if tables := zipfile.CSVs(members); kind == (filekind.Kind{}) && len(tables) == 1 {
			return tables[0], nil
		}
		return nil, errors.New("its members say enough")
	})
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		return filekind.Kind{}, err
	}
	if err != nil { // no text, or damaged
		return kind, nil
	}
	defer text.Close()
	begin, err := text.Peek(textfile.ReadAhead)
	if err != nil && !errors.Is(err, io.EOF) {
		return filekind.Kind{}, nil
	}
	return f.Marks.OfText(string(begin)), nil
}

// ofLayers returns the zero Kind for a damaged file.
func (f File) ofLayers(ctx context.Context) filekind.Kind {
	g, err := geopackage.Open(ctx, f.Path)
	if err != nil {
		return filekind.Kind{}
	}
	defer g.Close()
	return f.Marks.OfLayers(g.Names())
}

// startOf returns the first bytes of a file.
func startOf(ctx context.Context, path string) ([]byte, error) {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	start := make([]byte, textfile.StartBytes)
	n, err := io.ReadFull(f, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return start[:n], nil
}

// Wanted is the table that a key of the build file takes. The zip that holds it may hold other files, too.
type Wanted struct {
	Key  string
	Kind filekind.Kind
	// Give says what to give in place of a file that belongs to no key. Hints say it for some kinds.
	Give  string
	Hints map[filekind.Kind]string
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
	found := zipfile.CSVs(members)
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
	return nil, gevel.Refusal(w.Give, "the zip holds no csv")
}
