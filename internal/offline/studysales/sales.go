// Package studysales opens the sales that a study is about: of a flat sales file as it stands, or of an edition.
package studysales

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/source/sales"
)

// Sales are the sales to evaluate, and where they come from.
type Sales struct {
	*market.Sales
	Source Source
	Series gevel.PriceSeries // of prices, beside the sales; nil for none
}

// Source is the sales that a study is about, and what was left out of them.
type Source struct {
	Name    string         `json:"name"`
	Edition string         `json:"edition,omitempty"` // its id
	SHA256  string         `json:"sha256,omitempty"`  // of the file
	Rows    int            `json:"rows"`              // read
	Sales   int            `json:"sales"`             // kept
	Rejects []gevel.Reject `json:"rejects,omitempty"`
	Series  string         `json:"price_series,omitempty"` // what it is, "" for none
	// Warnings are about columns that tell the price.
	Warnings []string `json:"warnings,omitempty"`
}

// Progress is called with the bytes of a file that are read, and those it has.
type Progress func(done, total int64)

// String is the source in one line.
func (s Source) String() string {
	line := fmt.Sprintf("%s: %d rows read, %d sales kept", s.Name, s.Rows, s.Sales)
	if s.Edition != "" {
		line = fmt.Sprintf("%s: %d sales", s.Name, s.Sales)
	}
	if s.Series != "" {
		line += "; price series " + s.Series
	}
	return line
}

// Open reads the sales of an edition, of the newest edition in a folder, or of a flat
// sales file as of a day. Error: gevel.Invalid when they can't be evaluated.
func Open(ctx context.Context, path string, today gevel.Date, progress Progress) (*Sales, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("there is no sales file, edition or folder of editions %s", path),
		}
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openEditionSales(ctx, path)
	}
	return readSaleFile(ctx, path, today, progress)
}

// openEditionSales opens the edition in dir, or the newest of those in dir.
func openEditionSales(ctx context.Context, dir string) (*Sales, error) {
	named, err := edition.Named(dir)
	if err != nil {
		return nil, err
	}
	e, err := edition.Open(ctx, named)
	if err != nil {
		return nil, err
	}
	n := e.Sales().Len()
	s := &Sales{Sales: e.Sales(), Source: Source{
		Name: "edition " + e.ID(), Edition: e.ID(), Rows: n, Sales: n, Warnings: e.Sales().PriceLeaks(),
	}}
	if series := e.Series(); len(series) > 0 {
		s.setSeries("that of the edition", series)
	}
	return s, nil
}

// readSaleFile reads a flat file by itself: without a register, and with no screening but for deals, so that
// every other sale in it counts that is not dated after today.
func readSaleFile(ctx context.Context, path string, today gevel.Date, progress Progress) (*Sales, error) {
	sum, err := checksum(path)
	if err != nil {
		return nil, err
	}
	read, err := sales.Read(ctx, sales.Source{Path: path}, sales.Options{
		AsOf: today, Progress: progress, Screening: sales.Screening{DealHomes: sales.DefaultScreening().DealHomes},
	})
	if err != nil {
		return nil, err
	}
	if len(read.Sales) == 0 {
		return nil, noneKept(path, read)
	}
	if !slices.ContainsFunc(read.Sales, func(s gevel.Sale) bool { return s.At.Known() }) {
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("no sale of %s has a place: lat and lon, or x and y", path),
			Hint: "a file is evaluated by what it has of the homes; " +
				"if the register has it, `gevel build` an edition and evaluate that",
		}
	}
	made := market.NewSales(read.Attributes, read.Sales)
	return &Sales{
		Sales: made,
		Source: Source{
			Name: filepath.Base(path), SHA256: sum,
			Rows: read.Rows, Sales: len(read.Sales), Rejects: read.Rejects.List(), Warnings: made.PriceLeaks(),
		},
	}, nil
}

// noneKept is the error that a file has no sale to evaluate, with the most frequent reason.
func noneKept(path string, read *sales.Result) error {
	e := &gevel.Error{
		Code:    gevel.Invalid,
		Message: fmt.Sprintf("%s has no sale to evaluate: %d rows read, none kept", path, read.Rows),
	}
	if rejects := read.Rejects.List(); len(rejects) > 0 {
		first := rejects[0]
		e.Hint = fmt.Sprintf("%d are %s, such as %s", first.Count, first.Reason, first.Samples[0])
	}
	return e
}

func checksum(path string) (string, error) {
	f, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
