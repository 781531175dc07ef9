// Package tableforms writes a table in each form in which people deliver tables, for tests of the doors that read them.
package tableforms

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/text/encoding/unicode"

	"github.com/gevel/gevel/internal/file/parquetfile"
)

// All are how a table may be delivered.
var All = map[string]func(t testing.TB, rows [][]string) []byte{
	"semicolons": func(t testing.TB, rows [][]string) []byte { return CSV(t, rows, ';') },
	"tabs":       func(t testing.TB, rows [][]string) []byte { return CSV(t, rows, '\t') },
	"windows lines": func(t testing.TB, rows [][]string) []byte {
		return bytes.ReplaceAll(CSV(t, rows, ','), []byte("\n"), []byte("\r\n"))
	},
	"a mark first": func(t testing.TB, rows [][]string) []byte { return append([]byte("\uFEFF"), CSV(t, rows, ';')...) },
	"UTF-16": func(t testing.TB, rows [][]string) []byte {
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(CSV(t, rows, '\t'))
		return must(t, text, err)
	},
	"lines above": func(t testing.TB, rows [][]string) []byte {
		return append([]byte("An export\n\nof a day\n"), CSV(t, rows, ';')...)
	},
	"empty fields at the end": func(t testing.TB, rows [][]string) []byte {
		return bytes.ReplaceAll(CSV(t, rows, ','), []byte("\n"), []byte(",,\n"))
	},
	"blank rows below": func(t testing.TB, rows [][]string) []byte { return append(CSV(t, rows, ','), "\n,,,\n\n"...) },
	"gzip": func(t testing.TB, rows [][]string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(CSV(t, rows, ','))
		must(t, nil, err)
		must(t, nil, w.Close())
		return b.Bytes()
	},
	"zip": func(t testing.TB, rows [][]string) []byte {
		return zipOf(t, "a/table.csv", string(CSV(t, rows, ',')))
	},
	"JSON": func(t testing.TB, rows [][]string) []byte {
		var list []map[string]string
		for _, row := range rows[1:] {
			object := map[string]string{}
			for i, name := range rows[0] {
				object[name] = row[i]
			}
			list = append(list, object)
		}
		text, err := json.Marshal(list)
		return must(t, text, err)
	},
	"workbook": Workbook,
	"Parquet":  Parquet,
}

func must(t testing.TB, content []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// CSV writes a table with something between its columns.
func CSV(t testing.TB, rows [][]string, comma rune) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	must(t, nil, w.WriteAll(rows))
	return b.Bytes()
}

// zipOf zips members, each a name and a text.
func zipOf(t testing.TB, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		must(t, nil, err)
		_, err = w.Write([]byte(members[i+1]))
		must(t, nil, err)
	}
	must(t, nil, z.Close())
	return b.Bytes()
}

// Workbook writes a table as the second sheet of a workbook, whole numbers without a leading zero as numbers.
func Workbook(t testing.TB, rows [][]string) []byte {
	t.Helper()
	var sheet strings.Builder
	for _, row := range rows {
		sheet.WriteString("<row>")
		for _, cell := range row {
			if strings.Trim(cell, "0123456789") == "" && cell != "" && cell[0] != '0' {
				fmt.Fprintf(&sheet, `<c><v>%s</v></c>`, cell)
				continue
			}
			fmt.Fprintf(&sheet, `<c t="inlineStr"><is><t>%s</t></is></c>`, html.EscapeString(cell))
		}
		sheet.WriteString("</row>")
	}
	return zipOf(t,
		"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="notes" r:id="r0"/><sheet name="table" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r0" Type="x/worksheet" Target="worksheets/sheet1.xml"/>`+
			`<Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row><c t="inlineStr"><is><t>read me</t></is></c></row></sheetData></worksheet>`,
		"xl/worksheets/sheet2.xml", `<worksheet><sheetData>`+sheet.String()+`</sheetData></worksheet>`)
}

// Parquet writes a table of texts.
func Parquet(t testing.TB, rows [][]string) []byte {
	t.Helper()
	f := parquetfile.File{Table: "table", Rows: len(rows) - 1}
	for i, name := range rows[0] {
		f.Columns = append(f.Columns, parquetfile.Column{Name: name, Node: parquet.String(), Get: func(row int) parquet.Value {
			return parquet.ByteArrayValue([]byte(rows[row+1][i]))
		}})
	}
	var b bytes.Buffer
	must(t, nil, f.Write(t.Context(), &b))
	return b.Bytes()
}

// Read reads a CSV, as answers have it, by column.
func Read(t testing.TB, content []byte) (names []string, rows []map[string]string) {
	t.Helper()
	header, _, _ := bytes.Cut(content, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\uFEFF"))))
	for _, comma := range []rune{';', '\t'} {
		if bytes.ContainsRune(header, comma) {
			r.Comma = comma
		}
	}
	records, err := r.ReadAll()
	must(t, nil, err)
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return records[0], rows
}
