package vintage_test

import (
	"bytes"
	"encoding/gob"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestVintageReadBackValuesAlike(t *testing.T) {
	t.Run("town", func(t *testing.T) { checkReadBack(t, smalltown.Shared(t)) })
	t.Run("city", func(t *testing.T) { checkReadBack(t, smalltown.City(t)) })
}

func checkReadBack(t *testing.T, town smalltown.Town) {
	t.Helper()
	again := town.Open(t, market.NewSales(town.Attributes, town.Sold), town.Vintages())
	for h := range town.Dwellings {
		q := town.Inquiry(h, town.Oldest()+gevel.Date(9*h%1795))
		want, wantErr := town.Value(q)
		if got, err := again.Value(q); !cmp.Equal(got, want, cmpopts.EquateNaNs()) || err != nil || wantErr != nil {
			t.Fatalf("home %d: %+v %v, want %+v %v", h, got, err, want, wantErr)
		}
	}
	models, twice := smalltown.Encode(t, town.Vintages()), smalltown.Encode(t, again.Vintages())
	for name, content := range models {
		if !bytes.Equal(twice[name], content) {
			t.Errorf("%s read and written again differs", name)
		}
	}
}

func TestAVintageHoldsItsImage(t *testing.T) {
	dir := t.TempDir()
	v, err := valuation.Open(t.Context(), filepath.Join(dir, smalltown.Publish(t, dir, func(*gevel.Dwelling) {})))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range v.Vintages() {
		if !one.HoldsImage() {
			t.Errorf("the vintage of %s holds none", one.AsOf)
		}
	}
}

func TestAVintageOfOtherSalesIsRefused(t *testing.T) {
	town := smalltown.Shared(t)
	content, err := town.Vintages()[0].Encode()
	if err != nil {
		t.Fatal(err)
	}
	fewer := market.NewSales(town.Attributes, town.Sold[1:])
	if _, err := vintage.Decode(content, vintage.NewSales(fewer)); err == nil {
		t.Error("a vintage of more sales than the edition has was taken")
	}
}

func TestAVintageThatLacksAPartIsRefused(t *testing.T) {
	town := smalltown.Shared(t)
	content, err := town.Vintages()[1].Encode()
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func(*vintage.Vintage){
		"hedonic model": func(v *vintage.Vintage) { v.Hedonic = nil },
		"linear model":  func(v *vintage.Vintage) { v.Hedonic.Linear = nil },
		"coefficients":  func(v *vintage.Vintage) { v.Hedonic.Linear.Coef = v.Hedonic.Linear.Coef[1:] },
		"places":        func(v *vintage.Vintage) { v.Hedonic.Linear.Places = nil },
		"slope share":   func(v *vintage.Vintage) { v.Hedonic.Trees.SlopeShare = v.Hedonic.Trees.SlopeShare[1:] },
		"vicinity":      func(v *vintage.Vintage) { v.Hedonic.Trees.UseVicinity = true },
		"direct index": func(v *vintage.Vintage) {
			v.Hedonic.Direct = directOf(v, v.AsOf-1)
			v.Hedonic.Direct.Index = nil
		},
		"trees":           func(v *vintage.Vintage) { v.Hedonic.Trees.Models = nil },
		"categories":      func(v *vintage.Vintage) { v.Hedonic.Trees.Categories = nil },
		"category codes":  func(v *vintage.Vintage) { v.Hedonic.Trees.Categories[len(smalltown.Attributes())-1].Count = 1 },
		"trend":           func(v *vintage.Vintage) { v.Kriging.Trend = nil },
		"trend's sites":   func(v *vintage.Vintage) { v.Kriging.Trend.Sites = v.Kriging.Trend.Sites[1:] },
		"trend's traits":  func(v *vintage.Vintage) { v.Kriging.Trend.Sites[0].Traits = nil },
		"trend's kinds":   func(v *vintage.Vintage) { v.Kriging.Trend.Sites[1].Kinds = nil },
		"trend's lengths": func(v *vintage.Vintage) { v.Kriging.Trend.Kernel.Traits = nil },
		"kind": func(v *vintage.Vintage) {
			v.Kriging.Nonspatial = &hedonic.Nonspatial{Linear: v.Hedonic.Linear, Trees: v.Hedonic.Trees}
		},
		"indexes":        func(v *vintage.Vintage) { v.Indexes = nil },
		"areas":          func(v *vintage.Vintage) { v.Indexes[0].Index.Areas.Nodes = nil },
		"nesting":        func(v *vintage.Vintage) { v.Indexes[0].Index.Areas.Nodes[0] = index.Area{} },
		"levels":         func(v *vintage.Vintage) { v.Indexes[0].Index.Area[0] = nil },
		"groups":         func(v *vintage.Vintage) { v.Indexes[0].Index.Group = nil },
		"scales":         func(v *vintage.Vintage) { v.Kriging.Scales = v.Kriging.Scales[1:] },
		"kernel":         func(v *vintage.Vintage) { v.Kriging.Kernel = kriging.Kernel{} },
		"estimates":      func(v *vintage.Vintage) { v.Estimates = v.Estimates[1:] },
		"leaves":         func(v *vintage.Vintage) { v.Leaves = v.Leaves[1:] },
		"typical values": func(v *vintage.Vintage) { v.Typical[1].Values = nil },
		"imputing":       func(v *vintage.Vintage) { v.Spread.Imputed[1] = nil },
		"spread":         func(v *vintage.Vintage) { v.Spread.Quantiles = nil },
		"segments": func(v *vintage.Vintage) {
			v.Spread.Factors[spread.BuildPeriod] = v.Spread.Factors[spread.BuildPeriod][1:]
		},
	} {
		var v vintage.Vintage
		decodeInto(t, content, &v)
		damage(&v)
		broken, err := v.Encode()
		if err != nil {
			continue // can't even be written
		}
		if _, err := vintage.Decode(broken, town.Sales()); err == nil {
			t.Errorf("a vintage without its %s was taken", what)
		}
	}
}

func TestAVintageThatMakesNoSenseIsRefused(t *testing.T) {
	town := smalltown.Shared(t)
	content, err := town.Vintages()[1].Encode()
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func(*vintage.Vintage){
		"a block of no metres":            func(v *vintage.Vintage) { v.Kriging.Kernel.Block.Metres = 0 },
		"a neighbourhood without end":     func(v *vintage.Vintage) { v.Kriging.Kernel.Near.Metres = math.Inf(1) },
		"metres whose square is 0":        func(v *vintage.Vintage) { v.Kriging.Kernel.Like.Metres = 1e-200 },
		"months before now":               func(v *vintage.Vintage) { v.Kriging.Kernel.Like.Months = -12 },
		"months that are no number":       func(v *vintage.Vintage) { v.Kriging.Kernel.Near.Months = math.NaN() },
		"a variance below 0":              func(v *vintage.Vintage) { v.Kriging.Kernel.Block.Variance = -0.01 },
		"a variance that is no number":    func(v *vintage.Vintage) { v.Kriging.Kernel.Like.Variance = math.NaN() },
		"prices without noise":            func(v *vintage.Vintage) { v.Kriging.Kernel.Noise = 0 },
		"likeness without end":            func(v *vintage.Vintage) { v.Kriging.Kernel.Unlike = math.Inf(1) },
		"imputing that makes surer":       func(v *vintage.Vintage) { v.Spread.Imputed[1][2] = -0.01 },
		"slope share turned round":        func(v *vintage.Vintage) { v.Hedonic.Trees.SlopeShare[0].Low = 1 },
		"slope share that is no number":   func(v *vintage.Vintage) { v.Hedonic.Trees.SlopeShare[0].Low = math.NaN() },
		"a trained range turned round":    func(v *vintage.Vintage) { v.Ranges[1][3] = impute.Range{Least: 5, Most: 2} },
		"imputing that is no number":      func(v *vintage.Vintage) { v.Spread.Imputed[0][0] = math.NaN() },
		"own sales that are all credible": func(v *vintage.Vintage) { v.Reconcile.Agrees = reconcile.Agreement{} },
		"no weights":                      func(v *vintage.Vintage) { v.Reconcile.Own = reconcile.Values{} },
		"a weight that is no number":      func(v *vintage.Vintage) { v.Reconcile.WithoutOwn[1][reconcile.Comparables] = math.NaN() },
		"direct trees of the day":         func(v *vintage.Vintage) { v.Hedonic.Direct = directOf(v, v.AsOf) },
		"a market known in future":        func(v *vintage.Vintage) { v.Indexes[0].Until = v.Indexes[0].Known + 1 },
		"a market known until never":      func(v *vintage.Vintage) { v.Indexes[0].Until = 0 },
		"no error at all":                 func(v *vintage.Vintage) { v.Spread.Middle = 0 },
		"a segment without errors":        func(v *vintage.Vintage) { v.Spread.Factors[spread.Group][0] = 0 },
		"errors in disorder":              func(v *vintage.Vintage) { v.Spread.Quantiles[0] = 9 },
		"an index of other areas": func(v *vintage.Vintage) {
			next, other := v.Indexes[len(v.Indexes)-1], *v.Indexes[0].Index
			nodes := slices.Clone(other.Areas.Nodes)
			nodes[0].Cut++
			other.Areas = &index.Areas{Nodes: nodes}
			next.Known, next.Index = next.Known+7, &other
			v.Indexes = append(v.Indexes, next)
		},
		"two indexes of one day": func(v *vintage.Vintage) { v.Indexes = append(v.Indexes, v.Indexes[0]) },
		"an earlier index behind a later": func(v *vintage.Vintage) {
			v.Indexes = append(v.Indexes, v.Indexes[0])
			v.Indexes[0].Known++
		},
	} {
		var v vintage.Vintage
		decodeInto(t, content, &v)
		damage(&v)
		broken, err := v.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := vintage.Decode(broken, town.Sales()); err == nil {
			t.Errorf("a vintage with %s was taken", what)
		}
	}
}

// directOf returns direct trees that fit a vintage without any, with the market known until a day.
func directOf(v *vintage.Vintage, until gevel.Date) *hedonic.Direct {
	return &hedonic.Direct{Forest: v.Hedonic.Trees.Models[0], Index: v.Indexes[0].Index, Until: until}
}

func TestDirectTreesThatFitAreTaken(t *testing.T) {
	town := smalltown.Shared(t)
	content, err := town.Vintages()[1].Encode()
	if err != nil {
		t.Fatal(err)
	}
	var v vintage.Vintage
	decodeInto(t, content, &v)
	v.Hedonic.Direct = directOf(&v, v.AsOf-1)
	if content, err = v.Encode(); err != nil {
		t.Fatal(err)
	}
	read, err := vintage.Decode(content, town.Sales())
	if err != nil || read.Hedonic.Direct.Until != v.AsOf-1 {
		t.Errorf("read back as %+v, %v", read, err)
	}
}

func TestDamagedVintagesAreRefusedOrHarmless(t *testing.T) {
	town := smalltown.Shared(t)
	content, err := town.Vintages()[0].Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 10, len(content) / 2, len(content) - 1} {
		if _, err := vintage.Decode(content[:n], town.Sales()); err == nil {
			t.Errorf("the first %d of %d bytes were taken for a vintage", n, len(content))
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		damaged := bytes.Clone(content)
		for range 1 + rng.IntN(3) {
			damaged[rng.IntN(len(damaged))] ^= byte(1 + rng.IntN(255))
		}
		valueDamaged(town, damaged)
	}
}

// valueDamaged values a home with a damaged vintage, if it decodes at all: it must not
// panic. Editions are refused by their checksums before that.
func valueDamaged(town smalltown.Town, content []byte) {
	read, err := vintage.Decode(content, town.Sales())
	if err != nil {
		return
	}
	v := valuation.Of(town.Edition(), town.Sales(), []*vintage.Vintage{read})
	_, _ = v.Value(town.Inquiry(0, max(read.AsOf, smalltown.Dates[1])))
}

func FuzzDecodeVintage(f *testing.F) {
	town := smalltown.Shared(f)
	content, err := town.Vintages()[0].Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Add(content[:len(content)/3])
	f.Add([]byte{})
	f.Fuzz(func(_ *testing.T, content []byte) { valueDamaged(town, content) })
}

func decodeInto(t *testing.T, content []byte, v *vintage.Vintage) {
	t.Helper()
	if err := v.Fill(content); err != nil {
		t.Fatal(err)
	}
}

// An edition of format 27 has weights and agreements at four ages of the own sale.
func TestWeightsByTheAgeOfTheOwnSaleAreRead(t *testing.T) {
	var before struct {
		Reconcile struct {
			WithOwn   [4]reconcile.Values
			Agreement [4]reconcile.Agreement
		}
	}
	before.Reconcile.WithOwn[1], before.Reconcile.Agreement[1] = reconcile.Values{0.25, 0.25, 0, 0.5}, reconcile.Agreement{Strange: 0.1}
	var content bytes.Buffer
	for _, file := range []any{before, struct{ Leaves []uint8 }{}} {
		if err := gob.NewEncoder(&content).Encode(file); err != nil {
			t.Fatal(err)
		}
	}
	var v vintage.Vintage
	decodeInto(t, content.Bytes(), &v)
	if got := v.Reconcile; got.Own != before.Reconcile.WithOwn[1] || got.Agrees != before.Reconcile.Agreement[1] {
		t.Errorf("read %+v", got)
	}
}
