// Files that appear whole or not at all: opened before long work begins, so that
// a path that can't be written to is told at once.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gevel/gevel"
)

// outputs are files being written beside the places they are for.
type outputs struct {
	files map[string]*os.File // by path
}

// openOutputs opens a file per path; empty paths are not asked for. A path may be
// none of the others, and none of the inputs.
func openOutputs(paths []string, inputs ...string) (*outputs, error) {
	out := &outputs{files: map[string]*os.File{}}
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

// writeWhole writes the one file at path, which may not be the input.
func writeWhole(path, input string, fill func(io.Writer) error) (err error) {
	out, err := openOutputs([]string{path}, input)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	return out.write(path, fill)
}

func (o *outputs) open(path string, inputs []string) error {
	for _, input := range inputs {
		if input != "" && sameFile(path, input) {
			return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("%s is an input, and can't be written to", path)}
		}
	}
	for other := range o.files {
		if filepath.Clean(other) == filepath.Clean(path) {
			return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("%s is named for two outputs", path)}
		}
	}
	// Renaming over a directory fails, over a device it would do harm.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("%s is there already and is no regular file", path)}
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, inFolder(filepath.Dir(path), err))
	}
	o.files[path] = f
	return nil
}

// inFolder says of which folder an error is that speaks of a file with a made-up name.
func inFolder(folder string, err error) error {
	if fault := (*os.PathError)(nil); errors.As(err, &fault) {
		return fmt.Errorf("in folder %s: %w", folder, fault.Err)
	}
	return err
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// write fills the file for a path and puts it in its place; a path that was not
// opened was not asked for.
func (o *outputs) write(path string, fill func(io.Writer) error) error {
	f, asked := o.files[path]
	if !asked {
		return nil
	}
	err := fill(f)
	if err == nil {
		// CreateTemp makes files for the owner alone.
		err = errors.Join(f.Chmod(0o644), f.Sync())
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	delete(o.files, path)
	return nil
}

// discard removes what was not put in its place.
func (o *outputs) discard() error {
	faults := make([]error, 0, len(o.files))
	for _, f := range o.files {
		f.Close() // again where writing failed: what counts is that it goes
		faults = append(faults, os.Remove(f.Name()))
	}
	return errors.Join(faults...)
}
