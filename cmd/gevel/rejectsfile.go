// The file of --rejects: what an import did not use, one a line.

package main

import (
	"errors"
	"regexp"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/serve/photos"
)

// rejectsFile is a CSV file being written; nil writes nothing.
type rejectsFile struct {
	file *atomicfile.File
	rows *csvfile.Writer
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
	r := &rejectsFile{out[path], csvfile.NewWriter(out[path], csvfile.Form{})}
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

// of writes what a build left out of its files.
func (r *rejectsFile) of(files []build.FileRejects) error {
	if r == nil {
		return nil
	}
	var faults []error
	for i := range files {
		f := &files[i]
		faults = append(faults, r.write(f.Source, f.File, f.All()))
	}
	return errors.Join(faults...)
}

// write writes what was left out of a file of a source, a row for each sample.
func (r *rejectsFile) write(source, file string, left []gevel.Reject) error {
	for _, reason := range left {
		for _, sample := range reason.Samples {
			line, message := placeOf(sample)
			if err := r.rows.Write([]string{source, file, line, reason.Reason, message}); err != nil {
				return err
			}
		}
	}
	return nil
}

var placed = regexp.MustCompile(`^.*? (?:line|row) ([0-9]+): (.*)$`)

// placeOf splits what is said of a row into its line and the rest, which is all of it where no line is named.
func placeOf(sample string) (line, message string) {
	if parts := placed.FindStringSubmatch(sample); parts != nil {
		return parts[1], parts[2]
	}
	return "", sample
}

// finish puts the file in place.
func (r *rejectsFile) finish() error {
	if r == nil {
		return nil
	}
	return errors.Join(r.rows.Flush(), r.file.Replace())
}

// discard removes a file that was not put in place.
func (r *rejectsFile) discard() error {
	if r == nil {
		return nil
	}
	return r.file.Discard()
}
