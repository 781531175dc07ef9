package portfolio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/geopackage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/testing/tableforms"
	"github.com/gevel/gevel/internal/value/bulk"
	"github.com/gevel/gevel/internal/value/portfolio"
)

// Homes and loans are read alike in each form that people deliver, and each kind of what files say has its right answer.

// said is what a file of homes is answered: a line a row, and the sum of the loans; or why it is refused.
type said struct {
	values, messages []string
	exposure         int64
	refused          string
}

// ask has a file of homes valued, and revalued as loans where it has any.
func ask(t *testing.T, content []byte) (s said) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "homes")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	homes, err := bulk.NewFile(t.Context(), "homes", f)
	if err != nil {
		return said{refused: err.Error()}
	}
	defer homes.Close()
	o := bulk.Options{
		Valuer: smalltown.Shared(t).Valuer, Today: smalltown.End, Date: smalltown.End, Progress: func(int64) {},
	}
	p, err := portfolio.New(homes, portfolio.Options{Valuer: o.Valuer})
	if err == nil {
		o.Additions = []bulk.Addition{p}
	}
	var out bytes.Buffer
	w, err := bulk.NewCSV(&out, homes, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = bulk.Value(context.Background(), homes, w, o); err != nil {
		return said{refused: err.Error()}
	}
	_, rows := tableforms.Read(t, out.Bytes())
	for _, row := range rows {
		s.values, s.messages = append(s.values, row["value"]), append(s.messages, row["message"])
	}
	if p != nil {
		s.exposure = p.Summary().Exposure
	}
	return s
}

// A kind is a table of homes or loans. Each row of it is a home of the town, or what its message says.
type kind struct {
	rows     [][]string
	want     []string // a message for each row, "" for a value
	exposure int64
	refused  string // of the file
	not      string // the forms that can't have it
}

func kindsOfDoors(first, second, third gevel.Address) map[string]kind {
	ids := []string{string(first.ObjectID), string(second.ObjectID), string(third.ObjectID)}
	loans := func(head string, amounts ...string) [][]string {
		rows := [][]string{{"vbo_id", head}}
		for i, amount := range amounts {
			rows = append(rows, []string{ids[i], amount})
		}
		return rows
	}
	surface := func(texts ...string) [][]string { return loans("woonoppervlakte", texts...) }
	address := func(a gevel.Address) []string { return []string{string(a.PostalCode), fmt.Sprint(a.HouseNumber)} }
	var rounded [][]string
	for i := range 6 {
		rounded = append(rounded, []string{fmt.Sprintf("16990100000001%d0", 1+i), "100000"})
	}
	none := []string{"", "", ""}
	return map[string]kind{
		"ids": {rows: loans("lening", "100000", "200000", "300000"), want: none, exposure: 600_000},
		"number ids": {
			rows: [][]string{{"nummeraanduiding_id"}, {string(first.NumberID)}, {string(second.NumberID)}},
			want: none[:2],
		},
		"addresses": {rows: [][]string{{"postcode", "huisnummer"}, address(first), address(second)}, want: none[:2]},
		"two spaces": {rows: [][]string{
			{"postcode", "huisnummer"},
			{string(first.PostalCode[:4] + "  " + first.PostalCode[4:]), fmt.Sprint(first.HouseNumber)},
		}, want: none[:1]},
		"powers of ten": {
			rows: [][]string{{"bag_id", "loan"}, {"1,699E+15", "1"}, {ids[0], "2"}},
			want: []string{"a spreadsheet turned into a number", ""}, exposure: 3,
		},
		"rounded ids": {rows: append([][]string{{"bag_id", "loan"}}, rounded...), refused: "rounded them; make the column text"},
		"rounded number ids": {
			rows:    append([][]string{{"number_id", "loan"}}, rounded...),
			refused: "rounded them; make the column text",
		},
		"an id and an address of two homes": {
			rows: [][]string{
				{"bag_id", "postcode", "huisnummer"},
				append([]string{ids[0]}, address(second)...),
				append([]string{ids[1]}, address(second)...),
			},
			want: []string{"another home", ""},
		},
		"two ids of two homes": {rows: [][]string{
			{"bag_id", "number_id"},
			{ids[0], string(second.NumberID)},
			{ids[1], string(second.NumberID)},
		}, want: []string{"are of two homes", ""}},
		"words for nothing":  {rows: surface("onbekend", "n.v.t.", `\N`), want: none},
		"an error of a cell": {rows: surface("#VERW!", "", "niet bekend"), want: none},
		"no number": {
			rows: surface("ca. 120", "inf", "> 100"),
			want: []string{"and is not used", "and is not used", "and is not used"},
		},
		"an amount of words": {
			rows: loans("hypotheekbedrag", "n.v.t.", "inf", "250000"),
			want: []string{"is empty", "is no amount", ""}, exposure: 250_000,
		},
		"thousands by letters": {rows: loans("Restschuld", "250K", "0,3 mln", "€ 200.000,-"), want: none, exposure: 750_000},
		"points by the column": {rows: loans("hoofdsom", "199999.5", "123456.75", "1250.5"), want: none, exposure: 324_707},
		"commas by the column": {rows: loans("hoofdsom", "812.375", "199.999,50", "0,5"), want: none, exposure: 1_012_375},
		"both signs": {
			rows: loans("hoofdsom", "812.375", "199999.5", "1.5"),
			want: []string{"has both decimal signs", "", ""}, exposure: 200_001, not: "workbook Parquet",
		},
		"a loss": {
			rows: loans("mortgage", "(350000)", "-5", "100000"),
			want: []string{"is not from 0", "is not from 0", ""}, exposure: 100_000,
		},
		"a unit in the name": {rows: loans("Hypotheek in euro", "100000", "200000", "300000"), want: none, exposure: 600_000},
		"a unit below it": {rows: append([][]string{{"bag_id", "lening"}, {"", "in €"}},
			loans("", "100000", "200000")[1:]...), want: none[:2], exposure: 300_000, not: "JSON Parquet"},
		"thousands in the name": {
			rows: loans("Hypotheekbedrag (x € 1.000)", "100", "200", "300"), refused: "is loan_amount in another unit",
		},
		"a line of totals": {
			rows: append(loans("lening", "100000", "200000", "300000"), []string{"Totaal 2025", "600000"}),
			want: append(none[:3:3], "Totaal"), exposure: 600_000,
		},
		"a line of totals without a word": {
			rows: append(loans("lening", "100000", "200000", "300000"), []string{"", "600000"}), want: append(none[:3:3],
				"no postal code"), exposure: 600_000,
		},
		"a short year": {
			rows: loans("peildatum", "01-02-22", "2022-02-01T00:00:00Z", "20220201T000000"),
			want: []string{"a year of two digits", "", ""},
		},
	}
}

