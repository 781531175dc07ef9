// Package handpicked knows what comparables that a person chose are worth beside the model: how much they move its
// value, and how far prices lie from the result.
package handpicked

import (
	"cmp"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/spread"
)

// Picker chooses comparables as a person might who knows nothing that the model does not: what the choice of a person
// is worth at least.
type Picker int

// The pickers. A table is learned from the first three; a person looks for likeness too, which the others choose by.
const (
	Nearest Picker = iota
	Latest
	Random
	Pickers

	Alike = Pickers
)

// Pick returns a copy of n comparables, or of all where there are no more. Subject is the row of the sale that is
// valued: by its id Random chooses.
func (p Picker) Pick(s *market.Sales, found []comps.Comparable, n int, subject int32) []comps.Comparable {
	chosen := slices.Clone(found)
	slices.SortFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(a.Row, b.Row) })
	switch p {
	case Nearest:
		slices.SortStableFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(a.Distance, b.Distance) })
	case Latest:
		slices.SortStableFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(s.Date[b.Row], s.Date[a.Row]) })
	case Random:
		random := rand.New(rand.NewPCG(seedOf(s.ID(int(subject))), 0))
		random.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	case Alike:
		slices.SortStableFunc(chosen, func(a, b comps.Comparable) int { return cmp.Compare(b.Similarity, a.Similarity) })
	}
	return chosen[:min(n, len(chosen))]
}

// seedOf returns a number that follows from the id of a sale: rows change when others become known.
func seedOf(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id))
	return h.Sum64()
}

// Choice is chosen comparables as evidence, and the error of their indication.
type Choice struct {
	Error float32 // log price less indication
	Evidence
}

// Evidence is how good chosen comparables look as evidence.
type Evidence struct {
	Like  float64 // mean log likeness to the home, less the mean of all its comparables
	Apart float64 // log of the spread of their adjusted prices
}

// priorApart is the spread of adjusted prices before two are seen, log euros: it counts as one price more.
const priorApart = 0.1

// EvidenceOf returns the evidence of chosen comparables beside all that the home has. The indication is theirs, log euros.
func EvidenceOf(chosen, all []comps.Comparable, indication float64) Evidence {
	like, squares := 0.0, priorApart*priorApart
	for _, c := range chosen {
		like += math.Log(math.Max(c.Similarity, leastLike)) / float64(len(chosen))
		squares += (c.Adjusted - indication) * (c.Adjusted - indication)
	}
	for _, c := range all {
		like -= math.Log(math.Max(c.Similarity, leastLike)) / float64(len(all))
	}
	return Evidence{like, math.Log(squares/float64(len(chosen))) / 2}
}

// leastLike is the least likeness that counts: a sale at the other end of a province has less.
const leastLike = 1e-6

// Choices are what each picker chooses, for each of Counts.
type Choices [Pickers][len(Counts)]Choice

// ChoicesOf returns what pickers choose of the comparables of a sale with a log price.
func ChoicesOf(s *market.Sales, found []comps.Comparable, subject int32) (all Choices) {
	price := math.Log(float64(s.Price[subject]))
	for p := range Pickers {
		ranked := p.Pick(s, found, len(found), subject)
		for k, n := range Counts {
			chosen := slices.Clone(ranked[:min(n, len(ranked))])
			said := comps.Weigh(chosen).Value
			all[p][k] = Choice{float32(price - said), EvidenceOf(chosen, found, said)}
		}
	}
	return all
}

// Counts are the numbers of chosen comparables at which a table has a row. Between them rows are interpolated.
var Counts = [...]int{1, 3, 6, 12, 24}

// Table has a row for each of Counts. Fields are exported for encoding only.
type Table struct {
	Learned int // the number of errors behind it; with 0 the default rows count
	Rows    [len(Counts)]Row
	// Like and Apart are how the log of the chosen ones' error, over the model's, changes with their evidence; 0 in
	// editions without them. Like is 0 or less, Apart 0 or more.
	Like, Apart float64
}

// Row is what a number of chosen comparables is worth.
type Row struct {
	// Weight is the share of the chosen comparables' indication in the value; the rest is the model's.
	Weight float64
	// Slope is the share with the smallest error, were the choice to tell nothing that the model does not know.
	Slope float64
	// Scale is the size of the error over the model's, apart from what the distance between both adds.
	Scale float64
	// Usual is the mean evidence of so many.
	Usual Evidence
}

// defaultRows are for models without a table, from the errors of King County. They are cautious: they move values less,
// and their intervals are wider.
var defaultRows = [len(Counts)]Row{
	{Weight: 0.10, Scale: 1.15},
	{Weight: 0.15, Scale: 1.15},
	{Weight: 0.20, Scale: 1.15},
	{Weight: 0.25, Scale: 1.15},
	{Weight: 0.25, Scale: 1.15},
}

// Of returns the row for a number of chosen comparables, 1 or more.
func (t *Table) Of(chosen int) Row {
	rows := &t.Rows
	if t.Learned == 0 {
		rows = &defaultRows
	}
	for i := range Counts[1:] {
		low, high := Counts[i], Counts[i+1]
		if chosen > high {
			continue
		}
		share := math.Log(math.Max(1, float64(chosen)/float64(low))) / math.Log(float64(high)/float64(low))
		return between(rows[i], rows[i+1], share)
	}
	return rows[len(Counts)-1]
}

func between(a, b Row, share float64) Row {
	mix := func(x, y float64) float64 { return (1-share)*x + share*y }
	usual := Evidence{mix(a.Usual.Like, b.Usual.Like), mix(a.Usual.Apart, b.Usual.Apart)}
	return Row{mix(a.Weight, b.Weight), mix(a.Slope, b.Slope), mix(a.Scale, b.Scale), usual}
}

// mostBetter bounds how much better or worse than usual a choice is held, log of its error: weights move by a factor 4.
const mostBetter = 0.7

// By adjusts the row of a number of chosen comparables to their evidence: the odds of their weight go with the inverse
// square of their expected error.
func (t *Table) By(r Row, e Evidence) Row {
	better := -t.Like*(e.Like-r.Usual.Like) - t.Apart*(e.Apart-r.Usual.Apart)
	odds := math.Exp(2 * math.Max(-mostBetter, math.Min(mostBetter, better)))
	weight := math.Min(math.Max(mostWeight, r.Weight), r.Weight*odds/(1-r.Weight+r.Weight*odds))
	if r.Weight > 0 {
		r.Slope *= weight / r.Weight
	}
	r.Weight = weight
	return r
}

// Value returns the value of a model and of an indication of chosen comparables, log euros.
func (r Row) Value(model, indication float64) float64 { return model + r.Weight*(indication-model) }

// Size returns the expected error of that value, given the model's: the farther the two lie apart, the larger it is.
func (r Row) Size(size, model, indication float64) float64 {
	return r.Scale * math.Hypot(size, spread.MeanOfNormal*(r.Weight-r.Slope)*(indication-model))
}

// Check reports whether a table that was read is sound.
func (t *Table) Check() error {
	if t.Learned == 0 {
		return nil
	}
	if math.IsNaN(t.Like+t.Apart) || math.IsInf(t.Like, 0) || math.IsInf(t.Apart, 0) {
		return errors.New("the vintage's table of chosen comparables has a change that can't be")
	}
	for _, r := range t.Rows {
		if !(r.Weight >= 0 && r.Weight <= 1) || !(r.Scale > 0) || math.IsInf(r.Scale, 0) || !(math.Abs(r.Slope) < math.Inf(1)) {
			return errors.New("the vintage's table of chosen comparables has a row that can't be")
		}
	}
	return nil
}
