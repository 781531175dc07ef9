package explain

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Step is one step towards a value. Steps multiply, so the euros of a step depend on where it starts: Log and its
// sign do not. Their order is fixed. The euros of a step are the difference of the running totals before and after
// it, each rounded by itself; so the euros add up exactly, and no step contains another step's rounding.
type Step struct {
	Part Part
	// Name is the characteristic as the service's contract names it, an extra column,
	// or the approach; "" for other parts.
	Name string
	// Label is the name of the characteristic in a sentence, and Dutch its Dutch one where it differs.
	Label, Dutch string
	// Has is the subject's value, and Typical the value of most homes sold: the median, or the most frequent one.
	// Both are "" for parts other than Having, and Unknown when they are not known.
	Has, Typical string
	// Imputed is whether the subject's value is not known, and Has is a typical value, from
	// the most similar homes sold nearby.
	Imputed bool
	// Unobserved is whether no sale known to the model has it observed, and Rare whether
	// hardly any home of its type does: then the subject's value does not count.
	Unobserved, Rare bool
	// CountsAs is the value that counts instead of Has, if any: a parcel smaller than nearly all that were sold
	// counts as the smallest of these, and a parcel that does not count at all as Unknown.
	CountsAs string
	// Sold is the range of nearly all homes of its type that were sold, if the subject lies outside it: 38 to 190 m2.
	Sold  string
	Log   float64    // change of the log of the value
	Euros gevel.Euro // change of the running total
	Total gevel.Euro // the running total after it
}

// Part is the kind of a step.
type Part string

// The parts, in the order of the steps.
const (
	// Typical is a home with typical values of all characteristics, at a place where such a
	// home costs as much as the median over places, on the valuation date.
	Typical Part = "typical"
	// Area is the change of the area's index relative to the typical home's, and Group the
	// change of the house type group's. A constant difference of an area belongs to Place.
	Area  Part = "area"
	Group Part = "group"
	// Tier is how much higher the level of homes as dear as the subject is than of homes as dear as the typical one, beyond
	// what such homes differed by in the mean over the sales.
	Tier  Part = "tier"
	Place Part = "place"
	// Having is a characteristic, relative to the typical home's. One that is equal changes nothing.
	Having Part = "characteristic"
	// Reconciling draws the hedonic value towards another approach's indication, by that approach's weight.
	Reconciling Part = "approach"
)

// steps returns the steps from the typical home to the value, described.
func (x *explainer) steps() ([]Step, error) {
	steps, err := x.undescribed()
	for i := range steps {
		if steps[i].Part == Having {
			x.describe(&steps[i])
		}
	}
	return steps, err
}

// undescribed returns the steps without Has, Typical and the like.
func (x *explainer) undescribed() ([]Step, error) {
	t, model := x.trace, x.trace.Vintage.Hedonic
	contributions, err := model.Compare(&t.Home, &x.typical)
	if err != nil {
		return nil, err
	}
	var s stair
	m, estimate, own, typical := &t.Market, model.Estimate(&x.typical), t.Home.BuildType.Group(), x.typical.BuildType.Group()
	ix := m.Index.Index
	before := ix.LevelOf(ix.Areas.Of(x.typical.Place), typical, estimate, m.Month)
	inArea, ofGroup := ix.LevelOf(m.Area, typical, estimate, m.Month), ix.LevelOf(m.Area, own, estimate, m.Month)
	s.add(Step{Part: Typical, Log: before + estimate})
	s.add(Step{Part: Area, Log: inArea - before})
	s.add(Step{Part: Group, Log: ofGroup - inArea})
	s.add(Step{Part: Tier, Log: m.Level - ofGroup})
	for _, c := range contributions {
		if c.Name != hedonic.Time { // both homes are of one day
			s.add(contributed(c))
		}
	}
	hedonicValue := t.Indications[reconcile.Hedonic]
	s.reach(hedonicValue)
	for i, weight := range t.Weights {
		if a := reconcile.Approach(i); a != reconcile.Hedonic && weight > 0 && !math.IsNaN(t.Indications[i]) {
			s.add(Step{Part: Reconciling, Name: a.String(), Log: weight * (t.Indications[i] - hedonicValue)})
		}
	}
	s.reach(t.Value)
	return s.steps, nil
}

