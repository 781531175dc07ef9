package gevel

import "time"

// ImageKind is what a photo shows.
type ImageKind string

// The kinds of photo.
const (
	ImagePhoto ImageKind = "photo" // any view of the home
	ImageFront ImageKind = "front" // its front, seen from the street
)

// Image is a photo of a home, by the id of its object: number ids change, when a home is renumbered.
type Image struct {
	ID       string // of its content
	ObjectID BAGID
	Kind     ImageKind
	TakenAt  time.Time
	Guess    bool   // TakenAt is the time of its file, for lack of a better one: it comes after all that are known
	Source   string // who made it
	Street   bool   // cut out of a picture of the street: a front that somebody named comes first
}
