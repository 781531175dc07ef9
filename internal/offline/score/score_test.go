package score

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/offline/studysales"
)

const soldHomes = `transactie_id;vbo_id;postcode;huisnummer;toevoeging;verkoopdatum;koopsom;woningtype;gemeente;hypotheek
a;0518010000000001;2593VW;12;;01-03-2022;300.000;tussenwoning;Den Haag;150.000
b;0518010000000002;2593VW;14;A;05-04-2022;400.000;appartement;Den Haag;340.000
c;0518010000000003;2594XB;1;;06-05-2022;500.000;villa;Wassenaar;475.000
d;0518010000000001;2593VW;12;;01-12-2022;330.000;tussenwoning;Den Haag;
`

// write writes files into a folder of their own, by name, and returns the paths.
func write(t *testing.T, files ...string) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.WriteFile(path, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func scored(t *testing.T, sales string, values ...string) *Result {
	t.Helper()
	r, err := Run(t.Context(), match(sales, values...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func match(sales string, values ...string) Match {
	return Match{Sales: sales, Values: values, Within: 365, Level: 80, Today: gevel.NewDate(2026, 11, 1), Study: ratio.Options{Replicates: 1, MinSegment: 1}}
}

// reasons are the counts of what was left out.
func reasons(f *File) map[string]int { return counts(f.Rejects) }

func counts(rejects []gevel.Reject) map[string]int {
	counts := map[string]int{}
	for _, r := range rejects {
		counts[r.Reason] = r.Count
	}
	return counts
}

func TestValuesBelongToSalesByIdAndByHome(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes,
		"ids.csv", "sale_id,estimate\na,300000\nb,440000\nx,1\n",
		"homes.csv", "bag_id,waarde\n0518010000000001,300000\n518010000000002,440000\n",
		"addresses.csv", "postal_code,house_number,house_number_ext,value\n2593 VW,12,,300000\n2593vw,14,a,440000\n",
		"on_days.csv", "dwelling_id,sale_date,value\n0518010000000001,2022-03-01,300000\n0518010000000002,2022-04-05,440000\n")
	for i, want := range []struct {
		by      string
		n       int
		noSales int
	}{{"sale_id", 2, 1}, {"home", 3, 0}, {"home", 3, 0}, {"home", 2, 0}} {
		r := scored(t, paths[0], paths[i+1])
		v := r.Vendors[0]
		if v.By != want.by || v.Measures.Valued != want.n || reasons(&v.File)[comparison.ReasonNoSale] != want.noSales {
			t.Errorf("%s: by %s, %d valued, left out %v", v.Name, v.By, v.Measures.Valued, v.File.Rejects)
		}
		if got := v.Measures.PE10.Value; want.n == 2 && got != 100 { // 440 000 is just within 10 % of 400 000
			t.Errorf("%s: PE10 is %v", v.Name, got)
		}
	}
}

func TestOnlyAValueMadeBeforeTheSaleCounts(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes, "values.csv", `dwelling_id,value,value_date
0518010000000001,100000,2020-01-01
0518010000000001,290000,2022-01-01
0518010000000001,310000,2022-05-01
0518010000000001,999000,2022-12-02
0518010000000002,400000,2022-04-06
0518010000000003,400000,2022-01-01
0518010000000003,500000,2022-02-01
`)
	v := scored(t, paths[0], paths[1]).Vendors[0]
	counts := reasons(&v.File)
	if counts[comparison.ReasonOld] != 1 || counts[comparison.ReasonLater] != 2 || counts[comparison.ReasonOutdone] != 1 || len(counts) != 3 {
		t.Errorf("left out %v", counts)
	}
	values := map[float64]float64{}
	for _, o := range v.observations {
		values[o.Price] = o.Value
	}
	if values[300_000] != 290_000 || values[330_000] != 310_000 || values[500_000] != 500_000 || values[400_000] != 0 {
		t.Errorf("the values by price are %v", values)
	}
}

func TestRowsThatCannotCountAreNamed(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes+"e;;;;;2022-06-02;;;;\n", "values.csv", `sale_id,price,value,low80,high80
a,300000,290000,1,2
a,300000,290000,1,2
b,400001,400000,,
c,500000,,,
,,5,,
d,330000,330000,400000,300000
`)
	r := scored(t, paths[0], paths[1])
	counts := reasons(&r.Vendors[0].File)
	for reason, want := range map[string]int{
		comparison.ReasonTwice: 1, comparison.ReasonPrice: 1, comparison.ReasonNoAmount: 1, "no_sale_named": 1, "bad_interval": 1,
	} {
		if counts[reason] != want {
			t.Errorf("%s: %d, want %d", reason, counts[reason], want)
		}
	}
	if reasons(&r.Sales)["bad_price"] != 1 || r.Vendors[0].Measures.Valued != 1 || r.Vendors[0].Measures.N != 3 {
		t.Errorf("sales left out: %v; %+v", r.Sales.Rejects, r.Vendors[0].Measures.Summary)
	}
}

func TestScalesAreFoundAndSaid(t *testing.T) {
	for _, tt := range []struct {
		name, values, note string
		fsd, accuracy      float64
		class              bool
	}{
		{"fractions", "sale_id,value,fsd,accuracy,class\na,300000,0.123,0.8,5\nb,400000,0.1,0.5,0\n", "fsd is read as a fraction", 0.123, 80, true},
		{"percents", "sale_id;value;fsd;accuracy;klasse\na;300000;12,3;80;5\nb;400000;10;50;0\n", "accuracy is read as percent", 0.123, 80, true},
		{"another scale", "sale_id,value,class\na,300000,A\nb,400000,3\n", "class is on another scale", 0, 0, false},
	} {
		paths := write(t, "sales.csv", soldHomes, "values.csv", tt.values)
		v := scored(t, paths[0], paths[1]).Vendors[0]
		o := v.observations[0]
		if !strings.Contains(strings.Join(v.Notes, "; "), tt.note) || math.Abs(o.FSD-tt.fsd) > 1e-12 ||
			math.Abs(o.Accuracy.V-tt.accuracy) > 1e-9 || o.Class.Known != tt.class {
			t.Errorf("%s: %v, %+v", tt.name, v.Notes, o)
		}
	}
}

func TestABarOfLendingIsOfItsLoans(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes, "values.csv", "sale_id,value\na,300000\nb,400000\nc,700000\nd,330000\n")
	l := scored(t, paths[0], paths[1]).Vendors[0].Decision.Lending
	if l[0].All.N != 2 || l[1].All.N != 1 { // a at 50 %, c at 68 % of a value too high; b at 85 %; d has no loan
		t.Errorf("the bars are of %d and %d values", l[0].All.N, l[1].All.N)
	}
	if got := l[0].All.Share.Value; got != 50 {
		t.Errorf("of loans up to 70 %% %v %% are within 15 %%, want 50", got)
	}
}

