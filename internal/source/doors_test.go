package source_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"golang.org/x/text/encoding/unicode"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
)

// Each door of a build reads a table in each form that people deliver, and reads the same.

var doorDay = gevel.NewDate(2024, 6, 1)

// doors are a small table each, and what is read of it.
var doors = map[string]struct {
	rows [][]string
	read func(t *testing.T, path string) (any, error)
}{
	"sales": {
		[][]string{
			{"sale_id", "sale_date", "price", "use_surface", "build_type"},
			{"a", "2023-01-31", "350000", "105", "Tussenwoning"},
			{"b", "2023-02-01", "425000", "88.5", "Hoekwoning"},
		},
		func(t *testing.T, path string) (any, error) {
			r, err := sales.Read(t.Context(), sales.Source{Path: path}, sales.Options{AsOf: doorDay})
			if err != nil {
				return nil, err
			}
			return []any{r.Sales, r.Rejects.List(), r.Rows}, nil
		},
	},
	"energy labels": {
		[][]string{
			{"Registratiedatum", "Energieklasse", "Gebouwklasse", "BAGVerblijfsobjectID", "Postcode", "Huisnummer"},
			{"20230105", "A", "W", "0518010000000001", "2511CV", "12"},
			{"20230106", "C", "W", "0518010000000002", "2511CV", "14"},
		},
		func(t *testing.T, path string) (any, error) {
			var labels []energy.Label
			s, err := energy.Read(t.Context(), path, energy.Options{AsOf: doorDay}, func(l energy.Label) { labels = append(labels, l) })
			if err != nil {
				return nil, err
			}
			return []any{labels, s.Rows, s.Rejects.List()}, nil
		},
	},
	"buildings": {
		[][]string{
			{"identificatie", "b3_volume_lod22", "b3_bouwlagen"},
			{"NL.IMBAG.Pand.0518100000000001", "412.5", "2"},
			{"NL.IMBAG.Pand.0518100000000002", "300", "1"},
		},
		func(t *testing.T, path string) (any, error) {
			var list []building3d.Building
			all := building3d.Options{Has: func(gevel.BAGNumber) bool { return true }}
			r, err := building3d.Read(t.Context(), path, all, func(b building3d.Building) bool { list = append(list, b); return true })
			if err != nil {
				return nil, err
			}
			return []any{list, r.Rows, r.Rejects.List()}, nil
		},
	},
	"price index": {
		[][]string{
			{"RegioS", "Perioden", "PrijsindexVerkoopprijzen_1"},
			{"NL01", "2023KW01", "118.5"},
			{"NL01", "2023KW02", "119"},
		},
		func(t *testing.T, path string) (any, error) {
			p, err := cbs.ReadPrices(t.Context(), path, cbs.KeyPriceIndex)
			if err != nil {
				return nil, err
			}
			return []any{p.Figures, p.Rows}, nil
		},
	},
	"key figures": {
		[][]string{{"gwb_code_10", "g_woz", "p_koopw"}, {"BU05180101", "312", "45"}, {"WK051801", "298.5", "51"}},
		func(t *testing.T, path string) (any, error) {
			f, err := cbs.ReadFigures(t.Context(), path, cbs.StandardColumns(), nil)
			if err != nil {
				return nil, err
			}
			return []any{f.Values, f.Rows}, nil
		},
	},
	"neighbourhoods": {
		[][]string{{"PC6", "Huisnummer", "Buurt2023"}, {"2511CV", "12", "05180101"}, {"2511CV", "14", "05180102"}},
		func(t *testing.T, path string) (any, error) {
			var areas []cbs.AddressArea
			a, err := cbs.ReadAddresses(t.Context(), path, func(int64, int64) {}, func(a cbs.AddressArea) { areas = append(areas, a) })
			if err != nil {
				return nil, err
			}
			return []any{areas, a.Year, a.Rows}, nil
		},
	},
	"price series": {
		[][]string{{"month", "value", "known_date"}, {"2023-05", "101.5", "2023-06-21"}, {"2023-06", "102", "2023-07-21"}},
		func(t *testing.T, path string) (any, error) {
			r, err := priceseries.Read(t.Context(), path, priceseries.Options{AsOf: doorDay})
			if err != nil {
				return nil, err
			}
			return []any{r.Series, r.Rows}, nil
		},
	},
	"characteristics": {
		[][]string{
			{"dwelling_id", "known_date", "num_woz", "energy_label"},
			{"0518010000000001", "2023-03-01", "312000", "A"},
			{"0518010000000002", "2023-03-02", "298500", "C"},
		},
		func(t *testing.T, path string) (any, error) {
			homes := &town{table: gevel.Standard()}
			r, err := facts.Read(t.Context(), facts.Source{Path: path}, facts.Options{
				Homes: homes, From: gevel.FromFile, AsOf: doorDay,
			})
			if err != nil {
				return nil, err
			}
			return []any{homes.learned, r.Used, r.Rows, r.Rejects.List(), r.Faults.Total()}, nil
		},
	},
	"municipalities": {
		[][]string{
			{"Gemeentecode", "Gemeentenaam", "Provincienaam"}, {"0518", "'s-Gravenhage", "Zuid-Holland"}, {"0014", "Groningen", "Groningen"},
		},
		func(t *testing.T, path string) (any, error) {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			return bag.ReadMunicipalities(t.Context(), f)
		},
	},
}

