package workbook_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/workbook"
)

const (
	mainPart = `<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="a" state="hidden" r:id="r1"/><sheet name="b" r:id="r2"/></sheets></workbook>`
	relsPart = `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="r2" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`
	stylesPart = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\-m\-jjjj"/><numFmt numFmtId="165" formatCode="&quot;d&quot;0.00"/></numFmts>` +
		`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`
	stringsPart = `<sst><si><t>Skûtsje</t></si><si><r><t>a</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>x</t></rPh></si></sst>`
)

// parts returns the parts of a workbook whose second sheet has some rows.
func parts(rows string) map[string]string {
	return map[string]string{
		"xl/workbook.xml": mainPart, "xl/_rels/workbook.xml.rels": relsPart, "xl/styles.xml": stylesPart, "xl/sharedStrings.xml": stringsPart,
		"xl/worksheets/sheet1.xml": "<worksheet/>",
		"xl/worksheets/sheet2.xml": "<worksheet><sheetData>" + rows + "</sheetData></worksheet>",
	}
}

func read(t testing.TB, parts map[string]string) (string, error) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	book, err := workbook.Open(r.File)
	if err != nil {
		return "", err
	}
	text, err := book.Sheet(0)
	if err != nil {
		return "", err
	}
	all, err := io.ReadAll(text)
	return string(all), err
}

func TestTheFirstVisibleSheetIsATable(t *testing.T) {
	for rows, want := range map[string]string{
		`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>`:                         "Skûtsje\t\ta b\n",
		`<row r="2"><c r="A2" t="str"><f>A1</f><v>x</v></c></row><row r="4"><c r="AB4"><v>1</v></c></row>`:  "\nx\t\n\n" + strings.Repeat("\t", 27) + "1\n",
		`<row><c><v>180.5</v></c><c><v>0.17470000000000002</v></c><c><v>5.18010000390368E+14</v></c></row>`: "180.5\t0.1747\t518010000390368\n",
		`<row><c><v>1.234</v></c><c s="3"><v>2</v></c></row>`:                                               "1.2340\t2\n",
		`<row><c s="1"><v>42372</v></c><c s="2"><v>42372.5</v></c><c s="2"><v>1</v></c></row>`:              "2016-01-03\t2016-01-03T12:00:00\t1899-12-31\n",
		`<row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2016-01-03</v></c></row>`:            "true\t#N/A\t2016-01-03\n",
		`<row><c t="inlineStr"><is><t>say "x"</t></is></c><c t="str"><v>two` + "\n" + `lines</v></c></row>`: "\"say \"\"x\"\"\"\ttwo lines\n",
		`<row><c t="str"><v>only</v></c></row><row><c t="str"><v></v></c><c/></row>`:                        "only\t\n",
		"": "",
	} {
		if got, err := read(t, parts(rows)); err != nil || got != want {
			t.Errorf("%s\nis %q, %v, want %q", rows, got, err, want)
		}
	}
	from1904 := parts(`<row><c s="1"><v>1</v></c></row>`)
	from1904["xl/workbook.xml"] = strings.Replace(mainPart, "<workbookPr/>", `<workbookPr date1904="1"/>`, 1)
	if got, err := read(t, from1904); err != nil || got != "1904-01-02\t\n" {
		t.Errorf("days from 1904: %q, %v", got, err)
	}
}

func TestADamagedOrHostileWorkbookIsRefused(t *testing.T) {
	cut := parts("")
	cut["xl/worksheets/sheet2.xml"] = `<worksheet><sheetData><row><c><v>1</v></c></row>`
	noSheet := parts("")
	noSheet["xl/workbook.xml"] = "<workbook/>"
	deep := parts("")
	deep["xl/sharedStrings.xml"] = "<sst>" + strings.Repeat("<si>", 1000)
	for want, book := range map[string]map[string]string{
		"cut short":               cut,
		"no visible sheet":        noSheet,
		"deep in each other":      deep,
		"that the workbook lacks": parts(`<row><c t="s"><v>-1</v></c></row>`),
		"is no number":            parts(`<row><c><v>NaN</v></c></row>`),
		"names no cell":           parts(`<row><c r="12"><v>1</v></c></row>`),
		"in no order":             parts(`<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`),
		"stands behind row":       parts(`<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>`),
		"has more than":           parts(`<row><c t="str"><v>` + strings.Repeat("x", 5<<20) + `</v></c></row>`),
	} {
		if got, err := read(t, book); gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(fmt.Sprint(err), want) ||
			!strings.HasSuffix(err.Error(), "; save its sheet as CSV, and give that") {
			t.Errorf("%q: %.40q, %v", want, got, err)
		}
	}
}

// FuzzSheet holds that whatever a workbook holds becomes lines as wide as those before them, or an error.
func FuzzSheet(f *testing.F) {
	f.Add(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, stringsPart, stylesPart)
	f.Add(`<row><c s="1"><v>42372</v></c></row>`, "<sst/>", stylesPart)
	f.Add(`<row><c t="inlineStr"><is><t>x</t></is></c></row>`, "", "")
	f.Fuzz(func(t *testing.T, rows, texts, styles string) {
		book := parts(rows)
		book["xl/sharedStrings.xml"], book["xl/styles.xml"] = texts, styles
		text, err := read(t, book)
		if err != nil && gevel.CodeOf(err) != gevel.Invalid {
			t.Fatalf("%v is not of the caller", err)
		}
		width := 0
		for line := range strings.Lines(text) {
			if tabs := strings.Count(line, "\t"); line != "\n" {
				if tabs < width {
					t.Fatalf("%q is narrower than the lines above", line)
				}
				width = tabs
			}
		}
	})
}