func TestVendorsStandSideBySideOnCommonSales(t *testing.T) {
	var sales, good, poor strings.Builder
	sales.WriteString("sale_id,sale_date,price\n")
	good.WriteString("sale_id,value\n")
	poor.WriteString("sale_id,value\n")
	for month := range 12 {
		for i := range 20 {
			id := string(rune('a'+month)) + string(rune('a'+i))
			day := gevel.NewDate(2020, 1, 1).AddMonths(month)
			sales.WriteString(id + "," + day.String() + ",300000\n")
			good.WriteString(id + "," + []string{"310000", "295000"}[i%2] + "\n")
			if i > 0 {
				poor.WriteString(id + "," + []string{"350000", "255000"}[i%2] + "\n")
			}
		}
	}
	paths := write(t, "sales.csv", sales.String(), "good.csv", good.String(), "poor.csv", poor.String())
	r := scored(t, paths[0], paths[2], paths[1])
	c := r.Common
	if c.N != 12*19 || len(c.Pairs) != 1 || c.Pairs[0].Better != "good" || c.Pairs[0].N != c.N || len(c.Vendors) != 2 {
		t.Errorf("%d sales, %+v", c.N, c.Pairs)
	}
	if r.Vendors[0].Measures.HitRate.Value != 95 {
		t.Errorf("the hit rate is %v, want 95", r.Vendors[0].Measures.HitRate.Value)
	}
	var object bytes.Buffer
	if err := json.NewEncoder(&object).Encode(r); err != nil || !strings.Contains(object.String(), `"better":"good"`) {
		t.Errorf("%v", err)
	}
}

