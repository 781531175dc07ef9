// Package parcel reads the parcels of the cadastral map (kadastrale kaart, of PDOK): a GeoPackage with a
// layer perceel, in RD New. It turns rows into parcels and derives nothing from them.
//
// # Columns
//
// Columns are found by name, in any order; case and _ count for nothing.
//
//	kadastrale_grootte_waarde, kadastrale_grootte
//	                         required: m2, as registered, which need not be that of the outline
//	status_historie_waarde, status_historie, status_historie_code
//	                         Geldig or G is current, Historisch or H is not; without it all are current
//	begin_geldigheid, tijdstip_registratie
//	                         the size could be known from the later of the two; of a row with neither
//	                         from the day in the Options
//	identificatie_lokaal_id  names the row in reports
//
// # Rejects and faults
//
// A row that can't be used counts once, under the first of these reasons:
//
//	unknown_status           neither current nor not
//	bad_begin_geldigheid, bad_tijdstip_registratie
//	                         no such day
//	future_date              of a day after that as of which the file is read
//	no_known_date            of no day, and the Options have none
//	no_geometry, bad_geometry
//	                         no outline, or none that can be read
//	outside_country          a point of the outline lies outside the Netherlands
//
// A size that is none, or beyond what a home can be valued with, is a fault under bad_size: homes on the
// parcel get no size of another one.
package parcel
