package valuer

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
)

func TestVintageReadBackValuesAlike(t *testing.T) {
	t.Run("town", func(t *testing.T) { checkReadBack(t, newTown(t)) })
	t.Run("city", func(t *testing.T) { checkReadBack(t, newCity(t)) })
}

func checkReadBack(t *testing.T, town town) {
	t.Helper()
	models, err := Encode(town.vintages)
	if err != nil {
		t.Fatal(err)
	}
	again := town.open(t, market.NewSales(marketSchema, town.sales), models)
	for h := range town.dwellings {
		q := town.inquiry(h, townDates[0]+gevel.Date(9*h%2160))
		want, wantErr := town.Value(q)
		if got, err := again.Value(q); got != want || err != nil || wantErr != nil {
			t.Fatalf("home %d: %+v %v, want %+v %v", h, got, err, want, wantErr)
		}
	}
	twice, err := Encode(again.vintages)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range models {
		if !bytes.Equal(twice[name], content) {
			t.Errorf("%s read and written again differs", name)
		}
	}
}

func TestAVintageOfOtherSalesIsRefused(t *testing.T) {
	town := newTown(t)
	content, err := town.vintages[0].encode()
	if err != nil {
		t.Fatal(err)
	}
	fewer := market.NewSales(marketSchema, town.sales[1:])
	if _, err := decodeVintage(content, newGround(fewer)); err == nil {
		t.Error("a vintage of more sales than the edition has was taken")
	}
}

func TestAVintageThatLacksAPartIsRefused(t *testing.T) {
	town := newTown(t)
	content, err := town.vintages[1].encode()
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func(*Vintage){
		"hedonic model":  func(v *Vintage) { v.Hedonic = nil },
		"linear model":   func(v *Vintage) { v.Hedonic.Linear = nil },
		"coefficients":   func(v *Vintage) { v.Hedonic.Linear.Coef = v.Hedonic.Linear.Coef[1:] },
		"places":         func(v *Vintage) { v.Hedonic.Linear.Places = nil },
		"leeway":         func(v *Vintage) { v.Hedonic.Trees.Leeway = v.Hedonic.Trees.Leeway[1:] },
		"vicinity":       func(v *Vintage) { v.Hedonic.Trees.UseVicinity = true },
		"plain index":    func(v *Vintage) { v.Hedonic.Plain = plainOf(v, v.AsOf-1); v.Hedonic.Plain.Index = nil },
		"trees":          func(v *Vintage) { v.Hedonic.Trees.Models = nil },
		"categories":     func(v *Vintage) { v.Hedonic.Trees.Cat = nil },
		"category codes": func(v *Vintage) { v.Hedonic.Trees.Cat[0].Count = 1 },
		"broad model":    func(v *Vintage) { v.Broad = nil },
		"broad sites":    func(v *Vintage) { v.Broad.Sites = v.Broad.Sites[1:] },
		"broad traits":   func(v *Vintage) { v.Broad.Sites[0].Traits = nil },
		"broad kinds":    func(v *Vintage) { v.Broad.Sites[1].Kinds = nil },
		"broad lengths":  func(v *Vintage) { v.Broad.Kernel.Traits = nil },
		"kind":           func(v *Vintage) { v.Placeless = &hedonic.Placeless{Linear: v.Hedonic.Linear, Trees: v.Hedonic.Trees} },
		"indexes":        func(v *Vintage) { v.Indexes = nil },
		"areas":          func(v *Vintage) { v.Indexes[0].Index.Areas.Nodes = nil },
		"nesting":        func(v *Vintage) { v.Indexes[0].Index.Areas.Nodes[0] = index.Area{} },
		"levels":         func(v *Vintage) { v.Indexes[0].Index.Area[0] = nil },
		"groups":         func(v *Vintage) { v.Indexes[0].Index.Group = nil },
		"scales":         func(v *Vintage) { v.Scales = v.Scales[1:] },
		"kernel":         func(v *Vintage) { v.Kernel = kriging.Kernel{} },
		"estimates":      func(v *Vintage) { v.Base = v.Base[1:] },
		"leaves":         func(v *Vintage) { v.Leaves = v.Leaves[1:] },
		"usual homes":    func(v *Vintage) { v.Usual[1].Num = nil },
		"imputing":       func(v *Vintage) { v.Imputed[1] = nil },
		"spread":         func(v *Vintage) { v.Quantiles = nil },
		"segments":       func(v *Vintage) { v.Factors[byPeriod] = v.Factors[byPeriod][1:] },
	} {
		var v Vintage
		decodeInto(t, content, &v)
		damage(&v)
		broken, err := v.encode()
		if err != nil {
			continue // can't even be written
		}
		if _, err := decodeVintage(broken, newGround(town.Valuer.edition.Sales())); err == nil {
			t.Errorf("a vintage without its %s was taken", what)
		}
	}
}

