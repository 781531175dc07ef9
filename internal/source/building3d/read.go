package building3d

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Options say what is read of a file.
type Options struct {
	// Has reports whether there is a home in a building; of others nothing is read. It is called from
	// several goroutines.
	Has func(gevel.BAGNumber) bool
	// Progress, unless nil, is called now and then with the part of the file that is read.
	Progress func(doneBytes, totalBytes int64)
}

// Result counts the rows of a file. Rows = Used + NoHomes + Rejects.Total().
type Result struct {
	Rows, Used      int
	NoHomes         int // buildings without a home in them
	Rejects, Faults gevel.Rejects
	AsOf            gevel.Date // that the file itself names, gevel.NoDate for none
}

// Read reads a file and calls use with each building that has a home in it, in the order of the file and
// from one goroutine at a time. use returns false for a building that it has had before. Memory
// does not grow with the file.
//
// Errors name the file: it can't be read, is damaged, or is of another kind (gevel.Invalid); ctx.Err().
// A building that can't be used is no error but a reject.
func Read(ctx context.Context, path string, opt Options, use func(Building) bool) (*Result, error) {
	none := gevel.NewRejects(ctx)
	r := &reader{Result: &Result{AsOf: gevel.NoDate, Rejects: none, Faults: none}, Options: opt, use: use, none: none}
	r.parser = parser{name: filepath.Base(path), row: "line", has: opt.Has}
	if err := r.read(ctx, path); err != nil {
		return nil, fmt.Errorf("read buildings %s: %w", path, err)
	}
	return r.Result, nil
}

// reader is the reading of one file.
type reader struct {
	*Result
	Options
	parser parser
	use    func(Building) bool
	none   gevel.Rejects // to begin with
}

// parsed returns the result of a stretch that is yet to be parsed.
func (r *reader) parsed() parsed { return parsed{rejects: r.none, faults: r.none} }

func (r *reader) read(ctx context.Context, path string) error {
	isDatabase, err := geopackage.IsSQLite(ctx, path)
	if err != nil {
		return err
	}
	if isDatabase {
		return r.readDatabase(ctx, path)
	}
	if err := checkForm(ctx, path); err != nil {
		return err
	}
	return r.readText(ctx, path)
}

// readText reads a file of lines.
func (r *reader) readText(ctx context.Context, path string) error {
	text, err := textfile.Open(ctx, path, theMember)
	if err != nil {
		return err
	}
	defer text.Close()
	start, err := text.Peek(formBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return textfile.Named(err)
	}
	if err := otherForm(start); err != nil {
		return err
	}
	if len(start) > 0 && start[0] == '{' {
		return r.readLines(ctx, cutterOf(text, 0), parseFeatures)
	}
	t, err := openTable(text)
	if err != nil {
		return err
	}
	return r.readLines(ctx, cutterOf(text, 1), t.parse)
}

// formBytes are looked at to see what a file is.
const formBytes = 16

// checkForm refuses what is no text, by its form.
func checkForm(ctx context.Context, path string) error {
	f, err := regular.OpenWatched(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	file := bufio.NewReader(f)
	content := io.Reader(file)
	if magic, _ := file.Peek(2); string(magic) == "\x1f\x8b" {
		if unzipped, err := gzip.NewReader(file); err == nil {
			content = unzipped
		}
	}
	start := make([]byte, formBytes)
	n, _ := io.ReadFull(content, start) // what is damaged says so when it is read
	return otherForm(start[:n])
}

// add takes over what was found in a part of the file.
func (r *reader) add(p *parsed) {
	r.Rows += p.rows
	r.NoHomes += p.noHomes
	r.Rejects.Merge(p.rejects)
	r.Faults.Merge(p.faults)
	for _, f := range p.found {
		if r.use(f.Building) {
			r.Used++
		} else {
			r.Rejects.Add(ReasonDuplicate, r.parser.at(f.line), "pand "+string(f.ID.ID()))
		}
	}
}
