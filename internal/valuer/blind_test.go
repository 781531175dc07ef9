package valuer

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/stats"
)

// The blind suite values real sales of which it hides what the homes told. It trains
// models, so it runs only with
//
//	GEVEL_BLIND=1 go test -run RealHomes -v ./internal/valuer
//
// and takes some minutes.

// A static forecast in a moving market covers less than it says; what is hidden must not
// change that by much.

// leastTold is what the 80 % interval covers at least of homes that tell all, in %: 74 to 78
// when this was written.
const leastTold = 70

// hiding is which traits are hidden, by name; all but those where it says so.
type hiding struct {
	what   string
	but    bool
	traits []string
}

// blindMarkets are the files, the periods whose sales are valued, and what is hidden.
var blindMarkets = []struct {
	file        string
	from, until gevel.Date
	hidings     []hiding
}{
	{"king_county", gevel.NewDate(2015, time.January, 10), gevel.NewDate(2015, time.March, 15), []hiding{
		{"nothing", false, nil},
		{"all", true, nil},
		{"the lot", false, []string{"parcelSurface"}},
		{"the grade", false, []string{"num_grade"}},
		{"lot and rooms", false, []string{"parcelSurface", "rooms"}},
		{"all but lot and rooms", true, []string{"parcelSurface", "rooms"}},
		{"all but the grade", true, []string{"num_grade"}},
	}},
	{"seattle", gevel.NewDate(2014, time.January, 1), gevel.NewDate(2014, time.July, 1), []hiding{
		{"nothing", false, nil},
		{"all", true, nil},
		{"the lot", false, []string{"parcelSurface"}},
		{"the grade", false, []string{"num_grade"}},
	}},
	{"hdb", gevel.NewDate(2022, time.July, 1), gevel.NewDate(2022, time.September, 1), []hiding{
		{"nothing", false, nil},
		{"all", true, nil},
		{"the model", false, []string{"cat_flat_model"}},
		{"the type", false, []string{"cat_flat_type"}},
		{"the town", false, []string{"cat_town"}},
		{"the storey", false, []string{"num_storey"}},
	}},
}

func TestIntervalsOfRealHomesCoverWhatTheyPromiseWhateverIsHidden(t *testing.T) {
	if os.Getenv("GEVEL_BLIND") == "" {
		t.Skip("GEVEL_BLIND is not set")
	}
	for _, m := range blindMarkets {
		s := realSales(t, m.file)
		trainer := newTrainer(s, TrainOptions{Seed: 1, Static: true, Progress: func(int, int) {}})
		vintages, err := trainer.trainFollowed(context.Background(), []gevel.Date{m.from}, m.from)
		if err != nil {
			t.Fatal(err)
		}
		names, told := traitNames(s.Schema), 0.0
		for _, hide := range m.hidings {
			for _, trait := range hide.traits {
				if !slices.Contains(names, trait) {
					t.Fatalf("%s has no %s to hide", m.file, trait)
				}
			}
			r := trainer.hidden(vintages[0], m.until, func(trait int) bool { return slices.Contains(hide.traits, names[trait]) != hide.but })
			t.Logf("%s, hidden: %-22s n %d, MdAPE %.2f, 50/80/90 %% intervals cover %.1f/%.1f/%.1f, without what imputing adds %.1f/%.1f/%.1f, mean FSD %.1f and %.1f %%",
				m.file, hide.what, r.n, r.mdape, r.covered[0], r.covered[1], r.covered[2], r.before[0], r.before[1], r.before[2], r.fsd, r.fsdBefore)
			if hide.what == "nothing" { // the first
				if told = r.covered[1]; told < leastTold {
					t.Errorf("%s: with nothing hidden the 80 %% interval covers %.1f %%", m.file, told)
				}
			}
			if math.Abs(r.covered[1]-told) > 5 {
				t.Errorf("%s: with %s hidden the 80 %% interval covers %.1f %%, with nothing hidden %.1f", m.file, hide.what, r.covered[1], told)
			}
			if hide.but && r.before[1] > r.covered[1]-5 {
				t.Errorf("%s: with %s hidden an interval that knows nothing of it covers %.1f %%: the test shows nothing", m.file, hide.what, r.before[1])
			}
		}
	}
}

