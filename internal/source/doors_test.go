package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/building3d"
	"github.com/gevel/gevel/internal/source/cbs"
	"github.com/gevel/gevel/internal/source/energy"
	"github.com/gevel/gevel/internal/source/facts"
	"github.com/gevel/gevel/internal/source/priceseries"
	"github.com/gevel/gevel/internal/source/sales"
	"github.com/gevel/gevel/internal/testing/tableforms"
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
			{"c", "2023-02-03", "299000", "70", "Appartement"},
		},
		func(t *testing.T, path string) (any, error) {
			r, err := sales.Read(t.Context(), sales.Source{Path: path}, sales.Options{AsOf: doorDay})
			if err != nil {
				return nil, err
			}
			return []any{list.Of(r.Sales, func(s *gevel.Sale) gevel.Sale { return *s }), r.Rejects.List(), r.Faults.List(), r.Rows}, nil
		},
	},
	"energy labels": {
		[][]string{
			{"Registratiedatum", "Energieklasse", "Gebouwklasse", "BAGVerblijfsobjectID", "Postcode", "Huisnummer"},
			{"20230105", "A", "W", "0518010000000001", "2511CV", "12"},
			{"20230106", "C", "W", "0518010000000002", "2511CV", "14"},
			{"20230107", "B", "W", "1699010000000003", "2511CV", "16"},
		},
		func(t *testing.T, path string) (any, error) {
			var labels []energy.Label
			s, err := energy.Read(t.Context(), path, energy.Options{AsOf: doorDay}, func(l energy.Label) { labels = append(labels, l) })
			if err != nil {
				return nil, err
			}
			return []any{labels, s.Rows, s.Rejects.List(), s.Faults.List()}, nil
		},
	},
	"buildings": {
		[][]string{
			{"identificatie", "b3_volume_lod22", "b3_bouwlagen"},
			{"NL.IMBAG.Pand.0518100000000001", "412.5", "2"},
			{"NL.IMBAG.Pand.0518100000000002", "300", "1"},
			{"NL.IMBAG.Pand.1699100000000003", "1050", "3"},
		},
		func(t *testing.T, path string) (any, error) {
			var list []building3d.Building
			all := building3d.Options{Has: func(gevel.BAGNumber) bool { return true }}
			r, err := building3d.Read(t.Context(), path, all, func(b building3d.Building) bool { list = append(list, b); return true })
			if err != nil {
				return nil, err
			}
			return []any{list, r.Rows, r.Rejects.List(), r.Faults.List()}, nil
		},
	},
	"price index": {
		[][]string{
			{"RegioS", "Perioden", "PrijsindexVerkoopprijzen_1"},
			{"NL01", "2023KW01", "118.5"},
			{"NL01", "2023KW02", "119"},
			{"NL01", "2023KW03", "120.5"},
		},
		func(t *testing.T, path string) (any, error) {
			p, err := cbs.ReadPrices(t.Context(), path, cbs.KeyPriceIndex)
			if err != nil {
				return nil, err
			}
			return []any{p.Figures, p.Rows, p.Rejects.List(), p.Faults.List()}, nil
		},
	},
	"key figures": {
		[][]string{{"gwb_code_10", "g_woz", "p_koopw"}, {"BU05180101", "312", "45"}, {"WK051801", "298.5", "51"}, {"BU16990102", "301", "48"}},
		func(t *testing.T, path string) (any, error) {
			f, err := cbs.ReadFigures(t.Context(), path, cbs.StandardColumns(), nil)
			if err != nil {
				return nil, err
			}
			return []any{f.Values, f.Rows, f.Rejects.List(), f.Faults.List()}, nil
		},
	},
	"neighbourhoods": {
		[][]string{{"PC6", "Huisnummer", "Buurt2023"}, {"2511CV", "12", "05180101"}, {"2511CV", "14", "05180102"}, {"2511CV", "16", "16990103"}},
		func(t *testing.T, path string) (any, error) {
			var areas []cbs.AddressArea
			a, err := cbs.ReadAddresses(t.Context(), path, func(int64, int64) {}, func(a cbs.AddressArea) { areas = append(areas, a) })
			if err != nil {
				return nil, err
			}
			return []any{areas, a.Year, a.Rows, a.Rejects.List()}, nil
		},
	},
	"price series": {
		[][]string{{"month", "value", "known_date"}, {"2023-05", "101.5", "2023-06-21"}, {"2023-06", "102", "2023-07-21"}, {"2023-07", "103", "2023-08-21"}},
		func(t *testing.T, path string) (any, error) {
			r, err := priceseries.Read(t.Context(), path, priceseries.Options{AsOf: doorDay})
			if err != nil {
				return nil, err
			}
			return []any{r.Series, r.Rows, r.Rejects.List()}, nil
		},
	},
	"characteristics": {
		[][]string{
			{"dwelling_id", "known_date", "num_woz", "energy_label"},
			{"0518010000000001", "2023-03-01", "312000", "A"},
			{"0518010000000002", "2023-03-02", "298500", "C"},
			{"1699010000000003", "2023-03-03", "301000", "B"},
		},
		func(t *testing.T, path string) (any, error) {
			homes := &town{table: gevel.Standard()}
			r, err := facts.Read(t.Context(), facts.Source{Path: path}, facts.Options{
				Homes: homes, From: gevel.FromFile, AsOf: doorDay,
			})
			if err != nil {
				return nil, err
			}
			return []any{homes.learned, r.Used, r.Rows, r.Rejects.List(), r.Faults.List()}, nil
		},
	},
	"monuments": {
		[][]string{
			{"rijksmonument_nummer", "dwelling_id", "known_date"},
			{"1", "0518010000000001", "2023-03-01"},
			{"2", "0518010000000002", "2023-03-02"},
			{"3", "1699010000000003", "2023-03-03"},
		},
		func(t *testing.T, path string) (any, error) {
			homes := &town{table: gevel.Standard()}
			r, err := facts.Read(t.Context(), facts.Monuments(facts.Source{Path: path}), facts.Options{
				Homes: homes, From: gevel.FromMonuments, AsOf: doorDay,
			})
			if err != nil {
				return nil, err
			}
			return []any{homes.learned, r.Used, r.Rows, r.Rejects.List(), r.Faults.List()}, nil
		},
	},
	"municipalities": {
		[][]string{
			{"Gemeentecode", "Gemeentenaam", "Provincienaam"},
			{"0518", "'s-Gravenhage", "Zuid-Holland"},
			{"0014", "Groningen", "Groningen"},
			{"1699", "Noordenveld", "Drenthe"},
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

func TestEachDoorReadsEachFormAlike(t *testing.T) {
	for door, of := range doors {
		plain := filepath.Join(t.TempDir(), "table2023.csv")
		write := func(content []byte) { must(t, os.WriteFile(plain, content, 0o600)) }
		write(tableforms.CSV(t, of.rows, ','))
		want, err := of.read(t, plain)
		if err != nil {
			t.Errorf("%s: %v", door, err)
			continue
		}
		if text := fmt.Sprintf("%+v", want); len(text) < 30 {
			t.Errorf("%s reads nothing: %s", door, text)
		}
		for form, content := range tableforms.All {
			write(content(t, of.rows))
			got, err := of.read(t, plain)
			if diff := cmp.Diff(fmt.Sprintf("%+v", want), fmt.Sprintf("%+v", got)); err != nil || diff != "" {
				t.Errorf("%s as %s: %v\n%s", door, form, err, diff)
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestEachDoorOfIDsKnowsThoseOfASpreadsheet reads ids that a spreadsheet rounded, and some that it shows as a power of ten.
func TestEachDoorOfIDsKnowsThoseOfASpreadsheet(t *testing.T) {
	for door, column := range map[string]int{"energy labels": 3, "buildings": 0, "characteristics": 0} {
		of := doors[door]
		written := func(ids ...string) string {
			rows := [][]string{of.rows[0]}
			for _, id := range ids {
				row := append([]string{}, of.rows[1]...)
				row[column] = id
				rows = append(rows, row)
			}
			path := filepath.Join(t.TempDir(), "table.xlsx")
			must(t, os.WriteFile(path, tableforms.Workbook(t, rows), 0o600))
			got, err := of.read(t, path)
			return fmt.Sprintf("%+v %v", got, err)
		}
		kind := map[bool]string{true: "169910", false: "169901"}[door == "buildings"]
		var rounded []string
		for i := range 6 {
			rounded = append(rounded, fmt.Sprintf("%s0000001%d0", kind, 10+i))
		}
		if got := written(rounded...); !strings.Contains(got, "rounded them") || !strings.Contains(got, "make the column text") {
			t.Errorf("%s: rounded ids are read as %s", door, got)
		}
		if got := written(append(rounded, kind+"0000000017")...); strings.Contains(got, "rounded") {
			t.Errorf("%s: ids of which one is whole are refused: %s", door, got)
		}
		if got := written(rounded[0], "5,18E+14"); !strings.Contains(got, "a spreadsheet turned into a number") {
			t.Errorf("%s: nothing says what 5,18E+14 is: %s", door, got)
		}
	}
}
