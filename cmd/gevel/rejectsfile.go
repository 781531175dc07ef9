// The file of --rejects: what an import did not use, one a line.

package main

import (
	"encoding/csv"
	"errors"
	"strconv"

	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/serve/photos"
)

// rejectsFile is a CSV file being written; nil writes nothing.
type rejectsFile struct {
	file *atomicfile.File
	rows *csv.Writer
}

// openRejects opens the file at path, unless that is "", and writes its header. It must not be the input.
func openRejects(path, input string, header ...string) (*rejectsFile, error) {
	if path == "" {
		return nil, nil
	}
	out, err := openOutputs([]string{path}, input)
	if err != nil {
		return nil, err
	}
	r := &rejectsFile{out[path], csv.NewWriter(out[path])}
	return r, r.rows.Write(header)
}

// photo writes a photo that was not used.
func (r *rejectsFile) photo(p photos.Rejection) error {
	if r == nil {
		return nil
	}
	line := ""
	if p.Line > 0 {
		line = strconv.Itoa(p.Line)
	}
	return r.rows.Write([]string{p.File, line, p.Reason, p.Message})
}

// finish puts the file in place.
func (r *rejectsFile) finish() error {
	if r == nil {
		return nil
	}
	r.rows.Flush()
	return errors.Join(r.rows.Error(), r.file.Replace())
}
