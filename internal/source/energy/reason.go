package energy

// The reasons for which a row is rejected, in the order in which they are looked at.
const (
	ReasonMalformedRow         = "malformed_row"          // quotes left open, or another number of fields
	ReasonUnknownBuildingClass = "unknown_building_class" // neither W nor U
	ReasonNoClass              = "no_class"               // no Energieklasse
	ReasonUnknownClass         = "unknown_class"          // none of A+++++ to G
	ReasonBadRegistrationDay   = "bad_registration_day"   // none, no such day, or before 1900
	ReasonFutureRegistration   = "future_registration"    // after the file was published, or after the day of the build
	ReasonNoHome               = "no_home"                // neither an id nor an address that can be used
)

// The reasons for which a label is kept without a part.
const (
	FaultMalformedID       = "malformed_id"        // not 13 to 16 digits; the next id counts, else the address
	FaultWrongKindOfID     = "wrong_kind_of_id"    // such as a building in the column of units
	FaultMalformedAddress  = "malformed_address"   // postal code or number is none; the label is kept under its id
	FaultBadSurveyDay      = "bad_survey_day"      // no such day, or one after the file was published
	FaultBadValidUntil     = "bad_valid_until"     // no such day
	FaultUnknownBuildType  = "unknown_build_type"  // the label is kept without a house type
	FaultUnknownMethod     = "unknown_method"      // the label is kept without method and energy figure
	FaultBadSurface        = "bad_surface"         // no surface, or none that it can be
	FaultBadPrimaryEnergy  = "bad_primary_energy"  // no number, or none that it can be
	FaultBadPublicationDay = "bad_publication_day" // of the file; labels are held against the day of the build
)
