package sales

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
)

var delivery = gevel.NewDate(2024, 1, 1)

// write puts text in a file of a name and returns its path.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func readText(t testing.TB, text string, opts Options) *Result {
	t.Helper()
	if opts.AsOf == 0 {
		opts.AsOf = delivery
	}
	result, err := Read(t.Context(), Source{Path: write(t, "sales.csv", text)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	if result.Rows != len(result.Sales)+result.Corrections+result.Rejects.Total() {
		t.Errorf("%d rows are not %d sales and %d rejects", result.Rows, len(result.Sales), result.Rejects.Total())
	}
	return result
}

func ids(sales []*gevel.Sale) string {
	var list []string
	for _, s := range sales {
		list = append(list, s.ID)
	}
	return strings.Join(list, " ")
}

func TestEveryColumnIsRead(t *testing.T) {
	got := readText(t, `sale_id,dwelling_id,postal_code,sale_date,known_date,price,build_type,build_year,use_surface,parcel_surface,volume,rooms,energy_label,monument,x,y,street,num_woz,cat_tenure
s1,d1,2593vw,2023-01-31,2023-04-01,350000,Hoekwoning,1931,120,200,400,5,A++,true,80000,455000,Laan,300000.5,lease
`, Options{})
	want := []*gevel.Sale{{
		ID: "s1", DwellingID: "d1", Price: 350_000, PC4: "2593", Street: "Laan",
		Date: gevel.NewDate(2023, 1, 31), KnownDate: gevel.NewDate(2023, 4, 1),
		At: gevel.Point{X: 80_000, Y: 455_000},
		Characteristics: gevel.Characteristics{
			BuildType: gevel.Hoekwoning, BuildYear: gevel.Some(1931), UseSurface: gevel.Some(120),
			ParcelSurface: gevel.Some(200), Volume: gevel.Some(400), Rooms: gevel.Some(5),
			EnergyLabel: gevel.LabelAPlus2, Monument: gevel.Some(true), Extra: []float32{300_000.5, 0},
		},
	}}
	if diff := cmp.Diff(want, got.Sales); diff != "" {
		t.Errorf("sales differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"num_woz: 300000", "cat_tenure: lease"}, extrasOf(got, got.Sales[0])); diff != "" {
		t.Errorf("extras differ (-want +got):\n%s", diff)
	}
}

// extrasOf returns what a sale has of the attributes that the files brought.
func extrasOf(r *Result, s *gevel.Sale) (texts []string) {
	for k := range r.Attributes {
		if a := &r.Attributes[k]; a.IsExtra() {
			texts = append(texts, a.Column+": "+a.Text(a.Get(&s.Characteristics)))
		}
	}
	return texts
}

func TestEmptyAndFillerValuesAreUnknown(t *testing.T) {
	got := readText(t, `sale_id,sale_date,price,build_type,build_year,use_surface,volume,rooms,energy_label,monument,lat,lon
empty,2023-01-31,350000,,,,,,,,,
filler,2023-01-31,350000,O,9999,999999,0,0,,,0,0
`, Options{})
	for _, s := range got.Sales {
		if !cmp.Equal(s.Characteristics, gevel.Characteristics{}) || s.At.Known() {
			t.Errorf("sale %s has %+v at %v, want nothing known", s.ID, s.Characteristics, s.At)
		}
		if s.KnownDate != s.Date {
			t.Errorf("sale %s is known on %s, want its date %s", s.ID, s.KnownDate, s.Date)
		}
	}
	if len(got.Sales) != 2 {
		t.Errorf("kept %q, rejected %v", ids(got.Sales), got.Rejects.List())
	}
}

func TestOrderOfColumnsChangesNothing(t *testing.T) {
	a := readText(t, "sale_id,sale_date,price,num_b,num_a,cat_c\ns,2020-01-01,100000,2,1,x\n", Options{})
	b := readText(t, "cat_c,num_a,Price,num_b,SALE_ID,sale_date\nx,1,100000,2,s,2020-01-01\n", Options{})
	if diff := cmp.Diff(a.Sales, b.Sales, cmpopts.IgnoreFields(gevel.Characteristics{}, "Extra")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(extrasOf(a, a.Sales[0]), extrasOf(b, b.Sales[0]), cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Error(diff)
	}
}

func TestFilesThatAreReadTogetherShareATable(t *testing.T) {
	one := write(t, "one.csv", "sale_id,sale_date,price,num_woz,num_lease\n1,2020-01-01,100000,10,11\n")
	two := write(t, "two.csv", "sale_id,sale_date,price,num_lease,cat_view\n2,2020-01-01,200000,31,park\n")
	got, err := ReadAll(t.Context(), []Source{{Path: one}, {Path: two}}, Options{AsOf: delivery})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{
		{"num_woz: 10", "num_lease: 11", "cat_view: "},
		{"num_woz: ", "num_lease: 31", "cat_view: park"},
	} {
		if diff := cmp.Diff(want, extrasOf(&got[i], got[i].Sales[0])); diff != "" {
			t.Errorf("file %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestColumnsWithoutUseAreListed(t *testing.T) {
	got := readText(t, "Notaris,sale_date,price,surface_use,\nJansen,2020-01-01,100000,80,\n", Options{})
	if diff := cmp.Diff([]string{"Notaris", "surface_use"}, got.Ignored); diff != "" {
		t.Error(diff)
	}
}

func TestASaleIsKeptWithoutAnExtraThatCannotBeRead(t *testing.T) {
	for extra, fault := range map[string]string{"x,": "bad_num_x", "+Inf,": "bad_num_x", "-1e13,": "bad_num_x", ",é\xff": "bad_cat_y"} {
		got := readText(t, "sale_id,sale_date,price,num_x,cat_y\ns,2023-01-31,100000,"+extra+"\n", Options{})
		if ids(got.Sales) != "s" || got.Faults.Count(fault) != 1 || got.Faults.Total() != 1 {
			t.Errorf("%q: kept %q with %v, want one %s", extra, ids(got.Sales), got.Faults.List(), fault)
		}
	}
}

func TestRowsThatCannotBeUsedAreCountedUnderTheirReason(t *testing.T) {
	const header = "sale_id,dwelling_id,sale_date,known_date,price,build_type,build_year,use_surface,energy_label,monument,lat,lon,num_x,cat_y"
	for _, test := range []struct{ row, reason string }{
		{`s,d,2023-01-31,,abc,,,,,,,,,`, "bad_price"},
		{`s,d,2023-01-31,,,,,,,,,,,`, "bad_price"},
		{`s,d,2023-01-31,,-5,,,,,,,,,`, "bad_price"},
		{`s,d,2023-01-31,,NaN,,,,,,,,,`, "bad_price"},
		{`s,d,2023-01-31,,Inf,,,,,,,,,`, "bad_price"},
		{`s,d,2023-01-31,,1e300,,,,,,,,,`, "bad_price"},
		{`s,d,,,100000,,,,,,,,,`, "bad_sale_date"},
		{`s,d,2023-02-30,,100000,,,,,,,,,`, "bad_sale_date"},
		{`s,d,1899-12-31,,100000,,,,,,,,,`, "bad_sale_date"},
		{`s,d,2024-01-02,,100000,,,,,,,,,`, "future_date"},
		{`s,d,2023-01-31,2024-01-02,100000,,,,,,,,,`, "future_date"},
		{`s,d,2023-01-31,2023-01-30,100000,,,,,,,,,`, "bad_known_date"},
		{`s,d,2023-01-31,,100000,Woonboot,,,,,,,,`, "bad_build_type"},
		{`s,d,2023-01-31,,100000,,2027,,,,,,,`, "bad_build_year"},
		{`s,d,2023-01-31,,100000,,,99999999999999999999,,,,,,`, "bad_use_surface"},
		{`s,d,2023-01-31,,100000,,,-1,,,,,,`, "bad_use_surface"},
		{`s,d,2023-01-31,,100000,,,,H,,,,,`, "bad_energy_label"},
		{`s,d,2023-01-31,,100000,,,,,maybe,,,,`, "bad_monument"},
		{`s,d,2023-01-31,,100000,,,,,,91,5,,`, "bad_lat"},
		{`s,d,2023-01-31,,100000,,,,,,52,,,`, "bad_lat"},
		{"s,é\xff,2023-01-31,,100000,,,,,,,,,", "bad_dwelling_id"},
		{`s,d,2023-01-31,100000,,,,,,,,,,,,,,,,,,,,,,,,,,,,1`, "malformed_row"},
	} {
		got := readText(t, header+"\n"+test.row+"\ngood,d2,2020-01-01,,100000,,,,,,,,,\n", Options{})
		if got.Rejects.Count(test.reason) != 1 || got.Rejects.Total() != 1 || ids(got.Sales) != "good" {
			t.Errorf("row %q: rejects %v, kept %q; want one %s and good", test.row, got.Rejects.List(), ids(got.Sales),
				test.reason)
			continue
		}
		if sample := got.Rejects.List()[0].Samples[0]; !strings.HasPrefix(sample, "sales.csv line 2: ") {
			t.Errorf("row %q: sample %q does not name the line", test.row, sample)
		}
	}
}

func TestAnOpenQuoteCostsNoOtherRow(t *testing.T) {
	got := readText(t, "sale_id,sale_date,price\na,2020-01-01,100000\n\"b,2020-01-01,100000\nc,2020-01-01,100000\nd,2020-01-01,100000\n", Options{})
	if len(got.Sales) != 4 {
		t.Errorf("%d sales, rejects %v, want 4", len(got.Sales), got.Rejects.List())
	}
}

func TestGzipIsKnownByItsContent(t *testing.T) {
	text := "\uFEFFsale_id;sale_date;price\r\na;2020-01-01;100000\r\n"
	for _, name := range []string{"plain.csv.gz", "zipped.csv"} {
		content := text
		if name == "zipped.csv" {
			content = zipped(t, text)
		}
		var done, total int64
		result, err := Read(t.Context(), Source{Path: write(t, name, content)}, Options{
			AsOf: delivery, Progress: func(d, n int64) { done, total = d, n },
		})
		if err != nil || ids(result.Sales) != "a" {
			t.Errorf("%s: %v, %v", name, result, err)
		}
		if done != int64(len(content)) || total != done {
			t.Errorf("%s: progress ends at %d of %d, want %d", name, done, total, len(content))
		}
	}
}

func zipped(t testing.TB, text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// wrongChecksum alters the first byte behind the data of a gzip file.
func wrongChecksum(zipped string) string {
	b := []byte(zipped)
	b[len(b)-8]++
	return string(b)
}

func TestFilesThatCannotBeReadAreErrorsThatSayWhy(t *testing.T) {
	long := "sale_id,sale_date,price\n" + strings.Repeat("a,2020-01-01,100000\n", 20_000)
	for name, test := range map[string]struct {
		text, want string
		mapping    Mapping
	}{
		"empty":          {"", "looks like an empty file; fetch or copy it again", Mapping{}},
		"truncated gzip": {zipped(t, long)[:400], "the file is cut short: unexpected EOF", Mapping{}},
		"altered gzip":   {wrongChecksum(zipped(t, long)), "checksum", Mapping{}},
		"a spreadsheet":  {"PK\x03\x04\x14\x00sale_date,price\n", "the zip is cut short", Mapping{}},
		"no price":       {"sale_date,bedrag\n", "no column price; the file has sale_date, bedrag (rename", Mapping{}},
		"no date either": {"bedrag\n", "no column sale_date, none price; the file has bedrag (rename", Mapping{}},
		"two prices": {
			"sale_date,Koopsom,Transactie-prijs\n",
			`columns "Koopsom" and "Transactie-prijs" are both price; rename one, or name the right one in the mapping`,
			Mapping{},
		},
		"no price of a sale": {"sale_id,dwelling_id,sale_date,known_date,bedrag\n", "no column price; the file has sale_id", Mapping{}},
		"half a position":    {"sale_date,price,lat\n", "no column lon", Mapping{}},
		"twice":              {"sale_date,price,Price\n", `column "Price" twice`, Mapping{}},
		"bad mapping": {
			"sale_date,price\n", `names "prise", which is no column`,
			Mapping{Mapping: flatfile.Mapping{Columns: map[string]string{"prise": "price"}}},
		},
		"bad values": {"sale_date,price\n", `names "typ"`, Mapping{Mapping: flatfile.Mapping{Values: map[string]map[string]string{"typ": nil}}}},
		"unmet mapping": {
			"sale_date,price\n", `no column "Jaar" for build_year`,
			Mapping{Mapping: flatfile.Mapping{Columns: map[string]string{"build_year": "Jaar"}}},
		},
		"bad delimiter": {"sale_date,price\n", `delimiter "ab"`, Mapping{Mapping: flatfile.Mapping{Delimiter: "ab"}}},
		"bad decimal":   {"sale_date,price\n", `decimal sign "'"`, Mapping{Mapping: flatfile.Mapping{Decimal: "'"}}},
		"bad date":      {"sale_date,price\n", `must hold MM once`, Mapping{Mapping: flatfile.Mapping{Date: "YYYYDD"}}},
	} {
		path := write(t, "sales.csv", test.text)
		_, err := Read(t.Context(), Source{Path: path, Mapping: test.mapping}, Options{AsOf: delivery})
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: err = %v, want one that names the file and says %q", name, err, test.want)
		}
	}
	if _, err := Read(t.Context(), Source{Path: "nowhere.csv"}, Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

func TestReadingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Read(ctx, Source{Path: write(t, "sales.csv", "sale_date,price\n")}, Options{AsOf: delivery})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func TestMappingReadsADeliveryAsItIs(t *testing.T) {
	const config = `
columns:
  sale_date: TransactionDate
  price: Koopsom
  build_type: HouseType
  use_surface: Oppervlakte
  family_sale: FamilyTransaction
  ownership_right: BusinessRight
  cat_ownership_right: BusinessRight
  num_garden: Tuin
values:
  build_type: {2K: 2-onder-1-kapwoning}
  family_sale: {X: N}
  num_garden: {"-": ""}
`
	var m Mapping
	if err := yaml.UnmarshalWithOptions([]byte(config), &m, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	path := write(t, "levering.csv", `sale_id;TransactionDate;Koopsom;HouseType;Oppervlakte;FamilyTransaction;BusinessRight;Tuin
a;20230131;€ 350.000,00;2K;"98,6";X;EP;12,5
b;20230131;350000;T;100;J;VE;-
c;20230131;350000;T;100;N;VE;-
`)
	got, err := Read(t.Context(), Source{Path: path, Mapping: m}, Options{AsOf: delivery})
	if err != nil {
		t.Fatal(err)
	}
	if ids(got.Sales) != "a c" || got.Rejects.Count("family_sale") != 1 {
		t.Fatalf("kept %q, rejects %v; want a, c and one family_sale", ids(got.Sales), got.Rejects.List())
	}
	a, extras := got.Sales[0], extrasOf(got, got.Sales[0])
	if a.Price != 350_000 || a.BuildType != gevel.TweeOnderEenKapwoning || a.UseSurface != gevel.Some(99) ||
		!slices.Equal(extras, []string{"cat_ownership_right: EP", "num_garden: 12.5"}) ||
		a.Date != gevel.NewDate(2023, 1, 31) {
		t.Errorf("sale a is %+v", a)
	}
}

func TestSalesWithoutIDGetOneThatStays(t *testing.T) {
	const header = "sale_date,price,dwelling_id,use_surface\n"
	a := readText(t, header+"2020-01-01,100000,d,80\n2020-01-01,100000,,80\n", Options{})
	b := readText(t, header+"2019-01-01,90000,e,70\n2020-01-01,100000,,80\n2020-01-01,100000,d,80\n2020-01-01,100000,,81\n", Options{})
	for _, s := range a.Sales {
		if !strings.Contains(ids(b.Sales), s.ID) {
			t.Errorf("id %q is not among %q", s.ID, ids(b.Sales))
		}
	}
	if len(a.Sales) != 2 || len(b.Sales) != 4 {
		t.Errorf("rejected %v, %v", a.Rejects.List(), b.Rejects.List())
	}
	if !strings.Contains(ids(a.Sales), "d/2020-01-01/100000") {
		t.Errorf("ids %q hold none of dwelling, date and price", ids(a.Sales))
	}
}

func TestASaleIsKeptWithTheRegistersTypeWhereItsOwnWordsNameNone(t *testing.T) {
	got := readText(t, "sale_id,dwelling_id,sale_date,price,build_type\n"+
		"a,"+string(home1)+",2020-01-01,100000,Herenhuis\n"+
		"b,"+string(home12)+",2020-01-01,100000,\"Eengezinswoning, hoekwoning\"\n"+
		"c,"+string(home1A)+",2020-01-01,100000,Garage\n", Options{Register: newHamlet()})
	if len(got.Sales) != 2 || got.Sales[0].BuildType != gevel.Tussenwoning || got.Sales[1].BuildType != gevel.Hoekwoning {
		t.Errorf("sales %+v, want one of the register's type and one of its own", ids(got.Sales))
	}
	if got.Faults.Count("bad_build_type") != 1 || got.Rejects.Count("bad_build_type") != 1 || got.Rows != 3 {
		t.Errorf("faults %v, rejects %v of %d rows", got.Faults.List(), got.Rejects.List(), got.Rows)
	}
	if sample := got.Faults.List()[0].Samples[0]; sample != `sales.csv line 2: build_type: "Herenhuis" is no house type` {
		t.Errorf("the fault is %q", sample)
	}
}
