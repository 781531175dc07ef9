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

// irregularity is a reason for which a row of the sales file is no evidence of value, or can't be read.
// Screening should find each.
type irregularity struct {
	factor  float64           // on a regular price
	columns map[string]string // texts instead of the regular ones
	long    bool              // the row has a value too many
}

var irregularities = []*irregularity{
	{factor: 1.9, columns: map[string]string{"package_deal": "J"}},
	{factor: 0.78, columns: map[string]string{"family_sale": "J"}},
	{factor: 0.7, columns: map[string]string{"rented_out": "J"}},
	{factor: 0.78, columns: map[string]string{"auction": "J"}},
	{factor: 0.5, columns: map[string]string{"ownership_share": "1/2"}},
	{factor: 1.06}, // a resale soon after
	{factor: 10},   // a zero too many
	{factor: 1, columns: map[string]string{"price": "1"}},
	{factor: 1, columns: map[string]string{"dwelling_id": "", "house_number": "9990"}},
	{factor: 1, columns: map[string]string{"sale_date": "2019-02-30"}},
	{factor: 1, columns: map[string]string{"price": "n.o.t.k."}},
	{factor: 1, columns: map[string]string{"build_type": "woonboot"}},
	{factor: 1, long: true},
}

// oneIrregularPer is the number of regular sales per row of each irregularity; a small town has irregularLeast of each.
const (
	oneIrregularPer = 220
	irregularLeast  = 2
)

// withIrregular returns the sales with rows of every irregularity, made from regular ones, by day.
func (t *town) withIrregular(sold []sale) []sale {
	d := newDice(t.Seed, "irregular")
	n := max(irregularLeast, len(sold)/oneIrregularPer)
	rows := slices.Clone(sold)
	for _, kind := range irregularities {
		for made := 0; made < n; {
			s := sold[d.IntN(len(sold))]
			s.irregular = kind
			s.day += gevel.Date(d.between(20, 150)) // within the six months of a resale
			s.known = max(s.known, s.day) + 1
			s.price = gevel.Euro(kind.factor * float64(s.price))
			if s.known < t.Date {
				rows = append(rows, s)
				made++
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b sale) int { return cmp.Compare(a.day, b.day) })
	return rows
}

// salesHead names the columns of the flat sales file, in the order of row.
var salesHead = head(`
	sale_id dwelling_id postal_code house_number house_letter house_number_ext sale_date known_date price
	build_type build_year use_surface parcel_surface volume rooms energy_label monument street
	num_maintenance package_deal family_sale rented_out auction ownership_share
`)

// saleRows returns the rows of a town's sales. The seed determines the gaps.
func (w *writer) saleRows(t *town) [][]string {
	d := newDice(t.Seed, "sales file")
	rows := make([][]string, 0, len(t.sold))
	for _, s := range t.sold {
		w.SalesRows++
		rows = append(rows, s.row(fmt.Sprintf("gvr-%06d", w.SalesRows), d))
	}
	return rows
}

// Gaps and spellings in the file of sales, as shares of its rows.
const (
	byAddressOnly = 0.1  // no id of the dwelling
	zerosLost     = 0.03 // an id that was read as a number
	unknownValue  = 0.1  // of rooms, volume, label, maintenance: each
)

// row returns a sale's values in the columns of the file.
func (s sale) row(id string, d dice) []string {
	o, h := s.home, s.home.home
	mostly := func(text string) string {
		if d.chance(unknownValue) {
			return ""
		}
		return text
	}
	parcel := strconv.Itoa(h.ParcelSurface.V)
	if h.BuildType.Group() == gevel.GroupApartment {
		parcel = ""
	}
	row := slices.Concat(
		[]string{id, s.dwellingID(d)}, o.Main.cells(),
		[]string{s.day.String(), s.known.String(), strconv.FormatInt(int64(s.price), 10)},
		[]string{h.BuildType.String(), strconv.Itoa(h.BuildYear.V), strconv.Itoa(o.surfaceOn(s.day)), parcel},
		[]string{mostly(strconv.Itoa(h.Volume.V)), mostly(strconv.Itoa(h.Rooms.V)), mostly(h.EnergyLabel.String())},
		[]string{strconv.FormatBool(h.Monument.V), o.Main.Street.Name, mostly(strconv.Itoa(h.maintenance))},
		[]string{"N", "N", "N", "N", "1/1"})
	if s.irregular == nil {
		return row
	}
	for column, text := range s.irregular.columns {
		row[slices.Index(salesHead[0], column)] = text
	}
	if s.irregular.long {
		row = append(row, "x")
	}
	return row
}

func (s sale) dwellingID(d dice) string {
	id := string(s.home.ID)
	switch p := d.Float64(); {
	case p < byAddressOnly && s.home.Main.PostalCode != "":
		return ""
	case p < byAddressOnly+zerosLost:
		return strings.TrimLeft(id, "0")
	}
	return id
}
