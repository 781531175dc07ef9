package table

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// Progress returns how many bytes of the file are read, compressed as they are, and how many it has, 0 when that is not
// known.
func (t *Table) Progress() (done, size int64) {
	done = int64(math.Ceil(t.share * float64(*t.done)))
	if t.size > 0 {
		done = min(done, t.size)
	}
	return done, t.size
}

// Close closes what is open of the file.
func (t *Table) Close() (err error) {
	for _, c := range t.closers {
		err = errors.Join(err, c.Close())
	}
	t.closers = nil
	return err
}

// Open opens the table of a regular file, in any form. pick chooses the member of a zip that is no workbook; nil takes
// the only CSV. Errors do not name the file; errors of pick are returned unchanged.
func Open(ctx context.Context, path string, pick func([]*zip.File) (*zip.File, error), o Options) (*Table, error) {
	source, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return nil, err
	}
	o.pick = pick
	t, err := Read(ctx, "the file", source, o)
	if err != nil {
		return nil, errors.Join(err, source.Close())
	}
	t.closers = append(t.closers, source)
	return t, nil
}

// stored is a file that can be read at any place.
type stored interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Read reads a table from where it is: a file, in any form, or a stream of text.
func Read(ctx context.Context, name string, from io.Reader, o Options) (*Table, error) {
	file, ok := from.(stored)
	if !ok {
		return readText(name, from, o)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, filekind.NoTable("")
	}
	head := make([]byte, textfile.StartBytes)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var t *Table
	switch head := string(head[:n]); {
	case strings.HasPrefix(head, parquetfile.Magic):
		t, err = readTyped(name, file, info.Size(), o)
	case strings.HasPrefix(head, "SQLite format 3"):
		t, err = readLayer(ctx, name, info, from, o)
	case textfile.IsWorkbook(file):
		t, err = readWorkbook(name, file, o)
	case filekind.OfStart([]byte(head)) == filekind.Zip:
		t, err = readMember(name, file, info.Size(), o)
	default:
		t, err = readText(name, from, o)
	}
	if err == nil {
		t.size = info.Size()
	}
	return t, err
}

func readText(name string, from io.Reader, o Options) (*Table, error) {
	done := new(int64)
	text, err := textfile.NewReader(from, done)
	if err != nil {
		return nil, err
	}
	return readCounted(name, text, done, o)
}

// readCounted reads a text. done counts the bytes that are read of its file.
func readCounted(name string, text *textfile.Reader, done *int64, o Options) (*Table, error) {
	t, err := New(name, text, o)
	if err == nil {
		t.done = done
	}
	return t, err
}

// readMember reads the member of a zip that is picked, or the only CSV.
func readMember(name string, file stored, size int64, o Options) (*Table, error) {
	if o.pick == nil {
		o.pick = onlyCSV
	}
	text, member, err := textfile.Member(file, size, o.pick)
	if err != nil {
		return nil, err
	}
	t, err := readText(name, text, o)
	if err != nil {
		return nil, errors.Join(err, text.Close())
	}
	t.share, t.closers = float64(size)/max(1, float64(member.UncompressedSize64)), append(t.closers, text)
	return t, nil
}

func onlyCSV(members []*zip.File) (*zip.File, error) {
	if found := zipfile.CSVs(members); len(found) == 1 {
		return found[0], nil
	}
	kind := filekind.OfZip(zipfile.Names(members))
	if kind == (filekind.Kind{}) {
		kind = filekind.Zip
	}
	return nil, kind.Refuse("", "")
}

// readTyped reads Parquet.
func readTyped(name string, file stored, size int64, o Options) (*Table, error) {
	rows, err := parquetfile.OpenRows(file, size, LongestLine)
	if err != nil {
		return nil, err
	}
	t := &Table{name: name, typed: rows, names: rows.Names(), PassedOver: rows.PassedOver, done: new(int64), share: 1}
	t.start, t.missed = strings.Join(t.names, ",")+"\n", o.IsHeader != nil && !o.IsHeader(t.names)
	return t, nil
}

// mostAlike is how many sheets behind the one that is read are looked at: one a month, say.
const mostAlike = 12

// readWorkbook reads the first sheet of a workbook that has the header, or the first one.
func readWorkbook(name string, file stored, o Options) (*Table, error) {
	done := new(int64)
	book, err := textfile.OpenBook(file, done)
	if err != nil {
		return nil, err
	}
	read := func(i int) (*Table, error) {
		text, err := textfile.NewSheet(book, i)
		if err != nil {
			return nil, err
		}
		return readCounted(name, text, done, o)
	}
	at, sheets := 0, book.Sheets()
	t, err := read(at)
	for i := 1; i < len(sheets) && (err != nil || t.missed); i++ {
		if other, fault := read(i); fault == nil && !other.missed {
			at, t, err = i, other, nil
		}
	}
	if err != nil {
		return nil, err
	}
	for i, sheet := range sheets {
		what := "sheet " + strconv.Quote(sheet)
		if i == at {
			continue
		}
		if i > at && i <= at+mostAlike && o.IsHeader != nil {
			if other, fault := read(i); fault == nil && !other.missed {
				what += " with such a table too"
			}
		}
		t.PassedOver = append(t.PassedOver, what)
	}
	return t, nil
}

// readLayer reads a layer of a GeoPackage, without its geometries and numbers of rows.
func readLayer(ctx context.Context, name string, info fs.FileInfo, from io.Reader, o Options) (*Table, error) {
	named, ok := from.(interface{ Name() string })
	if !ok {
		return nil, gevel.Refusal("save its layer as CSV", "%s is a database", info.Name())
	}
	file, err := geopackage.Open(ctx, named.Name())
	if err != nil {
		return nil, err
	}
	if len(file.Layers) == 0 {
		return nil, errors.Join(gevel.Refusal("", "the GeoPackage has no layer"), file.Close())
	}
	layer := file.Layer(o.Layer)
	for i := range file.Layers {
		if l := &file.Layers[i]; layer == nil && (o.IsHeader == nil || o.IsHeader(l.Columns)) {
			layer = l
		}
	}
	if layer == nil {
		layer = &file.Layers[0]
	}
	if o.IsHeader != nil && !o.IsHeader(layer.Columns) {
		o.Reads = nil // the error quotes what there is
	}
	read, into := io.Pipe()
	go func() {
		w := csv.NewWriter(bufio.NewWriterSize(into, textfile.ReadAhead))
		err := errors.Join(writeLayer(ctx, w, file, *layer, o.Reads), file.Close())
		w.Flush()
		into.CloseWithError(errors.Join(err, w.Error()))
	}()
	t, err := readText(name, read, o)
	if err != nil {
		return nil, errors.Join(err, read.Close())
	}
	t.closers = append(t.closers, read)
	return t, nil
}

func writeLayer(
	ctx context.Context, w *csv.Writer, f *geopackage.File, layer geopackage.Layer, reads func(string) bool,
) error {
	columns := slices.DeleteFunc(slices.Clone(layer.Columns), func(name string) bool {
		return name == layer.Geometry || strings.EqualFold(name, "fid") || reads != nil && !reads(name)
	})
	layer.Geometry = "" // outlines are not read
	if err := w.Write(columns); err != nil {
		return err
	}
	cells := make([]string, len(columns))
	return f.Each(ctx, &layer, columns, func(r *geopackage.Row) error {
		for i := range cells {
			cells[i] = r.Text(i)
		}
		return w.Write(cells)
	})
}
