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
	ReasonNoMunicipality      = "municipality of a city unknown"
	ReasonNoSecondaryAddress  = "secondary address not in the delivery or withdrawn"
	ReasonNoBuilding          = "building not in the delivery or withdrawn"
	ReasonMalformedPostalCode = "malformed postal code"
	ReasonMalformedSurface    = "malformed surface"
	ReasonMalformedYear       = "malformed build year"
	ReasonMalformedGeometry   = "malformed geometry"
)
