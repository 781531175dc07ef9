package sales

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// importerOf reads a file and returns what is held on to before it is screened.
func importerOf(t *testing.T, text string) *importer {
	t.Helper()
	table := gevel.Standard()
	im, err := read(t.Context(), Source{Path: write(t, "sales.csv", text)}, Options{AsOf: delivery}, &table)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

func TestARowThatIsRepeatedTakesTheMemoryOfOne(t *testing.T) {
	const header, row, rows = "sale_id,sale_date,price\n", "s,2020-01-01,100000\n", 1000
	im := importerOf(t, header+strings.Repeat(row, rows))
	if cap(im.entries) != 1 || im.Rows != rows || im.Rejects.Count(ReasonDuplicateID) != rows-1 {
		t.Errorf("of %d rows there is room for %d, and %v are rejected", im.Rows, cap(im.entries), im.Rejects.List())
	}
	const want = `sales.csv line 3: sale "s": it has the id of sales.csv line 2`
	if got := im.Rejects.List()[0].Samples[0]; got != want {
		t.Errorf("sample %q, want %q", got, want)
	}
}

func TestNamesOfRejectedRowsAreNotHeldOnTo(t *testing.T) {
	text := "sale_id,sale_date,price,cat_view\ngood,2020-01-01,100000,park\n"
	for i := range 50 {
		text += fmt.Sprintf("bad,2020-01-01,nothing,view %d\n", i)
	}
	im := importerOf(t, text)
	if got := im.Table[len(im.Table)-1].Names.Len(); got > 2 {
		t.Errorf("%d names are kept, want only the name in the kept sale", got)
	}
}

// TestTheSaleOfAnIDThatWasKnownFirstStays shuffles rows of one id.
func TestTheSaleOfAnIDThatWasKnownFirstStays(t *testing.T) {
	rows := []string{
		"s,2020-01-02,2020-03-01,100000\n", "s,2020-01-01,2020-02-01,300000\n", "s,2020-01-01,2020-02-01,300001\n",
		"s,2020-01-01,2020-02-02,200000\n", "s,2020-01-02,2020-02-01,400000\n", "s,2020-01-01,2020-02-01,300000\n",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		got := readText(t, "sale_id,sale_date,known_date,price\n"+strings.Join(rows, ""), Options{})
		if len(got.Sales) != 1 || got.Sales[0].Price != 300_000 || got.Corrections != 1 ||
			got.Rejects.Count(ReasonDuplicateID) != len(rows)-2 {
			t.Fatalf("of %q %v stays, rejects %v", rows, ids(got.Sales), got.Rejects.List())
		}
	}
}

func TestASlipAbroadDoesNotTakeTheIDOfAHome(t *testing.T) {
	const header = "sale_id,sale_date,price,lat,lon\n"
	got := readText(t, header+"slip,2020-01-01,100000,5.0,52.0\nslip,2020-01-02,200000,52.0,5.0\n"+
		"a,2020-01-03,200000,52.1,5.1\nb,2020-01-04,200000,52.2,5.2\n", Options{})
	if ids(got.Sales) != "slip a b" || got.Sales[0].Price != 200_000 || got.Rejects.Count("bad_lat") != 1 {
		t.Errorf("sales %v, rejects %v", ids(got.Sales), got.Rejects.List())
	}
}

func TestFilesAreRefusedTogether(t *testing.T) {
	const header = "sale_id,sale_date,price\n"
	bad := write(t, "bad.csv", header+"1,2020-01-01,x\n2,2020-01-01,y\n3,2020-01-01,100000\n")
	good := write(t, "good.csv", header+"4,2020-01-01,100000\n5,2020-01-01,100000\n")
	sources := []Source{{Path: bad}, {Path: bad}, {Path: good}}
	_, err := ReadAll(t.Context(), sources[:1], Options{AsOf: delivery, MaxRejectShare: gevel.Some(0.5)})
	if gevel.CodeOf(err) != gevel.Internal || !strings.Contains(err.Error(), "2 of the 3 rows of bad.csv are rejected") {
		t.Errorf("err = %v", err)
	}
	_, err = ReadAll(t.Context(), sources[1:], Options{AsOf: delivery, MaxRejectShare: gevel.Some(0.5)})
	if err != nil {
		t.Errorf("a small file beside a good one: %v", err)
	}
	_, err = ReadAll(t.Context(), sources, Options{AsOf: delivery, MaxRejectShare: gevel.Some(0.4)})
	if err == nil || !strings.Contains(err.Error(), "4 of the 8 rows of 3 files are rejected, more than the 40 % allowed: bad_price 4") {
		t.Errorf("err = %v", err)
	}
	resold := strings.Builder{}
	for i := range 9 { // one home, again each month
		fmt.Fprintf(&resold, "s%d,2020-%02d-01,100000,0344010000000001\n", i, i+1)
	}
	path := write(t, "again.csv", "sale_id,sale_date,price,dwelling_id\n"+resold.String())
	got, err := ReadAll(t.Context(), []Source{{Path: path}},
		Options{AsOf: delivery, MaxRejectShare: gevel.Some(0.1), Screening: Screening{ResaleMonths: 6}})
	if err != nil || got[0].Rejects.Count(ReasonResale) < 5 {
		t.Errorf("sold again and again: %v, %v", got, err)
	}
	_, err = ReadAll(t.Context(), sources[:1], Options{AsOf: delivery, MaxRejectShare: gevel.Some(0.7)})
	if err != nil {
		t.Errorf("within the share: %v", err)
	}
}

func TestSalesThatAnotherFileHasDoNotCountAgainstAFile(t *testing.T) {
	const text = "sale_id,sale_date,price\n1,2020-01-01,100000\n2,2020-01-01,200000\n3,2020-01-01,300000\n"
	options := Options{AsOf: delivery, MaxRejectShare: gevel.Some(0.5)}
	sources := []Source{{Path: write(t, "january.csv", text)}, {Path: write(t, "february.csv", text+"4,2020-02-01,100000\n")}}
	got, err := ReadAll(t.Context(), sources, options)
	if err != nil || len(got[1].Sales) != 1 || got[1].Rejects.Count(ReasonDuplicateID) != 3 {
		t.Fatalf("got %+v, %v", got, err)
	}
	twice := []Source{{Path: write(t, "twice.csv", text+strings.Repeat("1,2020-01-01,100000\n", 4))}}
	if _, err := ReadAll(t.Context(), twice, options); gevel.CodeOf(err) != gevel.Internal {
		t.Errorf("a file that repeats itself: %v", err)
	}
}

func TestControlCharactersOfAFileAreNotPrinted(t *testing.T) {
	const escape = "\x1b[2J"
	got := readText(t, "sale_id,sale_date,price,postal_code\n"+
		"1"+escape+",2020-01-01,1,1234AB\n"+escape+","+escape+",1,1234AB\n", Options{Screening: DefaultScreening()})
	if got.Rejects.Total() != 2 {
		t.Errorf("rejects %v", got.Rejects.List())
	}
	for _, reject := range got.Rejects.List() {
		if text := strings.Join(reject.Samples, " "); strings.ContainsRune(text, 0x1b) {
			t.Errorf("%s: %q", reject.Reason, text)
		}
	}
	_, err := Read(t.Context(), Source{Path: write(t, "sales.csv", "sale_date,price,num_"+escape+"\n")},
		Options{AsOf: delivery})
	if err == nil || strings.Contains(err.Error(), escape) || !strings.Contains(err.Error(), "control characters") {
		t.Errorf("a column with such a name gives %q", err)
	}
}

func TestAFileIsNeverCutShortAfterLineZero(t *testing.T) {
	long := "sale_id,sale_date,price\n"
	for i := range 4000 {
		long += fmt.Sprintf("%x,2020-01-01,100000\n", i*7919)
	}
	whole := zipped(t, long)
	for _, size := range []int{6, 12, 60, len(whole) / 2, len(whole) - 1} {
		_, err := Read(t.Context(), Source{Path: write(t, "sales.csv.gz", whole[:size])}, Options{AsOf: delivery})
		if err == nil || !strings.Contains(err.Error(), "cut short") || strings.Contains(err.Error(), "line 0") {
			t.Errorf("cut off after %d bytes: %v", size, err)
		}
	}
}
