package valuer

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/market"
)

// Homes of which the register does not know what all sales tell.

// secret is what sales of a home tell and the register does not know.
type secret struct {
	rooms int
	state float64 // of maintenance
}

func newSecret(rng *rand.Rand) secret {
	return secret{rooms: 2 + rng.IntN(5), state: rng.NormFloat64()}
}

// worth is by how much it changes the log price.
func (s secret) worth() float64 { return 0.04*float64(s.rooms-4) + 0.12*s.state }

// secretive is a market of which the register does not know the secrets.
var secretive struct {
	sync.Once
	town
}

func newSecretive(t testing.TB) town {
	t.Helper()
	secretive.Do(func() {
		m := newSmallMarket(5, townStreets)
		m.tellSecrets()
		secretive.town = town{smallMarket: m, Valuer: m.valuer(t, 1, townDates...)}
	})
	if secretive.Valuer == nil {
		t.Fatal("the market could not be built; see the test that tried")
	}
	return secretive.town
}

// tellSecrets has all sales tell the secrets of their homes.
func (m *smallMarket) tellSecrets() {
	rng := rand.New(rand.NewPCG(31, 32))
	secrets := map[string]secret{}
	for i := range m.sales {
		s := &m.sales[i]
		told, ok := secrets[s.DwellingID]
		if !ok || s.DwellingID == "" {
			told = newSecret(rng)
			secrets[s.DwellingID] = told
		}
		s.Rooms, s.Num[0], s.Monument = gevel.Some(told.rooms), told.state, gevel.Some(false)
		s.Price = gevel.Euro(float64(s.Price) * math.Exp(told.worth()))
	}
}

// trusting returns the town valued by models that take imputed homes to be as sure as
// others.
func (tn town) trusting(t *testing.T) town {
	t.Helper()
	sales, models := tn.edition.Sales(), []*Vintage{}
	for _, v := range tn.vintages {
		content, err := v.encode()
		if err != nil {
			t.Fatal(err)
		}
		blithe := &Vintage{}
		decodeInto(t, content, blithe)
		for g := range blithe.Imputed {
			clear(blithe.Imputed[g])
		}
		models = append(models, blithe)
	}
	files, err := Encode(models)
	if err != nil {
		t.Fatal(err)
	}
	return town{smallMarket: tn.smallMarket, Valuer: tn.open(t, sales, files)}
}

// neverSold returns the homes of a market that no sale can be of.
func (m *smallMarket) neverSold() (homes []int) {
	for h := len(m.dwellings) * 9 / 10; h < len(m.dwellings); h++ {
		homes = append(homes, h)
	}
	return homes
}

func TestIntervalsOfImputedHomesCoverWhatTheyPromise(t *testing.T) {
	honest := newSecretive(t)
	fresh := townDates[len(townDates)-1] // the market is known until then
	covered := func(tn town) float64 {
		rng := rand.New(rand.NewPCG(33, 34))
		inside, n := 0.0, 0.0
		for _, h := range tn.neverSold() {
			out := tn.valueWith(t, tn.inquiry(h, fresh), gevel.Characteristics{})
			for range 100 {
				price := tn.sale(rng, 1, h, fresh).Price
				price = gevel.Euro(float64(price) * math.Exp(newSecret(rng).worth()))
				n++
				if price >= out.Interval.Low && price <= out.Interval.High {
					inside++
				}
			}
		}
		return inside / n
	}
	if got := covered(honest); math.Abs(got-0.8) > 0.06 {
		t.Errorf("the 80 %% intervals of imputed homes hold %.3f of the prices", got)
	}
	if got := covered(honest.trusting(t)); got > 0.65 {
		t.Errorf("intervals that know nothing of imputing hold %.3f of the prices: the test shows nothing", got)
	}
}

