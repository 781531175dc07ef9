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
	Unlived           // no home by its use
	Closed            // no home by its use, and closed
	Gone              // not in the register: not yet, or no longer
)

// statusNames are the words of answers and files. A home in use has none.
var statusNames = [...]string{
	Formed: "formed", OutOfUse: "out_of_use", Rebuilding: "rebuilding", Unlived: "other_use",
	Closed: "other_use_closed", Gone: "gone",
}

// Stands reports whether the register has a home, in use or not.
func (s Status) Stands() bool { return s < Unlived }

// Used reports whether a unit is in use, whatever for.
func (s Status) Used() bool { return s == InUse || s == Rebuilding || s == Unlived }

// String returns the word for the status, "" for a home in use.
func (s Status) String() string { return statusNames[s] }

// ParseStatus reads a word for a status.
func ParseStatus(word string) (Status, error) {
	if s := slices.Index(statusNames[:], word); s >= 0 {
		return Status(s), nil
	}
	return InUse, fmt.Errorf("%q is no status of a home", word)
}

// StatusStep is a status that a home, or a unit of another use, has since a day, and when that became known. Of several steps
// the last that a moment sees counts. One without any has always been in use.
type StatusStep struct {
	Home   BAGID
	Status Status
	Known  Date // NoDate is known on all days
	Since  Date
}

// StatusAt returns the status of a home by its steps.
func StatusAt(steps []StatusStep, m Moment) Status {
	status := InUse
	for _, s := range steps {
		if m.Sees(s.Known, Some(s.Since)) {
			status = s.Status
		}
	}
	return status
}
