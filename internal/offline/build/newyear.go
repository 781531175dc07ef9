package build

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/train"
)

// NewYear is what the next model takes away from the valuation dates of an edition.
type NewYear struct {
	Day  gevel.Date `json:"day" doc:"Day of the next model, at the earliest."`
	From gevel.Date `json:"from" doc:"First day that can be valued then."`
}

// newYear returns what the next model takes away from an edition with models of these days, nil for nothing. A build
// file with a day of its own for the newest model has no next one.
func newYear(c train.Calendar, models []gevel.Date) *NewYear {
	if c.AsOf != gevel.NoDate {
		return nil
	}
	n := NewYear{}
	if n.Day, n.From = c.AfterNewYear(models); n.From <= models[0] {
		return nil
	}
	return &n
}
