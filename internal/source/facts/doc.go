// Package facts reads files of what is known of homes: one row a home and a day, as CSV or gzipped CSV.
//
// # Columns
//
// Columns are found as package flatfile finds them. Empty says nothing.
//
//	dwelling_id        a BAG id in each of its usual forms; else the address:
//	postal_code, house_number, house_letter, house_number_ext
//	known_date         the day from which the values of the row could be known
//	reference_date     the day that they are about, for those who read an explanation
//	build_type, build_year, use_surface (m2), parcel_surface (m2), volume (m3), rooms,
//	energy_label, monument, num_*, cat_*
//	                   the characteristics
//
// Rows of one home and several days are a history: on a day the newest counts that was known before it.
// A row without a day has the day of its Source, or counts as always known where the Source says so.
//
// # Rejects and faults
//
// A row that can't be used counts once, under the first of these reasons:
//
//	malformed_row        quotes that don't match, or another number of fields than the header
//	bad_known_date, bad_reference_date
//	                     no such day, before 1900, or a reference after the day on which it was known
//	future_date          after the day for which the file is read
//	no_known_date        no day, and the Source has none
//	bad_dwelling_id, bad_postal_code, bad_house_number,
//	unknown_dwelling, unknown_address, ambiguous_address, not_residential
//	                     it is no home of the register
//	bad_<column>         none of its characteristics can be used
//	duplicate_row        a row before it is about the same home and day
//
// A characteristic that can't be used is a fault under bad_<column>, and the row is kept without it. That
// includes what no home can be valued with. A row that says nothing is counted apart.
package facts
