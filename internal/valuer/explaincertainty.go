package valuer

import (
	"math"

	"github.com/gevel/gevel"
)

// Certainty says why a valuation is as sure as it is.
type Certainty struct {
	// Size is the size of the error to be expected, on the scale of a standard
	// deviation of the log price, and Typical that of the typical sale which it was
	// learned from. Typical times the Factor of each driver is Size.
	Size, Typical float64
	Drivers       []Driver
	// The calibrated probabilities that a price lies within 10, 15 and 20 % of the
	// value, which decide the class; see gevel.ClassOf.
	Within10, Within15, Within20 float64
}

// Driver is something by which the size of the error differs from the typical one.
type Driver struct {
	Name DriverName
	// Has is what was measured of the subject and Typical what of the sales learned
	// from, in the unit of the name; unknown where there is nothing to measure.
	Has, Typical gevel.Opt[float64]
	Factor       float64 // by which the error is larger, below 1 smaller
}

// DriverName says what a driver measures.
type DriverName string

// The drivers. The first group is learned from the errors made out of time; their
// effects hold beside each other, so that one alone may go against expectation.
const (
	// ComparablesDiffer: standard deviation of the comparables' adjusted prices, as a
	// fraction.
	ComparablesDiffer DriverName = "comparablesDiffer"
	// ComparablesCount: how many comparables the weights are worth.
	ComparablesCount DriverName = "comparablesCount"
	// ComparablesFar: metres to the farthest comparable.
	ComparablesFar DriverName = "comparablesFar"
	// LikeHomesFew: standard deviation that the likeness approach gives itself, as a
	// fraction: small where many like homes were sold nearby not long ago.
	LikeHomesFew DriverName = "likeHomesFew"
	// ApproachesDiffer: distances of the other approaches' indications to the hedonic
	// value, added up, as a fraction.
	ApproachesDiffer DriverName = "approachesDiffer"
	// OwnSaleAge: years since the own last sale, unknown without one; typical is not
	// told.
	OwnSaleAge DriverName = "ownSaleAge"
	// Rarity: by what factor the hedonic value lies above or below the middle of the
	// market.
	Rarity DriverName = "rarity"
	// HouseType: the group of the house type, for which errors are calibrated by
	// themselves.
	HouseType DriverName = "houseType"
	// Staleness: months from the last known index to the valuation date; typically 0.
	Staleness DriverName = "staleness"
	// Bounds: errors smaller or larger than the bounds are not promised.
	Bounds DriverName = "bounds"
)

// sizeDrivers tell which features of the error's size a driver gathers, and how the
// first of them is turned into the driver's unit; see indications.features.
var sizeDrivers = []struct {
	name     DriverName
	features []int
	measure  func(feature float64) float64
}{
	{ApproachesDiffer, []int{approachesApart}, math.Expm1},
	{ComparablesDiffer, []int{logDisagreement}, func(f float64) float64 { return math.Exp(f) - leastDisagreement }},
	{ComparablesCount, []int{fewComparables}, func(f float64) float64 { return 1 / f }},
	{ComparablesFar, []int{farComparables}, func(f float64) float64 { return farUnit * math.Expm1(f) }},
	{LikeHomesFew, []int{logLikeness}, func(f float64) float64 { return math.Sqrt(math.Max(0, math.Exp(2*f)-leastLikeness)) }},
	{OwnSaleAge, []int{ownAge, hasOwn}, math.Expm1},
	{Rarity, []int{unusualValue}, math.Exp},
}

func (x *explainer) certainty() Certainty {
	v, in, group := x.subject.vintage, x.in, int(x.subject.home.BuildType.Group())
	features := in.features(v.Typical)
	size, mean := v.size(features, group, in.stale), v.Spread.Mean
	if mean[constant] == 0 { // nothing was learned from, and no feature counts
		mean = features
	}
	c := Certainty{
		Size: size, Typical: v.learned(mean),
		Within10: v.within(0.10, size), Within15: v.within(0.15, size), Within20: v.within(0.20, size),
	}
	for _, d := range sizeDrivers {
		driver := Driver{Name: d.name, Factor: 1}
		for _, f := range d.features {
			driver.Factor *= math.Exp(v.Size[f] * (features[f] - mean[f]))
		}
		first := d.features[0]
		if d.name != OwnSaleAge {
			driver.Has, driver.Typical = gevel.Some(d.measure(features[first])), gevel.Some(d.measure(mean[first]))
		} else if in.ownSale >= 0 {
			driver.Has = gevel.Some(in.ownYears)
		}
		c.Drivers = append(c.Drivers, driver)
	}
	fresh := v.Segment[group] * v.learned(features)
	aged := math.Hypot(fresh, staleGrowth*math.Sqrt(in.stale))
	c.Drivers = append(c.Drivers,
		Driver{Name: HouseType, Factor: v.Segment[group]},
		Driver{Name: Staleness, Has: gevel.Some(in.stale), Typical: gevel.Some(0.0), Factor: aged / fresh},
		Driver{Name: Bounds, Factor: size / aged})
	return c
}

// learned returns the size of the error that its features alone tell.
func (s *Spread) learned(features [spreadFeatures]float64) float64 {
	sum := 0.0
	for i, f := range features {
		sum += s.Size[i] * f
	}
	return math.Exp(sum)
}
