package valuer

import (
	"math"

	"github.com/gevel/gevel"
)

// Certainty says why a valuation is as sure as it is.
type Certainty struct {
	// Size is the mean absolute error to be expected, of the log price, and Typical
	// that of the typical sale which it was learned from; of other homes both are larger by
	// what the outcomes decided, see unseenErrors. Typical times the Factor of each driver
	// is Size.
	Size, Typical float64
	Drivers       []Driver
	// The calibrated probabilities that a price lies within 10, 15 and 20 % of the
	// value, which decide the class; see gevel.ClassOf.
	Within10, Within15, Within20 float64
	// The central intervals that hold 50 and 90 % of the prices; the valuation has that of 80.
	Interval50, Interval90 gevel.Interval
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

// The drivers. More of what they measure never makes the error smaller, but for the
// segments (house type, surroundings, build period, and within OwnSaleAge), whose errors
// are taken as they were.
const (
	// ComparablesDiffer: standard deviation of the comparables' prices, adjusted half by the
	// hedonic estimate and half by the one of likeness, which has not seen them, as a
	// fraction.
	ComparablesDiffer DriverName = "comparablesDiffer"
	// ComparablesCount: how many comparables the weights are worth.
	ComparablesCount DriverName = "comparablesCount"
	// ComparablesFar: metres between the places of the home and of the farthest comparable;
	// homes of a street share one.
	ComparablesFar DriverName = "comparablesFar"
	// ComparablesAdjusted: by what factor, up or down, the comparables' prices were
	// adjusted to the subject, on (geometric) average.
	ComparablesAdjusted DriverName = "comparablesAdjusted"
	// LikeHomesFew: standard deviation that the likeness approach gives itself, as a
	// fraction: small where many like homes were sold nearby not long ago.
	LikeHomesFew DriverName = "likeHomesFew"
	// LikeHomesUnlike: how far the characteristics of the most like homes sold nearby
	// lie from the subject's, in standard deviations.
	LikeHomesUnlike DriverName = "likeHomesUnlike"
	// ApproachesDiffer: distances of likeness' and the comparables' indications to the
	// hedonic value, added up, as a fraction.
	ApproachesDiffer DriverName = "approachesDiffer"
	// OwnSaleApart: by what fraction the own sale pulls the value from all else: by how much
	// it would move it if it told of the home as it is, times the root of the probability.
	OwnSaleApart DriverName = "ownSaleApart"
	// OwnSaleAge: years since the own last sale, unknown without one; typical is not
	// told.
	OwnSaleAge DriverName = "ownSaleAge"
	// BelowMiddle and AboveMiddle: how many times the middle of the market the hedonic
	// estimate is, the index aside; 1 where it does not lie on that side of it.
	BelowMiddle DriverName = "belowMiddle"
	AboveMiddle DriverName = "aboveMiddle"
	// HouseType: the group of the house type.
	HouseType DriverName = "houseType"
	// Surroundings: the area of the index that the home lies in.
	Surroundings DriverName = "surroundings"
	// BuildPeriod: the period in which the home was built.
	BuildPeriod DriverName = "buildPeriod"
	// Staleness: months from the day until which the market was known to the valuation
	// date; typically 0.
	Staleness DriverName = "staleness"
	// Extreme: how many times more, or less, of a measure the home has than nearly all
	// homes of its type that were sold; of several, the root of the sum of the squared
	// logs. Typically 1.
	Extreme DriverName = "extreme"
	// Imputed: how many characteristics are not known and were taken to be the usual ones;
	// typically 0.
	Imputed DriverName = "imputed"
	// Bounds: no error is expected to be smaller or larger than the bounds of the size.
	Bounds DriverName = "bounds"
)

// sizeDrivers tell which features of the error's size a driver gathers, and how their
// sum is turned into the driver's unit; see indications.features. That of the own sale
// has years of its own.
var sizeDrivers = []struct {
	name     DriverName
	features []int
	measure  func(sum float64) float64
}{
	{ApproachesDiffer, []int{approachesApart}, math.Expm1},
	{ComparablesDiffer, []int{compsDiffer}, func(f float64) float64 { return leastDisagreement * math.Expm1(f) }},
	{ComparablesCount, []int{fewComparables}, func(f float64) float64 { return 1 / f }},
	{ComparablesFar, []int{farComparables}, func(f float64) float64 { return farUnit * math.Expm1(f) }},
	{ComparablesAdjusted, []int{adjusted}, math.Exp},
	{LikeHomesFew, []int{likenessUnsure}, func(f float64) float64 { return math.Sqrt(leastLikeness * math.Expm1(2*f)) }},
	{LikeHomesUnlike, []int{unlikeHomes}, func(f float64) float64 { return f }},
	{OwnSaleApart, []int{ownApart}, math.Expm1},
	{OwnSaleAge, []int{noOwnSale}, nil},
	{BelowMiddle, []int{cheap}, func(f float64) float64 { return math.Exp(-f) }},
	{AboveMiddle, []int{dear}, math.Exp},
}

func (x *explainer) certainty() Certainty {
	v, in := x.subject.vintage, x.in
	at := in.situation(v, &x.subject.home)
	size := v.size(&at)
	c := Certainty{
		Size: size, Typical: v.Middle,
		Within10: v.within(0.10, size), Within15: v.within(0.15, size), Within20: v.within(0.20, size),
	}
	value := v.reconcile(in.value, in.basis)
	c.Interval50, c.Interval90 = v.central(0.5, value, size), v.central(0.9, value, size)
	fresh := v.learned(&at.features)
	var segment [segmentings]float64
	for kind := range segment {
		segment[kind] = v.Factors[kind][at.segments[kind]]
		fresh *= segment[kind]
	}
	aged := v.aged(fresh, &at)
	more := map[int]float64{noOwnSale: segment[byOwnAge]} // by first feature
	doubted := aged
	for i, d := range doubts {
		wider := at.doubted(doubted, v.doubt(i, &at))
		more[d.feature], doubted = wider/doubted, wider
	}
	extreme := unseeing(doubted, &at)
	whole := unknowing(extreme, &at)
	for _, d := range sizeDrivers {
		driver := Driver{Name: d.name, Factor: v.effect(d.features, &at)}
		if factor, ok := more[d.features[0]]; ok {
			driver.Factor *= factor
		}
		if d.measure != nil {
			driver.Has = gevel.Some(d.measure(sumOf(&at.features, d.features)))
			driver.Typical = gevel.Some(d.measure(sumOf(&v.Mean, d.features)))
		} else if in.own {
			driver.Has = gevel.Some(in.years)
		}
		c.Drivers = append(c.Drivers, driver)
	}
	c.Drivers = append(c.Drivers,
		Driver{Name: HouseType, Factor: segment[byGroup]},
		Driver{Name: Surroundings, Factor: segment[byArea]},
		Driver{Name: BuildPeriod, Factor: segment[byPeriod]},
		Driver{Name: Staleness, Has: gevel.Some(in.stale), Typical: gevel.Some(0.0), Factor: aged / fresh},
		Driver{Name: Extreme, Has: gevel.Some(math.Exp(math.Sqrt(at.unseen) / extentDoubt)), Typical: gevel.Some(1.0), Factor: extreme / doubted},
		Driver{Name: Imputed, Has: gevel.Some(float64(len(x.usual))), Typical: gevel.Some(0.0), Factor: whole / extreme},
		Driver{Name: Bounds, Factor: size / whole})
	return c
}

// effect returns by how much some of the features make the error larger than at their
// means.
func (s *Spread) effect(of []int, at *situation) float64 {
	log := 0.0
	for _, f := range of {
		log += s.Size[f] * (at.features[f] - s.Mean[f])
	}
	return math.Exp(log)
}

func sumOf(features *[spreadFeatures]float64, of []int) float64 {
	sum := 0.0
	for _, f := range of {
		sum += features[f]
	}
	return sum
}
