// Valuing a file of homes row by row: reading the homes and writing the values.

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/atomicfile"
	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/value/bulk"
)

// rawFlag is the flag of commands that write CSV.
type rawFlag struct {
	Raw bool `help:"Write CSV for programs: cells as they are, decimal points, no byte order mark."`
}

// form is how a file of CSV is written for which there is no file to follow.
func (f rawFlag) form() csvfile.Form {
	if f.Raw {
		return csvfile.Form{}.ForPrograms()
	}
	return csvfile.Form{}
}

// outputFlags are the flags of commands that write a row per home.
type outputFlags struct {
	rawFlag
	Output string `short:"o" placeholder:"FILE" help:"The file for the rows: .csv, .parquet (GeoParquet) or .gpkg (GeoPackage)."`
	CRS    string `name:"crs" enum:"rd,wgs84" default:"rd" help:"The coordinates of a .parquet or .gpkg: rd, RD New in metres, or wgs84 (${default})."`
}

// shardFlag chooses a part of the rows.
type shardFlag struct {
	Shard string `placeholder:"I/N" help:"Value only a part of the rows: 0/8 has the first 256 of every 2048 (8 x 256), 1/8 the next 256, and 7/8 the last. The parts together have each row once. $$NAME is a variable of the environment, as in --output."`
}

// bulkWork is a file of homes to value.
type bulkWork struct {
	file, editions string // file "": all homes of the edition
	date           gevel.Date
	shard          string      // "": all rows
	to             outputFlags // without a file: standard output
	nowhere        bool        // no rows are written
	area           bulk.Area   // of all homes

	source  *os.File
	size    int64 // of the file, bytes; 0 is not known
	homes   *bulk.File
	options bulk.Options
}

// openBulk opens the file and the edition.
func openBulk(c *console, w bulkWork) (_ *bulkWork, err error) {
	for _, text := range []*string{&w.shard, &w.to.Output} {
		if *text, err = fromEnvironment(*text); err != nil {
			return nil, err
		}
	}
	if w.shard != "" {
		if w.options.Shard, err = bulk.ParseShard(w.shard); err != nil {
			return nil, err
		}
	}
	w.options.Date, w.options.Today, w.options.Raw, w.options.Version = w.date, gevel.DayOf(c.now()), w.to.Raw, version
	if w.options.System, err = crs.Parse(w.to.CRS); err != nil {
		return nil, err
	}
	if w.file != "" {
		if err := w.openFile(c); err != nil {
			return nil, err
		}
	}
	if w.options.Valuer, err = openValuer(c.ctx, w.editions); err != nil {
		w.close()
		return nil, err
	}
	c.warnOfOldSales(w.options.Valuer.Edition().Sales(), w.date)
	return &w, nil
}

func (w *bulkWork) openFile(c *console) (err error) {
	if w.source, err = openHomes(w.file); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			w.close()
			err = fmt.Errorf("read %s: %w", w.file, err)
		}
	}()
	w.size = sizeOf(w.source)
	w.homes, err = bulk.NewFile(c.ctx, filepath.Base(w.file), w.source)
	return err
}

func (w *bulkWork) close() {
	if w.homes != nil {
		w.homes.Close()
	}
	if w.source != nil {
		w.source.Close()
	}
}

// run values the homes and reports their number.
func (w *bulkWork) run(c *console) error {
	start, bar := c.now(), newProgress(w.progressTo(c), c.now)
	w.options.Progress = func(read int64) {
		if w.size > 0 {
			bar.step("value", "", min(read, w.size), w.size)
		}
	}
	var summary bulk.Summary
	err := w.write(c, func(out bulk.Writer) (err error) {
		summary, err = bulk.Value(c.ctx, w.homes, out, w.options)
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
	f, err := regular.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, gevel.Refusal("", "there is no file of homes %s", path)
	}
	return f, err
}

// sizeOf returns the size of a file, bytes; 0 when it is not known.
func sizeOf(f *os.File) int64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// progressTo returns the output of the progress bar: none if it would be among the rows.
func (w *bulkWork) progressTo(c *console) io.Writer {
	if !w.nowhere && w.to.Output == "" && isTerminal(c.stdout) {
		return io.Discard
	}
	return c.stderr
}

// write lets fill write the values: to stdout as CSV, or to a file, which appears when it is complete.
func (w *bulkWork) write(c *console, fill func(bulk.Writer) error) error {
	csv := func(to io.Writer) error { return filled(fill)(bulk.NewCSV(to, w.homes, w.options)) }
	output := w.to.Output
	switch {
	case w.nowhere:
		return csv(io.Discard)
	case output == "" || output == "-":
		return csv(c.tables())
	case strings.HasSuffix(output, ".csv"):
		return writeWhole(output, w.file, csv)
	case strings.HasSuffix(output, ".parquet"):
		return writeWhole(output, w.file, func(to io.Writer) error {
			return filled(fill)(bulk.NewParquet(to, w.homes, w.options))
		})
	case strings.HasSuffix(output, ".gpkg"):
		return writeWhole(output, w.file, func(to io.Writer) error {
			return filled(fill)(bulk.NewGeoPackage(to.(*atomicfile.File).Draft(), w.homes, w.options))
		})
	}
	return gevel.Refusal("", "--output %s ends neither in .csv nor in .parquet or .gpkg", output)
}

func filled(fill func(bulk.Writer) error) func(bulk.Writer, error) error {
	return func(out bulk.Writer, err error) error {
		if err != nil {
			return err
		}
		return fill(out)
	}
}