func realSales(t *testing.T, name string) *market.Sales {
	t.Helper()
	file := "../../../shared/data/sales/" + name + ".csv.gz"
	if _, err := os.Stat(file); err != nil {
		t.Skip("the shared data is not here")
	}
	read, err := sales.Read(context.Background(), sales.Source{Path: file}, sales.Options{AsOf: gevel.NoDate, Progress: func(int64, int64) {}})
	if err != nil {
		t.Fatal(err)
	}
	return market.NewSales(read.Schema, read.Sales)
}

// blindResult is how homes that hide traits were valued; shares and errors in %.
type blindResult struct {
	n               int
	mdape           float64
	covered, before [3]float64 // by the 50, 80 and 90 % intervals; before: without what imputing adds
	fsd, fsdBefore  float64
}

// hidden values the sales from the vintage's date until a day, those without an own sale,
// some of their traits hidden and taken to be the usual.
func (t *trainer) hidden(v *Vintage, until gevel.Date, hides func(trait int) bool) (r blindResult) {
	d := newDesk(t.ground)
	var errors []float64
	for row, day := range t.sales.Date {
		h := t.sales.Home(row, nil, nil)
		if _, own := t.sales.LastKnown(h.Dwelling, v.AsOf); own || day < v.AsOf || day >= until {
			continue
		}
		forget(&h, hides)
		q := question{home: &h, day: day, known: v.AsOf}
		if comps.Homes(t.sales, d.near(q)) < comps.References {
			continue
		}
		q.imputed = d.complete(v, q, h.UseSurface)
		in := d.indicate(v, q)
		err := t.logPrice(int32(row)) - v.reconcile(in.value, in.basis)
		errors = append(errors, 100*math.Abs(math.Expm1(-err)))
		at := in.situation(v, &h)
		r.fsd += 100 * v.count(&at, err, &r.covered)
		at.imputed = 0
		r.fsdBefore += 100 * v.count(&at, err, &r.before)
	}
	r.n = len(errors)
	r.mdape, _ = stats.Median(errors)
	for _, sum := range []*float64{&r.fsd, &r.fsdBefore} {
		*sum /= float64(r.n)
	}
	for i := range r.covered {
		r.covered[i] *= 100 / float64(r.n)
		r.before[i] *= 100 / float64(r.n)
	}
	return r
}

// forget takes traits from a home.
func forget(h *market.Home, hides func(trait int) bool) {
	told, schema := *h, gevel.SaleSchema{Num: make([]string, len(h.Num)), Cat: make([]string, len(h.Cat))}
	h.ParcelSurface, h.Volume, h.Rooms, h.EnergyLabel, h.Monument = gevel.Opt[int]{}, gevel.Opt[int]{}, gevel.Opt[int]{}, 0, gevel.Opt[bool]{}
	h.Num, h.Cat = unknownExtras(schema)
	u := usualOfHome(&told)
	for trait := range u.traits() {
		if !hides(trait) {
			u.give(h, trait)
		}
	}
}

// usualOfHome is as if all homes were like one.
func usualOfHome(h *market.Home) Usual {
	return Usual{
		Parcel: h.ParcelSurface, Volume: h.Volume, Rooms: h.Rooms, Label: h.EnergyLabel, Monument: h.Monument, Num: h.Num, Cat: h.Cat,
	}
}

// count counts whether intervals hold an error, and returns the FSD.
func (s *Spread) count(at *situation, err float64, covered *[3]float64) float64 {
	size := s.size(at)
	for i, p := range []float64{0.5, 0.8, 0.9} {
		if low, high := s.interval(p, size); low <= math.Exp(err) && math.Exp(err) <= high {
			covered[i]++
		}
	}
	return s.fsd(size)
}
