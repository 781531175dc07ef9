package valuer

import (
	"testing"

	"github.com/gevel/gevel/internal/edition"
)

func TestAFrozenTrainerAsksWithWhatWasKnownOnTheVintagesDate(t *testing.T) {
	s := newTown(t).edition.Sales()
	v := &Vintage{AsOf: townDates[0]}
	going, still := newTrainer(s, TrainOptions{}), newTrainer(s, TrainOptions{Frozen: true})
	var h edition.Home
	for row := range s.Len() {
		fresh := going.asked(v, int32(row), &h)
		if fresh.day != s.Date[row] || fresh.known != s.Date[row] {
			t.Fatalf("a sale of %s is asked about on %s, as known on %s", s.Date[row], fresh.day, fresh.known)
		}
		frozen := still.asked(v, int32(row), &h)
		if frozen.day != s.Date[row] || frozen.known != v.AsOf {
			t.Fatalf("frozen, a sale of %s is asked about on %s, as known on %s, want %s", s.Date[row], frozen.day, frozen.known, v.AsOf)
		}
	}
}
