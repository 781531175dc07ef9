// Package sales reads flat sales files: one row per sale, with the dwelling as it
// was then, as CSV or gzipped CSV.
//
// # Columns
//
// Columns are found by name, in any order and any case, or by a usual Dutch name; sale_date and
// price are required. Empty means unknown.
//
//	sale_id            made from dwelling, date and price when empty
//	dwelling_id        a BAG id in each of its usual forms; without a
//	                   register any key that is the same for all sales of a dwelling
//	postal_code, house_number, house_letter, house_number_ext
//	sale_date          2023-01-31, 20230131, 31-1-2023 or 31/1/2023
//	known_date         the day from which the sale could be known; empty = the day of the delivery, else sale_date
//	price              in whole euros, or the currency of the file
//	build_type         one of the 16 house types, a usual spelling or Kadaster's letter
//	build_year, use_surface (m2), parcel_surface (m2), volume (m3), rooms,
//	energy_label, monument
//	lat, lon (degrees) or x, y (metres, RD New in the Netherlands)
//	street
//	num_*, cat_*       extra numeric and categorical characteristics
//
// Numbers may have a decimal point or comma and grouped thousands. Which it is is found by
// column, whatever the delimiter, or given in the mapping; a file with a number that could be
// read both ways, such as 1.234, and no other that settles it, is an error.
//
// Columns with reasons why a sale is no evidence of value, each optional:
//
//	package_deal, family_sale, rented_out, auction   yes or no
//	mutation_code      606 is a normal sale; 583 and 659 are auctions
//	building_code      11 and 12 are homes
//	ownership_right    VE and leasehold (EP, EO, EPEP) are kept; map the column to
//	                   cat_ownership_right too for the model to know it
//	ownership_share    1, 1/1 or 100% is the whole
//
// Which values of these are kept are rules, which a mapping may replace, and add to for any column.
//
// # Rejects
//
// A row that can't be used counts once, under the first of these reasons:
//
//	malformed_row        quotes that don't match, or another number of fields than the header
//	package_deal, family_sale, rented_out, auction, other_mutation,
//	not_a_home, encumbered, other_right, partial_share, or as a rule of the mapping calls it
//	bad_<column>         the value is none of its column, or lies outside what is possible
//	future_date          the sale or its known date lies after the day of the delivery
//	unknown_dwelling, unknown_address, ambiguous_address, not_residential
//	                     what the register says
//	as a rule calls it   a number beyond its bounds
//	duplicate_sale_id    the sale known first under an id is the one kept
//	price_too_low, price_off_area, resale
//	                     see Screening
//
// A sale is kept with these faults, which are counted apart:
//
//	bad_build_type       no word is a house type: the register's stands
//	costs_included       the price is v.o.n., with the costs of buying in it
//
// Rows are named by their line in the file, the header being line 1.
package sales
