package bag

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

const villageDay = "2023-09-08"

// relationName is the name of the file of municipalities and cities.
const relationName = "GEM-WPL-RELATIE-08092023" //nolint:misspell // Dutch

// thing is one object of a test's delivery. Empty fields get the values of an object in use since 2010.
type thing struct {
	kind                   string // element name
	id, status, begin, end string
	occurrence             int
	extra                  string // further elements
}

func (o thing) xml() string {
	validity := fmt.Sprintf("<h:beginGeldigheid>%s</h:beginGeldigheid>", or(o.begin, "2010-01-01"))
	if o.end != "" {
		validity += fmt.Sprintf("<h:eindGeldigheid>%s</h:eindGeldigheid>", o.end)
	}
	return fmt.Sprintf(`<sl:stand><x:bagObject><o:%[1]s><o:identificatie>%[2]s</o:identificatie>%[3]s<o:status>%[4]s</o:status>`+
		`<o:voorkomen><h:Voorkomen><h:voorkomenidentificatie>%[5]d</h:voorkomenidentificatie>%[6]s</h:Voorkomen></o:voorkomen>`+
		`</o:%[1]s></x:bagObject></sl:stand>`, o.kind, o.id, o.extra, o.status, max(1, o.occurrence), validity)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func wpl(code, name string) thing {
	return thing{kind: "Woonplaats", id: code, status: "Woonplaats aangewezen", extra: "<o:naam>" + name + "</o:naam>"}
}

func opr(n int, name, city string) thing {
	return thing{
		kind: "OpenbareRuimte", id: id("30", n), status: "Naamgeving uitgegeven",
		extra: "<o:naam>" + name + "</o:naam><o:ligtIn><r:WoonplaatsRef>" + city + "</r:WoonplaatsRef></o:ligtIn>",
	}
}

// num is number designation n in street; house is "12", "12 A" or "12 A 3".
func num(n int, house, postal string, street int) thing {
	parts := append(strings.Fields(house), "", "")
	extra := "<o:huisnummer>" + parts[0] + "</o:huisnummer>"
	if parts[1] != "" {
		extra += "<o:huisletter>" + parts[1] + "</o:huisletter>"
	}
	if parts[2] != "" {
		extra += "<o:huisnummertoevoeging>" + parts[2] + "</o:huisnummertoevoeging>"
	}
	if postal != "" {
		extra += "<o:postcode>" + postal + "</o:postcode>"
	}
	extra += "<o:ligtAan><r:OpenbareRuimteRef>" + id("30", street) + "</r:OpenbareRuimteRef></o:ligtAan>"
	return thing{kind: "Nummeraanduiding", id: id("20", n), status: "Naamgeving uitgegeven", extra: extra}
}

// vbo is home n with number n as its main address, in these buildings.
func vbo(n int, surface string, buildings ...int) thing {
	extra := mainAddress(n) + "<o:gebruiksdoel>woonfunctie</o:gebruiksdoel><o:oppervlakte>" + surface +
		"</o:oppervlakte>" +
		pointAt(float64(100_000+10*n+2), 450_002) + "<o:maaktDeelUitVan>"
	for _, b := range buildings {
		extra += "<r:PandRef>" + id("10", b) + "</r:PandRef>"
	}
	return thing{
		kind: "Verblijfsobject", id: id("01", n), status: "Verblijfsobject in gebruik",
		extra: extra + "</o:maaktDeelUitVan>",
	}
}

func mainAddress(n int) string {
	return "<o:heeftAlsHoofdadres><r:NummeraanduidingRef>" + id("20", n) +
		"</r:NummeraanduidingRef></o:heeftAlsHoofdadres>"
}

func secondaryAddress(n int) string {
	return "<o:heeftAlsNevenadres><r:NummeraanduidingRef>" + id("20", n) +
		"</r:NummeraanduidingRef></o:heeftAlsNevenadres>"
}

func pointAt(x, y float64) string {
	return fmt.Sprintf(`<o:geometrie><o:punt><g:Point srsDimension="3"><g:pos>%.3f %.3f 0.0</g:pos></g:Point></o:punt></o:geometrie>`, x, y)
}

// pnd is building n of width metres by 8 m, with its left corner x metres from the village's origin.
func pnd(n int, year string, x, width float64) thing {
	return pndAt(n, year, rectangle(x, 0, x+width, 8))
}

func pndAt(n int, year, ring string) thing {
	return thing{
		kind: "Pand", id: id("10", n), status: "Pand in gebruik",
		extra: `<o:geometrie><g:Polygon srsDimension="2"><g:exterior><g:LinearRing><g:posList>` + ring +
			`</g:posList></g:LinearRing></g:exterior></g:Polygon></o:geometrie><o:oorspronkelijkBouwjaar>` + year +
			`</o:oorspronkelijkBouwjaar>`,
	}
}

func rectangle(x0, y0, x1, y1 float64) string {
	x0, x1, y0, y1 = x0+100_000, x1+100_000, y0+450_000, y1+450_000
	return fmt.Sprintf("%.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f", x0, y0, x1, y0, x1, y1, x0, y1, x0, y0)
}

// id returns the id of the n-th object with a code.
func id(code string, n int) string { return fmt.Sprintf("0344%s%010d", code, n) }

// extract wraps objects in the envelope of an extract's file.
func extract(things ...thing) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><x:bagStand xmlns:x="x" xmlns:o="o" xmlns:h="h" xmlns:r="r" xmlns:g="g" xmlns:sl="sl" xmlns:s="s">` +
		`<x:bagInfo><s:LVC-Extract><s:StandTechnischeDatum>` + villageDay +
		`</s:StandTechnischeDatum></s:LVC-Extract></x:bagInfo><sl:standBestand>`)
	for _, o := range things {
		b.WriteString(o.xml())
	}
	b.WriteString(`</sl:standBestand></x:bagStand>`)
	return b.String()
}

// relation places a woonplaats in a municipality, since 2010.
func relation(city, municipality, status string) string {
	return `<p:GemeenteWoonplaatsRelatie><p:tijdvakgeldigheid><b:begindatumTijdvakGeldigheid>2010-01-01</b:begindatumTijdvakGeldigheid></p:tijdvakgeldigheid>` +
		`<p:gerelateerdeWoonplaats><p:identificatie>` + city + `</p:identificatie></p:gerelateerdeWoonplaats>` +
		`<p:gerelateerdeGemeente><p:identificatie>` + municipality +
		`</p:identificatie></p:gerelateerdeGemeente><p:status>` + status +
		`</p:status></p:GemeenteWoonplaatsRelatie>`
}

func relations(list ...string) string {
	return `<g:BAG-GWR-Deelbestand-LVC xmlns:g="g" xmlns:p="p" xmlns:b="b">` + strings.Join(list, "") +
		`</g:BAG-GWR-Deelbestand-LVC>`
}

// member is a file of a test's zip.
type member struct {
	name    string
	content []byte
	method  uint16
}

func xmlMember(name, content string) member { return member{name, []byte(content), zip.Deflate} }

// packed zips members.
func packed(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(m.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// village returns the inner zips of a delivery of these things, in the village of Utrecht with its streets 1
// and 2.
func village(t testing.TB, method uint16, things ...thing) []member {
	t.Helper()
	files := map[string][]thing{
		"WPL": {wpl("3295", "Utrecht")},
		"OPR": {opr(1, "Dorpsstraat", "3295"), opr(2, "Kerkplein &amp; Hof", "3295")},
	}
	codes := map[string]string{
		"Woonplaats": "WPL", "OpenbareRuimte": "OPR", "Nummeraanduiding": "NUM", "Verblijfsobject": "VBO",
		"Ligplaats": "LIG", "Standplaats": "STA", "Pand": "PND",
	}
	for _, o := range things {
		code := or(codes[o.kind], "VBO")
		files[code] = append(files[code], o)
	}
	var members []member
	for _, code := range []string{"PND", "VBO", "NUM", "LIG", "STA", "OPR", "WPL"} {
		if len(files[code]) > 0 {
			name := "9999" + code + "08092023"
			inner := packed(t, xmlMember(name+"-000001.xml", extract(files[code]...)))
			members = append(members, member{name + ".zip", inner, method})
		}
	}
	relationZip := packed(t, xmlMember(relationName+"-000001.xml", relations(relation("3295", "0344", "definitief"))))
	return append(members, member{relationName + ".zip", relationZip, method})
}

// written puts content in a file of a temporary directory.
func written(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readVillage reads these things as a delivery.
func readVillage(t testing.TB, things ...thing) *Register {
	t.Helper()
	path := written(t, "village.zip", packed(t, village(t, zip.Store, things...)...))
	return mustRead(t, path)
}

func mustRead(t testing.TB, path string) *Register {
	t.Helper()
	r, err := Read(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	requireNothingLost(t, r)
	return r
}

// requireNothingLost checks that the counts of a register add up.
func requireNothingLost(t testing.TB, r *Register) {
	t.Helper()
	named := 0
	for object, c := range r.Objects {
		if sum := c.Used + c.Past + c.Withdrawn + c.Rejected; sum != c.Read {
			t.Errorf("%v: read %d, accounted for %d: %+v", object, c.Read, sum, c)
		}
		named += c.Rejected + c.Faults
	}
	if got := r.Rejects.Total(); got != named {
		t.Errorf("%d rejects are named, %d counted", got, named)
	}
}

// sharedData returns the path of a file of the shared data; without it the test is skipped.
func sharedData(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "shared", "data", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared data is not present: %s", name)
	}
	return path
}

func dwellingOf(t testing.TB, r *Register, n int) gevel.Dwelling {
	t.Helper()
	for _, d := range r.Dwellings {
		if string(d.ID) == id("01", n) {
			return d
		}
	}
	t.Fatalf("no dwelling %s; rejects %+v", id("01", n), r.Rejects.List())
	return gevel.Dwelling{}
}
