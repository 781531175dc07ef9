package valuer

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/market"
)

// Step is one step towards a value. Steps multiply, so what a step is worth in euros
// depends on where it starts: Log and its sign do not. Their order is fixed. The euros
// of a step are the difference of the running totals, each rounded by itself, before
// and after it; so the euros add up exactly, and no step holds a rounding that is not
// its own.
type Step struct {
	Part Part
	// Name is the characteristic as the service's contract names it, an extra column,
	// or the approach; "" for other parts.
	Name string
	// Has is what the subject has, and Typical what most homes sold have: the median,
	// or what is most frequent. Both are "" for parts other than Having, and Unknown
	// when they are not known.
	Has, Typical string
	// Usual tells that what the subject has is not known, and that Has is what the homes sold
	// nearby have that are most like it.
	Usual bool
	// Untold tells that no sale that the model knows tells such, and Rare that hardly any
	// of homes of its type does: what the subject is told to have does not count.
	Untold, Rare bool
	// CountsAs is what it counts as where that is something else: a lot that is smaller
	// than nearly all that were sold counts as the smallest of these, and one that does not
	// count at all as Unknown.
	CountsAs string
	// Sold is what nearly all homes of its type that were sold have, where the subject has
	// more or less: 38 to 190 m2.
	Sold  string
	Log   float64    // by how much it changes the log of the value
	Euros gevel.Euro // by how much it changes the running total
	Total gevel.Euro // the running total after it
}

// Part is what kind of thing a step tells of.
type Part string

// The parts, in the order of the steps.
const (
	// Typical is a home that has of everything what is typical of those sold, averaged
	// over the places of the edition, at the whole market's level on the valuation date.
	Typical Part = "typical"
	// Area is how the index of the area has moved away from that of the whole, and
	// Group how that of the house type's group has. What an area is always worth more
	// or less is Place's.
	Area  Part = "area"
	Group Part = "group"
	Place Part = "place"
	// Time is how homes of its kind and place have moved beside those indexes.
	Time Part = "time"
	// Having is a characteristic, counted from the typical home's. It may count although
	// the two have the same: what it is worth depends on the rest of the home.
	Having Part = "characteristic"
	// Reconciling draws the hedonic value towards another approach's indication, by
	// that approach's weight.
	Reconciling Part = "approach"
)

// steps returns the steps from the typical home to the value.
func (x *explainer) steps() []Step {
	v, in := x.subject.vintage, x.in
	whole, area := in.ix.Level(0, 0, in.month)+in.drift, in.ix.Level(in.area, 0, in.month)+in.drift
	var s stair
	s.add(Step{Part: Typical, Log: x.base + whole})
	s.add(Step{Part: Area, Log: area - whole})
	s.add(Step{Part: Group, Log: in.level - area})
	for _, c := range x.contributions {
		s.add(x.contributed(c))
	}
	s.reach(in.value[byHedonic])
	for i, weight := range x.weights {
		if approach(i) != byHedonic && weight > 0 && !math.IsNaN(in.value[i]) {
			s.add(Step{Part: Reconciling, Name: approachNames[i], Log: weight * (in.value[i] - in.value[byHedonic])})
		}
	}
	s.reach(v.reconcile(in.value, in.basis))
	return s.steps
}

// contributed returns the step that a contribution to the hedonic estimate is.
func (x *explainer) contributed(c hedonic.Contribution) Step {
	switch c.Name {
	case hedonic.Place:
		return Step{Part: Place, Log: c.Log}
	case hedonic.Time:
		return Step{Part: Time, Log: c.Log}
	}
	table := x.desk.sales.Attributes
	k := slices.IndexFunc(table, func(a gevel.Attribute) bool { return a.Name == c.Name })
	a := &table[k]
	step := Step{
		Part: Having, Name: c.Name, Log: c.Log, Usual: slices.Contains(x.usual, c.Name), Untold: slices.Contains(x.untold, c.Name),
		Has: textOf(a, &x.told), Typical: textOf(a, &x.typical), Sold: x.sold(k),
	}
	if step.Usual {
		step.Has = x.usualText(a)
	}
	if k == gevel.AtParcelSurface {
		x.countLot(&step)
	}
	return step
}

// usualText is what the subject was taken to have of an attribute, numbers to three digits: they
// are means. Whole ones stay whole, so that a year is a year.
func (x *explainer) usualText(a *gevel.Attribute) string {
	v := a.Get(&x.subject.home.Characteristics)
	if a.Kind != gevel.Number {
		return a.Text(v)
	}
	decimals := 0
	if size := math.Abs(v); size > 0 {
		decimals = max(0, 2-int(math.Floor(math.Log10(size))))
	}
	if rough, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 32), 32); err == nil {
		v = rough
	}
	return a.Text(v)
}

// countLot says of the step of the lot what that counts as; see Vintage.withoutLot.
func (x *explainer) countLot(step *Step) {
	lot := x.subject.home.ParcelSurface
	step.Rare = x.told.ParcelSurface != lot && !step.Usual && !step.Untold
	a := &x.desk.sales.Attributes[gevel.AtParcelSurface]
	counts := x.subject.home
	if lot.Known {
		v := x.subject.vintage.Hedonic.Linear.Design.Counts(gevel.AtParcelSurface, float64(lot.V))
		counts.ParcelSurface = gevel.Some(int(v))
	}
	if x.told.ParcelSurface.Known && x.told.ParcelSurface != counts.ParcelSurface {
		step.CountsAs = textOf(a, &counts)
	}
}

// sold returns what nearly all homes of the subject's type that were sold have of a
// measure that lies beyond it, "" of others.
func (x *explainer) sold(k int) string {
	v, h, s := x.subject.vintage, &x.subject.home, x.desk.sales
	measure := slices.Index(s.Roles.Ranged, k)
	if measure < 0 || v.beyond(h, measure, k) == 0 {
		return ""
	}
	r := v.Extents[h.BuildType.Group()][measure]
	return fmt.Sprintf("%d to %s", r.Least, s.Attributes[k].Text(float64(r.Most)))
}

// stair is steps and where they have come.
type stair struct {
	steps []Step
	at    float64 // log euros
}

func (s *stair) add(step Step) {
	before := gevel.Euro(0)
	if n := len(s.steps); n > 0 {
		before = s.steps[n-1].Total
	}
	s.at += step.Log
	step.Total = euros(s.at)
	step.Euros = step.Total - before
	s.steps = append(s.steps, step)
}

// reach has the last step end at a value that was worked out in another order of the
// same sums: the difference is in the last bits, and could turn a rounding.
func (s *stair) reach(log float64) {
	last := &s.steps[len(s.steps)-1]
	s.at = log
	last.Euros += euros(log) - last.Total
	last.Total = euros(log)
}

// manySold is from how many sales, evenly spread over place and date, the typical home
// is taken at most: more hardly change a median.
const manySold = 5000

// soldBefore returns the rows of the sales that the typical home is taken from: of
// those known before a day.
func soldBefore(s *market.Sales, day gevel.Date) []int32 {
	known := s.KnownBefore(day)
	step := len(known)/manySold + 1
	rows := known[:0]
	for i := 0; i < len(known); i += step {
		rows = append(rows, known[i])
	}
	return rows
}
