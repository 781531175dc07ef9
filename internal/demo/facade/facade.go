// Package facade draws the fronts of Dutch houses: canal houses under their
// gables, terraces, villas and flats, each as it looks from the street on a day of
// a season.
package facade

import "time"

// Form is the kind of building whose front is drawn.
type Form uint8

// The forms.
const (
	Shed       Form = iota // a garage or barn; it has no front of its own
	CanalHouse             // narrow and old, under one of five gables
	Terraced
	Linked // joined to the next house by a garage
	SemiDetached
	Detached
	Farm
	Portico // storeys with doors round an open stair
	GalleryFlat
	StairwellFlat
	Maisonnettes
	Apartments
)

// Front says how a building looks from the street.
type Front struct {
	Form    Form
	Year    int // of building, which decides the style
	Storeys int
	Across  int  // flats beside each other
	Left    bool // joined to a neighbour on that side
	Right   bool
	Number  int // on the plate beside the door
	Shop    bool
	Month   time.Month // the season
	Hour    int        // the light
	Look    uint64     // decides what differs between buildings
	Moment  uint64     // decides what differs between pictures of one building
}

// The size of the pictures, pixels.
const (
	Width  = 640
	Height = 480
)
