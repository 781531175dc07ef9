package main

import (
	"testing"

	"github.com/gevel/gevel/internal/valuer"
)

func TestTheBoundsOfTheErrorAreToldByTheSideThatIsReached(t *testing.T) {
	for _, c := range []struct {
		size, factor float64
		want         string
	}{
		{0.02, 1.3, "a mean error below 2.0 % is expected of no home"},
		{0.8, 0.7, "a mean error above 80.0 % is expected of no home"},
	} {
		e := valuer.Explanation{Certainty: valuer.Certainty{Size: c.size}}
		if got := driverWords(valuer.Driver{Name: valuer.Bounds, Factor: c.factor}, e); got != c.want {
			t.Errorf("a size of %g, made %g times as large: got %q, want %q", c.size, c.factor, got, c.want)
		}
	}
}
