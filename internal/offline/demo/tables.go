package demo

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gevel/gevel"
)

// The files of a town as tables: a row of each home, energy label or building.

var addressColumns = strings.Fields(`postal_code house_number house_letter house_number_ext bag_id number_id`)

// addressRows returns the main address of each home.
func (w *writer) addressRows(t *town) [][]string {
	var rows [][]string
	for _, o := range t.homes() {
		a := o.main
		rows = append(rows, []string{
			string(a.postalCode), strconv.Itoa(a.number), a.letter, a.ext, string(o.id), string(a.id),
		})
	}
	return rows
}

var municipalityColumns = strings.Fields(`Gemeentecode Gemeentenaam Provincienaam`)

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
	class, id, method := o.home.EnergyLabel.String(), string(o.id), "NTA 8800:2024 (basisopname woningbouw)"
	if registered < gevel.NewDate(2021, time.January, 1) {
		method = "Rekenmethodiek Definitief Energielabel, versie 1.2, 16 september 2014"
	}
	if d.chance(labelNoClass) {
		class = ""
	}
	if d.chance(labelNoID) && o.main.postalCode != "" {
		id = ""
	}
	surveyed := registered - gevel.Date(d.between(1, 40))
	return []string{
		day(registered), day(surveyed), day(surveyed.AddMonths(12 * labelYears)), "Basisopname", "Bestaand", method, "W",
		typeNames[o.home.BuildType.Group()], "", string(o.main.postalCode), strconv.Itoa(o.main.number), o.main.letter,
		o.main.ext, id, "", "", fmt.Sprintf("%d,%02d", o.home.UseSurface.V, d.between(0, 99)), class,
		fmt.Sprintf("%d,%02d", d.between(20, 400), d.between(0, 99)),
	}
}

// modelColumns are the attributes of buildings as in 3DBAG.
var modelColumns = strings.Fields(`
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
			volume = otherHeight * float64(o.surface)
		}
		for _, b := range o.buildings {
			volumes[b] += volume / float64(len(o.buildings))
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
		"NL.IMBAG.Pand." + string(b.id), b.status, blocks, parts, roof, storeys, number(walls),
		strconv.FormatBool(!d.chance(poorModel)), "false", "false",
	}
}
