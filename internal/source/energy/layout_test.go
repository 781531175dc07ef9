package energy

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

// header1 is the header of 2021; later layouts of its kind differ in a few columns.
const header1 = "" +
	"Pand_opnamedatum;Pand_opnametype;Pand_status;Pand_berekeningstype;Pand_energieindex;Pand_energieklasse;" +
	"Pand_energielabel_is_prive;Pand_is_op_basis_van_referentie_gebouw;Pand_gebouwklasse;Meting_geldig_tot;" +
	"Pand_registratiedatum;Pand_postcode;Pand_huisnummer;Pand_huisnummer_toev;Pand_detailaanduiding;" +
	"Pand_bagverblijfsobjectid;Pand_bagligplaatsid;Pand_bagstandplaatsid;Pand_bagpandid;Pand_gebouwtype;" +
	"Pand_gebouwsubtype;Pand_projectnaam;Pand_projectobject;Pand_SBIcode;Pand_gebruiksoppervlakte;" +
	"Pand_energiebehoefte;Pand_eis_energiebehoefte;Pand_primaire_fossiele_energie;" +
	"Pand_eis_primaire_fossiele_energie;Pand_primaire_fossiele_energie_EMG_forfaitair;" +
	"Pand_aandeel_hernieuwbare_energie;Pand_eis_aandeel_hernieuwbare_energie;" +
	"Pand_aandeel_hernieuwbare_energie_EMG_forfaitair;Pand_temperatuuroverschrijding;" +
	"Pand_eis_temperatuuroverschrijding;Pand_warmtebehoefte;Pand_energieindex_met_EMG_forfaitair\n"

const row1 = "" +
	"20210601;Basisopname;Bestaand;NTA 8800:2020 (basisopname woningbouw);;C;N;N;W;20310601;20210617;6981CH;4;%;;" +
	"0221010000330226;;;0221100000330225;Rijwoning hoek;;;;;120,5;99,10;;231,9;;231,9;0;;0;;;161,05;\n"

// TestAllLayoutsAreRead reads one label as each generation of the file has it.
func TestAllLayoutsAreRead(t *testing.T) {
	const suffixed = "Pand_huisletter;Pand_huisnummertoevoeging"
	row4 := "20210617;20210601;20310601;Bureau;Basisopname;Bestaand;NTA 8800:2020 (basisopname woningbouw);Nee;W;" +
		"Rijwoning hoek;;;6981CH;4;A;2;;0221010000330226;;;0221100000330225;;;1905;120,50;1,83;C;;;99,10;231,90;231,90;" +
		"0;0;;161,05;;;;;12,1;130,2"
	header2 := strings.Replace(header1, "Pand_huisnummer_toev", suffixed, 1)
	// Nobody has described the columns of v5 in public: what is sure is that they are named.
	header5 := strings.Replace(header4, "SBICode;", "SBICode;Renovatiepaspoort;Smart_Readiness;", 1)
	for name, test := range map[string]struct{ text, letter, ext string }{
		"v1": {header1 + strings.Replace(row1, "%", "A-2", 1), "", "A-2"},
		"v1 in quotes": {
			`"` + strings.ReplaceAll(strings.TrimSpace(header1), ";", `";"`) + "\"\n" + strings.Replace(row1, "%", "A-2", 1),
			"", "A-2",
		},
		"v2": {header2 + strings.Replace(row1, "%", "A;2", 1), "A", "2"},
		"v3": {
			strings.Replace(header2, "Pand_gebruiksoppervlakte;", "Pand_gebruiksoppervlakte_thermische_zone;", 1) +
				strings.Replace(row1, "%", "A;2", 1), "A", "2",
		},
		"v4":                  {lines4 + header4 + row4, "A", "2"},
		"v4 without preamble": {header4 + row4, "A", "2"},
		"v4 with wide preamble": {
			strings.ReplaceAll(lines4, "\n", strings.Repeat(";", 40)+"\n") + header4 + row4, "A", "2",
		},
		"v5": {lines4 + header5 + strings.Replace(row4, "Rijwoning hoek;;;", "Rijwoning hoek;;;;;", 1), "A", "2"},
		"the needed columns alone": {
			"ENERGIEKLASSE;BAGverblijfsobjectID;Registratiedatum;Gebouwklasse;Opnamedatum;Geldig tot;Status;" +
				"Berekeningstype;Gebouwtype;Postcode;Huisnummer;Huisletter;HuisnummerToevoeging;" +
				"Gebruiksoppervlakte thermische zone;Primaire_fossiele_energie\n" +
				"c;221010000330226;17-06-2021;Woningbouw;2021-06-01;20310601;bestaand;NTA-8800;rijwoning  HOEK;6981 ch;4;A;2;" +
				"120,5;231,9", "A", "2",
		},
	} {
		labels, s := readText(t, test.text)
		want := []Label{{
			ID: "0221010000330226", Address: at("6981CH", 4, test.letter, test.ext), Registered: day("2021-06-17"),
			Surveyed: day("2021-06-01"), ValidUntil: day("2031-06-01"), Class: gevel.LabelC, Type: gevel.Hoekwoning,
		}}
		if diff := cmp.Diff(want, labels); diff != "" || s.Faults.Total() > 0 {
			t.Errorf("%s: rejects %v, faults %v, labels differ:\n%s", name, s.Rejects.List(), s.Faults.List(), diff)
		}
		published := gevel.NoDate
		if strings.HasPrefix(test.text, "Publi") {
			published = day("2026-04-01")
		}
		if s.Published != published {
			t.Errorf("%s: published on %s, want %s", name, s.Published, published)
		}
	}
}

