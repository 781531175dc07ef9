// Package parcel reads the parcels of the cadastral map (kadastrale kaart, of PDOK): a GeoPackage with a
// layer perceel, in RD New. It turns rows into parcels and derives nothing from them.
//
// # Columns
//
// Columns are found by name, in any order, whatever their case and underscores.
//
//	kadastrale_grootte_waarde, kadastrale_grootte
//	                         required: m2, as registered; it may differ from the outline's area
//	status_historie_waarde, status_historie, status_historie_code
//	                         Geldig or G is current, Historisch or H is not; without it all are current
//	begin_geldigheid, tijdstip_registratie
//	                         the size is known from the later of the two; a row with neither uses
//	                         Options.Known
//	identificatie_lokaal_id  names the row in reports
//
// # Rejects and faults
//
// A row that can't be used counts once, under the first of these reasons:
//
//	unknown_status           neither current nor historic
//	bad_begin_geldigheid, bad_tijdstip_registratie
//	                         no such day
//	future_date              known only after Options.AsOf
//	no_known_date            no day, and Options.Known is unknown
//	no_geometry, bad_geometry
//	                         no outline, or an unreadable one
//	outside_country          a point of the outline lies outside the Netherlands
//
// A missing size, or one beyond what a home can be valued with, is a fault under bad_size: homes on the
// parcel get no size of another parcel.
package parcel
