package train_test

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The inspection suite hides characteristics of homes that were sold, and reports what their revealing takes off the error
// of a book, in the order of gevel portfolio --inspect and in any. It takes minutes, so it runs only with
//
//	GEVEL_INSPECT=1 go test -run HiddenCharacteristics -v ./internal/offline/train

// leastGain is how much more error an inspection must take off than one at random.
const leastGain = 1.25

// hidden is a sold home with some of its characteristics hidden.
type hidden struct {
	takes         float64 // euros, as Inspections orders homes by
	before, after float64 // error in euros, hidden and revealed
}

func TestHiddenCharacteristicsAreInspectedWhereTheyMatter(t *testing.T) {
	if os.Getenv("GEVEL_INSPECT") == "" {
		t.Skip("GEVEL_INSPECT is not set")
	}
	path := filepath.Join("..", "..", "..", "..", "shared", "data", "sales", "king_county.csv.gz")
	if given := os.Getenv("GEVEL_INSPECT_SALES"); given != "" {
		path = given
	}
	if _, err := os.Stat(path); err != nil {
		t.Skip("no shared data")
	}
	read, err := sales.Read(t.Context(), sales.Source{Path: path}, sales.Options{AsOf: gevel.NewDate(2024, 1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	north := make([]float64, len(read.Sales))
	for i := range read.Sales {
		north[i] = read.Sales[i].At.Y
	}
	south, _ := stats.QuantileInPlace(north, 0.1)
	s := market.LaySales(t.Context(), read.Attributes, slices.DeleteFunc(read.Sales, func(s *gevel.Sale) bool { return s.At.Y > south }), nil)
	day, until := gevel.NewDate(2015, 1, 1), gevel.NewDate(2015, 5, 1)
	homes := hide(t, s, day, until)
	slices.SortFunc(homes, func(a, b hidden) int { return cmp.Compare(b.takes, a.takes) })
	for _, share := range []float64{0.05, 0.1, 0.2} {
		first := homes[:int(share*float64(len(homes)))]
		squares, absolute := takenOff(first)
		allSquares, allAbsolute := takenOff(homes)
		t.Logf("the first %d of %d homes: an inspection takes %.2f times as much variance off as one at random, %.2f times as much absolute error",
			len(first), len(homes), squares/allSquares, absolute/allAbsolute)
		if absolute/allAbsolute < leastGain {
			t.Errorf("%.2f times, want %v", absolute/allAbsolute, leastGain)
		}
	}
}

// takenOff returns what an inspection takes off on average, of the squared error and of the absolute one.
func takenOff(homes []hidden) (squares, absolute float64) {
	for _, h := range homes {
		squares += (h.before*h.before - h.after*h.after) / float64(len(homes))
		absolute += (math.Abs(h.before) - math.Abs(h.after)) / float64(len(homes))
	}
	return squares, absolute
}

// hide values the homes sold from a day until another, on that day: with any of surface, year, parcel and rooms hidden, at
// a half each, and whole.
func hide(t *testing.T, s *market.Sales, day, until gevel.Date) (homes []hidden) {
	t.Helper()
	known := vintage.NewSales(s)
	vintages, err := train.Vintages(context.Background(), known, []gevel.Date{day}, day, train.Options{Seed: 1, Static: true})
	if err != nil {
		t.Fatal(err)
	}
	w, rng := valuation.NewWorkspace(known), rand.New(rand.NewPCG(37, 7))
	for row := range s.Len() {
		if s.Date[row] < day || s.Date[row] >= until {
			continue
		}
		whole := s.Home(row, nil)
		part := whole.Clone()
		for _, drop := range []func(){
			func() { part.UseSurface = gevel.Opt[int]{} }, func() { part.BuildYear = gevel.Opt[int]{} },
			func() { part.ParcelSurface = gevel.Opt[int]{} }, func() { part.Rooms = gevel.Opt[int]{} },
		} {
			if rng.IntN(2) == 0 {
				drop()
			}
		}
		value := func(h *market.Home) (value, unseen float64, ok bool) {
			var trace valuation.Trace
			ok = w.Trace(valuation.Query{Vintage: vintages[0], Home: h, Day: day, Known: day, Surface: h.UseSurface}, &trace)
			if ok {
				value, unseen = math.Exp(trace.Value), trace.Unseen()
			}
			return value, unseen, ok
		}
		revealed, _, ok := value(&whole)
		guessed, unseen, also := value(&part)
		if ok && also {
			price := float64(s.Price[row])
			homes = append(homes, hidden{guessed * math.Sqrt(unseen), guessed - price, revealed - price})
		}
	}
	return homes
}
