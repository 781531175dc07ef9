// gevel value: the value of a home, or of each home in a file.

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/edition/bucket"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// valueCmd is gevel value.
type valueCmd struct {
	editionsFlag
	overrideFlags
	propertyReportFlags
	studyFlags
	outputFlags
	areaFlags
	Home    []string    `arg:"" optional:"" name:"home" help:"An address (1234AB 12 A-2, Kerkstraat 12 Goes) or a BAG id; or a file of homes, .csv, .csv.gz, .xlsx, .gpkg or .parquet."`
	File    string      `placeholder:"FILE" help:"A file of homes, with any ending."`
	Date    *gevel.Date `placeholder:"DATE" help:"The valuation date (default: today in Amsterdam)."`
	All     bool        `help:"Value all homes of the edition as they were on the valuation date, each with three references, without homes built later."`
	Shard   string      `placeholder:"I/N" help:"Value only a part of the rows: 0/8 has the first 256 of every 2048 (8 x 256), 1/8 the next 256, and 7/8 the last. The parts together have each row once."`
	JSON    bool        `name:"json" help:"Print the valuation of one home as the API's data, with its meta."`
	Explain bool        `help:"Explain the value: its steps, its evidence, and its uncertainty; for a file of homes only the steps."`
}

// Help describes the file of homes.
func (*valueCmd) Help() string {
	return `A file of homes has a row per home, with bag_id (or dwelling_id), or postal_code,
house_number, house_letter and house_number_ext. It may also have characteristics, which
take precedence over the register: build_type, build_year, use_surface, parcel_surface,
volume, rooms, energy_label, monument; and valuation_date. Columns may be in any order, and
may have their common Dutch names (postcode, huisnummer, oppervlakte); empty is unknown.

The file may be CSV in UTF-8, UTF-16 or Windows-1252, a workbook, whose first sheet is read, a
GeoPackage, whose first layer is, or Parquet.
CSV goes out in the form of the file given: its separator, decimal sign and byte order mark. For a
spreadsheet, ids are kept as text by a tab behind them; cells are never formulas.

The output has all columns of the file, in order, followed by value, predicted, low80,
high80 (whole euros), fsd, accuracy, confidence_class, value_date, home_status (formed,
out_of_use or rebuilding, of a home not in use), and for a home that can't be valued the reason
and a message. It has all rows, and appears whole or not at all. With --explain it also has the
columns step_*, whole euros that add up to the value. A .parquet or .gpkg also has the
positions of the homes.

A file that gevel wrote can be given again: its characteristics count as given, its values are
made anew, and each earlier value and its day stay as last_value and last_date.

  gevel value --all --date 2026-01-01 --explain -o values.gpkg --report reports --study study.html`
}

// Validate is called by kong after the flags are read.
func (cmd *valueCmd) Validate() error {
	if !cmd.All && (len(cmd.Municipality) > 0 || len(cmd.Province) > 0) {
		return errors.New("--municipality and --province are for --all")
	}
	if err := cmd.validateReport(); err != nil {
		return err
	}
	if cmd.file() != "" {
		return cmd.validateFile()
	}
	switch flag, given := cmd.first(); {
	case cmd.All && (len(cmd.Home) > 0 || given || cmd.JSON):
		return errors.New("--all takes no home, no --json and no " + cmp.Or(flag, "characteristics"))
	case cmd.All:
		return nil
	case len(cmd.Home) == 0:
		return errors.New("name a home, such as 1234AB 12 A-2, or a file of homes")
	case cmd.Output != "" || cmd.Shard != "" || cmd.Raw || cmd.Study != "":
		return errors.New("--output, --shard, --raw and --study are for a file of homes, or --all")
	}
	return nil
}

// Run values the home or the file.
func (cmd *valueCmd) Run(c *console) error {
	date, err := dateOf(c, cmd.Date)
	if err != nil {
		return err
	}
	if cmd.file() != "" {
		return cmd.valueFile(c, date)
	}
	if cmd.All {
		return cmd.valueAll(c, date)
	}
	if err := bulk.Invalid(cmd.check(date.Year()), flagName); err != nil { // before opening anything
		return err
	}
	v, err := openValuer(c.ctx, cmd.Editions)
	if err != nil {
		return err
	}
	overrides, faults := cmd.read(v.Edition().Sales().Attributes, date.Year())
	if err := bulk.Invalid(faults, flagName); err != nil {
		return err
	}
	q, err := homeOf(strings.Join(cmd.Home, " "), v.Edition())
	if err != nil {
		return err
	}
	c.warnOfOldSales(v.Edition().Sales(), date)
	return bulk.Reword(cmd.answer(c, v, gevel.Inquiry{AddressQuery: q, Overrides: overrides, Date: date}), flagOf)
}

// dateOf returns the valuation date for a flag.
func dateOf(c *console, flag *gevel.Date) (gevel.Date, error) {
	today := gevel.DayOf(c.now())
	switch {
	case flag == nil:
		return today, nil
	case *flag > today:
		return 0, &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("--date: %s lies after today, %s", *flag, today),
		}
	}
	return *flag, nil
}

func openValuer(ctx context.Context, editions string) (*valuation.Valuer, error) {
	newest, err := newestEdition(ctx, editions)
	if err != nil {
		return nil, err
	}
	return valuation.Open(ctx, newest)
}

// openPart opens what of the newest edition values homes on a day.
func openPart(ctx context.Context, editions string, part valuation.Part) (*valuation.Valuer, error) {
	newest, err := newestEdition(ctx, editions)
	if err != nil {
		return nil, err
	}
	return valuation.OpenPart(ctx, newest, part)
}

// newestEdition returns the directory of the newest edition at a location, fetched from S3, or the location itself if it
// is an edition.
func newestEdition(ctx context.Context, location string) (string, error) {
	if bucket.IsS3(location) {
		return fetchEdition(ctx, location, "")
	}
	folder, err := bucket.FolderOf(location)
	if err != nil {
		return "", err
	}
	return edition.Named(folder)
}

// answer values one home and prints the result.
func (cmd *valueCmd) answer(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	switch {
	case cmd.Explain:
		return cmd.explain(c, v, q)
	case cmd.Report != "":
		return cmd.report(c, v, q)
	}
	valuation, err := v.Value(q)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return c.printJSON(present.NewValuationJSON(valuation, q.Overrides))
	}
	return present.Valuation(c.stdout, valuation, q.Overrides)
}

func (cmd *valueCmd) explain(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	e, err := explain.New(v).Explain(q)
	if err != nil {
		return err
	}
	explained := present.NewExplained(e, q.Overrides, words.English)
	if cmd.JSON {
		return c.printJSON(explained)
	}
	return explained.WriteText(c.stdout)
}
