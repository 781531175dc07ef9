// Files that appear complete or not at all. They are opened before long work begins, to report an unwritable
// path at once.

package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/visible"
	"github.com/gevel/gevel/internal/judge/document"
)

// outputs are files being written, by path.
type outputs map[string]*atomicfile.File

// openOutputs opens a file per non-empty path. A path must differ from the others and from the inputs.
func openOutputs(paths []string, inputs ...string) (outputs, error) {
	out := outputs{}
	for _, path := range paths {
		if path == "" {
			continue
		}
		if err := out.open(path, inputs); err != nil {
			return nil, errors.Join(err, out.discard())
		}
	}
	return out, nil
}

// writeWhole writes the single file at path, which must not be the input.
func writeWhole(path, input string, fill func(io.Writer) error) (err error) {
	out, err := openOutputs([]string{path}, input)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	return out.write(path, fill)
}

func (o outputs) open(path string, inputs []string) error {
	if path == "-" {
		return gevel.Refusal("", "%s is no file: name one", path)
	}
	for _, input := range inputs {
		if input != "" && sameFile(path, input) {
			return gevel.Refusal("", "%s is an input, and can't be written to", path)
		}
	}
	for other := range o {
		if filepath.Clean(other) == filepath.Clean(path) {
			return gevel.Refusal("", "%s is named for two outputs", path)
		}
	}
	f, err := atomicfile.Create(path, private.FileMode(filepath.Dir(path)))
	if err != nil {
		return err
	}
	o[path] = f
	return nil
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// writeText is write for a text: hidden characters in it are shown.
func (o outputs) writeText(path string, fill func(io.Writer) error) error {
	return o.write(path, func(w io.Writer) error { return writeShown(w, fill) })
}

// writeShown fills a text with hidden characters shown.
func writeShown(to io.Writer, fill func(io.Writer) error) error {
	w := visible.Writer(to)
	return errors.Join(fill(w), w.Close())
}

// write fills the file for a path and puts it in place; it ignores a path that was not opened.
func (o outputs) write(path string, fill func(io.Writer) error) error {
	f, asked := o[path]
	if !asked {
		return nil
	}
	if err := fill(f); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.Replace()
}

// discard removes files that were not put in place.
func (o outputs) discard() error {
	faults := make([]error, 0, len(o))
	for _, f := range o {
		faults = append(faults, f.Discard())
	}
	return errors.Join(faults...)
}

// byEnding returns the writer for a file's ending. Error: gevel.Invalid for another ending.
func byEnding[W any](path string, ways map[string]W) (W, error) {
	way, ok := ways[strings.ToLower(filepath.Ext(path))]
	if !ok {
		endings := strings.Join(slices.Sorted(maps.Keys(ways)), " nor in ")
		return way, gevel.Refusal("the ending determines the format", "%s ends neither in %s", path, endings)
	}
	return way, nil
}

// reportWriter returns the writer of a report for a file's ending: HTML, text, or its figures as JSON.
func reportWriter(path string) (func(w io.Writer, figures any, report *document.Document) error, error) {
	return byEnding(path, map[string]func(io.Writer, any, *document.Document) error{
		".html": func(w io.Writer, _ any, report *document.Document) error { return report.WriteHTML(w) },
		".txt":  func(w io.Writer, _ any, report *document.Document) error { return report.WriteText(w) },
		".json": func(w io.Writer, figures any, _ *document.Document) error { return asJSON(figures)(w) },
	})
}