// town is a register that has a home of each id, and keeps the facts that it learns.
type town struct {
	table   gevel.Attributes
	learned []string
}

func (*town) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	return gevel.Dwelling{ID: id}, gevel.Address{}, true
}

func (*town) Find(gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	return gevel.Dwelling{}, gevel.Address{}, gevel.Refusal("", "the rows have ids")
}

func (o *town) Table() gevel.Attributes { return o.table }

func (o *town) Bring(a gevel.Attribute) (int, error) {
	if k := o.table.Column(a.Column); k >= 0 {
		return k, nil
	}
	o.table = o.table.With(a)
	return len(o.table) - 1, nil
}

func (o *town) Record(id gevel.BAGID, facts []gevel.Fact) {
	for _, f := range facts {
		o.learned = append(o.learned, fmt.Sprint(id, " ", o.table[f.Attribute].Text(f.Value), " since ", f.Known))
	}
}

func (*town) RecordAbsence(gevel.Fact) {}

// forms are how a table may be delivered.
var forms = map[string]func(t *testing.T, rows [][]string) []byte{
	"semicolons": func(t *testing.T, rows [][]string) []byte { return csvOf(t, rows, ';') },
	"tabs":       func(t *testing.T, rows [][]string) []byte { return csvOf(t, rows, '\t') },
	"windows lines": func(t *testing.T, rows [][]string) []byte {
		return bytes.ReplaceAll(csvOf(t, rows, ','), []byte("\n"), []byte("\r\n"))
	},
	"a mark first": func(t *testing.T, rows [][]string) []byte { return append([]byte("\uFEFF"), csvOf(t, rows, ';')...) },
	"UTF-16": func(t *testing.T, rows [][]string) []byte {
		text, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(csvOf(t, rows, '\t'))
		return must(t, text, err)
	},
	"lines above": func(t *testing.T, rows [][]string) []byte {
		return append([]byte("An export\n\nof a day\n"), csvOf(t, rows, ';')...)
	},
	"empty fields at the end": func(t *testing.T, rows [][]string) []byte {
		return bytes.ReplaceAll(csvOf(t, rows, ','), []byte("\n"), []byte(",,\n"))
	},
	"blank rows below": func(t *testing.T, rows [][]string) []byte { return append(csvOf(t, rows, ','), "\n,,,\n\n"...) },
	"gzip": func(t *testing.T, rows [][]string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(csvOf(t, rows, ','))
		must(t, nil, err)
		must(t, nil, w.Close())
		return b.Bytes()
	},
	"zip": func(t *testing.T, rows [][]string) []byte {
		return zipOf(t, "a/table.csv", string(csvOf(t, rows, ',')))
	},
	"JSON": func(t *testing.T, rows [][]string) []byte {
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
	"workbook": workbookOf,
	"Parquet":  parquetOf,
}

func TestEachDoorReadsEachFormAlike(t *testing.T) {
	for door, of := range doors {
		plain := filepath.Join(t.TempDir(), "table2023.csv")
		write := func(content []byte) { must(t, nil, os.WriteFile(plain, content, 0o600)) }
		write(csvOf(t, of.rows, ','))
		want, err := of.read(t, plain)
		if err != nil {
			t.Errorf("%s: %v", door, err)
			continue
		}
		if text := fmt.Sprintf("%+v", want); len(text) < 30 {
			t.Errorf("%s reads nothing: %s", door, text)
		}
		for form, content := range forms {
			write(content(t, of.rows))
			got, err := of.read(t, plain)
			if diff := cmp.Diff(fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", got)); err != nil || diff != "" {
				t.Errorf("%s as %s: %v\n%s", door, form, err, diff)
			}
		}
	}
}

func must(t *testing.T, content []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func csvOf(t *testing.T, rows [][]string, comma rune) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	must(t, nil, w.WriteAll(rows))
	return b.Bytes()
}

// zipOf zips members, each a name and a text.
func zipOf(t *testing.T, members ...string) []byte {
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

func workbookOf(t *testing.T, rows [][]string) []byte {
	t.Helper()
	var sheet strings.Builder
	for _, row := range rows {
		sheet.WriteString("<row>")
		for _, cell := range row {
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

func parquetOf(t *testing.T, rows [][]string) []byte {
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
