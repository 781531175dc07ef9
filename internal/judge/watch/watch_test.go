package watch

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel"
)

// market draws sales of five regions of two types, 25 a day, whose values promise an error of 8 %.
func market(seed uint64, days int) (sales []Sale) {
	rng := rand.New(rand.NewPCG(seed, 1))
	const size = 0.08
	for day := range days {
		for i := range 25 {
			off := size * rng.NormFloat64()
			sales = append(sales, Sale{
				Known: gevel.NewDate(2020, 1, 1) + gevel.Date(day), Error: off, Size: size, Held: math.Abs(off) < 1.2816*size,
				Parts: []Part{{"region", fmt.Sprint("r", i%5)}, {"house type", fmt.Sprint("t", i%2)}},
			})
		}
	}
	return sales
}

func TestValuesThatHoldRaiseLessThanOneAlarmAYear(t *testing.T) {
	alarms := 0
	const years = 20
	for seed := range uint64(years) {
		alarms += len(Of(market(seed, 365)).Alarms)
	}
	if alarms > years/5 {
		t.Errorf("%d alarms in %d years", alarms, years)
	}
}

func TestAStepOfOneRegionIsFoundThereWithin60Days(t *testing.T) {
	for _, tt := range []struct {
		by   float64
		what What
	}{{Step, Above}, {-Step, Below}} {
		found := 0
		const tries = 20
		for seed := range uint64(tries) {
			sales := market(seed, 300)
			from := sales[5000].Known
			r := Of(stepped(sales, Part{"region", "r1"}, from, tt.by))
			for _, a := range r.Alarms {
				if a.Name == "r1" && a.What == tt.what && a.Raised <= from+60 {
					found++
					if math.Abs(a.Off-tt.by) > 0.03 || a.Since < from-60 {
						t.Errorf("off by %v since %s", a.Off, a.Since)
					}
				}
			}
		}
		if found < tries*8/10 {
			t.Errorf("a step of %v: %d of %d found", tt.by, found, tries)
		}
	}
}

func TestAnErrorOfTheWholeIsNoAlarmOfItsParts(t *testing.T) {
	sales := market(1, 300)
	for i := range sales {
		if i > 3750 {
			sales[i].Error += 0.04
		}
	}
	standing := Of(sales).Standing()
	if len(standing) != 1 || standing[0].Part != (Part{}) || standing[0].What != Above {
		t.Errorf("alarms %+v", standing)
	}
}

func TestAnAlarmIsClearedWhenValuesHoldAgain(t *testing.T) {
	sales := market(2, 500)
	for i := range sales {
		if 3750 < i && i < 6250 {
			sales[i].Error += 0.04
		}
	}
	r := Of(sales)
	if !slices.ContainsFunc(r.Alarms, func(a Alarm) bool { return a.Part == Part{} && a.What == Above }) || len(r.Standing()) != 0 {
		t.Errorf("alarms %+v", r.Alarms)
	}
}

func TestIntervalsThatCoverTooLittleAreFound(t *testing.T) {
	sales := market(3, 300)
	for i := range sales {
		if sales[i].Parts[0].Name == "r2" && i > 2500 {
			sales[i].Held = i%2 == 0
		}
	}
	r := Of(sales)
	if len(r.Alarms) == 0 || r.Alarms[0].Name != "r2" || r.Alarms[0].What != Narrow || r.Alarms[0].Held > 0.6 {
		t.Errorf("alarms %+v", r.Alarms)
	}
}

func TestCoverageThatBreaksEverywhereIsOneAlarm(t *testing.T) {
	sales := market(5, 300)
	for i := range sales {
		if i > 2500 {
			sales[i].Held = i%2 == 0
		}
	}
	standing := Of(sales).Standing()
	if len(standing) != 1 || standing[0].Part != (Part{}) || standing[0].What != Narrow || math.Abs(standing[0].Held-0.5) > 0.05 ||
		math.Abs(float64(standing[0].Since-sales[2500].Known)) > 10 {
		t.Errorf("alarms %+v", standing)
	}
}

// TestAnAlarmSaysSinceWhenAndHowFar: the sum may have begun long before.
func TestAnAlarmSaysSinceWhenAndHowFar(t *testing.T) {
	for seed := range uint64(10) {
		sales := market(seed, 300)
		const from = 25 * 200
		for i := from; i < len(sales); i++ {
			sales[i].Error += 0.10
		}
		for _, a := range Of(sales).Standing() {
			if math.Abs(a.Off-0.105) > 0.01 || math.Abs(float64(a.Since-sales[from].Known)) > 2 {
				t.Errorf("10 %% more since %s is said to be %.3f since %s", sales[from].Known, a.Off, a.Since)
			}
		}
	}
}

func TestOneOddPriceRaisesNoAlarm(t *testing.T) {
	sales := market(4, 100)
	sales[500].Error = 3
	if r := Of(sales); len(r.Alarms) != 0 {
		t.Errorf("alarms %+v", r.Alarms)
	}
	if Of(nil) != nil {
		t.Error("no sales say something")
	}
}
