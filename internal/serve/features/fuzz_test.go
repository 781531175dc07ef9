package features

import (
	"testing"

	"github.com/gevel/gevel"
)

// FuzzBox reads boxes: what is read holds each position that lies within it, and its rectangle in RD New holds it too.
func FuzzBox(f *testing.F) {
	for _, text := range []string{"4.2,52.0,4.4,52.1", "80000,450000,81000,451000", "1,2,3,4,5,6", "-1e9,0,1,1", "5,5,4,6", "", ",,,"} {
		f.Add(text, 80_500.0, 450_500.0)
	}
	f.Fuzz(func(t *testing.T, text string, x, y float64) {
		at := gevel.Point{X: x, Y: y}
		if !(x >= country[0].X && x <= country[1].X && y >= country[0].Y && y <= country[1].Y) {
			return
		}
		for _, of := range []system{crs84URI, rdURI} {
			if text != "" && !boxPattern.MatchString(text) {
				return
			}
			b, err := readBox(text, of)
			if err != nil {
				if gevel.CodeOf(err) != gevel.Invalid {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			low, high := b.around()
			if b.holds(at) && !(at.X >= low.X && at.X <= high.X && at.Y >= low.Y && at.Y <= high.Y) {
				t.Errorf("%q of %s holds %v, and lies within %v and %v", text, of, at, low, high)
			}
		}
	})
}

// FuzzPeriod reads times: what is read begins before it ends.
func FuzzPeriod(f *testing.F) {
	for _, text := range []string{"2024-01-31", "2024-01-01/..", "../2024-01-31", "/2024-01-31", "2024-01-31T12:00:00Z/2024-02-01", "../..", "/"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := readPeriod(text)
		switch {
		case err != nil && gevel.CodeOf(err) != gevel.Invalid:
			t.Fatalf("%q: %v", text, err)
		case err == nil && (p.from > p.to || !p.holds(p.from) || !p.holds(p.to)):
			t.Errorf("%q is from %v to %v", text, p.from, p.to)
		}
	})
}
