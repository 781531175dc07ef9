// Package cbs reads what Statistics Netherlands (CBS) publishes about homes and places: the index and
// the average prices of homes sold, the neighbourhood of each address, and key figures of
// neighbourhoods. It turns rows into figures and derives nothing from them.
//
// # Shapes
//
// The shape of a table of figures is recognised by its content:
//
//   - CSV with a row per region and period and a column per measure, as in StatLine and OData v3,
//     plain, gzipped or in a zip, with lines before the header and behind the rows;
//   - CSV with a row per figure, Observations.csv of OData v4: Measure, Value, ValueAttribute;
//   - JSON of OData v3 or v4: an array of objects, or an object with such an array under value;
//   - the first sheet of a workbook, as the key figures of neighbourhoods are published.
//
// Columns are found by name, in any order. Case, characters other than letters and digits, words in brackets
// and a trailing number are ignored: GemiddeldeVerkoopprijs_1 and "Gemiddelde verkoopprijs (euro)" are one
// column. Other columns are ignored.
//
// # Values
//
// Regions are codes padded with spaces (NL01, PV27, GM0518, BU05180101), or the names that StatLine gives to
// the country, its parts, its provinces and its four largest cities. Periods are codes (2023JJ00,
// 2023KW01, 2023MM05) or words (2023, 2023 1e kwartaal, 2023 mei). A * behind a period or a number, or a
// status that begins with voorlopig, marks it as provisional.
//
// An empty value, ., .., -, x, ? and a lone comma are unknown, and so are the numbers -99995 to -99999.
package cbs