func TestAFileOfAnotherKindIsRefusedWithWhatItLooksLike(t *testing.T) {
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"bag zip": {
			zipped(t, "9999VBO08032025.zip", "x", "Leveringsdocument-BAG-Extract.xml", "<x/>"),
			"delivery of the register of addresses (BAG); it belongs to sources.bag of the build file",
		},
		"bag inner": {zipped(t, "a/0221PND15092020-000001.xml", "<x/>"), "delivery of the register of addresses"},
		"xlsx": {
			zipped(t, "[Content_Types].xml", "<x/>", "xl/workbook.xml", "<x/>"),
			"the workbook can't be read",
		},
		"xml zip": {
			zipped(t, "v20260401_v4_xml.xml", "<x/>"),
			"looks like a zip of xml; EP-Online offers the same labels as csv",
		},
		"other zip": {zipped(t, "readme.txt", "x"), "the zip holds no csv"},
		"two csv": {
			zipped(t, "a.csv", "x", "b\x1b.csv", "y"),
			`holds 2 tables, such as "a.csv" and "b\x1b.csv"; unpack it`,
		},
		"bag xml": {
			[]byte(`<?xml version="1.0"?><sl-bag-extract:bagStand xmlns="http://www.kadaster.nl/schemas/lvbag/x">`),
			"xml of the register of addresses (BAG)",
		},
		"labels xml": {
			[]byte("<?xml version=\"1.0\"?>\n<LabelData><Pandcertificaat>"),
			"looks like xml; EP-Online offers the same",
		},
		"web page":   {[]byte("<!DOCTYPE html><html>"), "looks like a web page"},
		"api answer": {[]byte(`{"downloadUrl": "https://..."}`), "an answer of an API; if it is the answer of EP-Online"},
		"sales": {
			[]byte("sale_id,sale_date,price\na,2020-01-01,300000\n"),
			"looks like a sales file; it belongs to sources.sales of",
		},
		"deeds": {[]byte("BagID;Koopsom;Datum\n"), "looks like a sales file"},
		"cbs": {
			[]byte("PC6;Huisnummer;Buurt2025;Wijk2025;Gemeente2025\n"), "addresses and neighbourhoods (CBS); it belongs to sources.cbs",
		},
		"commas":     {[]byte("Registratiedatum,Energieklasse,Gebouwklasse\n"), "no column BAGVerblijfsobjectID"},
		"other text": {[]byte("hello\x07 world\nno table\n"), `begins with "hello\a world"`},
		"utf-16":     {[]byte("\xff\xfeR\x00e\x00"), `begins with "Re"`},
		"parquet":    {[]byte("PAR1\x15\x04"), "Parquet"},
		"no day":     {[]byte("Energieklasse;Gebouwklasse;BAGVerblijfsobjectID\n"), "no column Registratiedatum"},
		"no kind":    {[]byte("Energieklasse;Registratiedatum;BAGVerblijfsobjectID\n"), "no column Gebouwklasse"},
		"no home": {
			[]byte("Energieklasse;Registratiedatum;Gebouwklasse;Postcode\n"),
			"no column BAGVerblijfsobjectID, and not both",
		},
		"twice": {
			[]byte("Energieklasse;Registratiedatum;Gebouwklasse;Pand_postcode;Postcode;Huisnummer\n"),
			"has the column postcode twice",
		},
		"endless": {[]byte("Energieklasse;" + strings.Repeat("x;", 1<<20)), "a line is longer than"},
	} {
		path := write(t, "labels.csv", test.content)
		_, err := Read(t.Context(), path, Options{AsOf: today}, func(Label) { t.Errorf("%s: a label", name) })
		if gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%s: err = %v", name, err)
		} else if !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: err = %v, want one that says %q", name, err, test.want)
		}
	}
}

func TestADayOfPublicationThatCannotBeReadIsAFault(t *testing.T) {
	labels, s := readText(t, strings.Replace(fixture(t), "01-04-2026", "31-04-2026", 1))
	if s.Faults.Count(FaultBadPublicationDay) != 1 || s.Published != gevel.NoDate || len(labels) != len(ofFixture)+1 {
		t.Errorf("%d labels, %+v", len(labels), s)
	}
}
