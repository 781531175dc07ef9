// gevel value --study: the ratio study of a revaluation.

package main

import (
	"errors"
	"io"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/ratiostudy"
	"github.com/gevel/gevel/internal/offline/reports"
)

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
