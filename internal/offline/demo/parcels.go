package demo

import (
	"fmt"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// parcelColumns are the columns of layer perceel in version 5 of PDOK's cadastral map, with their types.
var parcelColumns = []string{
	"identificatie_namespace TEXT", "identificatie_lokaal_id TEXT", "begin_geldigheid DATETIME",
	"tijdstip_registratie DATETIME", "volgnummer INTEGER", "status_historie_code TEXT", "status_historie_waarde TEXT",
	"kadastrale_gemeente_code TEXT", "kadastrale_gemeente_waarde TEXT", "sectie TEXT",
	"akr_kadastrale_gemeente_code_code TEXT", "akr_kadastrale_gemeente_code_waarde TEXT",
	"kadastrale_grootte_waarde INTEGER", "soort_grootte_code TEXT", "soort_grootte_waarde TEXT", "perceelnummer INTEGER",
	"perceelnummer_rotatie REAL", "perceelnummer_verschuiving_delta_x REAL", "perceelnummer_verschuiving_delta_y REAL",
	"perceelnummer_plaatscoordinaat_x REAL", "perceelnummer_plaatscoordinaat_y REAL",
}

const (
	parcelYears = 30   // age of the oldest sizes
	lateParcel  = 0.03 // share of parcels divided from a larger one in the last lateYears
	lateYears   = 4
	daysAYear   = 365
	perSection  = 10_000 // parcels
	noShift     = 0.0    // the map's shift of a printed number
)

// addParcels adds the parcels of the buildings with homes: the parcel of a house, the ground of a block of flats.
func (w *writer) addParcels(t *town, to *geopackage.LayerWriter) error {
	d := newDice(t.Seed, "parcels")
	homes := map[*building][]*object{}
	for _, o := range t.homes() {
		homes[o.buildings[0]] = append(homes[o.buildings[0]], o)
	}
	day := deliveryDay(t.Date)
	for _, b := range t.buildings {
		if len(homes[b]) == 0 {
			continue
		}
		outline, size := b.parcel, math.Round(ringArea(b.ring))
		if outline == nil {
			outline = b.ring
		}
		if o := homes[b][0]; len(homes[b]) == 1 && o.home.ParcelSurface.V > 0 {
			size = float64(o.home.ParcelSurface.V)
		}
		begun := day - gevel.Date(d.between(lateYears*daysAYear, parcelYears*daysAYear))
		if d.chance(lateParcel) {
			if err := w.addParcel(t, to, outline, 2*size, begun, "Historisch"); err != nil {
				return err
			}
			begun = day - gevel.Date(d.between(daysAYear, lateYears*daysAYear))
		}
		if err := w.addParcel(t, to, outline, size, begun, "Geldig"); err != nil {
			return err
		}
	}
	return nil
}

// addParcel adds a parcel whose size was registered the day after it began.
func (w *writer) addParcel(
	t *town, to *geopackage.LayerWriter, outline []gevel.Point, size float64, begun gevel.Date, status string,
) error {
	w.ParcelRows++
	section, number, at := string(rune('A'+w.ParcelRows/perSection%26)), w.ParcelRows%perSection+1, outline[0]
	return to.AddPolygon(outline,
		"NL.IMKAD.KadastraalObject", fmt.Sprintf("99%08d0000", w.ParcelRows), begun.String()+"T00:00:00Z",
		(begun+1).String()+"T09:30:00Z", 1, status[:1], status,
		t.site.municipality(), "Gevelrade", section, "GVR00", "GVR00",
		int(max(1, size)), "V", "Vastgesteld", number, noShift, noShift, noShift, at.X, at.Y)
}

// ringArea returns the area within a closed ring, m2.
func ringArea(ring []gevel.Point) float64 {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		a, b, from := ring[i-1], ring[i], ring[0]
		sum += (a.X-from.X)*(b.Y-from.Y) - (b.X-from.X)*(a.Y-from.Y)
	}
	return math.Abs(sum) / 2
}
