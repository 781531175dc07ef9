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
	"github.com/gevel/gevel/internal/offline/demo/facade"
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

// town is the invented town in the program's own model, before it is written in any format. bag.tmpl prints the
// exported fields.
type town struct {
	Options
	cities    []*city
	streets   []*street
	buildings []*building
	objects   []*object
	cases     []Case
	sold      []sale                   // regular and irregular, by day
	issued    map[gevel.ObjectCode]int // number of ids issued
	site      site
}

// city is a woonplaats.
type city struct {
	ID           gevel.BAGID
	Name         string
	Municipality string // its code
	Ring         []gevel.Point
}

// street is an openbare ruimte, a part of an arc with homes on both sides.
type street struct {
	ID       gevel.BAGID
	Name     string
	City     *city
	district *district
	line     arc
	rented   bool // all homes belong to a housing association that sells none
}

// building is a pand. Its units refer to it.
type building struct {
	ID      gevel.BAGID
	Ring    []gevel.Point
	Year    int
	parcel  []gevel.Point // outline of its parcel; nil is the building's own
	status  string
	style   facade.Style
	storeys int
	across  int // homes beside each other on a floor, or bays of one home
	joinedL bool
	joinedR bool
}

// address is a nummeraanduiding.
type address struct {
	ID          gevel.BAGID
	Street      *street
	Number      int
	Letter, Ext string
	PostalCode  gevel.PostalCode
}

// object is an addressable object: a verblijfsobject, a berth or a pitch.
type object struct {
	ID        gevel.BAGID
	Uses      []string // gebruiksdoelen of a verblijfsobject
	Surface   int      // m2 in the register; may be a placeholder
	At        gevel.Point
	Ring      []gevel.Point // of a berth or pitch
	Main      *address
	Secondary []*address
	Buildings []*building
	kind      gevel.ObjectKind
	status    string
	changed   *change
	shows     string // the case that it stands for
	home      dwelling
}

// change is a change of a home's surface, m2, that has been or is announced.
type change struct {
	on       gevel.Date
	from, to int
}

// dwelling is the truth about a home; register and sales file may differ.
type dwelling struct {
	gevel.Characteristics
	maintenance int     // 1 (bad) to 9 (excellent)
	effect      float64 // visible to buyers, in no file; log euros
}

func (t *town) newID(code gevel.ObjectCode) gevel.BAGID {
	t.issued[code]++
	return gevel.BAGID(fmt.Sprintf("%s%s%010d", t.site.municipality(), code, t.issued[code]))
}

// homes returns the habitable objects, in the order of building.
func (t *town) homes() []*object {
	homes := make([]*object, 0, len(t.objects))
	for _, o := range t.objects {
		if o.kind == gevel.Home {
			homes = append(homes, o)
		}
	}
	return homes
}

// housed returns the homes of each building that has any, ordered by building.
func (t *town) housed() [][]*object {
	var groups [][]*object
	place := map[*building]int{}
	for _, o := range t.homes() {
		i, known := place[o.Buildings[0]]
		if !known {
			i = len(groups)
			place[o.Buildings[0]], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], o)
	}
	return groups
}

// district returns the district of the object's street.
func (o *object) district() *district { return o.Main.Street.district }

// address returns the object's address in the service's terms.
func (o *object) address() gevel.Address {
	a := o.Main
	return gevel.Address{
		NumberID: a.ID, ObjectID: o.ID,
		PostalCode: a.PostalCode, HouseNumber: a.Number, HouseLetter: a.Letter, HouseNumberExt: a.Ext,
		Street: a.Street.Name, City: a.Street.City.Name, Municipality: municipalityName, Province: provinceName,
		Kind: o.kind, Main: true,
	}
}
