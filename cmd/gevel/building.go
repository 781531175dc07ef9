// Builds and the fitting of models, as gevel build, train and demo run them, and their file of --rejects.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/offline/training"
	"github.com/gevel/gevel/internal/serve/photos"
)

// showing writes the summary of a build that took so long.
type showing func(io.Writer, *build.Summary, time.Duration) error

// build runs a build, with progress on stderr and its summary on stdout.
func (c *console) build(config build.Config, o build.Options, show showing) error {
	start, bar := c.now(), newProgress(c.stderr, c.now)
	summary, err := build.Run(c.ctx, config, c.buildOptions(o, bar))
	bar.finish()
	if err != nil {
		return err
	}
	return show(c.stdout, summary, c.now().Sub(start))
}

// buildOptions completes the options of a build.
func (c *console) buildOptions(o build.Options, bar *progress) build.Options {
	program, err := program()
	o.Began, o.MadeBy = c.now(), madeBy(program)
	if err != nil && o.Fresh == "" { // an edition of the same version may be from another program
		o.Fresh = err.Error()
	}
	o.Progress = func(at build.Step) { bar.step(string(at.Stage), at.Of, at.Done, at.Total) }
	return o
}

// openTraining opens the training at a location.
func openTraining(ctx context.Context, location string) (*training.Folder, error) {
	dir, err := newestEdition(ctx, location)
	if gevel.CodeOf(err) == gevel.NotFound {
		return nil, gevel.Refusal("run gevel build --prepare first", "nothing is prepared for training at %s", location)
	}
	if err != nil {
		return nil, err
	}
	program, err := program()
	if err != nil {
		return nil, err
	}
	return training.Open(ctx, location, dir, madeBy(program))
}

// fit fits vintages, with a line each on stdout.
func (c *console) fit(f *training.Folder, tasks []train.Task) error {
	for _, task := range tasks {
		start := c.now()
		done, err := f.Fit(c.ctx, task)
		if err != nil {
			return err
		}
		if done.There {
			fmt.Fprintf(c.stdout, "vintage of %s: was fitted already\n", task)
			continue
		}
		if done.Stale != nil {
			c.say("gevel: %v; it is replaced\n", done.Stale)
		}
		fmt.Fprintf(c.stdout, "vintage of %s: fitted in %s\n", task, c.now().Sub(start).Round(100*time.Millisecond))
	}
	return nil
}

// writeBuild writes the summary of a build as text.
func writeBuild(w io.Writer, s *build.Summary, took time.Duration) error {
	return reports.Build(s, took).WriteText(w)
}

// The file of --rejects: what an import did not use, one a line.

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
