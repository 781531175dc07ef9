package score

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestASaleStaysWithoutWhatOnlyPartsTheMarket goes over what people write where a part is not known.
func TestASaleStaysWithoutWhatOnlyPartsTheMarket(t *testing.T) {
	for _, tt := range []struct {
		column, dimension, known, name string
		unknown                        []string // no fault
		bad                            []string
	}{
		{
			"build_year", "age at sale", "2000", "16 to 40 years",
			[]string{"", "NA", "0", "9999", "n.v.t."},
			[]string{"ca. 2012", "1990-2000", "oud", "<1990", "999", "2026", "1e300", "-5", "-1"},
		},
		{"build_year", "build period", "2000", "1991-2000", []string{"", "9999", "onbekend"}, []string{"oud", "2026"}},
		{"build_type", "house type", "castle", "castle", []string{"", "onbekend"}, []string{"\xff"}},
		{"municipality", "municipality", "westland", "westland", []string{""}, []string{"\xff"}},
		{"corop", "COROP area", "Delft en Westland", "Delft en Westland", []string{""}, []string{"\xff"}},
		{"postal_code", "postal-code area", "2611AA", "2611", []string{""}, []string{"\xff"}},
		{"use_surface", "", "100", "", []string{"", "0", "9999"}, []string{"100 m2?", "0.5", "-1", "2e6"}},
		{"loan_amount", "", "100000", "", []string{"", "0"}, []string{"geen", "-1"}},
	} {
		sales, values := "\ufeffsale_id;sale_date;price;"+tt.column+"\nknown;2022-03-01;1000000;"+tt.known+"\n", "sale_id,value\nknown,1000000\n"
		want, all := map[float64]string{1e6: tt.name}, slices.Concat(tt.unknown, tt.bad)
		for i, text := range all {
			sales += fmt.Sprintf("s%d;2022-03-01;%d;%s\n", i, 1_000_001+i, text)
			values += fmt.Sprintf("s%d,1000000\n", i)
			want[float64(1_000_001+i)] = "unknown"
		}
		paths := write(t, "sales.csv", sales, "values.csv", values)
		r := scored(t, paths[0], paths[1])
		v := &r.Vendors[0]
		if len(r.Sales.Rejects) > 0 || v.Measures.Valued != 1+len(all) || len(v.File.Rejects) > 0 {
			t.Errorf("%s: %d of %d valued, left out %v", tt.column, v.Measures.Valued, 1+len(all), r.Sales.Rejects)
		}
		if got := counts(r.Sales.Faults); !maps.Equal(got, map[string]int{"bad_" + tt.column: len(tt.bad)}) {
			t.Errorf("%s: kept without %v, want %d", tt.column, r.Sales.Faults, len(tt.bad))
		}
		if got := segmentsIn(v, tt.dimension); tt.dimension != "" && !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", tt.column, got, want)
		}
		if all := counts(r.Sales.AllRejects()); !maps.Equal(all, map[string]int{"bad_" + tt.column: len(tt.bad)}) {
			t.Errorf("%s: the rejects have %v", tt.column, all)
		}
		last := ""
		for _, s := range v.Measures.Segments {
			if s.Dimension == tt.dimension {
				last = s.Name
			}
		}
		if tt.dimension != "" && last != "unknown" {
			t.Errorf("%s: the last row of the table is %s", tt.column, last)
		}
	}
}

// TestADayOnWhichASaleWasKnownThatCannotBeReadLeavesItOut is as a build does.
func TestADayOnWhichASaleWasKnownThatCannotBeReadLeavesItOut(t *testing.T) {
	paths := write(t, "sales.csv", "sale_id,sale_date,known_date,price\na,2022-03-01,,300000\nb,2022-03-01,later,300000\nc,2022-03-01,2022-02-28,300000\n"+
		"d,2022-03-01,31-02-2022,300000\ne,2022-03-01,03/04/2022,300000\nf,2022-03-01,2030-01-01,300000\n", "values.csv", "sale_id,value\na,300000\nb,1\n")
	r := scored(t, paths[0], paths[1])
	if got := reasons(&r.Sales); got["bad_known_date"] != 4 || got["future_date"] != 1 || r.Sales.Used != 1 {
		t.Errorf("left out %v, %d used", r.Sales.Rejects, r.Sales.Used)
	}
}

func TestAValueStaysWithoutItsLoan(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes, "values.csv", "sale_id,value,loan_amount\na,300000,geen\nb,400000,1000\n")
	v := &scored(t, paths[0], paths[1]).Vendors[0]
	if v.Measures.Valued != 2 || len(v.File.Rejects) > 0 || counts(v.File.Faults)["bad_loan_amount"] != 1 {
		t.Errorf("%d valued, left out %v, kept without %v", v.Measures.Valued, v.File.Rejects, v.File.Faults)
	}
}

// TestAFaultIsOfARowThatIsKept: what can't be read of a rejected row is not counted too.
func TestAFaultIsOfARowThatIsKept(t *testing.T) {
	paths := write(t, "sales.csv", "sale_id,sale_date,price,build_year\na,2022-03-01,-,old\nb,2022-03-01,300000,2000\n",
		"values.csv", "sale_id,value,loan_amount\nb,300000,1000\n,300000,geen\n")
	r := scored(t, paths[0], paths[1])
	if len(r.Sales.Faults)+len(r.Vendors[0].File.Faults) > 0 || reasons(&r.Sales)["bad_price"] != 1 {
		t.Errorf("kept without %v, %v; left out %v", r.Sales.Faults, r.Vendors[0].File.Faults, r.Sales.Rejects)
	}
}

func TestAPartWithNothingKnownIsNoTable(t *testing.T) {
	dimensions := func(sales string) ([]string, string) {
		paths := write(t, "sales.csv", sales, "values.csv", "sale_id,value\na,100000\n")
		r := scored(t, paths[0], paths[1])
		var found []string
		for _, s := range r.Vendors[0].Measures.Segments {
			if !slices.Contains(found, s.Dimension) {
				found = append(found, s.Dimension)
			}
		}
		var object bytes.Buffer
		if err := json.NewEncoder(&object).Encode(r); err != nil {
			t.Fatal(err)
		}
		return found, object.String()
	}
	got, object := dimensions("sale_id,sale_date,price\na,2022-03-01,100000\n")
	if want := []string{"month of sale", "price decile"}; !slices.Equal(got, want) {
		t.Errorf("with nothing known the tables are %v, want %v", got, want)
	}
	for _, promise := range []string{"coverage50", "coverage80", "coverage90", `"fsd"`, "accuracy"} {
		if strings.Contains(object, promise) {
			t.Errorf("values without a promise have %s", promise)
		}
	}
	got, _ = dimensions("sale_id,postal_code,house_number,municipality,corop,build_type,build_year,sale_date,price\na,2593VW,1,m,c,castle,2000,2022-03-01,100000\nb,,,,,,,2022-03-01,100000\n")
	want := []string{"COROP area", "municipality", "postal-code area", "house type", "build period", "age at sale", "month of sale", "price decile"}
	if !slices.Equal(got, want) {
		t.Errorf("of known parts the tables are %v, want %v", got, want)
	}
}
