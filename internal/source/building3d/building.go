package building3d

import (
	"github.com/gevel/gevel"
)

// Building is what 3DBAG says of a building.
type Building struct {
	ID     gevel.BAGNumber
	Volume gevel.Opt[float64] // m3, of the whole building, above the ground
	Detail Detail             // of the model that the volume is of, where that is known
	// Storeys is an estimate, which 3DBAG makes of buildings up to five.
	Storeys gevel.Opt[int]
	// PartyWalls is the surface of the walls that it shares with other buildings, m2.
	PartyWalls gevel.Opt[float64]
}

// Detail is the level of detail of a model of buildings, the finest first.
type Detail uint8

// The levels of detail with a volume.
const (
	LOD22   Detail = iota // the shape of the roof
	LOD13                 // parts of several heights, with flat roofs
	LOD12                 // one block
	Details               // how many there are
)

// String returns the level as 3DBAG writes it.
func (d Detail) String() string { return [Details]string{"2.2", "1.3", "1.2"}[d] }

// Storeys returns the characteristic that storeys of buildings are of the homes in them.
func Storeys() gevel.Attribute {
	a, _ := gevel.ExtraColumn("num_building_storeys")
	a.Kind, a.Label = gevel.Count, "storeys of the building"
	a.Doc = "Storeys of the home's building"
	a.Least, a.Most = 1, 100
	return a
}

// The reasons for which buildings are rejected, and one of what they are kept without.
const (
	ReasonMalformedRow      = "malformed_row"      // another number of fields than the header, or no CityJSONFeature
	FaultNoBuilding         = "no_building"        // a feature without a Building
	ReasonBadID             = "bad_identificatie"  // no id of a building
	ReasonDuplicate         = "duplicate_building" // the building was there before: the first stays
	ReasonGreenhouse        = "greenhouse"         // 3DBAG calls it a greenhouse or warehouse
	ReasonGlassRoof         = "glass_roof"         // the scanner looks through glass
	ReasonPossiblyIncorrect = "possibly_incorrect" // 3DBAG says so itself

	FaultNoVolume  = "no_volume" // no level of detail has a volume
	FaultBadColumn = "bad_"      // the value is no number, or none that it can be
)

// faultOf is the reason of a value that can't be used.
func faultOf(c column) string { return FaultBadColumn + columnNames[c] }