func TestAVintageThatMakesNoSenseIsRefused(t *testing.T) {
	town := newTown(t)
	content, err := town.vintages[1].encode()
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func(*Vintage){
		"a block of no metres":         func(v *Vintage) { v.Kernel.Block.Metres = 0 },
		"a neighbourhood without end":  func(v *Vintage) { v.Kernel.Near.Metres = math.Inf(1) },
		"metres whose square is 0":     func(v *Vintage) { v.Kernel.Like.Metres = 1e-200 },
		"months before now":            func(v *Vintage) { v.Kernel.Like.Months = -12 },
		"months that are no number":    func(v *Vintage) { v.Kernel.Near.Months = math.NaN() },
		"a variance below 0":           func(v *Vintage) { v.Kernel.Block.Variance = -0.01 },
		"a variance that is no number": func(v *Vintage) { v.Kernel.Like.Variance = math.NaN() },
		"prices without noise":         func(v *Vintage) { v.Kernel.Noise = 0 },
		"likeness without end":         func(v *Vintage) { v.Kernel.Unlike = math.Inf(1) },
		"imputing that makes surer":    func(v *Vintage) { v.Imputed[1][roomsTrait] = -0.01 },
		"leeway turned round":          func(v *Vintage) { v.Hedonic.Trees.Leeway[0].Low = 1 },
		"leeway that is no number":     func(v *Vintage) { v.Hedonic.Trees.Leeway[0].Low = math.NaN() },
		"an extent turned round":       func(v *Vintage) { v.Extents[1][roomsMeasure] = Range{Least: 5, Most: 2} },
		"imputing that is no number":   func(v *Vintage) { v.Imputed[0][parcelTrait] = math.NaN() },
		"own sales that all tell":      func(v *Vintage) { v.Agreement[2] = Agreement{} },
		"no weights":                   func(v *Vintage) { v.WithOwn[0] = [approaches]float64{} },
		"a weight that is no number":   func(v *Vintage) { v.WithoutOwn[1][byComps] = math.NaN() },
		"plain trees of the day":       func(v *Vintage) { v.Hedonic.Plain = plainOf(v, v.AsOf) },
		"a market known in future":     func(v *Vintage) { v.Indexes[0].Until = v.Indexes[0].Known + 1 },
		"a market known until never":   func(v *Vintage) { v.Indexes[0].Until = 0 },
		"no error at all":              func(v *Vintage) { v.Middle = 0 },
		"a segment without errors":     func(v *Vintage) { v.Factors[byGroup][0] = 0 },
		"errors in disorder":           func(v *Vintage) { v.Quantiles[0] = 9 },
		"an index of other areas": func(v *Vintage) {
			next, other := v.Indexes[len(v.Indexes)-1], *v.Indexes[0].Index
			nodes := slices.Clone(other.Areas.Nodes)
			nodes[0].Cut++
			other.Areas = &index.Areas{Nodes: nodes}
			next.Known, next.Index = next.Known+daysBetweenIndexes, &other
			v.Indexes = append(v.Indexes, next)
		},
		"two indexes of one day": func(v *Vintage) { v.Indexes = append(v.Indexes, v.Indexes[0]) },
		"an earlier index behind a later": func(v *Vintage) {
			v.Indexes = append(v.Indexes, v.Indexes[0])
			v.Indexes[0].Known++
		},
	} {
		var v Vintage
		decodeInto(t, content, &v)
		damage(&v)
		broken, err := v.encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeVintage(broken, newGround(town.Valuer.edition.Sales())); err == nil {
			t.Errorf("a vintage with %s was taken", what)
		}
	}
}

// plainOf returns plain trees that fit a vintage that has none, which know the market until a day.
func plainOf(v *Vintage, until gevel.Date) *hedonic.Plain {
	return &hedonic.Plain{Forest: v.Hedonic.Trees.Models[0], Index: v.Indexes[0].Index, Until: until}
}

func TestPlainTreesThatFitAreTaken(t *testing.T) {
	town := newTown(t)
	content, err := town.vintages[1].encode()
	if err != nil {
		t.Fatal(err)
	}
	var v Vintage
	decodeInto(t, content, &v)
	v.Hedonic.Plain = plainOf(&v, v.AsOf-1)
	if content, err = v.encode(); err != nil {
		t.Fatal(err)
	}
	read, err := decodeVintage(content, newGround(town.Valuer.edition.Sales()))
	if err != nil || read.Hedonic.Plain.Until != v.AsOf-1 {
		t.Errorf("read back as %+v, %v", read, err)
	}
}

func TestDamagedVintagesAreRefusedOrHarmless(t *testing.T) {
	town := newTown(t)
	content, err := town.vintages[0].encode()
	if err != nil {
		t.Fatal(err)
	}
	g := newGround(town.Valuer.edition.Sales())
	for _, n := range []int{0, 1, 10, len(content) / 2, len(content) - 1} {
		if _, err := decodeVintage(content[:n], g); err == nil {
			t.Errorf("the first %d of %d bytes were taken for a vintage", n, len(content))
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		damaged := bytes.Clone(content)
		for range 1 + rng.IntN(3) {
			damaged[rng.IntN(len(damaged))] ^= byte(1 + rng.IntN(255))
		}
		valueWith(town, damaged, g)
	}
}

// valueWith values a home with a damaged vintage, if it is taken for one at all: no
// panic is what counts. Editions are refused by their checksums before that.
func valueWith(town town, content []byte, g *ground) {
	vintage, err := decodeVintage(content, g)
	if err != nil {
		return
	}
	v := &Valuer{edition: town.Valuer.edition, vintages: []*Vintage{vintage}}
	v.desks.New = func() any { return newDesk(g) }
	_, _ = v.Value(town.inquiry(0, max(vintage.AsOf, townDates[1])))
}

func FuzzDecodeVintage(f *testing.F) {
	town := newTown(f)
	content, err := town.vintages[0].encode()
	if err != nil {
		f.Fatal(err)
	}
	g := newGround(town.Valuer.edition.Sales())
	f.Add(content)
	f.Add(content[:len(content)/3])
	f.Add([]byte{})
	f.Fuzz(func(_ *testing.T, content []byte) { valueWith(town, content, g) })
}

func BenchmarkValue(b *testing.B) {
	town := newTown(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := town.Value(town.inquiry(i%len(town.dwellings), townDates[1]+300)); err != nil {
			b.Fatal(err)
		}
	}
}
