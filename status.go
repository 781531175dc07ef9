package gevel

import (
	"fmt"
	"slices"
)

// Status says whether the register has a home in use.
type Status uint8

// The statuses.
const (
	InUse      Status = iota
	Formed            // planned, under construction, or to be split off: the home is not there yet
	OutOfUse          // closed
	Rebuilding        // being rebuilt
)

// statusNames are the words of answers and files. A home in use has none.
var statusNames = [...]string{Formed: "formed", OutOfUse: "out_of_use", Rebuilding: "rebuilding"}

// String returns the word for the status, "" for a home in use.
func (s Status) String() string { return statusNames[s] }

// ParseStatus reads a word for a status.
func ParseStatus(word string) (Status, error) {
	if s := slices.Index(statusNames[:], word); s >= 0 {
		return Status(s), nil
	}
	return InUse, fmt.Errorf("%q is no status of a home", word)
}

// StatusPeriod is a time in which the register did not have a home in use.
type StatusPeriod struct {
	Home   BAGID
	Status Status
	Since  Date // NoDate is not known
	Until  Date // the first day after it, NoDate where none is known
}

// StatusOn returns the status of a home on a day, by its periods, the earliest first. Before a home was formed it was
// not in use either.
func StatusOn(periods []StatusPeriod, day Date) Status {
	for i, p := range periods {
		began := p.Since <= day || i == 0 && p.Status == Formed
		if began && (p.Until == NoDate || day < p.Until) {
			return p.Status
		}
	}
	return InUse
}
