package bag

// The reasons for rejecting an object.
const (
	ReasonUnknownObject    = "unknown kind of object"
	ReasonMalformedID      = "malformed id"
	ReasonMalformedPeriod  = "malformed occurrence or period of validity"
	ReasonUnknownStatus    = "unknown status"
	ReasonMalformedNumber  = "malformed house number, letter or extension"
	ReasonMissingName      = "name missing"
	ReasonMissingReference = "reference missing or malformed"
	ReasonNoCity           = "city not in the delivery or withdrawn"
	ReasonNoStreet         = "street not in the delivery or withdrawn"
	ReasonNoMainAddress    = "main address not in the delivery or withdrawn"
	ReasonNoObject         = "address of no object in the delivery"
)

// The reasons for not using a part of an object.
const (
	FaultNoMunicipality      = "municipality of a city unknown"
	FaultNoSecondaryAddress  = "secondary address not in the delivery or withdrawn"
	FaultNoBuilding          = "building not in the delivery or withdrawn"
	FaultMalformedPostalCode = "malformed postal code"
	FaultMalformedSurface    = "malformed surface"
	FaultMalformedYear       = "malformed build year"
	FaultMalformedGeometry   = "malformed geometry"
)
