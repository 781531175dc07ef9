package main

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// homesForScript is the script command homes: it writes three homes of the town as a spreadsheet saves them, in the form that
// the file's name says.
func homesForScript(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(ts.MkAbs("town/addresses.csv"))
	ts.Check(err)
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	ts.Check(err)
	id := func(row int) string { return rows[row][4] }
	homes := fmt.Sprintf("BAG id;Straat;Gebruiksoppervlakte\r\n%s;Skûtsjesteiger;120,5\r\n%s;=1+1;120,5\r\n", id(1), id(2))
	switch args[0] {
	case "semicolons.csv":
		homes = "\uFEFF" + homes + id(3) + ";a\u202eb;120\r\n"
	case "windows.csv":
		homes, err = charmap.Windows1252.NewEncoder().String(homes)
	case "unicode.csv":
		homes, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.ReplaceAll(homes, ";", "\t"))
	case "homes.xlsx":
		homes, err = workbookOf(id(1))
	}
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(homes), 0o600))
}

// workbookOf returns a workbook of one home, with a day of a spreadsheet.
func workbookOf(id string) (string, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Blad1" r:id="r1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/styles.xml", `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`},
		{"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1"><c t="str"><v>BAG id</v></c><c t="str"><v>Straat</v></c>` +
			`<c t="str"><v>Gebruiksoppervlakte</v></c><c t="str"><v>valuation_date</v></c></row><row r="2"><c t="str"><v>` + id +
			`</v></c><c t="str"><v>Skûtsjesteiger</v></c><c><v>120.5</v></c><c s="1"><v>45663</v></c></row></sheetData></worksheet>`},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			return "", err
		}
		if _, err := w.Write([]byte(part[1])); err != nil {
			return "", err
		}
	}
	err := z.Close()
	return b.String(), err
}
