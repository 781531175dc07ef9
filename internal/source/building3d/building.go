package building3d

import (
	"fmt"

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
	ReasonMalformedRow      = "malformed_row"
	ReasonNoBuilding        = "no_building"
	ReasonBadID             = "bad_identificatie"
	ReasonDuplicate         = "duplicate_building"
	ReasonGreenhouse        = "greenhouse"
	ReasonGlassRoof         = "glass_roof"
	ReasonPossiblyIncorrect = "possibly_incorrect"

	FaultNoVolume = "no_volume"
)

// faultOf is the reason of a value that can't be used.
func faultOf(c column) string { return fmt.Sprintf("bad_%s", columnNames[c]) }
