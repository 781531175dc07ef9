package filekind

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
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
	} {
		if got := OfText(test.start); got != test.want {
			t.Errorf("OfText(%q) = %v, want %v", test.start, got, test.want)
		}
	}
}

func TestAZipIsKnownByItsMembers(t *testing.T) {
	for member, want := range map[string]Kind{
		"a/0221PND15092020-000001.xml": BAG, "[Content_Types].xml": Spreadsheet, "in/kwb-2024.xlsx": Spreadsheet,
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

func TestAFileOnDiskIsKnownByItsBeginningOrItsMembers(t *testing.T) {
	zipped := new(bytes.Buffer)
	z := zip.NewWriter(zipped)
	if _, err := z.Create("9999VBO08092023.zip"); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "file")
	for content, want := range map[string]Kind{
		"": {}, "\uFEFFsale_date;price\n": Sales, zipped.String(): BAG,
		string(zippedTable(t)): Labels, zipped.String()[:60]: {}, "SQLite format 3\x00": {}, gzipped("sale_date;price\n"): Sales,
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := OfFile(t.Context(), path); err != nil || got != want {
			t.Errorf("a file of %q is taken for %v (%v), want %v", content, got, err, want)
		}
	}
}

func zippedTable(t *testing.T) []byte {
	t.Helper()
	zipped := new(bytes.Buffer)
	z := zip.NewWriter(zipped)
	w, err := z.Create("v20260401_v4.csv")
	if err == nil {
		_, err = w.Write([]byte("Registratiedatum;Energieklasse\n"))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return zipped.Bytes()
}

func TestAFaultIsExplainedByWhatTheFileLooksLike(t *testing.T) {
	path := filepath.Join(t.TempDir(), "perceel.gpkg")
	file, err := geopackage.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Layer("perceel", "POLYGON", "kadastrale_grootte_waarde INTEGER"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	fault := errors.New("no text")
	got := Explain(t.Context(), fault, path, Sales.Key)
	if got == nil || !strings.Contains(got.Error(), "sources.parcels of the build file, and not to sources.sales") {
		t.Errorf("got %v", got)
	}
	if got := Explain(t.Context(), fault, path, Parcels.Key); !errors.Is(got, fault) {
		t.Errorf("got %v of a file of the key itself", got)
	}
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

func TestARefusalNamesBothKeys(t *testing.T) {
	err := Sales.Refuse("sources.cbs.price_index", "")
	for _, want := range []string{"looks like a sales file", "sources.sales", "not to sources.cbs.price_index"} {
		if !strings.Contains(err.Error(), want) || gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	if err := WebPage.Refuse("sources.bag", "fetch it anew"); !strings.HasSuffix(err.Error(), "; fetch it anew") {
		t.Errorf("%v", err)
	}
}
