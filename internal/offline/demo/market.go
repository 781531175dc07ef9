package demo

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// The price process of the town, in log euros. A price is
//
//	base + level(day) + place + surface + type + period + label + maintenance
//	+ rooms + parcel + volume + monument + what only buyers see + noise
//
// A valuer who knew everything but the last two would have a median error of about 5.3 %: the town is as hard
// as a real one without an own earlier sale.
const (
	basePrice = 12.93 // log of today's price of an ordinary terraced home of baseSurface

	baseSurface       = 105.0 // m2
	surfaceElasticity = 0.74
	labelStep         = 0.018 // per label better than C
	maintenanceStep   = 0.028 // per point above averageMaintenance
	roomStep          = 0.014 // per room more than the surface has by rule
	surfacePerRoom    = 27.0  // m2
	parcelElasticity  = 0.095
	baseParcel        = 160.0 // m2
	volumeElasticity  = 0.12
	baseHeight        = 3.05 // m3 per m2
	monumentPremium   = 0.05

	averageMaintenance = 6

	dwellingEffectSD = 0.06 // visible to buyers, in no file
	saleNoiseSD      = 0.05
	doubtfulShare    = 0.03 // share of sales far from the market: hurry, love, mistakes
	doubtfulSD       = 0.18
)

var typePremiums = [gevel.BuildTypes]float64{
	gevel.Appartement: 0.06, gevel.Galerijflat: -0.10, gevel.Maisonnette: -0.03, gevel.Portiekwoning: 0.02,
	gevel.Portiekflat: -0.08, gevel.Corridorflat: -0.12, gevel.Bovenwoning: 0.01, gevel.Benedenwoning: 0.05,
	gevel.Tussenwoning: 0, gevel.GeschakeldeWoning: 0.05, gevel.Eindwoning: 0.02, gevel.Hoekwoning: 0.035,
	gevel.TweeOnderEenKapwoning: 0.10, gevel.GeschakeldeTweeOnderEenKapwoning: 0.085,
	gevel.HalfvrijstaandeWoning: 0.09, gevel.VrijstaandeWoning: 0.19,
}

// period is a time of building and the value of its architecture, log euros.
type period struct {
	before  int // year
	premium float64
}

var periods = []period{
	{1906, 0.05}, {1945, 0.035}, {1960, -0.02}, {1981, -0.045}, {2001, 0}, {2011, 0.03}, {math.MaxInt, 0.07},
}

func periodPremium(year int) float64 {
	return periods[slices.IndexFunc(periods, func(p period) bool { return year < p.before })].premium
}

// knot is a point of the price level's path.
type knot struct {
	months float64 // before today
	level  float64 // relative to today, log
}

// levelPath is the market of the last years: a slow start, a boom that ends in a spurt, a dip of a tenth, and
// a recovery.
var levelPath = []knot{
	{150, -0.80},
	{144, -0.79},
	{126, -0.76},
	{96, -0.55},
	{72, -0.36},
	{56, -0.10},
	{51, -0.05},
	{48, -0.06},
	{40, -0.155},
	{34, -0.15},
	{20, -0.07},
	{8, -0.02},
	{0, 0},
}

// daysPerMonth is the mean length of a month.
const daysPerMonth = 365.25 / 12

// level returns the log price level of a day relative to today's.
func level(today, day gevel.Date) float64 {
	months := float64(today-day) / daysPerMonth
	for i := 1; i < len(levelPath); i++ {
		a, b := levelPath[i-1], levelPath[i]
		if months >= b.months {
			part := (a.months - months) / (a.months - b.months)
			return a.level + part*(b.level-a.level)
		}
	}
	return 0
}

// hill is a spot that raises prices around it or, below zero, lowers them.
type hill struct {
	x, y   float64 // metres from the town's centre
	width  float64 // metres
	height float64 // log
}

var hills = []hill{
	{350, 250, 420, 0.10},     // the park
	{-700, 300, 500, -0.09},   // the dairy works
	{300, 1_300, 600, 0.07},   // the lake shore
	{4_600, 2_500, 350, 0.06}, // the village green
}

// perKilometre is the change of prices with the distance from the town's centre.
const perKilometre = -0.03

// placePremium is the value of a location, a smooth surface with a step between districts.
func (t *town) placePremium(o *object) float64 {
	centre := t.site.at(townCentre)
	x, y := o.At.X-centre.X, o.At.Y-centre.Y
	premium := o.district().premium + perKilometre*math.Hypot(x, y)/1000
	for _, h := range hills {
		d := math.Hypot(x-h.x, y-h.y) / h.width
		premium += h.height * math.Exp(-d*d/2)
	}
	return premium
}

// marketValue returns the log price of a home today, without the noise of a single sale.
func (t *town) marketValue(o *object, surface int) float64 {
	h := o.home
	m2 := float64(surface)
	value := basePrice + t.placePremium(o) + h.effect +
		surfaceElasticity*math.Log(m2/baseSurface) +
		typePremiums[h.BuildType] +
		periodPremium(h.BuildYear.V) +
		labelStep*float64(int(h.EnergyLabel)-int(gevel.LabelC)) +
		maintenanceStep*float64(h.maintenance-averageMaintenance) +
		roomStep*(float64(h.Rooms.V)-m2/surfacePerRoom) +
		volumeElasticity*math.Log(float64(h.Volume.V)/(m2*baseHeight))
	if h.ParcelSurface.V > 0 {
		value += parcelElasticity * math.Log(float64(h.ParcelSurface.V)/baseParcel)
	}
	if h.Monument.V {
		value += monumentPremium
	}
	return value
}

// priceStep is the rounding of prices, euros.
const priceStep = 500

// price draws the price of a home on a day.
func (t *town) price(o *object, day gevel.Date, d dice) gevel.Euro {
	noise := d.normal(0, saleNoiseSD)
	if d.chance(doubtfulShare) {
		noise = d.normal(0, doubtfulSD)
	}
	y := t.marketValue(o, o.surfaceOn(day)) + level(t.Date, day) + noise
	return gevel.Euro(math.Round(math.Exp(y)/priceStep)) * priceStep
}

// surfaceOn returns the true surface of the home on a day.
func (o *object) surfaceOn(day gevel.Date) int {
	switch c := o.changed; {
	case c == nil:
		return o.home.UseSurface.V
	case day < c.on:
		return c.from
	default:
		return c.to
	}
}
