package filekind

import (
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

func TestAFileIsKnownByItsBeginning(t *testing.T) {
	for _, test := range []struct {
		start string
		want  Kind
	}{
		{"<!DOCTYPE html><html>", WebPage},
		{`<?xml version="1.0"?><sl-bag-extract:bagStand xmlns="http://www.kadaster.nl/schemas/lvbag/x">`, BAGXML},
		{"<?xml version=\"1.0\"?>\n<LabelData>", XML},
		{` {"value": []}`, JSON},
		{"sale_id,sale_date,price\n", Sales},
		{"BagID;Koopsom;Datum\n", Sales},
		{"Publicatiedatum;01-04-2026\n\nRegistratiedatum;Energieklasse\n", Labels},
		{"\"PC6\";\"Huisnummer\";\"Buurt2025\"\n", Neighbourhoods},
		{"gwb_code_10;regio;recs\n", Figures},
		{"ID;WijkenEnBuurten;Gemeentenaam_1\n", Figures},
		{"\"ID\";\"Perioden\";\"PrijsindexBestaandeKoopwoningen_1\";\"GemiddeldeVerkoopprijs_7\"\n", PriceIndex},
		{"ID;RegioS;Perioden;GemiddeldeVerkoopprijs_1\n", AveragePrices},
		{"Gemeentecode,GemeentecodeGM,Gemeentenaam,Provinciecode,ProvinciecodePV,Provincienaam\n0,a,b,c\n", Municipalities},
		{"fid,identificatie,b3_h_nok,b3_volume_lod22\n", Buildings},
		{`{"type":"CityJSON","version":"2.0","CityObjects":{}}`, Buildings},
		{"cho;rijksmonumentnummer;vbo\n", Monuments},
		{"dwelling_id,num_woz,known_date\n", Facts},
		{"hello world\n", Kind{}},
		{"postcode;huisnummer;bedrag_x;dag_x;energieklasse\n", Kind{}}, // of an operator's own sales
		{"vbo;buurtcode;buurtnaam;bedrag;datum inschrijving\n", Kind{}},
		{"", Empty},
		{"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n", LFSPointer},
		{`<?xml version="1.0"?><DKK xmlns="http://www.kadaster.nl/schemas/dkk" xmlns:gml="http://www.opengis.net/gml/3.2">`, CadastralGML},
		{`<mutatieBericht xmlns="http://www.kadaster.nl/schemas/lvbag/mutatielevering-generiek/1.0">`, Mutations},
		{`<bag_LVC:BAG-Extract-Deelbestand-LVC xmlns:bag_LVC="http://www.kadaster.nl/schemas/bag-verstrekkingen/x">`, OldBAG},
		{`<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml">`, GML},
		{`<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows">`, ServiceError},
		{`<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`, XMLSheet},
		{`{"type":"FeatureCollection","features":[]}`, GeoJSON},
		{"sale_id,dwelling_id,sale_date,known_date,bedrag\n", Sales},
	} {
		if got := OfText(test.start); got != test.want {
			t.Errorf("OfText(%q) = %v, want %v", test.start, got, test.want)
		}
	}
}

func TestAZipIsKnownByItsMembers(t *testing.T) {
	for member, want := range map[string]Kind{
		"a/0221PND15092020-000001.xml": BAG, "[Content_Types].xml": Spreadsheet, "in/kwb-2024.xlsx": SheetZip, "xl/workbook.xml": Spreadsheet, "xl/workbook.bin": BinarySheet,
		"META-INF/manifest.xml": OpenSheet, "perceel.SHP": ShapefileZip, "x.gdb/a.gdbtable": Geodatabase, "9999MUT08122023-08012024.zip": Mutations,

		"v20260401.xml": XMLZip, "readme.txt": {}, "bag-light.gpkg": LayersZip,
	} {
		if got := OfZip([]string{"other", member}); got != want {
			t.Errorf("OfZip(%s) = %v, want %v", member, got, want)
		}
	}
}

func TestAGeoPackageIsKnownByItsLayers(t *testing.T) {
	for want, layers := range map[Kind][]string{
		Parcels: {"kadastrale_grens", "Perceel"}, BAGLayers: {"pand", "verblijfsobject", "woonplaats"}, {}: {"pand"},
		Buildings: {"pand", "lod12_2d", "lod22_2d"},
	} {
		if got := OfLayers(layers); got != want {
			t.Errorf("OfLayers(%v) = %v, want %v", layers, got, want)
		}
	}
}

func TestARefusalNamesBothKeys(t *testing.T) {
	err := Sales.Refuse("sources.cbs.price_index", "")
	for _, want := range []string{"looks like a sales file", "sources.sales", "not to sources.cbs.price_index"} {
		if !strings.Contains(err.Error(), want) || gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if err := XML.Refuse("sources.bag", "give another"); !strings.HasSuffix(err.Error(), "; give another") {
		t.Errorf("%v", err)
	}
}
