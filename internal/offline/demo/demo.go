// Package demo writes an invented town as source files in the official formats: a delivery of the register of
// addresses and buildings, a file of sales, photos and a build file. So a demonstration goes the real way
// from import to answer. No real register contains any of it.
//
// The town lies on a polder that was planned and never made. Its streets run round a centre, it has homes of
// all 16 types, its market had a boom and a dip, and it has every oddity of a real register somewhere.
package demo

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
)

// Options of the town. Equal options give equal bytes.
type Options struct {
	Seed uint64
	// Date is the town's today, FirstDate or later: sales run up to the day before.
	Date gevel.Date
	// Dwellings is the approximate number of homes; 0 is DefaultDwellings.
	Dwellings int
	// Photos is the share of homes with a photo; a third by default.
	Photos gevel.Opt[float64]
	// Progress, unless nil, is called with the stage and its progress, from one goroutine at a time and
	// within a stage never with a lower number than before.
	Progress func(stage string, done, total int)
}

// StagePictures is the stage of the photos, which takes nearly all of the time.
const StagePictures = "pictures"

// Bounds of Options.Dwellings: a smaller town has no room for all types of homes, a larger one runs out of
// postal codes.
const (
	DefaultDwellings = 6_000
	MinDwellings     = 300
	MaxDwellings     = 20_000
)

// FirstDate is the first possible today of a town: the register's history begins the year before.
var FirstDate = gevel.NewDate(2013, time.January, 1)

// defaultPhotos is the default share of homes with a photo.
const defaultPhotos = 1.0 / 3

// Town lists the written files, with paths below Write's directory.
type Town struct {
	Config         string // the build file, gevel.yaml
	BAG            string // the register's delivery
	Municipalities string // the municipality's name and province
	Sales          string // flat sales file
	Photos         string // manifest of the photos
	Addresses      string // one row per home with its main address

	Homes     int // number of homes
	SalesRows int // rows of the sales file, irregular ones included
	Pictures  int // number of photo files
	Cases     []Case
}

// Case returns the first address of a case.
func (t *Town) Case(name string) (gevel.Address, bool) {
	for _, c := range t.Cases {
		if c.Name == name {
			return c.Address, true
		}
	}
	return gevel.Address{}, false
}

// Write invents the town and writes it below dir, which it creates if needed. It replaces existing files: the
// manifest after the photos in it, the build file last, and each of the others in one step.
func Write(ctx context.Context, dir string, opt Options) (*Town, error) {
	t, err := invent(opt)
	if err != nil {
		return nil, err
	}
	sold := t.sales()
	if err := t.showOrdinary(sold); err != nil {
		return nil, err
	}
	w := &writer{dir: dir, progress: opt.Progress, done: map[string]int{}}
	out, err := w.write(ctx, t, sold)
	if err != nil {
		return nil, fmt.Errorf("write the demo town to %s: %w", dir, err)
	}
	return out, nil
}

// invent makes the town: streets, homes and oddities.
func invent(opt Options) (*town, error) {
	if opt.Dwellings == 0 {
		opt.Dwellings = DefaultDwellings
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	t := &town{Options: opt, issued: map[gevel.ObjectCode]int{}, municipality: municipalityCode}
	t.layOut()
	if err := t.addCases(); err != nil {
		return nil, err
	}
	t.rentOut()
	t.extend()
	return t, nil
}

// check refuses options that give no town.
func (opt Options) check() error {
	refuse := func(message, hint string) error {
		return &gevel.Error{Code: gevel.Invalid, Message: message, Hint: "ask for " + hint}
	}
	if opt.Dwellings < MinDwellings || opt.Dwellings > MaxDwellings {
		return refuse(fmt.Sprintf("a town of %d dwellings can't be made", opt.Dwellings),
			fmt.Sprintf("%d to %d", MinDwellings, MaxDwellings))
	}
	if opt.Date < FirstDate {
		return refuse(fmt.Sprintf("a town of %s can't be made", opt.Date), FirstDate.String()+" or later")
	}
	if share := opt.Photos.Or(defaultPhotos); !(share >= 0 && share <= 1) {
		return refuse(fmt.Sprintf("%g is no share of the homes to have photos of", share), "0 to 1")
	}
	return nil
}

// showOrdinary chooses the home to try first: in a row, sold some years ago.
func (t *town) showOrdinary(sold []sale) error {
	const recent = 60 // months
	for _, s := range sold {
		o := s.home
		if o.shows == "" && o.home.BuildType == gevel.Tussenwoning && s.day > t.Date.AddMonths(-recent) {
			t.show(CaseOrdinary, o)
			return nil
		}
	}
	return fmt.Errorf("the town has no %s", CaseOrdinary)
}

// write writes all files of the town, the large ones at the same time.
func (w *writer) write(ctx context.Context, t *town, sold []sale) (*Town, error) {
	out := &Town{
		BAG:            w.path("sources", "bag", "BAGNLDL-"+deliveryDay(t.Date).Time().Format("02012006")+".zip"),
		Municipalities: w.path("sources", "municipalities.csv"),
		Sales:          w.path("sources", "sales", "sales.csv.gz"),
		Photos:         w.path("photos", "manifest.csv"),
		Addresses:      w.path("addresses.csv"),
		Config:         w.path("gevel.yaml"),
		Homes:          len(t.homes()),
		SalesRows:      len(sold) + len(t.irregular(sold)),
		Cases:          t.cases,
	}
	shots := t.album()
	out.Pictures = len(shots)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	group.Go(func() error {
		return w.file(out.BAG, "register", func(f io.Writer) error { return writeExtract(f, t) })
	})
	group.Go(func() error {
		return w.file(out.Sales, "sales", func(f io.Writer) error { return writeSales(f, t, sold) })
	})
	for batch := range slices.Chunk(shots, batchSize) {
		group.Go(func() error { return w.draw(ctx, batch, len(shots)) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		path, stage string
		rows        [][]string
	}{
		{out.Photos, "photos", manifestRows(shots)},
		{out.Addresses, "addresses", t.addressRows()},
	} {
		if err := w.csv(f.path, f.stage, ',', f.rows); err != nil {
			return nil, err
		}
	}
	if err := w.csv(out.Municipalities, "municipalities", ';', municipalityRows()); err != nil {
		return nil, err
	}
	return out, w.config(out, t)
}
