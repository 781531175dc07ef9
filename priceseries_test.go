package gevel

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// revised is a series of which the first month was revised.
var revised = PriceSeries{{Month: 1, Known: 70, Value: 100}, {Month: 2, Known: 100, Value: 102}, {Month: 1, Known: 130, Value: 101}}

func TestAPriceSeriesSaysWhatWasKnownOnADay(t *testing.T) {
	for day, want := range map[int][]Published{
		70:  nil,
		71:  {{Month: 1, Known: 70, Value: 100}},
		130: {{Month: 1, Known: 70, Value: 100}, {Month: 2, Known: 100, Value: 102}},
		131: {{Month: 1, Known: 130, Value: 101}, {Month: 2, Known: 100, Value: 102}},
	} {
		got := revised.Before(Date(day)).Newest()
		if len(got)+len(want) > 0 && !cmp.Equal(got, want) {
			t.Errorf("on day %d it says %v, want %v", day, got, want)
		}
	}
}

func TestAPriceSeriesChangesOnTheFirstDayWithOtherFigures(t *testing.T) {
	other := append(PriceSeries{}, revised...)
	other[1].Value = 103
	for _, c := range []struct {
		now, before PriceSeries
		day         int // 0 for the same
	}{
		{revised, revised, 0},
		{nil, nil, 0},
		{revised, revised[:2], 130},
		{revised[:1], revised, 100},
		{other, revised, 100},
		{revised, nil, 70},
	} {
		if day, ok := c.now.ChangedSince(c.before); ok != (c.day > 0) || ok && day != Date(c.day) {
			t.Errorf("%v after %v changed on %v, %t, want day %d", c.now, c.before, day, ok, c.day)
		}
	}
}
