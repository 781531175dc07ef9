// Package building3d reads what 3DBAG says of buildings: volume, storeys and party walls, as measured from
// the air. 3DBAG is a model of all buildings of the Dutch register of addresses and buildings (BAG).
//
// # Forms
//
// The content says which of these a file is:
//
//   - CSV of the attributes, a row a building, delimited by any of textfile.Delimiters. Columns are found by
//     name, in any order and case; others are passed over.
//   - CityJSONSeq (.city.jsonl): a line of metadata, then a CityJSONFeature a line. Its CityObjects of the type
//     Building have the attributes; the parts below them, such as 0363100012061200-0, have none.
//   - GeoPackage: the columns of the layer pand, by name.
//
// The first two may be gzipped or alone in a zip. A building is named by identificatie, NL.IMBAG.Pand. and 16 digits.
//
// # Rejects and faults
//
// A building without a home in it is counted apart, and nothing more of it is read. A row that can't be
// used counts once, under the first of these reasons:
//
//	malformed_row        another number of fields than the header, or a line that is no CityJSONFeature
//	no_building          a feature without a Building
//	bad_identificatie    no id of a building
//	duplicate_building   the building was there before: the first stays
//	greenhouse           a greenhouse or warehouse, whose volume is not modelled with care
//	glass_roof           light of the scanner passes through glass
//	possibly_incorrect   3DBAG says so itself (b3_kwaliteitsindicator)
//
// What a building is kept without is a fault: no_volume when none of the three levels of detail has one,
// bad_<column> when a value is no number, or none that it can be.
package building3d
