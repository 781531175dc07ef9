package demo

import (
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

// Shares: which homes have labels, and their spelling in the file.
const (
	labelled      = 0.6
	labelledTwice = 0.15 // of those with one
	labelNoID     = 0.05 // registered by address alone
	labelNoClass  = 0.002
	labelYears    = 10 // years of validity
)

// labelRows returns the energy labels of a town.
func (w *writer) labelRows(t *town) [][]string {
	d := newDice(t.Seed, "labels")
	var rows [][]string
	for _, o := range t.homes() {
		if !d.chance(labelled) {
			continue
		}
		n := 1
		if d.chance(labelledTwice) {
			n = 2
		}
		day := deliveryDay(t.Date) - gevel.Date(d.between(n*1500, n*2000))
		for range n {
			rows = append(rows, o.labelRow(day, d))
			day += gevel.Date(d.between(100, 1400))
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
	class, id, method := o.home.EnergyLabel.String(), string(o.ID), "NTA 8800:2024 (basisopname woningbouw)"
	if registered < gevel.NewDate(2021, time.January, 1) {
		method = "Rekenmethodiek Definitief Energielabel, versie 1.2, 16 september 2014"
	}
	if d.chance(labelNoClass) {
		class = ""
	}
	if d.chance(labelNoID) && o.Main.PostalCode != "" {
		id = ""
	}
	surveyed := registered - gevel.Date(d.between(1, 40))
	return slices.Concat(
		[]string{day(registered), day(surveyed), day(surveyed.AddMonths(12 * labelYears))},
		[]string{"Basisopname", "Bestaand", method, "W", typeNames[o.home.BuildType.Group()], ""}, o.Main.cells(),
		[]string{id, "", "", fmt.Sprintf("%d,%02d", o.home.UseSurface.V, d.between(0, 99)), class},
		[]string{fmt.Sprintf("%d,%02d", d.between(20, 400), d.between(0, 99))})
}

// modelHead names the attributes of buildings as in 3DBAG.
var modelHead = head(`
	identificatie status b3_volume_lod12 b3_volume_lod13 b3_volume_lod22 b3_bouwlagen b3_opp_scheidingsmuur
	b3_kwaliteitsindicator b3_is_glas_dak b3_kas_warenhuis
`)

// Gaps in the models, as shares of the buildings, and what they can't see.
const (
	noRoofModel = 0.02 // only the coarser models have a volume
	noModel     = 0.01
	poorModel   = 0.02
	mostLayers  = 5   // the most storeys that are estimated
	otherHeight = 3.2 // volume per area of sheds and of buildings without homes, m3 per m2
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
	d := newDice(t.Seed, "3dbag")
	rows := make([][]string, 0, len(t.buildings))
	for _, b := range t.buildings {
		volume, ok := volumes[b]
		if !ok {
			volume = d.uniform(15, 60)
		}
		rows = append(rows, b.modelRow(volume, d))
	}
	w.Buildings += len(rows)
	return rows
}

func (b *building) modelRow(volume float64, d dice) []string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	blocks, parts := number(volume*d.uniform(1.05, 1.2)), number(volume*d.uniform(1, 1.1))
	roof, storeys := number(volume), ""
	switch {
	case d.chance(noModel):
		blocks, parts, roof = "", "", ""
	case d.chance(noRoofModel):
		roof = ""
	}
	if b.storeys <= mostLayers {
		storeys = strconv.Itoa(max(1, b.storeys))
	}
	walls := 0.0
	for _, joined := range []bool{b.joinedL, b.joinedR} {
		if joined {
			walls += d.uniform(30, 60)
		}
	}
	return []string{
		"NL.IMBAG.Pand." + string(b.ID), b.status, blocks, parts, roof, storeys, number(walls),
		strconv.FormatBool(!d.chance(poorModel)), "false", "false",
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
	parcelYears = 30   // age of the oldest sizes
	lateParcel  = 0.03 // share of parcels divided from a larger one in the last lateYears
	lateYears   = 4
	daysAYear   = 365
	perSection  = 10_000 // parcels
	noShift     = 0.0    // the map's shift of a printed number
)

// addParcels adds the parcels of the buildings with homes: the parcel of a house, the ground of a block of flats.
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
		begun := today - gevel.Date(d.between(lateYears*daysAYear, parcelYears*daysAYear))
		if d.chance(lateParcel) {
			if err := w.addParcel(t, to, outline, 2*size, begun, "Historisch"); err != nil {
				return err
			}
			begun = today - gevel.Date(d.between(daysAYear, lateYears*daysAYear))
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
