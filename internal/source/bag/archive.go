package bag

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/tempfile"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// archive is an open zip, on disk or within another zip.
type archive struct {
	name  string // the path to it: delivery.zip/9999PND08092023.zip
	files []*zip.File
	at    io.ReaderAt
	close func()
}

// openArchive reads the directory of a zip and checks it. On an error the caller closes the source of at.
func openArchive(name string, at io.ReaderAt, size int64, closer func()) (*archive, error) {
	members, err := zipfile.Members(at, size)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	a := &archive{name: name, files: members, at: at, close: closer}
	var packed uint64
	for _, f := range members {
		packed += f.CompressedSize64
		if err := zipfile.Check(f); err != nil {
			return nil, fmt.Errorf("open %s: %w", a.path(f), err)
		}
		if packed > uint64(size) {
			return nil, fmt.Errorf("open %s: members overlap or reach past the end", name)
		}
	}
	return a, nil
}

func (a *archive) path(f *zip.File) string { return a.name + "/" + gevel.Printable(f.Name) }

// openInner opens a zip within the archive: a stored one in place, a compressed one through a temporary file.
func (a *archive) openInner(ctx context.Context, f *zip.File) (*archive, error) {
	if f.Method != zip.Store {
		return a.spool(ctx, f)
	}
	offset, err := f.DataOffset()
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", a.path(f), err)
	}
	size := int64(f.CompressedSize64)
	return openArchive(a.path(f), io.NewSectionReader(a.at, offset, size), size, func() {})
}

// spool unpacks an inner zip into a temporary file.
func (a *archive) spool(ctx context.Context, f *zip.File) (*archive, error) {
	tmp, err := tempfile.Create("gevel-bag-*.zip")
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", a.path(f), err)
	}
	closer := func() { _ = tmp.Close() }
	inner, err := a.fill(ctx, f, tmp, closer)
	if err != nil {
		closer()
		return nil, err
	}
	return inner, nil
}

func (a *archive) fill(ctx context.Context, f *zip.File, tmp *tempfile.File, closer func()) (*archive, error) {
	packed, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", a.path(f), err)
	}
	defer packed.Close()
	size, err := io.Copy(tmp, regular.Interruptible{Ctx: ctx, From: packed})
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", a.path(f), textfile.Named(err))
	}
	return openArchive(a.path(f), tmp, size, closer)
}

// isNoise reports whether a member is a by-product of the tool that packed the zip.
func isNoise(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if strings.Trim(segment, ".") != "" && filekind.IsLeftover(segment) {
			return true
		}
	}
	return strings.HasSuffix(path, "/")
}
