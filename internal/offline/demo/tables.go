package demo

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
)

// head returns the head of a table, of columns.
func head(columns string) [][]string { return [][]string{strings.Fields(columns)} }

var addressHead = head(`postal_code house_number house_letter house_number_ext bag_id number_id`)

// addressRows returns the main address of each home.
func (w *writer) addressRows(t *town) [][]string {
	var rows [][]string
	for _, o := range t.homes() {
		rows = append(rows, append(o.Main.cells(), string(o.ID), string(o.Main.ID)))
	}
	return rows
}

// cells returns an address as four cells of a table.
func (a *address) cells() []string {
	return []string{string(a.PostalCode), strconv.Itoa(a.Number), a.Letter, a.Ext}
}

var municipalityHead = head(`Gemeentecode Gemeentenaam Provincienaam`)

func (w *writer) municipalityRows(t *town) [][]string {
	return [][]string{{t.site.municipality(), t.site.name(municipalityName), provinceName}}
}

// labelHead returns what precedes the labels in EP-Online's format.
func labelHead(published gevel.Date) [][]string {
	return [][]string{
		{"PublicatieDatum", published.Time().Format("02-01-2006")},
		{"LaatstVerwerkteMutatievolgnummer", "1"},
		strings.Fields(`Registratiedatum Opnamedatum GeldigTot SoortOpname Status Berekeningstype Gebouwklasse Gebouwtype
			Gebouwsubtype Postcode Huisnummer Huisletter Huisnummertoevoeging BAGVerblijfsobjectID BAGLigplaatsID
			BAGStandplaatsID GebruiksoppervlakteThermischeZone Energieklasse PrimaireFossieleEnergie`),
	}
}

const (
	labelled   = 0.6 // share of the homes
	labelYears = 10  // years of validity
)

// labelRows returns the energy labels of a town.
func (w *writer) labelRows(t *town) [][]string {
	d := newDice(t.Seed, "labels")
	var rows [][]string
	for _, o := range t.homes() {
		if d.chance(labelled) {
			rows = append(rows, o.labelRow(deliveryDay(t.Date)-gevel.Date(d.between(1, 3500)), d))
		}
	}
	w.LabelRows += len(rows)
	return rows
}

// typeNames are EP-Online's names of the house type groups.
var typeNames = map[gevel.BuildGroup]string{
	gevel.GroupApartment: "Appartement", gevel.GroupTerraced: "Rijwoning tussen", gevel.GroupCorner: "Rijwoning hoek",
	gevel.GroupSemiDetached: "Twee-onder-één-kap", gevel.GroupDetached: "Vrijstaande woning",
}

// labelRow returns a home's label registered on a day.
func (o *object) labelRow(registered gevel.Date, d dice) []string {
	day := func(at gevel.Date) string { return at.Time().Format("20060102") }
	method := "NTA 8800:2024 (basisopname woningbouw)"
	if registered < gevel.NewDate(2021, time.January, 1) {
		method = "Rekenmethodiek Definitief Energielabel, versie 1.2, 16 september 2014"
	}
	surveyed := registered - gevel.Date(d.between(1, 40))
	return slices.Concat(
		[]string{day(registered), day(surveyed), day(surveyed.AddMonths(12 * labelYears))},
		[]string{"Basisopname", "Bestaand", method, "W", typeNames[o.home.BuildType.Group()], ""}, o.Main.cells(),
		[]string{string(o.ID), "", "", strconv.Itoa(o.home.UseSurface.V), o.home.EnergyLabel.String()},
		[]string{strconv.Itoa(d.between(20, 400))})
}

// modelHead names attributes of buildings as in 3DBAG.
var modelHead = head(`
	identificatie status b3_volume_lod12 b3_volume_lod13 b3_volume_lod22 b3_bouwlagen b3_opp_scheidingsmuur
	b3_kwaliteitsindicator b3_is_glas_dak b3_kas_warenhuis
`)

// What models say of buildings without homes, and how tall the walls are that homes share.
const (
	otherHeight = 3.2 // volume per area, m3 per m2
	sharedWall  = 45  // m2
)

// modelRows returns the models of a town's buildings.
func (w *writer) modelRows(t *town) [][]string {
	volumes := map[*building]float64{}
	for _, o := range t.objects {
		volume := float64(o.home.Volume.V)
		if volume == 0 {
			volume = otherHeight * float64(o.Surface)
		}
		for _, b := range o.Buildings {
			volumes[b] += volume / float64(len(o.Buildings))
		}
	}
	rows := make([][]string, 0, len(t.buildings))
	for _, b := range t.buildings {
		rows = append(rows, b.modelRow(cmp.Or(volumes[b], otherHeight*ringArea(b.Ring))))
	}
	w.Buildings += len(rows)
	return rows
}

func (b *building) modelRow(volume float64) []string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	walls := 0.0
	for _, joined := range []bool{b.joinedL, b.joinedR} {
		if joined {
			walls += sharedWall
		}
	}
	return []string{
		"NL.IMBAG.Pand." + string(b.ID), b.status, number(1.1 * volume), number(1.05 * volume), number(volume),
		strconv.Itoa(max(1, b.storeys)), number(walls), "true", "false", "false",
	}
}

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
	parcelYears = 30     // age of the oldest sizes
	perSection  = 10_000 // parcels
	noShift     = 0.0    // the map's shift of a printed number
)

// addParcels adds the parcels of the buildings with homes: the parcel of a house, the ground of a block of flats. The
// size of each was registered the day after it began.
func (w *writer) addParcels(t *town, to *geopackage.LayerWriter) error {
	d, today := newDice(t.Seed, "parcels"), deliveryDay(t.Date)
	for _, homes := range t.housed() {
		b := homes[0].Buildings[0]
		outline, size := b.parcel, math.Round(ringArea(b.Ring))
		if outline == nil {
			outline = b.Ring
		}
		if own := homes[0].home.ParcelSurface.V; len(homes) == 1 && own > 0 {
			size = float64(own)
		}
		w.ParcelRows++
		begun := today.AddMonths(-d.between(1, 12*parcelYears))
		section, number, at := string(rune('A'+w.ParcelRows/perSection%26)), w.ParcelRows%perSection+1, outline[0]
		if err := to.AddPolygon(outline,
			"NL.IMKAD.KadastraalObject", fmt.Sprintf("99%08d0000", w.ParcelRows), begun.String()+"T00:00:00Z",
			(begun+1).String()+"T09:30:00Z", 1, "G", "Geldig",
			t.site.municipality(), "Gevelrade", section, "GVR00", "GVR00",
			int(max(1, size)), "V", "Vastgesteld", number, noShift, noShift, noShift, at.X, at.Y); err != nil {
			return err
		}
	}
	return nil
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
