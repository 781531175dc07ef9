package valuer

import (
	"testing"

	"github.com/gevel/gevel/internal/market"
)

func TestAStaticTrainerAsksWithWhatWasKnownOnTheVintagesDate(t *testing.T) {
	s := newTown(t).edition.Sales()
	v := &Vintage{AsOf: townDates[0]}
	walking, static := newTrainer(s, TrainOptions{}), newTrainer(s, TrainOptions{Static: true})
	var h market.Home
	for row := range s.Len() {
		fresh := walking.asked(v, int32(row), &h)
		if fresh.day != s.Date[row] || fresh.known != s.Date[row] {
			t.Fatalf("a sale of %s is asked about on %s, as known on %s", s.Date[row], fresh.day, fresh.known)
		}
		fixed := static.asked(v, int32(row), &h)
		if fixed.day != s.Date[row] || fixed.known != v.AsOf {
			t.Fatalf("static, a sale of %s is asked about on %s, as known on %s, want %s", s.Date[row], fixed.day, fixed.known, v.AsOf)
		}
	}
}
