package energy

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// header4 is the header in use since 2024, and lines4 the lines before it.
const (
	lines4  = "PublicatieDatum;01-04-2026\nLaatstVerwerkteMutatievolgnummer;19345219\n"
	header4 = "Registratiedatum;Opnamedatum;GeldigTot;Certificaathouder;SoortOpname;Status;Berekeningstype;" +
		"OpBasisVanReferentiegebouw;Gebouwklasse;Gebouwtype;Gebouwsubtype;SBICode;Postcode;Huisnummer;Huisletter;" +
		"Huisnummertoevoeging;Detailaanduiding;BAGVerblijfsobjectID;BAGLigplaatsID;BAGStandplaatsID;BAGPandIDs;" +
		"Projectnaam;Projectobject;Bouwjaar;GebruiksoppervlakteThermischeZone;Compactheid;Energieklasse;EnergieIndex;" +
		"EnergieIndexEMGForfaitair;Energiebehoefte;PrimaireFossieleEnergie;PrimaireFossieleEnergieEMGForfaitair;" +
		"AandeelHernieuwbareEnergie;AandeelHernieuwbareEnergieEMGForfaitair;Temperatuuroverschrijding;Warmtebehoefte;" +
		"EisEnergiebehoefte;EisPrimaireFossieleEnergie;EisAandeelHernieuwbareEnergie;EisTemperatuuroverschrijding;" +
		"BerekendeCO2Emissie;BerekendeEnergieverbruik\n"
)

// generate returns an invented total file of so many rows, about as the real one is: two thirds by
// NTA 8800 with their figures, one in ten no home.
func generate(rows int) string {
	dice := rand.New(rand.NewPCG(1, 2))
	types := []string{
		"Appartement;Tussenmidden", "Rijwoning tussen;", "Flatwoning (overig);Hoekdak", "Vrijstaande woning;",
		"Twee-onder-een-kap / rijwoning hoek;Rijwoning", "Twee-onder-één-kap;", "Galerijwoning;", "Maisonnette;Hoekvloer",
	}
	classes := []string{"A++", "A", "B", "C", "C", "D", "E", "F", "G"}
	kinds := []string{"W", "W", "W", "W", "W", "W", "W", "W", "W", "U"}
	var b strings.Builder
	b.WriteString(lines4 + header4)
	for range rows {
		year, monthDay := 2015+dice.IntN(11), fmt.Sprintf("%02d%02d", 1+dice.IntN(12), 1+dice.IntN(28))
		method, surface := "Rekenmethodiek Definitief Energielabel, versie 1.2, 16 september 2014", ";"
		figures := ";;;;;;;;;;;;;;0,00;93121,44"
		if dice.IntN(3) > 0 {
			method = "NTA 8800:2024 (basisopname woningbouw)"
			surface = fmt.Sprintf("%d,%02d;1,83", 40+dice.IntN(160), dice.IntN(100))
			figures = fmt.Sprintf(";;;%d,42;%d,07;%d,07;12,30;12,30;1,02;%d,55;;;;;21,77;13410,20",
				dice.IntN(300), dice.IntN(400)-20, dice.IntN(400), dice.IntN(200))
		}
		fmt.Fprintf(&b, "%[1]d%[2]s;%[1]d%[2]s;%[3]d%[2]s;Adviesbureau Voorbeeld B.V.;Basisopname;Bestaand;%[4]s;Nee;",
			year, monthDay, year+10, method)
		fmt.Fprintf(&b, "%s;%s;;%d%c%c;%d;;;;%04d01%010d;;;%04d10%010d;;;%d;%s;%s%s\n",
			kinds[dice.IntN(len(kinds))], types[dice.IntN(len(types))],
			1000+dice.IntN(9000), 'A'+rune(dice.IntN(26)), 'A'+rune(dice.IntN(26)), 1+dice.IntN(400),
			1+dice.IntN(1900), dice.IntN(2_000_000), 1+dice.IntN(1900), dice.IntN(2_000_000), 1900+dice.IntN(126),
			surface, classes[dice.IntN(len(classes))], figures)
	}
	return b.String()
}
