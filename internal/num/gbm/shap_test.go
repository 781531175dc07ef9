package gbm

import (
	"math"
	"math/bits"
	"slices"
	"testing"
)

func TestContributionsAreTheMeanOverAllOrders(t *testing.T) {
	m, d := mixed(t)
	for _, players := range [][]int{{0, 1, 2, 3}, {1, 0, 1, 2}, {0, 0, 0, 0}} {
		phi := make([]float64, 1+slices.Max(players))
		for r := range 60 {
			row, reference := rowOf(d.Table, r), rowOf(d.Table, 399-r)
			if r%3 == 0 {
				row[r%4] = nan
			}
			if err := m.Contrast(row, reference, players, phi); err != nil {
				t.Fatal(err)
			}
			for i, want := range m.shapley(row, reference, players) {
				if math.Abs(phi[i]-want) > 1e-14 {
					t.Errorf("players %v, row %d, player %d: %v, want %v", players, r, i, phi[i], want)
				}
			}
		}
	}
}

// shapley sums each player's contribution over all sets of the others.
func (m *Model) shapley(row, reference []float64, players []int) []float64 {
	n := 1 + slices.Max(players)
	predict := func(set uint) float64 {
		mixed := slices.Clone(reference)
		for i, player := range players {
			if set>>player&1 == 1 {
				mixed[i] = row[i]
			}
		}
		return m.Predict(mixed)
	}
	phi := make([]float64, n)
	for player := range phi {
		for set := range uint(1 << n) {
			if set>>player&1 == 1 {
				continue
			}
			size := bits.OnesCount(set)
			share := math.Gamma(float64(size+1)) * math.Gamma(float64(n-size)) / math.Gamma(float64(n+1))
			phi[player] += share * (predict(set|1<<player) - predict(set))
		}
	}
	return phi
}

// eachItsOwn makes each column a player.
func eachItsOwn(m *Model) []int {
	players := make([]int, len(m.columns))
	for i := range players {
		players[i] = i
	}
	return players
}

// Large trees ask a column many times on a way. Every third pair of rows is equal in most columns.
func TestContributionsAddUpAndEqualColumnsMakeNone(t *testing.T) {
	d := invented(3000, 40, 6)
	m := train(t, d, Params{Trees: 200, Leaves: 63, MinLeaf: 1, LearningRate: 0.2})
	phi := make([]float64, len(m.columns))
	for r := range 60 {
		row, reference := rowOf(d.Table, r), rowOf(d.Table, 1000+r)
		for c := range row {
			if (c+r)%5 == 0 || r%3 == 0 && c > 4 {
				reference[c] = row[c]
			}
		}
		if err := m.Contrast(row, reference, eachItsOwn(m), phi); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for c, v := range phi {
			if sum += v; v != 0 && row[c] == reference[c] {
				t.Errorf("row %d: column %d is equal and contributes %v", r, c, v)
			}
		}
		if want := m.Predict(row) - m.Predict(reference); math.Abs(sum-want) > 1e-12 {
			t.Errorf("row %d: contributions add up to %v, the predictions differ by %v", r, sum, want)
		}
	}
}

func TestContrastRefusesOtherLengths(t *testing.T) {
	m, d := mixed(t)
	row, players, phi := rowOf(d.Table, 0), eachItsOwn(m), make([]float64, 4)
	for what, err := range map[string]error{
		"a short row":       m.Contrast(row[1:], row, players, phi),
		"a short reference": m.Contrast(row, row[1:], players, phi),
		"too few players":   m.Contrast(row, row, players[1:], phi),
		"no room":           m.Contrast(row, row, players, phi[1:]),
		"no player":         m.Contrast(row, row, []int{0, -1, 2, 3}, phi),
	} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
}
