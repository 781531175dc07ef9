package book

import (
	"cmp"
	"math"
	"slices"
)

// Inspection is a home whose inspection takes uncertainty off a book.
type Inspection struct {
	Line  int     `json:"line"` // of the file
	Home  string  `json:"home"`
	Value float64 `json:"value"`
	FSD   float64 `json:"fsd"`
	// FSDAfter is what the FSD is expected to be after the inspection.
	FSDAfter float64 `json:"fsdAfter"`
	// Takes is the standard deviation, in euros, of the part of the book's error that the inspection takes off.
	Takes float64 `json:"takesOff"`
	own   float64 // euros
}

// Inspections keeps the homes whose inspection takes off most: by the variance of the value in euros that comes of what is
// not known of the home; among homes that are known whole, by the rest of their own error. Variances of own errors
// add up, so the first N of the list are the best N.
type Inspections struct {
	Most int
	list []Inspection
}

// Add offers a home; unseen is the variance that an inspection takes off, log euros squared.
func (k *Inspections) Add(at Inspection, h *Home, unseen float64) {
	at.Value, at.FSD = h.Value, round4(h.FSD)
	at.FSDAfter = round4(math.Sqrt(math.Max(0, h.FSD*h.FSD-unseen)))
	at.Takes, at.own = math.Round(h.Value*math.Sqrt(unseen)), h.Value*ownOf(h)
	k.list = append(k.list, at)
	if len(k.list) >= 4*max(k.Most, 64) {
		k.cut()
	}
}

// First returns the homes, those that take off most first.
func (k *Inspections) First() []Inspection {
	k.cut()
	return append([]Inspection{}, k.list...)
}

func (k *Inspections) cut() {
	slices.SortStableFunc(k.list, func(a, b Inspection) int {
		return cmp.Or(cmp.Compare(b.Takes, a.Takes), cmp.Compare(b.own, a.own), cmp.Compare(a.Line, b.Line))
	})
	k.list = k.list[:min(k.Most, len(k.list))]
}

func round4(v float64) float64 { return math.Round(1e4*v) / 1e4 }
