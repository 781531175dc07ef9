// gevel value --report: the property report of one home, or a folder of them.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/accuracy"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/ratiostudy"
	"github.com/gevel/gevel/internal/offline/reportfolder"
	"github.com/gevel/gevel/internal/offline/reports"
	"github.com/gevel/gevel/internal/present/propertyreport"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// propertyReportFlags are the flags of a property report.
type propertyReportFlags struct {
	Report   string `placeholder:"PATH" help:"Write property reports, HTML for A4 that needs no network: of one home a file, of a file of homes or --all a folder with an index, where existing reports are not written again."`
	Language string `enum:"en,nl" default:"en" help:"The language of the report: en or nl (${default})."`
	Photos   string `env:"GEVEL_PHOTOS" default:"photos" placeholder:"WHERE" help:"Photos for the report, a folder or s3://bucket/prefix (${default}; env ${env})."`
	propertyreport.Order
}

// check refuses flags that contradict each other.
func (f *propertyReportFlags) check() error {
	switch {
	case f.Report == "" && f.Order != propertyreport.Order{}:
		return errors.New("--client, --purpose, --reference and --issuer are for --report")
	case strings.EqualFold(filepath.Ext(f.Report), ".pdf"):
		html := strings.TrimSuffix(f.Report, filepath.Ext(f.Report)) + ".html"
		return fmt.Errorf("--report writes HTML that any browser prints to A4, with page numbers: give --report %s, then "+
			"chromium --headless --no-pdf-header-footer --print-to-pdf=%s %s", html, f.Report, html)
	}
	return nil
}

// shared is what the reports of one command have in common.
func (f *propertyReportFlags) shared(c *console) propertyreport.Report {
	return propertyreport.Report{
		Language: words.Language(f.Language), Order: f.Order, Made: gevel.DayOf(c.now()), MadeBy: madeBy(version),
	}
}

// deskOf returns the desk of a valuer.
func deskOf(v *valuation.Valuer) *propertyreport.Desk {
	return propertyreport.NewDesk(v, explain.New(v), accuracy.NewBook(v.Edition()))
}

// report writes the property report of a home.
func (f *propertyReportFlags) report(c *console, v *valuation.Valuer, q gevel.Inquiry) error {
	made, err := deskOf(v).Of(q)
	if err != nil {
		return err
	}
	album, err := openAlbum(c.ctx, f.Photos)
	if err != nil {
		return err
	}
	defer album.close()
	r := f.shared(c)
	r.Case = made
	if r.Photos, err = album.of(r.Explanation.Valuation.Dwelling.ID); err != nil {
		return err
	}
	return writeWhole(f.Report, "", func(w io.Writer) error {
		return writeShown(w, func(w io.Writer) error { return propertyreport.Write(w, r) })
	})
}

// reportAll writes a report for each home of a file, beside the values if a file is named for them.
func (f *propertyReportFlags) reportAll(c *console, work *bulkWork) error {
	if work.to.Output == "" {
		work.nowhere = true
	}
	album, err := openAlbum(c.ctx, f.Photos)
	if err != nil {
		return err
	}
	defer album.close()
	v, shard := work.options.Valuer, work.options.Shard
	o := reportfolder.Options{
		About: reportfolder.About{
			Edition: v.Edition().ID(), Date: work.options.Date, Language: f.Language, MadeBy: madeBy(version), Order: f.Order,
		},
		Desk: deskOf(v), Report: f.shared(c), Photos: album.of, Index: "index",
	}
	if shard.Of > 1 {
		o.Index = fmt.Sprintf("index-%d-of-%d", shard.Index, shard.Of)
	}
	var ctx context.Context
	ctx, o.Fail = context.WithCancelCause(c.ctx)
	defer o.Fail(nil)
	folder, err := reportfolder.Open(f.Report, o)
	if err != nil {
		return err
	}
	work.options.Additions = append(work.options.Additions, folder)
	within := *c
	within.ctx = ctx
	if err := work.run(&within); err != nil {
		if fault := context.Cause(ctx); fault != nil && c.ctx.Err() == nil {
			return fault
		}
		return err
	}
	if err := folder.Close(); err != nil {
		return err
	}
	c.say("%s\n", folder)
	return nil
}

// gevel value --study: the ratio study of a revaluation.

// studyFlags are the flags of a ratio study.
type studyFlags struct {
	Study  string `placeholder:"FILE" help:"Compare the values of many homes with sales that the models did not know: .html, .json or .txt."`
	Within int    `default:"365" placeholder:"DAYS" help:"How many days before or after the valuation date a sale in the study may be (${default})."`
}

// study values homes and compares the values with sales.
func (f studyFlags) study(c *console, work *bulkWork, value func(*console) error) (err error) {
	write, err := reportWriter(f.Study)
	if err != nil {
		return err
	}
	out, err := openOutputs([]string{f.Study}, work.file, work.to.Output)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.discard()) }()
	s := ratiostudy.New(work.options.Valuer, work.options.Date, f.Within)
	work.options.Additions = append(work.options.Additions, s)
	if err := value(c); err != nil {
		return err
	}
	result := s.Result(ratio.Options{})
	report := reports.Revaluation(&result, madeBy(version))
	if err := out.writeText(f.Study, func(w io.Writer) error { return write(w, &result, report) }); err != nil {
		return err
	}
	c.say("%s\n", result.Lead())
	return nil
}
