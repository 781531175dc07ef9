// gevel value with a file of homes: where it is read, and where the values go.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/bulk"
	"github.com/gevel/gevel/internal/explain"
)

// file returns the file of homes, "" when one home is named. No address ends as
// such a file does.
func (cmd *valueCmd) file() string {
	if cmd.File == "" && len(cmd.Home) == 1 {
		name := strings.ToLower(cmd.Home[0])
		if strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".csv.gz") {
			return cmd.Home[0]
		}
	}
	return cmd.File
}

func (cmd *valueCmd) validateFile() error {
	flag, given := cmd.first()
	switch {
	case cmd.File != "" && len(cmd.Home) > 0:
		return errors.New("name a home or a file of homes, not both")
	case cmd.Report != "":
		return errors.New("--report is for one home")
	case cmd.JSON:
		return errors.New("--json is for one home")
	case given:
		return fmt.Errorf("%s is for one home; in a file of homes it is a column", flag)
	}
	return nil
}

// valueFile values the file of homes on a date, where a row has none of its own.
func (cmd *valueCmd) valueFile(c *console, date gevel.Date) error {
	source, err := openHomes(cmd.file())
	if err != nil {
		return err
	}
	defer source.Close()
	homes, err := bulk.NewFile(filepath.Base(source.Name()), source)
	if err != nil {
		return fmt.Errorf("read %s: %w", source.Name(), err)
	}
	v, err := openValuer(c.ctx, cmd.Editions)
	if err != nil {
		return err
	}
	c.warnOfOldSales(v.Edition().Sales(), date)
	size := sizeOf(source)
	start, bar := c.now(), newProgress(cmd.progressTo(c))
	o := bulk.Options{
		Valuer: v, Today: gevel.DayOf(start), Date: date,
		Progress: func(read int64) {
			if size > 0 {
				bar.step("value", read, size)
			}
		},
	}
	if cmd.Explain {
		o.Explainer = explain.New(v)
	}
	var summary bulk.Summary
	err = cmd.output(c, homes, source.Name(), o, func(out bulk.Writer) (err error) {
		summary, err = bulk.Value(c.ctx, homes, out, o)
		return err
	})
	bar.finish()
	if err != nil {
		return err
	}
	var said strings.Builder
	summary.Write(&said, c.now().Sub(start))
	c.say("%s", said.String())
	return nil
}

func openHomes(path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("there is no file of homes %s", path)}
	}
	return f, err
}

// sizeOf returns the bytes of a file; 0 of a pipe, which has no size.
func sizeOf(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// progressTo returns where the bar goes: nowhere when it would stand between the
// rows.
func (cmd *valueCmd) progressTo(c *console) io.Writer {
	if cmd.Output == "" && isTerminal(c.stdout) {
		return io.Discard
	}
	return c.stderr
}

// output lets fill write where the values go: to stdout as CSV, or to a file, which
// appears when all is written, or not at all.
func (cmd *valueCmd) output(
	c *console, homes *bulk.File, input string, o bulk.Options, fill func(bulk.Writer) error,
) error {
	write := func(out bulk.Writer, err error) error {
		if err != nil {
			return err
		}
		return fill(out)
	}
	switch path := cmd.Output; {
	case path == "" || path == "-":
		return write(bulk.NewCSV(c.stdout, homes, o))
	case strings.HasSuffix(path, ".csv"):
		return writeWhole(path, input, func(w io.Writer) error { return write(bulk.NewCSV(w, homes, o)) })
	case strings.HasSuffix(path, ".parquet"):
		return writeWhole(path, input, func(w io.Writer) error { return write(bulk.NewParquet(w, homes, version, o)) })
	}
	return &gevel.Error{
		Code: gevel.Invalid, Message: fmt.Sprintf("--output %s ends neither in .csv nor in .parquet", cmd.Output),
	}
}