func TestParquetIsReadLikeText(t *testing.T) {
	type row struct {
		ID    string  `parquet:"sale_id"`
		Value float64 `parquet:"y_pred"`
		FSD   float32 `parquet:"fsd"`
		Day   int32   `parquet:"value_date,date"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	if _, err := w.Write([]row{{"a", 301.234e3, 0.125, 18_993}, {"b", 4e5, 0.1, 18_993}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	paths := write(t, "sales.csv", soldHomes, "values.parquet", b.String())
	o := scored(t, paths[0], paths[1]).Vendors[0].observations[0]
	if o.Value != 301_234 || o.FSD != 0.125 {
		t.Errorf("read %+v", o)
	}
}

func TestFilesThatDoNotFitAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, sales, values, want string }{
		{"no value column", soldHomes, "sale_id,price\na,1\n", "there is no column value"},
		{"no home", soldHomes, "value\n1\n", "a row of values wants sale_id"},
		{"nothing in common", soldHomes, "sale_id,value\nz,1\n", "no row of values belongs to a sale"},
		{"nothing but faults", soldHomes, "sale_id,value\na,-\n", "1 are bad_value, such as values.csv line 2"},
		{"nothing before a sale", soldHomes, "sale_id,value,value_date\na,300000,2023-01-01\n", "counts for a sale; 1 are after_the_sale, such as values.csv line 2: sale a"},
		{"no price", "sale_id,sale_date\na,2022-01-01\n", "sale_id,value\na,1\n", "no column price"},
	} {
		paths := write(t, "sales.csv", tt.sales, "values.csv", tt.values)
		if _, err := Run(t.Context(), match(paths[0], paths[1])); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want an error with %q", tt.name, err, tt.want)
		}
	}
	paths := write(t, "sales.csv", soldHomes, "values.csv", "sale_id,avm_2\na,300000\n")
	m := match(paths[0], paths[1])
	m.Columns = map[string]string{"value": "avm_2"}
	if r, err := Run(t.Context(), m); err != nil || r.Vendors[0].Measures.Valued != 1 {
		t.Errorf("a named column: %v", err)
	}
	m.Columns["fsd"] = "sd"
	if _, err := Run(t.Context(), m); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("a named column that is nowhere: %v", err)
	}
	if err := studysales.CheckColumns(map[string]string{"worth": "x"}); gevel.CodeOf(err) != gevel.Invalid {
		t.Errorf("a column that gevel does not have: %v", err)
	}
}

func FuzzValues(f *testing.F) {
	f.Add("sale_id,value,low80,high80,fsd,class,value_date\na,300000,1,2,0.1,3,2022-01-01\n")
	f.Add("dwelling_id;waarde\n0518010000000001;1.234\n")
	f.Add("postcode,huisnummer,value\n2593VW,12,nan\n")
	f.Fuzz(func(t *testing.T, values string) {
		dir := t.TempDir()
		sales, path := filepath.Join(dir, "sales.csv"), filepath.Join(dir, "values.csv")
		for name, text := range map[string]string{sales: soldHomes, path: values} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Run(t.Context(), match(sales, path))
		if err != nil {
			return
		}
		if v := r.Vendors[0]; v.Measures.Valued > len(v.observations) || v.Measures.Valued+v.Measures.Invalid > 4 {
			t.Errorf("%d of %d sales are valued", v.Measures.Valued, len(v.observations))
		}
	})
}

// segmentsIn are the names of the segments of each sale along a dimension, by its price.
func segmentsIn(v *Vendor, dimension string) map[float64]string {
	found := map[float64]string{}
	for _, o := range v.observations {
		for _, s := range o.Segments {
			if s.Dimension == dimension {
				found[o.Price] += s.Name
			}
		}
	}
	return found
}

func TestSalesArePartedByAgeAndByTheOwnLastSale(t *testing.T) {
	const values = "sale_id,value\na,100000\nb,100000\nc,100000\nd,100000\ne,100000\nf,100000\n"
	paths := write(t, "sales.csv", `sale_id,dwelling_id,postal_code,house_number,sale_date,price,bouwjaar
a,0518010000000001,2593VW,12,2015-03-01,100001,2015
b,0518010000000001,2593VW,12,2017-02-27,100002,2015
c,,2593VW,12,2022-06-01,100003,1981
d,,2593VW,14,2022-06-01,100004,1982
e,0518010000000002,,,2022-06-01,100005,9999
f,0518010000000002,,,2022-12-03,100006,
g,0518010000000003,,,2022-06-02,100007,2026
h,0518010000000004,,,2022-06-02,100008,old
`, "values.csv", values+"g,100000\nh,100000\n")
	r := scored(t, paths[0], paths[1])
	v := &r.Vendors[0]
	for dimension, want := range map[string]map[float64]string{
		"age at sale": {
			100001: "built that year or later", 100002: "1 to 5 years", 100003: "over 40 years", 100004: "16 to 40 years",
			100005: "unknown", 100006: "unknown", 100007: "unknown", 100008: "unknown",
		},
		"build period": {
			100001: "2011-2020", 100002: "2011-2020", 100003: "1981-1990", 100004: "1981-1990", 100005: "unknown", 100006: "unknown",
			100007: "unknown", 100008: "unknown",
		},
		"own last sale": {
			100001: "none", 100002: "under 2 years ago", 100003: "5 to 10 years ago", 100004: "none", 100005: "none",
			100006: "under 2 years ago", 100007: "none", 100008: "none",
		},
	} {
		if got := segmentsIn(v, dimension); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", dimension, got, want)
		}
	}
	// built four years after its sale, and no year
	if faults := counts(r.Sales.Faults); faults["bad_build_year"] != 2 || len(faults) != 1 || len(r.Sales.Rejects) > 0 {
		t.Errorf("kept without %v, left out %v", r.Sales.Faults, r.Sales.Rejects)
	}
}

func FuzzSales(f *testing.F) {
	f.Add(soldHomes)
	f.Add("sale_id,sale_date,price,build_year,use_surface\na,2022-03-01,300000,1930,100\nb,2022-03-02,1e9,2030,0\n")
	f.Add("sale_id,sale_date,price,build_year\na,,300000,NaN\na,2022-03-01,300000,1e300\n")
	f.Add("sale_id,dwelling_id,sale_date,known_date,price\na,1,2022-03-01,2022-02-01,300000\nb,1,2022-04-01,03/04/2022,300000\n")
	f.Fuzz(func(t *testing.T, sales string) {
		paths := write(t, "sales.csv", sales, "values.csv", "sale_id,value\na,300000\nb,400000\n")
		r, err := Run(t.Context(), match(paths[0], paths[1]))
		if err != nil {
			return
		}
		if v := r.Vendors[0]; len(v.observations) != r.Sales.Used || v.Measures.Valued > 2 {
			t.Errorf("%d of %d sales, %d valued", len(v.observations), r.Sales.Used, v.Measures.Valued)
		}
	})
}

func TestOneWidthForAllHomesIsScoredBesideTheIntervals(t *testing.T) {
	paths := write(t, "sales.csv", soldHomes,
		"values.csv", "sale_id,value,low80,high80,log_low80,log_high80,euro_low80,euro_high80\n"+
			"a,300000,290000,310000,200000,299000,-10000,610000\nb,440000,1,900000,390000,490000,130000,399000\n")
	m := scored(t, paths[0], paths[1]).Vendors[0].Measures
	for _, c := range []struct {
		name        string
		got         ratio.Coverage
		n, coverage float64
	}{{"one width in log", m.ConstantLog80, 2, 50}, {"one width in euros", m.ConstantEuros80, 2, 50}, {"its own", m.Coverage80, 2, 100}} {
		if float64(c.got.N) != c.n || c.got.Share.Value != c.coverage {
			t.Errorf("%s: %d intervals hold %v %%", c.name, c.got.N, c.got.Share.Value)
		}
	}
}

func TestImplausiblePricesAreLeftOutAsABuildScreensThem(t *testing.T) {
	var b strings.Builder
	b.WriteString("sale_id,postal_code,sale_date,price,use_surface\n")
	for i := range 30 {
		fmt.Fprintf(&b, "s%d,2593VW,2022-03-%02d,%d,100\n", i, 1+i, 300_000+1000*i)
	}
	b.WriteString("low,2593VW,2022-04-01,1,100\nhigh,2593VW,2022-04-01,3500000,100\nalone,2594AA,2022-04-01,3500000,100\n")
	paths := write(t, "sales.csv", b.String(), "values.csv", "sale_id,value\ns1,300000\ns2,300000\nlow,300000\nhigh,300000\nalone,3000000\n")
	r := scored(t, paths[0], paths[1])
	if got := reasons(&r.Sales); got["price_too_low"] != 1 || got["price_off_area"] != 1 || len(got) != 2 || r.Vendors[0].Measures.Valued != 3 {
		t.Errorf("left out %v, %d valued", r.Sales.Rejects, r.Vendors[0].Measures.Valued)
	}
	if left := reasons(&r.Vendors[0].File); left[comparison.ReasonLeftOut] != 2 {
		t.Errorf("values left out: %v", left)
	}
	m := match(paths[0], paths[1])
	m.EveryPrice = true
	every, err := Run(t.Context(), m)
	if err != nil || len(every.Sales.Rejects) > 0 || every.Vendors[0].Measures.Valued != 5 {
		t.Errorf("every price: %+v, %v", every, err)
	}
}
