// Package energy reads the total file of EP-Online, the Dutch register of energy labels: one row
// per registration of a label, as a zip with one CSV in it, or as that CSV, gzipped or not. It
// turns rows into labels and derives nothing from them.
//
// # Columns
//
// The file is in UTF-8, with or without a byte order mark, with fields between semicolons, decimal
// commas and days written 20240131. Its columns are found by name, in any order; what is no letter
// or digit of a name, capitals, and Pand before it, count for nothing. So all layouts since 2021 are
// read alike, with and without the lines that newer ones put before the header. Others are passed
// over.
//
//	Registratiedatum             required: the day from which the label could be known
//	Energieklasse                required
//	Gebouwklasse                 required: W is a home, U is none
//	BAGVerblijfsobjectID, BAGLigplaatsID, BAGStandplaatsID
//	Postcode, Huisnummer, Huisletter, Huisnummertoevoeging (or Huisnummer_toev)
//	                             required: an id, or postal code and number
//	Opnamedatum, GeldigTot (or Meting_geldig_tot)
//	Status, Berekeningstype, Gebouwtype, Gebouwsubtype
//	GebruiksoppervlakteThermischeZone (or Gebruiksoppervlakte), PrimaireFossieleEnergie
//
// # What becomes of rows
//
// A row is a label, no home, or rejected. Rejects count whole rows that can't be used, under the
// first of their reasons; faults count the parts that a label is kept without. See the reasons.
// A row is one line; one whose quoted field goes on in the next lines takes these too, when it then
// has the fields of the header. A quote left open spoils no other line than its own.
package energy
