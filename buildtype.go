package gevel

import (
	"fmt"
)

// BuildType is one of the 16 house types of the service; 0 is unknown.
type BuildType uint8

// The house types.
const (
	Appartement BuildType = 1 + iota
	Galerijflat
	Maisonnette
	Portiekwoning
	Portiekflat
	Corridorflat
	Bovenwoning
	Benedenwoning
	Tussenwoning
	GeschakeldeWoning
	Eindwoning
	Hoekwoning
	TweeOnderEenKapwoning
	GeschakeldeTweeOnderEenKapwoning
	HalfvrijstaandeWoning
	VrijstaandeWoning

	// BuildTypes is the number of house types, with unknown counted as one.
	BuildTypes = int(VrijstaandeWoning) + 1
)

var buildTypeNames = [BuildTypes]string{
	Appartement:                      "Appartement",
	Galerijflat:                      "Galerijflat",
	Maisonnette:                      "Maisonnette",
	Portiekwoning:                    "Portiekwoning",
	Portiekflat:                      "Portiekflat",
	Corridorflat:                     "Corridorflat",
	Bovenwoning:                      "Bovenwoning",
	Benedenwoning:                    "Benedenwoning",
	Tussenwoning:                     "Tussenwoning",
	GeschakeldeWoning:                "Geschakelde woning",
	Eindwoning:                       "Eindwoning",
	Hoekwoning:                       "Hoekwoning",
	TweeOnderEenKapwoning:            "2-onder-1-kapwoning",
	GeschakeldeTweeOnderEenKapwoning: "Geschakelde 2-onder-1-kapwoning",
	HalfvrijstaandeWoning:            "Halfvrijstaande woning",
	VrijstaandeWoning:                "Vrijstaande woning",
}

// BuildTypeNames returns the 16 names in the order of the service's description.
func BuildTypeNames() []string { return append([]string(nil), buildTypeNames[1:]...) }

// String returns the service's name of the type, "" when it is unknown.
func (t BuildType) String() string {
	if int(t) < len(buildTypeNames) {
		return buildTypeNames[t]
	}
	return fmt.Sprintf("BuildType(%d)", uint8(t))
}

// BuildGroup gathers the house types that a buyer weighs against each other.
type BuildGroup uint8

// The groups, from most to least built together; 0 is unknown.
const (
	GroupApartment BuildGroup = 1 + iota
	GroupTerraced
	GroupCorner
	GroupSemiDetached
	GroupDetached

	// BuildGroups is the number of groups, with unknown counted as one.
	BuildGroups = int(GroupDetached) + 1
)

var buildGroupNames = [BuildGroups]string{
	"unknown", "apartment", "terraced", "corner", "semi-detached", "detached",
}

// String returns the group's name in English.
func (g BuildGroup) String() string { return buildGroupNames[g] }

// Group returns the group of the type.
func (t BuildType) Group() BuildGroup {
	switch t {
	case Appartement, Galerijflat, Maisonnette, Portiekwoning, Portiekflat, Corridorflat,
		Bovenwoning, Benedenwoning:
		return GroupApartment
	case Tussenwoning, GeschakeldeWoning:
		return GroupTerraced
	case Eindwoning, Hoekwoning:
		return GroupCorner
	case TweeOnderEenKapwoning, GeschakeldeTweeOnderEenKapwoning, HalfvrijstaandeWoning:
		return GroupSemiDetached
	case VrijstaandeWoning:
		return GroupDetached
	}
	return 0
}
