package energy

// The reasons for which a row is rejected, in the order in which they are looked at.
const (
	ReasonMalformedRow         = "malformed_row"          // quotes left open, or another number of fields
	ReasonUnknownBuildingClass = "unknown_building_class" // neither W nor U
	ReasonNoClass              = "no_class"
	ReasonUnknownClass         = "unknown_class"
	ReasonBadRegistrationDay   = "bad_registration_day"
	ReasonFutureRegistration   = "future_registration" // after the file was published, or after Options.AsOf
	ReasonNoHome               = "no_home"             // neither an id nor an address that can be used
)

// The reasons for which a label is kept without a part.
const (
	FaultMalformedID       = "malformed_id"     // not 13 to 16 digits
	FaultWrongKindOfID     = "wrong_kind_of_id" // say, of a building in the column of units
	FaultMalformedAddress  = "malformed_address"
	FaultBadSurveyDay      = "bad_survey_day" // also one after the file was published
	FaultBadValidUntil     = "bad_valid_until"
	FaultUnknownBuildType  = "unknown_build_type"
	FaultUnknownMethod     = "unknown_method"
	FaultBadSurface        = "bad_surface"
	FaultBadPrimaryEnergy  = "bad_primary_energy"
	FaultBadPublicationDay = "bad_publication_day" // of the file
)