// contributed returns a contribution to the hedonic estimate as a step.
func contributed(c hedonic.Contribution) Step {
	if c.Name == hedonic.Place {
		return Step{Part: Place, Log: c.Log}
	}
	return Step{Part: Having, Name: c.Name, Log: c.Log}
}

// describe fills in the subject's value of a step's characteristic, and others' values.
func (x *explainer) describe(step *Step) {
	k := x.attribute(step.Name)
	a := &x.sales.Attributes[k]
	step.Label, step.Dutch = a.Label, a.Dutch
	step.Imputed, step.Unobserved = slices.Contains(x.imputed, step.Name), x.isUnobserved(k)
	step.Has, step.Typical, step.Sold = textOf(a, &x.trace.Observed), textOf(a, &x.typical), x.soldRange(k)
	if step.Imputed {
		step.Has = a.Text(rough(a, a.Get(&x.trace.Home.Characteristics)))
	}
	if k == gevel.AtParcelSurface {
		x.countParcel(step)
	}
}

// attribute returns the index of a characteristic by its name in answers, -1 if there is none.
func (x *explainer) attribute(name string) int {
	return slices.IndexFunc(x.sales.Attributes, func(a gevel.Attribute) bool { return a.Name == name })
}

// rough returns an imputed value of an attribute, with numbers to three digits, since they are
// means. Whole numbers stay whole, so that a year is a year.
func rough(a *gevel.Attribute, v float64) float64 {
	if a.Kind != gevel.Number || v == 0 {
		return v
	}
	decimals := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	if short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 32), 32); err == nil {
		return short
	}
	return v
}

// countParcel fills in what the parcel counts as in its step; see impute.Typical.WithoutParcel.
func (x *explainer) countParcel(step *Step) {
	counts, observed := x.trace.Home, x.trace.Observed.ParcelSurface
	step.Rare = observed != counts.ParcelSurface && !step.Imputed && !step.Unobserved
	if parcel := &counts.ParcelSurface; parcel.Known {
		parcel.V = max(parcel.V, int(x.trace.Vintage.Floors()[gevel.AtParcelSurface]))
	}
	if observed.Known && observed != counts.ParcelSurface {
		step.CountsAs = textOf(&x.sales.Attributes[gevel.AtParcelSurface], &counts)
	}
}

// soldRange returns the range of a measure among nearly all sold homes of the subject's type if the subject
// lies outside it, otherwise "".
func (x *explainer) soldRange(k int) string {
	v, h, measure := x.trace.Vintage, &x.trace.Home, slices.Index(x.sales.Roles.Ranged, k)
	ranges := v.Ranges[h.BuildType.Group()]
	if measure < 0 || ranges.Beyond(x.sales.Sales, h, measure, v.Floors()) == 0 {
		return ""
	}
	r := ranges[measure]
	return fmt.Sprintf("%d to %s", r.Least, x.sales.Attributes[k].Text(float64(r.Most)))
}

// stair is steps and their running total.
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
	step.Total = valuation.Euros(s.at)
	step.Euros = step.Total - before
	s.steps = append(s.steps, step)
}

// reach makes the last step end at a value that was summed in another order:
// the difference in the last bits could turn a rounding.
func (s *stair) reach(log float64) {
	last := &s.steps[len(s.steps)-1]
	s.at = log
	last.Euros += valuation.Euros(log) - last.Total
	last.Total = valuation.Euros(log)
}

// StepKey names a step of any home.
type StepKey struct {
	Part Part
	Name string // as in Step
}

// Keys returns all steps that values of an edition with these characteristics may have, in their order.
func Keys(table gevel.Attributes) []StepKey {
	keys := []StepKey{{Part: Typical}, {Part: Area}, {Part: Group}, {Part: Tier}, {Part: Place}}
	for i := range table {
		keys = append(keys, StepKey{Having, table[i].Name})
	}
	for a := range reconcile.Approaches {
		if a != reconcile.Hedonic {
			keys = append(keys, StepKey{Reconciling, a.String()})
		}
	}
	return keys
}

// Steps returns the steps to the value of a trace: Part, Name, Log, Euros and Total alone. It fails if a model does.
func (x *Explainer) Steps(t *valuation.Trace) ([]Step, error) { return x.explainer(t).undescribed() }