func TestATraitThatIsToldNeverMakesAHomeLessSure(t *testing.T) {
	tn := newSecretive(t)
	rng := rand.New(rand.NewPCG(35, 36))
	surer := 0
	homes := tn.neverSold()
	for range 300 {
		h := homes[rng.IntN(len(homes))]
		q := tn.inquiry(h, townDates[0]+gevel.Date(rng.IntN(int(marketEnd-townDates[0]))))
		usual := tn.taken(t, q)
		less := tn.valueWith(t, q, gevel.Characteristics{})
		var told gevel.Characteristics
		for _, tell := range rng.Perm(2) {
			switch tell {
			case 0:
				told.Rooms = usual.Rooms
			case 1:
				told.Monument = usual.Monument
			}
			more := tn.valueWith(t, q, told)
			if more.Weighted != less.Weighted || more.FSD > less.FSD || more.Class < less.Class {
				t.Errorf("home %d, told %+v: %d, FSD %v, class %d; with less told %d, %v, %d",
					h, told, more.Weighted, more.FSD, more.Class, less.Weighted, less.FSD, less.Class)
			}
			if more.FSD < less.FSD {
				surer++
			}
			less = more
		}
	}
	if surer < 30 {
		t.Errorf("only %d times a home was surer for what was told", surer)
	}
}

// taken returns the characteristics that a home is valued with.
func (tn town) taken(t *testing.T, q gevel.Inquiry) gevel.Characteristics {
	t.Helper()
	e, err := tn.Explain(q)
	if err != nil {
		t.Fatal(err)
	}
	return e.Home
}

func TestAHomeThatTellsAllIsAsSureAsBefore(t *testing.T) {
	honest := newSecretive(t)
	trusting := honest.trusting(t)
	seen := 0
	for h := range honest.dwellings {
		q := honest.inquiry(h, marketEnd)
		if e, err := honest.Explain(q); err != nil || slices.ContainsFunc(e.Steps, func(s Step) bool { return s.Usual }) {
			continue
		}
		seen++
		got, want := honest.valueWith(t, q, gevel.Characteristics{}), trusting.valueWith(t, q, gevel.Characteristics{})
		if want.Edition = got.Edition; got != want {
			t.Errorf("home %d, of which all is known, is valued\n%+v\nand without imputing\n%+v", h, got, want)
		}
	}
	if seen < 30 {
		t.Errorf("only %d homes of which all is known were seen", seen)
	}
}

func TestWhereNothingIsUsualNothingIsAdded(t *testing.T) {
	town := newTown(t) // whose sales often leave out what they could tell
	for _, v := range town.vintages {
		h := town.edition.Sales().Home(0, nil, nil)
		for g, added := range v.Imputed {
			for trait, variance := range added {
				if has := v.Usual[g].give(&h, trait); has != (variance > 0) {
					t.Errorf("vintage %s: trait %d of group %d is usual: %v, and adds %v", v.AsOf, trait, g, has, variance)
				}
			}
		}
	}
}

// randomPairs invents blind errors whose squares are by added larger than those of homes
// that told, with two traits of which the first moves estimates three times as much.
func randomPairs(rng *rand.Rand, n int, added float64) []blindPair {
	pairs := make([]blindPair, n)
	for i, told := range randomScored(rng, n) {
		p := blindPair{told: told, blind: told, trait: parcelTrait, moved: 0.09}
		if i%2 == 0 {
			p.trait, p.moved = roomsTrait, 0.01
		}
		p.blind.err += added * rng.NormFloat64() / 0.8 // whose mean absolute value is 0.8
		pairs[i] = p
	}
	return pairs
}

