package hedonic

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func requireAddsUp(t *testing.T, m *Model, home, reference *market.Home) {
	t.Helper()
	contributions, err := m.Compare(home, reference)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, c := range contributions {
		sum += c.Log
	}
	if want := m.Estimate(home) - m.Estimate(reference); math.Abs(sum-want) > 1e-9 {
		t.Errorf("contributions to %+v add up to %v, the estimates differ by %v", home, sum, want)
	}
}

// players are what homes are compared by, each with how a home takes it over from another.
func players(table gevel.Attributes) (names []string, take []func(to, from *market.Home)) {
	names = append(names, Place)
	take = append(take, func(to, from *market.Home) {
		to.Place, to.Zip, to.Street, to.Dwelling = from.Place, from.Zip, from.Street, from.Dwelling
	})
	for k := range table {
		a := &table[k]
		names = append(names, a.Name)
		take = append(take, func(to, from *market.Home) { a.Set(&to.Characteristics, a.Get(&from.Characteristics)) })
	}
	names = append(names, Time)
	return names, append(take, func(to, from *market.Home) { to.Day = from.Day })
}

// bySubsets sums the change that each player makes to the estimate over all sets of the others.
func bySubsets(m *Model, home, reference *market.Home) map[string]float64 {
	names, take := players(m.Linear.Design.table)
	n := len(names)
	estimates := make([]float64, 1<<n)
	for set := range estimates {
		mixed := *reference
		mixed.Extra = append([]float32{}, reference.Extra...)
		for i := range take {
			if set>>i&1 == 1 {
				take[i](&mixed, home)
			}
		}
		estimates[set] = m.Estimate(&mixed)
	}
	logs := map[string]float64{}
	for i, name := range names {
		for set, without := range estimates {
			if set>>i&1 == 0 {
				size := bits.OnesCount(uint(set))
				share := math.Gamma(float64(size+1)) * math.Gamma(float64(n-size)) / math.Gamma(float64(n+1))
				logs[name] += share * (estimates[set|1<<i] - without)
			}
		}
	}
	return logs
}

func TestContributionsAreShapleyValuesOfTheWholeModel(t *testing.T) {
	layered, m := fittedInvented(t, 1200, 1)
	direct, withDirect := fittedExact(t)
	for _, c := range []struct {
		training Training
		m        *Model
	}{{layered, m}, {direct, withDirect}} {
		for row := 5; row < 8; row++ {
			home, reference := c.training.Sales.Home(row, nil), c.training.Sales.Home(900-row, nil)
			if row == 7 {
				reference.UseSurface, reference.Day = home.UseSurface, home.Day
				home.EnergyLabel = 0 // unknown
			}
			want := bySubsets(c.m, &home, &reference)
			contributions, err := c.m.Compare(&home, &reference)
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range contributions {
				if math.Abs(got.Log-want[got.Name]) > 1e-12 {
					t.Errorf("row %d: %s contributes %v, want %v", row, got.Name, got.Log, want[got.Name])
				}
				delete(want, got.Name)
			}
			for name, log := range want {
				if log != 0 {
					t.Errorf("row %d: %s is missing, want %v", row, name, log)
				}
			}
		}
	}
}

func TestAnEqualCharacteristicContributesNothing(t *testing.T) {
	layered, m := fittedInvented(t, 1200, 1)
	direct, withDirect := fittedExact(t)
	for _, c := range []struct {
		training Training
		m        *Model
	}{{layered, m}, {direct, withDirect}} {
		names, take := players(c.m.Linear.Design.table)
		for row := range 40 {
			home, reference := c.training.Sales.Home(row, nil), c.training.Sales.Home(800-row, nil)
			equal := map[string]bool{}
			for i, name := range names {
				if (row+i)%3 == 0 {
					take[i](&reference, &home)
					equal[name] = true
				}
			}
			contributions, err := c.m.Compare(&home, &reference)
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range contributions {
				if equal[got.Name] && got.Log != 0 {
					t.Errorf("row %d: %s is equal and contributes %v", row, got.Name, got.Log)
				}
			}
		}
	}
}

func TestImportanceIsSharesByCharacteristic(t *testing.T) {
	// Prices follow a wave over the map, which no linear model captures, and the surface. Half
	// of the surface's slope is left to the trees (SlopeShare).
	list := fitted(t, invent(900, 0)).Importance()
	sum := 0.0
	for i, one := range list {
		sum += one.Share
		if i > 0 && one.Share > list[i-1].Share {
			t.Errorf("%s stands behind %s, which has less", one.Name, list[i-1].Name)
		}
		if strings.Contains(one.Name, "_") && !strings.HasPrefix(one.Name, "num_") && !strings.HasPrefix(one.Name, "cat_") {
			t.Errorf("%s is the name of a column, not of a characteristic", one.Name)
		}
	}
	if math.Abs(sum-100) > 1e-9 {
		t.Errorf("the shares sum to %v, want 100", sum)
	}
	if list[0].Name != Place || list[1].Name != "useSurface" || list[1].Share < 10 {
		t.Errorf("the most important are %+v, want the place, then the surface", list[:2])
	}
}

func TestWithoutTreesNothingIsImportant(t *testing.T) {
	if list := (&Model{Trees: &Trees{}}).Importance(); list != nil {
		t.Errorf("Importance = %v, want none", list)
	}
}
