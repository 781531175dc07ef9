package hedonic

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/sync/errgroup"
)

func TestASplitIsWorkedOutOnceAndKeptForAWhile(t *testing.T) {
	s, asked := newSplits(), 0
	double := func(rows [][]float64) ([][]float64, float64, error) {
		asked += len(rows)
		var phi [][]float64
		for _, row := range rows {
			phi = append(phi, []float64{2 * row[0]})
		}
		return phi, 7, nil
	}
	expect := func(want int, values ...float64) {
		t.Helper()
		var rows [][]float64
		for _, v := range values {
			rows = append(rows, []float64{v})
		}
		asked = 0
		phi, mean, err := s.of(rows, double)
		if err != nil || mean != 7 || asked != want {
			t.Fatalf("%d rows were worked out, want %d; mean %v, error %v", asked, want, mean, err)
		}
		for i, v := range values {
			if !slices.Equal(phi[i], []float64{2 * v}) {
				t.Fatalf("row %v: %v", v, phi[i])
			}
		}
	}
	expect(3, 1, 2, 3)
	expect(1, 3, 4, 1)
	expect(0, 4, 3, 2, 1)
	for v := range 3 * splitsKept {
		expect(1, float64(100+v))
		expect(0, 1) // comes up again and again
	}
	expect(1, 2)
	if n := len(s.now) + len(s.before); n > 2*splitsKept {
		t.Errorf("%d are kept", n)
	}
}

func TestSplitsAreAskedForSideBySide(t *testing.T) {
	s := newSplits()
	var all errgroup.Group
	for worker := range 8 {
		all.Go(func() error {
			for i := range 2 * splitsKept {
				v := float64((i + worker) % (3 * splitsKept / 2))
				phi, _, err := s.of([][]float64{{v}}, func(rows [][]float64) ([][]float64, float64, error) {
					return append([][]float64{}, rows...), 0, nil
				})
				if err != nil || phi[0][0] != v {
					return fmt.Errorf("%v is split into %v: %w", v, phi, err)
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
}

func TestWhatCannotBeSplitIsNotKept(t *testing.T) {
	s, failure := newSplits(), errors.New("no")
	for range 2 {
		_, _, err := s.of([][]float64{{1}}, func([][]float64) ([][]float64, float64, error) { return nil, 0, failure })
		if !errors.Is(err, failure) {
			t.Errorf("error %v, want %v", err, failure)
		}
	}
}