func TestEachKindOfHomesAndLoansHasItsAnswerInEachForm(t *testing.T) {
	town := smalltown.Shared(t)
	at := []gevel.Address{town.Addresses[0], town.Addresses[smalltown.FirstOfSecond], town.Addresses[smalltown.FirstOfSecond+7]}
	if at[0].ObjectID[0] != '0' || at[1].ObjectID[0] == '0' {
		t.Fatalf("the homes are %s and %s, want one with a leading zero and one without", at[0].ObjectID, at[1].ObjectID)
	}
	for name, k := range kindsOfDoors(at[0], at[1], at[2]) {
		for form, content := range tableforms.All {
			if strings.Contains(k.not, form) {
				continue
			}
			got := ask(t, content(t, k.rows))
			if k.refused != "" {
				if !strings.Contains(got.refused, k.refused) {
					t.Errorf("%s as %s: %+v, want the file refused: %s", name, form, got, k.refused)
				}
				continue
			}
			if len(got.messages) != len(k.want) || got.exposure != k.exposure {
				t.Errorf("%s as %s: %+v, want %q and loans of %d", name, form, got, k.want, k.exposure)
				continue
			}
			for i, want := range k.want {
				if !strings.Contains(got.messages[i], want) || want == "" && (got.messages[i] != "" || got.values[i] == "") {
					t.Errorf("%s as %s: row %d is %q, %q, want %q", name, form, i+1, got.values[i], got.messages[i], want)
				}
				if line := fmt.Sprintf("line %d: ", i+2); strings.Count(got.messages[i], line) > 0 {
					t.Errorf("%s as %s: row %d says its line in %q", name, form, i+1, got.messages[i])
				}
			}
		}
	}
}

// TestANumberByItsTypeIsReadOneWay gives loans of three decimals as numbers of JSON and a GeoPackage.
func TestANumberByItsTypeIsReadOneWay(t *testing.T) {
	town := smalltown.Shared(t)
	ids := []gevel.BAGID{town.Addresses[0].ObjectID, town.Addresses[smalltown.FirstOfSecond].ObjectID}
	amounts := []float64{100812.375, 812.625}
	var list []map[string]any
	layers := filepath.Join(t.TempDir(), "loans.gpkg")
	w, err := geopackage.Create(layers)
	if err != nil {
		t.Fatal(err)
	}
	layer, err := w.Layer("loans", "POINT", "bag_id TEXT", "loan_amount REAL")
	for i, id := range ids {
		list = append(list, map[string]any{"bag_id": id, "loan_amount": amounts[i]})
		if err == nil {
			err = layer.Add(nil, string(id), amounts[i])
		}
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	forms := map[string][]byte{}
	if forms["GeoPackage"], err = os.ReadFile(layers); err != nil {
		t.Fatal(err)
	}
	if forms["JSON"], err = json.Marshal(list); err != nil {
		t.Fatal(err)
	}
	for form, content := range forms {
		if got := ask(t, content); got.exposure != 101_625 {
			t.Errorf("%s: loans of %d, want 101625: %+v", form, got.exposure, got)
		}
	}
}