func TestWhatImputingAddsIsLearned(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	s := fitSpread(randomScored(rng, 8000), 1)
	usual := [gevel.BuildGroups]Usual{}
	for g := range usual {
		usual[g].Parcel, usual[g].Rooms = gevel.Some(100), gevel.Some(4)
	}
	usual[3].Rooms = gevel.Opt[int]{} // often left out there
	const added = 0.2
	s.fitImputed(randomPairs(rng, 8000, added), &usual)
	for g := 1; g <= 3; g++ {
		lot, rooms := s.Imputed[g][parcelTrait], s.Imputed[g][roomsTrait]
		if got := math.Sqrt(lot + rooms); math.Abs(got/added-1) > 0.15 {
			t.Errorf("group %d: imputing adds %v, want %v", g, got, added)
		}
		if ratio := lot / rooms; g < 3 && math.Abs(ratio/9-1) > 0.2 {
			t.Errorf("group %d: the lot adds %v times as much as the rooms, want 9", g, ratio)
		}
	}
	if got := s.Imputed[3][roomsTrait]; got != 0 {
		t.Errorf("rooms, which are not imputed in group 3, add %v there", got)
	}
}

func TestWithoutErrorsImputingAddsAGuess(t *testing.T) {
	s := fitSpread(nil, 1)
	usual := [gevel.BuildGroups]Usual{1: {Parcel: gevel.Some(100), Rooms: gevel.Some(4)}}
	s.fitImputed(nil, &usual)
	if lot, rooms := s.Imputed[1][parcelTrait], s.Imputed[1][roomsTrait]; math.Abs(math.Sqrt(lot+rooms)-guessImputed) > 1e-9 || lot != rooms {
		t.Errorf("lot and rooms add %v and %v", lot, rooms)
	}
	if got := slices.Max(s.Imputed[2]); got != 0 {
		t.Errorf("where nothing is usual, %v is added", got)
	}
}

func TestTraitsAreToldAndGivenOneByOne(t *testing.T) {
	schema := gevel.SaleSchema{Num: []string{"a", "b"}, Cat: []string{"c"}}
	u := Usual{
		Parcel: gevel.Some(1), Volume: gevel.Some(2), Rooms: gevel.Some(3), Label: gevel.LabelG, Monument: gevel.Some(true),
		Num: []float32{4, 5}, Cat: []int32{6},
	}
	names := traitNames(schema)
	if len(names) != u.traits() {
		t.Fatalf("%d traits have %d names", u.traits(), len(names))
	}
	var h market.Home
	h.Num, h.Cat = unknownExtras(schema)
	for trait, name := range names {
		before := 0
		for other := range names {
			if u.told(&h, other) {
				before++
			}
		}
		if before != trait || !u.give(&h, trait) || !u.told(&h, trait) {
			t.Errorf("%s, number %d: %d were told before, and it after: %v", name, trait, before, u.told(&h, trait))
		}
		nothing := Usual{Num: []float32{float32(math.NaN()), float32(math.NaN())}, Cat: []int32{-1}}
		if nothing.give(&h, trait) || !u.told(&h, trait) {
			t.Errorf("%s is given where nothing is usual, or lost", name)
		}
	}
}

func TestABlindHomeHasWhatItWouldBeGiven(t *testing.T) {
	tn := newSecretive(t)
	s, v := tn.edition.Sales(), tn.vintages[0]
	tr := newTrainer(s, TrainOptions{})
	d := newDesk(tr.ground)
	n := 0
	for row := range s.Len() {
		if s.Date[row] < v.AsOf {
			continue
		}
		h := s.Home(row, nil, nil)
		q := tr.asked(v, int32(row), &h)
		if comps.Homes(s, d.near(q)) < comps.References {
			continue
		}
		n++
		got := tr.blind(d, v, int32(row), &h, 0).err[byHedonic]
		forget(&h, v.Usual[h.BuildType.Group()].knows)
		d.complete(v, q, h.UseSurface)
		in := d.indicate(v, q)
		if want := tr.logPrice(int32(row)) - in.value[byHedonic]; got != want {
			t.Fatalf("sale %d: blind the estimate is %v off, that of a home that tells nothing %v", row, got, want)
		}
	}
	if n < 50 {
		t.Errorf("%d sales were tried", n)
	}
}
