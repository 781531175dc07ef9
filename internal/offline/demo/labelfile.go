package demo

import (
	"archive/zip"
	"fmt"
	"io"
	"time"

	"github.com/gevel/gevel"
)

// Energy labels in EP-Online's format.

// labelHead precedes the rows. Argument: the day of publication.
const labelHead = "PublicatieDatum;%s\nLaatstVerwerkteMutatievolgnummer;1\n" +
	"Registratiedatum;Opnamedatum;GeldigTot;SoortOpname;Status;Berekeningstype;Gebouwklasse;Gebouwtype;" +
	"Gebouwsubtype;Postcode;Huisnummer;Huisletter;Huisnummertoevoeging;BAGVerblijfsobjectID;BAGLigplaatsID;" +
	"BAGStandplaatsID;GebruiksoppervlakteThermischeZone;Energieklasse;PrimaireFossieleEnergie\n"

// labelFile is a zip with a CSV of labels, being written.
type labelFile struct {
	zip  *zip.Writer
	csv  io.Writer
	day  gevel.Date // of publication
	rows int
}

func newLabelFile(w io.Writer, x extract) (*labelFile, error) {
	f := &labelFile{zip: zip.NewWriter(w), day: x.asOf}
	var err error
	if f.csv, err = f.zip.CreateHeader(x.header("v"+x.asOf.Time().Format("20060102")+"_v4_csv.csv", zip.Deflate)); err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(f.csv, labelHead, x.asOf.Time().Format("02-01-2006"))
	return f, err
}

func (f *labelFile) close() error { return f.zip.Close() }

// Shares: which homes have labels, and their spelling in the file.
const (
	labelled      = 0.6
	labelledTwice = 0.15 // of those with one
	labelNoID     = 0.05 // registered by address alone
	labelNoClass  = 0.002
	labelYears    = 10 // years of validity
)

// add adds the labels of a town, and returns the number of rows.
func (f *labelFile) add(t *town) (rows int, err error) {
	d := newDice(t.Seed, "labels")
	for _, o := range t.homes() {
		if !d.chance(labelled) {
			continue
		}
		n := 1
		if d.chance(labelledTwice) {
			n = 2
		}
		day := f.day - gevel.Date(d.between(n*1500, n*2000))
		for range n {
			if err := f.row(o, day, d); err != nil {
				return 0, err
			}
			day += gevel.Date(d.between(100, 1400))
		}
	}
	return f.rows, nil
}

// typeNames are EP-Online's names of the house type groups.
var typeNames = map[gevel.BuildGroup]string{
	gevel.GroupApartment: "Appartement", gevel.GroupTerraced: "Rijwoning tussen", gevel.GroupCorner: "Rijwoning hoek",
	gevel.GroupSemiDetached: "Twee-onder-één-kap", gevel.GroupDetached: "Vrijstaande woning",
}

// row writes a home's label registered on a day.
func (f *labelFile) row(o *object, registered gevel.Date, d dice) error {
	day := func(at gevel.Date) string { return at.Time().Format("20060102") }
	class, id := o.home.EnergyLabel.String(), string(o.id)
	if d.chance(labelNoClass) {
		class = ""
	}
	if d.chance(labelNoID) && o.main.postalCode != "" {
		id = ""
	}
	surveyed := registered - gevel.Date(d.between(1, 40))
	valid := surveyed.AddMonths(12 * labelYears)
	f.rows++
	_, err := fmt.Fprintf(f.csv, "%s;%s;%s;Basisopname;Bestaand;%s;W;%s;;%s;%d;%s;%s;%s;;;%d,%02d;%s;%d,%02d\n",
		day(registered), day(surveyed), day(valid), method(registered), typeNames[o.home.BuildType.Group()],
		o.main.postalCode, o.main.number, o.main.letter, o.main.ext, id,
		o.home.UseSurface.V, d.between(0, 99), class, d.between(20, 400), d.between(0, 99))
	return err
}

// method returns the method by which labels were made on a day.
func method(day gevel.Date) string {
	if day < gevel.NewDate(2021, time.January, 1) {
		return "Rekenmethodiek Definitief Energielabel, versie 1.2, 16 september 2014"
	}
	return "NTA 8800:2024 (basisopname woningbouw)"
}
