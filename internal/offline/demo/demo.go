// Package demo writes an invented town as source files in the official formats: a delivery of the register of
// addresses and buildings, a file of sales, photos and a build file. So a demonstration goes the real way
// from import to answer. No real register contains any of it.
//
// The town lies on a polder that was planned and never made. Its streets run round a centre, it has homes of
// all 16 types, its market had a boom and a dip, and it has every oddity of a real register somewhere.
package demo

import (
	"cmp"
	"context"
	"fmt"
	"time"

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
	// Progress, unless nil, is called with what was done of a stage, which is named by what is counted: pictures, or
	// the towns of a country. The calls come from one goroutine at a time, and the numbers of a stage never fall.
	Progress func(stage string, done, total int)
}

// Bounds of Options.Dwellings: a smaller town has no room for all types of homes, a larger one runs out of
// postal codes, and a country out of room for more towns.
const (
	DefaultDwellings = 6_000
	MinDwellings     = 300
	MaxDwellings     = 20_000
	MaxCountry       = maxTowns * townHomes
)

// townHomes is the most homes in a town of a country.
const townHomes = 16_000

// FirstDate is the first possible today of a town: the register's history begins the year before.
var FirstDate = gevel.NewDate(2013, time.January, 1)

// Town lists the written files, with paths below Write's directory.
type Town struct {
	Config         string // the build file, gevel.yaml
	BAG            string // the register's delivery
	Municipalities string // the municipalities' names and provinces
	Sales          string // flat sales file
	Photos         string // manifest of the photos
	Addresses      string // one row per home with its main address
	// Of a country only.
	Labels  string // energy labels as EP-Online delivers them
	Models  string // attributes of the buildings as in 3DBAG
	Parcels string // the cadastral map, of parcels with homes

	Homes     int
	SalesRows int // rows of the sales file, irregular ones included
	Pictures  int // number of photo files
	// Of a country only.
	Towns, Buildings, LabelRows, ParcelRows int
	Cases                                   []Case
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
	opt.Dwellings = cmp.Or(opt.Dwellings, DefaultDwellings)
	return write(ctx, dir, opt, MaxDwellings)
}

// WriteCountry invents towns with about Options.Dwellings homes, from MinDwellings to MaxCountry, and writes
// their source files below dir: the register, energy labels, models of buildings, parcels, sales and a build file,
// but no photos. Memory holds one town at a time. The first town differs from Write's.
func WriteCountry(ctx context.Context, dir string, opt Options) (*Town, error) {
	return write(ctx, dir, opt, MaxCountry)
}

func write(ctx context.Context, dir string, opt Options, most int) (*Town, error) {
	if err := opt.check(most); err != nil {
		return nil, err
	}
	w := &writer{opt: opt, dir: dir, day: deliveryDay(opt.Date), country: most == MaxCountry}
	if err := w.write(ctx); err != nil {
		return nil, fmt.Errorf("write the invented town to %s: %w", dir, err)
	}
	return &w.Town, nil
}

// check refuses options that give no town, or more than the most homes.
func (opt Options) check(most int) error {
	var message, ask string
	switch share := opt.Photos.Or(defaultPhotos); {
	case opt.Dwellings < MinDwellings || opt.Dwellings > most:
		message = fmt.Sprintf("a town of %d dwellings can't be made", opt.Dwellings)
		ask = fmt.Sprintf("%d to %d", MinDwellings, most)
	case opt.Date < FirstDate:
		message, ask = fmt.Sprintf("a town of %s can't be made", opt.Date), FirstDate.String()+" or later"
	case !(share >= 0 && share <= 1):
		message, ask = fmt.Sprintf("%g is no share of the homes to have photos of", share), "0 to 1"
	default:
		return nil
	}
	return gevel.Refusal("ask for "+ask, "%s", message)
}

// invent makes the town of a site: streets, homes, oddities and sales.
func invent(opt Options, at site) (*town, error) {
	t := &town{Options: opt, issued: map[gevel.ObjectCode]int{}, site: at}
	t.layOut()
	if err := t.addCases(); err != nil {
		return nil, err
	}
	t.rentOut()
	t.extend()
	sold := t.sales()
	t.sold = t.withIrregular(sold)
	return t, t.showOrdinary(sold)
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
