package checkup_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/checkup"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAnEditionThatLostItsSurfacesValuesNoHome(t *testing.T) {
	good := smalltown.Shared(t)
	broken := *good.Market
	broken.Dwellings = slices.Clone(broken.Dwellings)
	for h := range broken.Dwellings {
		broken.Dwellings[h].UseSurface = gevel.Opt[int]{}
	}
	bad := broken.Open(t, market.NewSales(broken.Attributes, broken.Sold), good.Vintages())
	homes := checkup.Sample(good.Edition(), bad.Edition())
	if want := len(good.Dwellings); len(homes) != want {
		t.Fatalf("the sample of two editions of the same %d homes has %d", want, len(homes))
	}
	before, now := ask(t, good, homes), ask(t, smalltown.Town{Valuer: bad}, homes)
	if before.HitRate() < 0.9 || before.Valued() != int(math.Round(before.HitRate()*float64(len(homes)))) {
		t.Errorf("the good edition values %d of %d homes, a hit rate of %g",
			before.Valued(), len(homes), before.HitRate())
	}
	// A sold home is valued with what its sale recorded.
	if unsold := homes[len(homes)*9/10:]; ask(t, smalltown.Town{Valuer: bad}, unsold).Valued() > 0 {
		t.Errorf("of homes without a surface %d are valued", now.Valued())
	}
	if now.Valued() >= before.Valued() {
		t.Errorf("without surfaces %d homes are valued, and with them %d", now.Valued(), before.Valued())
	}
}

func ask(t *testing.T, town smalltown.Town, homes []gevel.BAGID) checkup.Answers {
	t.Helper()
	answers, err := checkup.Ask(t.Context(), town.Valuer, homes, smalltown.End)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestAnswersAreTheSameOnAnyNumberOfProcessors(t *testing.T) {
	town := smalltown.Shared(t)
	homes := checkup.Sample(town.Edition())
	many := ask(t, town, homes)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := ask(t, town, homes); !slices.Equal(one, many) {
		t.Error("one processor answers other than several")
	}
}

func TestAHomeThatAnEditionDoesNotHaveIsNotValued(t *testing.T) {
	town := smalltown.Shared(t)
	if got := ask(t, town, []gevel.BAGID{smalltown.ID(gevel.CodeVerblijfsobject, 999_999)}); got.Valued() != 0 {
		t.Errorf("it is valued at %v", got)
	}
	if rate := (checkup.Answers{}).HitRate(); rate != 0 {
		t.Errorf("of no homes the hit rate is %g", rate)
	}
}

func TestAskingEndsWithItsContext(t *testing.T) {
	town := smalltown.Shared(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	homes := checkup.Sample(town.Edition())
	if _, err := checkup.Ask(ctx, town.Valuer, homes, smalltown.End); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func TestMediansAreOfHomesThatBothValue(t *testing.T) {
	before, now, homes := checkup.Medians(
		checkup.Answers{100, 0, 300, 200, 900}, checkup.Answers{110, 500, 330, 220, 0})
	if before != 200 || now != 220 || homes != 3 {
		t.Errorf("medians %d and %d of %d homes, want 200 and 220 of 3", before, now, homes)
	}
	if _, _, homes := checkup.Medians(checkup.Answers{100}, checkup.Answers{0}); homes != 0 {
		t.Errorf("%d homes are valued by both, want none", homes)
	}
}

// townOf publishes an edition of homes without sales, numbered from first, and
// opens it.
func townOf(t *testing.T, first, homes int) *edition.Edition {
	t.Helper()
	c := smalltown.Contents{Contents: edition.Contents{Sales: market.NewSales(gevel.Standard(), nil), MadeBy: "test"}}
	for i := range homes {
		id := smalltown.ID(gevel.CodeVerblijfsobject, first+i)
		number := smalltown.ID(gevel.CodeNummeraanduiding, first+i)
		c.Dwellings = append(c.Dwellings, gevel.Dwelling{ID: id, NumberID: number})
	}
	return smalltown.Draft(t, t.TempDir(), c).Edition()
}

func TestASampleIsSpreadOverTheHomesOfEitherEdition(t *testing.T) {
	before, now := townOf(t, 0, 20_000), townOf(t, 10_000, 20_000)
	homes := checkup.Sample(before, now)
	once := slices.Compact(slices.Clone(homes))
	if len(homes) != checkup.SampleHomes || !slices.IsSorted(homes) || len(once) != len(homes) {
		t.Fatalf("a sample of %d homes, want %d by id, each once", len(homes), checkup.SampleHomes)
	}
	if !slices.Equal(homes, checkup.Sample(now, before)) {
		t.Error("the order of the editions changes the sample")
	}
	const parts = 10
	want := checkup.SampleHomes / parts
	for part := range parts { // 3000 homes each
		low := smalltown.ID(gevel.CodeVerblijfsobject, 3000*part)
		high := smalltown.ID(gevel.CodeVerblijfsobject, 3000*(part+1))
		got := 0
		for _, id := range homes {
			if id >= low && id < high {
				got++
			}
		}
		if got < want*3/4 || got > want*5/4 {
			t.Errorf("%d homes are of part %d of the ids, want about %d", got, part, want)
		}
	}
}

func TestASampleHardlyChangesWithTheHomes(t *testing.T) {
	before, now := townOf(t, 0, 20_000), townOf(t, 100, 20_000)
	same := 0
	other := checkup.Sample(now)
	for _, id := range checkup.Sample(before) {
		if _, ok := slices.BinarySearch(other, id); ok {
			same++
		}
	}
	if least := checkup.SampleHomes * 97 / 100; same < least {
		t.Errorf("of the sample %d homes are the same, want %d or more", same, least)
	}
}
