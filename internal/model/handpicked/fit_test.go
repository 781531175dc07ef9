package handpicked

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
)

// holdouts invents errors: the model's, and of choices whose distance to it has a standard deviation and tells a share of
// its error.
func holdouts(n int, apart, tells float64) []Holdout {
	rng := rand.New(rand.NewPCG(1, 1))
	list := make([]Holdout, n)
	for i := range list {
		h := Holdout{Model: 0.1 * rng.NormFloat64(), Size: 0.08, Low: -0.128, High: 0.128, Weight: 1, Common: 0.3}
		for p := range Pickers {
			for k := range Counts {
				d := tells*h.Model + apart*rng.NormFloat64()
				h.Chosen[p][k].Error = float32(h.Model + h.Common - d)
			}
		}
		list[i] = h
	}
	return list
}

func TestAChoiceThatTellsNothingCostsLittle(t *testing.T) {
	list := holdouts(20_000, 0.15, 0)
	table := Fit(list)
	for k, r := range table.Rows {
		if math.Abs(r.Slope) > 0.01 {
			t.Errorf("slope of noise is %v", r.Slope)
		}
		model, mine, within := 0.0, 0.0, 0
		for i := range list {
			d := list[i].distance(Random, k)
			e := list[i].Model - r.Weight*d
			model, mine = model+list[i].Model*list[i].Model, mine+e*e
			if end := 0.128 * r.Size(0.08, 0, d) / 0.08; math.Abs(e) < end {
				within++
			}
		}
		if cost := math.Sqrt(mine / model); cost < 1.01 || cost > 1.03 {
			t.Errorf("a choice of %d costs %.3f, want 1.02", Counts[k], cost)
		}
		if share := float64(within) / float64(len(list)); math.Abs(share-0.80) > 0.02 {
			t.Errorf("the interval of a choice of %d holds %.3f", Counts[k], share)
		}
	}
}

func TestAChoiceThatTellsMuchCountsMore(t *testing.T) {
	noise, news := Fit(holdouts(5000, 0.15, 0)), Fit(holdouts(5000, 0.15, 0.8))
	for k := range Counts {
		if !(news.Rows[k].Weight > noise.Rows[k].Weight+0.05) || news.Rows[k].Weight > mostWeight {
			t.Errorf("weights of %d are %v of noise and %v of news", Counts[k], noise.Rows[k].Weight, news.Rows[k].Weight)
		}
	}
}

func TestOfFewErrorsATableIsAlmostTheDefault(t *testing.T) {
	for _, n := range []int{0, 3} {
		table := Fit(holdouts(n, 0.15, 0))
		if table.Learned != n || table.Check() != nil {
			t.Errorf("of %d errors %+v", n, table)
		}
		for k, r := range table.Rows {
			want := defaultRows[k]
			if math.Abs(r.Weight-want.Weight) > 0.02 || math.Abs(r.Scale-want.Scale) > 0.05 {
				t.Errorf("of %d errors the row of %d is %+v, want nearly %+v", n, Counts[k], r, want)
			}
		}
	}
}

func TestPickersPickWhatTheyAreCalled(t *testing.T) {
	var sales []gevel.Sale
	var found []comps.Comparable
	for i := range 24 {
		day := gevel.NewDate(2022, 1, 1+i*7%24)
		sales = append(sales, gevel.Sale{ID: string(rune('a' + i)), Date: day, KnownDate: day, Price: 300_000})
		found = append(found, comps.Comparable{Row: int32(i), Distance: float64(i * 5 % 24), Similarity: float64(i*11%24) + 1, Adjusted: 12})
	}
	s := market.NewSales(gevel.Standard(), sales)
	before := slices.Clone(found)
	for p, best := range map[Picker]func(c comps.Comparable) float64{
		Nearest: func(c comps.Comparable) float64 { return -c.Distance },
		Latest:  func(c comps.Comparable) float64 { return float64(s.Date[c.Row]) },
		Alike:   func(c comps.Comparable) float64 { return c.Similarity },
	} {
		chosen := p.Pick(s, found, 3, 7)
		for _, c := range found {
			if !slices.Contains(chosen, c) && best(c) > best(chosen[2]) || len(chosen) != 3 {
				t.Errorf("picker %d picks %+v, not %+v", p, chosen, c)
			}
		}
	}
	one, other := Random.Pick(s, found, 3, 1), Random.Pick(s, found, 3, 2)
	if slices.Equal(one, other) || !slices.Equal(one, Random.Pick(s, found, 3, 1)) || len(Random.Pick(s, found, 30, 1)) != 24 {
		t.Errorf("by chance %+v and %+v are picked", one, other)
	}
	if !slices.Equal(before, found) {
		t.Error("the comparables were reordered")
	}
}

func TestAlikeAndAgreedChoicesCountMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	list := holdouts(5000, 0.15, 0.3)
	for i := range list {
		for p := range Pickers {
			for k := range Counts {
				c := &list[i].Chosen[p][k]
				c.Like, c.Apart = rng.NormFloat64(), rng.NormFloat64()/2
				e := rng.NormFloat64() * 0.15 * math.Exp(-0.3*c.Like+0.4*c.Apart)
				c.Error = float32(list[i].Common + e)
			}
		}
	}
	table := Fit(list)
	if math.Abs(table.Like+0.3) > 0.03 || math.Abs(table.Apart-0.4) > 0.05 || table.Check() != nil {
		t.Fatalf("the slopes are %v and %v, want -0.3 and 0.4", table.Like, table.Apart)
	}
	row := table.Of(3)
	row.Weight = 0.1
	usual := table.By(row, row.Usual)
	if math.Abs(usual.Weight-row.Weight) > 1e-9 {
		t.Errorf("the usual evidence weighs %v, want %v", usual.Weight, row.Weight)
	}
	weight := func(like, apart float64) float64 {
		return table.By(row, Evidence{row.Usual.Like + like, row.Usual.Apart + apart}).Weight
	}
	if a, b, c := weight(-1, 0), weight(1, 0), weight(1, -1); !(a < row.Weight && row.Weight < b && b < c) || weight(9, -9) > mostWeight {
		t.Errorf("worse, usual, better and best weigh %v, %v, %v, %v", a, row.Weight, b, c)
	}
	if old := (&Table{}).By(row, Evidence{5, -5}); old != row {
		t.Errorf("an edition without slopes weighs %v", old)
	}
}
