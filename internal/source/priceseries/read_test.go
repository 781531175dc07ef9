package priceseries

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

var today = gevel.NewDate(2024, 6, 1)

func readText(t testing.TB, text string, opts Options) (*Result, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "asking.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return Read(t.Context(), path, opts)
}

func monthOf(year, month int) gevel.Month {
	return gevel.NewDate(year, 1, 1).Month() + gevel.Month(month) - 1
}

func TestMonthsAreReadAsPeopleWriteThem(t *testing.T) {
	want := gevel.PriceSeries{
		{Month: monthOf(2023, 5), Known: gevel.NewDate(2023, 6, 21), Value: 101.5},
		{Month: monthOf(2023, 5), Known: gevel.NewDate(2023, 9, 1), Value: 101.2},
		{Month: monthOf(2023, 12), Known: gevel.NewDate(2024, 1, 31), Value: 102},
	}
	for name, text := range map[string]string{
		"own":         "month,value,known_date\n2023-12,102,\n2023-05,101.5,2023-06-21\n2023-05,101.2,2023-09-01\n",
		"spreadsheet": "\uFEFFMaand;Waarde;Known date\n2023-12;102,0;\n202305;101,5;21-6-2023\n1-5-2023;101,2;1-9-2023\n",
		"codes":       "period\tvalue\tknown_date\n2023MM12\t102\t\n2023MM05\t101.5\t20230621\n2023-05-31\t101.2\t20230901\n",
	} {
		r, err := readText(t, text, Options{KnownAfter: 31, AsOf: today})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, r.Series); diff != "" || r.Rejects.Total() > 0 {
			t.Errorf("%s (-want +got):\n%s%v", name, diff, r.Rejects.List())
		}
	}
}

func TestRowsThatCanNotBeUsedAreRejectedByLine(t *testing.T) {
	const good = "2023-05,100,2023-06-21\n"
	for row, want := range map[string]string{
		"2023-13,100,2024-01-21":    `bad_month`,
		"1-9-20110,100,2024-01-21":  `bad_month`,
		"mei,100,2024-01-21":        `line 3: month: "mei" is no month such as 2023-05, and "mei" is no date`,
		",100,2024-01-21":           `month: is empty`,
		"1850-01-01,100,2024-01-21": `it lies before 1900`,
		"2023-06,0,2023-07-21":      `bad_value`,
		"2023-06,-3,2023-07-21":     `bad_value`,
		"2023-06,,2023-07-21":       `value: is empty`,
		"2023-06,NaN,2023-07-21":    `bad_value`,
		"2023-06,100,soon":          `bad_known_date`,
		"2023-06,100,2023-05-31":    `early_date: asking.csv line 3: 2023-06 was known on 2023-05-31, before it began`,
		"2024-05,100,":              `future_date: asking.csv line 3: 2024-05 is known on 2024-07-01, 31 days after its month`,
		"2024-05,100,2024-06-02":    `future_date`,
		"2023-05,101,2023-06-21":    `duplicate_row: asking.csv line 3: line 2 is of 2023-05 and known on 2023-06-21 too`,
		"2023-06,100,2023-07-21,1":  `malformed_row`,
	} {
		r, err := readText(t, "month,value,known_date\n"+good+row+"\n", Options{KnownAfter: 31, AsOf: today})
		if err != nil {
			t.Errorf("%s: %v", row, err)
			continue
		}
		var said strings.Builder
		for _, reject := range r.Rejects.List() {
			said.WriteString(reject.Reason + ": " + strings.Join(reject.Samples, "; "))
		}
		if !strings.Contains(said.String(), want) || r.Rows != 2 || len(r.Series) != 1 {
			t.Errorf("%s: %d rows, %d used, rejects %s, want %s", row, r.Rows, len(r.Series), said.String(), want)
		}
	}
}

func TestAFileThatIsNoSeriesIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "empty",
		"sale_date,price\n2023-01-01,1\n": "it belongs to sources.sales",
		"day,index\n2023-01-01,1\n":       "there is no column month",
		"month,weight\n2023-01,100\n":     "there is no column value",
		"month,value\nx,1\ny,2\n":         "no row is used: bad_month 2, such as asking.csv line 2",
		"month,value\n\n":                 "there is no row below the header",
	} {
		if _, err := readText(t, text, Options{AsOf: today}); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "asking.csv") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	_, err := readText(t, "month,value\nx,1\n2023-01,2\n", Options{AsOf: today, MaxRejectShare: gevel.Some(0.1)})
	if err == nil || !strings.Contains(err.Error(), "1 of the 2 rows") {
		t.Errorf("half of the rows are rejected: %v", err)
	}
	bad := flatfile.Mapping{Columns: map[string]string{"price": "Prijs"}}
	if _, err := readText(t, "month,value\n2023-01,2\n", Options{Mapping: bad}); err == nil || !strings.Contains(err.Error(), "price") {
		t.Errorf("a mapping of another column: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("month,value,known_date\n2023-12,102,\n2023-05,101.5,2023-06-21\n\"b")
	f.Add("\uFEFFMaand;Waarde\n202305;1.101,5\n31-5-2023;9e9\n")
	f.Add("period|value\n2023MM05|\xff\n999999|1\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := readText(t, text, Options{KnownAfter: 31, AsOf: today})
		if err != nil {
			return
		}
		if r.Rows != len(r.Series)+r.Rejects.Total() {
			t.Errorf("%d rows are not %d used and %v", r.Rows, len(r.Series), r.Rejects.List())
		}
		for i, p := range r.Series {
			if !(p.Value > 0) || p.Known > today || p.Known < p.Month.First() || i > 0 && p.Known < r.Series[i-1].Known {
				t.Errorf("row %d is %+v", i, p)
			}
		}
	})
}

func TestColumnsAndMonthsAreFoundByTheNamesThatOthersUse(t *testing.T) {
	for name, text := range map[string]string{
		"pandas":  "observation_date,HPI,release_date\n2023-05-01,101.5,2023-06-21\n",
		"excel":   "Datum;Prijsindex;Datum publicatie\nmei-23;101,5;21-6-2023\n",
		"days":    "Maand;Waarde;Gepubliceerd\n1-5-2023;101,5;21-6-2023\n",
		"unnamed": "Unnamed: 0,index,Published\n2023M05,101.5,2023-06-21\n",
	} {
		r, err := readText(t, text, Options{KnownAfter: 31, AsOf: today})
		want := gevel.PriceSeries{{Month: monthOf(2023, 5), Known: gevel.NewDate(2023, 6, 21), Value: 101.5}}
		if err != nil || !cmp.Equal(r.Series, want) || !r.Dated {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	r, err := readText(t, "quarter,value\n2023Q2,101.5\n2023-Q3,102\n", Options{KnownAfter: 31, AsOf: today})
	want := gevel.PriceSeries{
		{Month: monthOf(2023, 5), Known: gevel.NewDate(2023, 7, 31), Value: 101.5}, {Month: monthOf(2023, 8), Known: gevel.NewDate(2023, 10, 31), Value: 102},
	}
	if err != nil || !cmp.Equal(r.Series, want) || r.Dated {
		t.Errorf("quarters: %+v, %v", r, err)
	}
	r, err = readText(t, "period,value\n2023Q2,101.5\n2023-07,102\n", Options{KnownAfter: 31, AsOf: today})
	want[1] = gevel.Published{Month: monthOf(2023, 7), Known: gevel.NewDate(2023, 8, 31), Value: 102}
	if err != nil || !cmp.Equal(r.Series, want) {
		t.Errorf("a month after a quarter: %+v, %v", r, err)
	}
}

func TestAFigureThatNoMarketCouldHaveIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"2023-05,101\n2023-06,1010\n2023-07,102\n": "line 3: 1010 of 2023-06 follows on 101 of 2023-05",
		"2023-05,101\n2023-06,102\n2023-07,51\n":   "line 4: 51 of 2023-07 follows on 102 of 2023-06",
		"2023-05,0.4\n2023-06,0.1\n2023-07,0.6\n":  "line 3: ",
		"2023-01,100\n2023-07,140\n":               "",
	} {
		_, err := readText(t, "month,value\n"+text, Options{KnownAfter: 31, AsOf: today})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
