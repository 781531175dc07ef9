package photos

import "github.com/gevel/gevel"

// The reasons for which a photo of a delivery is rejected.
const (
	reasonMissingFile      = "missing_file"                 // the row names no file, or none that is there
	reasonUnreadableFile   = "unreadable_file"              // the file can't be read, or is no regular file
	reasonFileTooLarge     = "file_too_large"               // more than 50 MiB
	reasonOtherFormat      = "unsupported_format"           // a format that gevel names and does not read: HEIC, AVIF, TIFF, raw, PDF, video
	reasonNotAnImage       = "not_an_image"                 // no JPEG, PNG, WebP or GIF
	reasonDamaged          = "damaged_image"                // an image that can't be decoded
	reasonAnimation        = "animated_picture"             // more than one frame
	reasonTooManyPixels    = "too_many_pixels"              // more than 100 megapixels
	reasonColourProfile    = "unusable_colour_profile"      // a colour profile that is damaged or of a kind that can't be converted
	reasonBadRow           = "bad_row"                      // a row of the manifest that can't be read
	reasonNoNumberID       = "no_number_id"                 // the file's name does not begin with a number id
	reasonConflictingIDs   = "conflicting_number_ids"       // the names of file and folder are of different homes
	reasonBadNumberID      = "bad_number_id"                // no number id
	reasonBadAddress       = "bad_address"                  // no postal code, or no house number
	reasonUnknownAddress   = string(gevel.AddressNotFound)  // no home of the edition has the address
	reasonAmbiguousAddress = string(gevel.AmbiguousAddress) // several homes could be meant
	reasonBadKind          = "bad_kind"                     // neither photo nor front
	reasonBadTakenAt       = "bad_taken_at"                 // missing, no time, or in the future
	reasonBadSource        = "bad_source"                   // not 1 to 200 printable characters
)
