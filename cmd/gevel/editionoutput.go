// Files made from an edition, and never written into it.

package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/valuation"
)

// byEnding returns the writer for a file's ending. Error: gevel.Invalid for another ending.
func byEnding[W any](path string, ways map[string]W) (W, error) {
	way, ok := ways[strings.ToLower(filepath.Ext(path))]
	if !ok {
		endings := strings.Join(slices.Sorted(maps.Keys(ways)), " nor in ")
		return way, &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("%s ends neither in %s", path, endings),
			Hint: "the ending determines the format",
		}
	}
	return way, nil
}

// writeFrom writes the file at path in one step, with what make returns for the edition in dir.
func (c *console) writeFrom(dir, path string, make func(*valuation.Valuer) (func(io.Writer) error, error)) (err error) {
	for _, inside := range []string{dir, filepath.Join(dir, "models")} {
		if sameFile(filepath.Dir(path), inside) {
			return refuseOutput("%s lies in the edition, which never changes", path)
		}
	}
	out, err := openOutputs([]string{path})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	v, err := valuation.Open(c.ctx, dir)
	if err != nil {
		return err
	}
	fill, err := make(v)
	if err != nil {
		return err
	}
	return out.write(path, fill)
}
