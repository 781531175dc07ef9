package sales

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestMarksOfADeliveryScreenItsSales(t *testing.T) {
	for _, test := range []struct{ column, value, reason string }{
		{"package_deal", "J", "package_deal"},
		{"package_deal", "N", ""},
		{"family_sale", "ja", "family_sale"},
		{"rented_out", "1", "rented_out"},
		{"auction", "true", "auction"},
		{"auction", "misschien", "bad_auction"},
		{"mutation_code", "606", ""},
		{"mutation_code", "583", "auction"},
		{"mutation_code", "659", "auction"},
		{"mutation_code", "1", "other_mutation"},
		{"building_code", "11", ""},
		{"building_code", "12", ""},
		{"building_code", "53", "not_a_home"},
		{"ownership_right", "VE", ""},
		{"ownership_right", "ep", ""},
		{"ownership_right", "EVOS", "encumbered"},
		{"ownership_right", "BK", "other_right"},
		{"ownership_share", "1/1", ""},
		{"ownership_share", "100%", ""},
		{"ownership_share", "1/2", "partial_share"},
		{"ownership_share", "0.25", "partial_share"},
		{"ownership_share", "3/2", "bad_ownership_share"},
		{"ownership_share", "1/0", "bad_ownership_share"},
		{"ownership_share", "", ""},
	} {
		got := readText(t, "sale_date,price,"+test.column+"\n2020-01-01,100000,"+test.value+"\n", Options{})
		if test.reason == "" && len(got.Sales) != 1 || test.reason != "" && got.Rejects.Count(test.reason) != 1 {
			t.Errorf("%s %q: rejects %v, want reason %q", test.column, test.value, got.Rejects.List(), test.reason)
		}
	}
}

func TestTheSaleKnownFirstUnderAnIDIsKept(t *testing.T) {
	got := readText(t, `sale_id,sale_date,known_date,price
s,2020-01-01,2020-03-01,100000
s,2020-01-01,2020-02-01,100000
s,2020-01-01,2020-02-01,110000
`, Options{})
	if len(got.Sales) != 1 || got.Sales[0].KnownDate != gevel.NewDate(2020, 2, 1) ||
		got.Rejects.Count("duplicate_sale_id") != 2 {
		t.Errorf("sales %v, rejects %v", got.Sales, got.Rejects.List())
	}
}

func TestAResaleWithinSixMonthsIsRejected(t *testing.T) {
	got := readText(t, `sale_id,dwelling_id,sale_date,known_date,price
first,d,2020-01-31,,300000
chain,d,2020-07-31,,350000
later,d,2020-08-01,,360000
other,e,2020-02-01,,300000
unknown1,,2020-02-01,,300000
unknown2,,2020-02-02,,300000
knownlate,f,2020-01-01,2020-12-01,300000
knownsoon,f,2020-03-01,2020-03-01,300000
`, Options{Screening: Screening{ResaleMonths: 6}})
	if want := "first other unknown1 unknown2 knownsoon later"; ids(got.Sales) != want {
		t.Errorf("kept %q, want %q", ids(got.Sales), want)
	}
	if got.Rejects.Count("resale") != 2 {
		t.Errorf("rejects %v, want two resales", got.Rejects.List())
	}
}

// areaOfSales returns the rows of n sales of 2500 euros a m2, one a day, in one area.
func areaOfSales(n int) string {
	var b strings.Builder
	b.WriteString("sale_id,postal_code,sale_date,price,use_surface\n")
	for i := range n {
		fmt.Fprintf(&b, "s%03d,2593VW,%s,250000,100\n", i, gevel.NewDate(2020, 1, 1)+gevel.Date(i))
	}
	return b.String()
}

func TestPricesFarOffTheirAreaAreRejected(t *testing.T) {
	for _, test := range []struct {
		name, row string
		fellows   int
		reason    string
	}{
		{"a digit too few", "z,2593VW,2020-06-01,25000,100", 30, "price_off_area"},
		{"a digit too many", "z,2593VW,2020-06-01,2500000,100", 30, "price_off_area"},
		{"three times as dear", "z,2593VW,2020-06-01,750000,100", 30, ""},
		{"too few fellows", "z,2593VW,2020-06-01,2500000,100", areaLeast - 1, ""},
		{"another area", "z,2594VW,2020-06-01,2500000,100", 30, ""},
		{"fellows sold later", "z,2593VW,2019-06-01,2500000,100", 30, ""},
		{"fellows sold the same day", "z,2593VW,2020-01-20,2500000,100", areaLeast, ""},
		{"fellows long ago", "z,2593VW,2022-06-01,2500000,100", 30, ""},
		{"no surface", "z,2593VW,2020-06-01,2500000,", 30, ""},
		{"no area", "z,,2020-06-01,2500000,100", 30, ""},
		{"below the floor", "z,2593VW,2020-06-01,24999,100", 0, "price_too_low"},
	} {
		got := readText(t, areaOfSales(test.fellows)+test.row+"\n", Options{Screening: DefaultScreening()})
		if got.Rejects.Total() != min(1, len(test.reason)) || got.Rejects.Count(test.reason) != got.Rejects.Total() {
			t.Errorf("%s: rejects %v, want %q", test.name, got.Rejects.List(), test.reason)
		}
	}
}

func TestZeroScreeningKeepsOddPrices(t *testing.T) {
	got := readText(t, areaOfSales(30)+"z,2593VW,2020-06-01,1,100\n", Options{})
	if got.Rejects.Total() != 0 {
		t.Errorf("rejects %v, want none", got.Rejects.List())
	}
}

func TestScreeningThatMakesNoSenseIsAnError(t *testing.T) {
	path := write(t, "sales.csv", "sale_date,price\n")
	for _, s := range []Screening{{MinPrice: -1}, {DealHomes: 1}, {DealHomes: -2}, {AreaFactor: 1}, {AreaFactor: -2}, {ResaleMonths: -1}} {
		if _, err := Read(t.Context(), Source{Path: path}, Options{AsOf: delivery, Screening: s}); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}

// drawRows draws the rows of a small, busy market with odd prices, repeated ids,
// repeated dwellings, rows that can't be read, and sales known long after their date
// but not before the first day.
func drawRows(t *rapid.T, first gevel.Date) []string {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		sold := drawnFrom + gevel.Date(rapid.IntRange(0, 200).Draw(t, "sold"))
		if rapid.Bool().Draw(t, "with others") { // in a deal
			sold = drawnFrom + gevel.Date(30*rapid.IntRange(1, 5).Draw(t, "day"))
		}
		known := max(first, sold+gevel.Date(rapid.SampledFrom([]int{0, 0, 1, 3, 90}).Draw(t, "lag")))
		return fmt.Sprintf("%s,d%d,259%dVW,%s,%s,%s,%d",
			rapid.SampledFrom([]string{"", "s1", "s2", "s3", "s4", "s5"}).Draw(t, "id"),
			rapid.IntRange(1, 60).Draw(t, "dwelling"), rapid.IntRange(0, 1).Draw(t, "area"), sold, known,
			rapid.SampledFrom([]string{"10", "30000", "200000", "210000", "220000", "2000000", "x"}).Draw(t, "price"),
			rapid.IntRange(80, 120).Draw(t, "surface"))
	}), 0, 150).Draw(t, "rows")
}

var drawnFrom = gevel.NewDate(2020, 1, 1)

const drawnHeader = "sale_id,dwelling_id,postal_code,sale_date,known_date,price,use_surface\n"

// TestSalesKnownLaterChangeNothing adds, changes and deletes rows known on a day or
// later, in two files that hold some of the same sales.
func TestSalesKnownLaterChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		day := drawnFrom + 100
		var one, other [2][]string
		for file := range one {
			rows := drawRows(rt, drawnFrom)
			one[file] = slices.Concat(rows, drawRows(rt, day))
			other[file] = slices.Concat(rows, drawRows(rt, day))
		}
		want, got := readFiles(t, one), readFiles(t, other)
		for file := range want {
			diff := cmp.Diff(knownBefore(want[file].Sales, day), knownBefore(got[file].Sales, day), cmpopts.EquateEmpty())
			if diff != "" {
				rt.Errorf("sales of file %d known before %s differ:\n%s", file, day, diff)
			}
			if diff := cmp.Diff(pricesBefore(want[file], day), pricesBefore(got[file], day)); diff != "" {
				rt.Errorf("prices of file %d known before %s differ:\n%s", file, day, diff)
			}
		}
	})
}

// readFiles reads and screens two files of drawn rows together.
func readFiles(t *testing.T, files [2][]string) []Result {
	t.Helper()
	var sources []Source
	for _, rows := range files {
		sources = append(sources, Source{Path: write(t, "sales.csv", drawnHeader+strings.Join(rows, "\n"))})
	}
	results, err := ReadAll(t.Context(), sources, Options{AsOf: delivery, Screening: DefaultScreening()})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestFilesAreScreenedTogether(t *testing.T) {
	const header = "sale_id,dwelling_id,sale_date,known_date,price\n"
	first := write(t, "first.csv", header+`s,d,2020-01-01,2020-04-01,310000
same,e,2020-01-01,2020-02-01,300000
kept,f,2020-01-01,2020-01-01,300000
`)
	second := write(t, "second.csv", header+`s,d,2020-01-01,2020-03-01,310000
same,e,2020-01-01,2020-02-01,310000
again,f,2020-01-02,2020-01-03,310000
`)
	got, err := ReadAll(t.Context(), []Source{{Path: first}, {Path: second}},
		Options{AsOf: delivery, Screening: DefaultScreening()})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ kept, reason, sample string }{
		{"kept same", "duplicate_sale_id", `first.csv line 2: sale "s": it has the id of second.csv line 2`},
		{"s", "resale", `second.csv line 4: sale "again": the dwelling was sold on 2020-01-01 and again on 2020-01-02`},
	} {
		if ids(got[i].Sales) != want.kept {
			t.Errorf("of file %d %q are kept, want %q", i, ids(got[i].Sales), want.kept)
		}
		if n := got[i].Rows; n != 3 || n != len(got[i].Sales)+got[i].Rejects.Total() {
			t.Errorf("file %d: %d rows are not 3, %d of them kept and %d rejected", i, n, len(got[i].Sales),
				got[i].Rejects.Total())
		}
		found := slices.ContainsFunc(got[i].Rejects.List(), func(r gevel.Reject) bool {
			return r.Reason == want.reason && slices.Contains(r.Samples, want.sample)
		})
		if !found {
			t.Errorf("rejects of file %d are %v, want %s of %s", i, got[i].Rejects.List(), want.reason, want.sample)
		}
	}
}

// pricesBefore are the prices of sales as they were known before a day, by id.
func pricesBefore(r Result, day gevel.Date) map[string][]gevel.Euro {
	prices := map[string][]gevel.Euro{}
	for _, s := range knownBefore(r.Sales, day) {
		prices[s.ID] = []gevel.Euro{s.Price}
		for _, later := range r.Revisions[s.ID] {
			if later.Known < day {
				prices[s.ID] = append(prices[s.ID], later.Price)
			}
		}
	}
	return prices
}

// TestALaterDeliveryCorrectsAPrice delivers three prices of a sale, the first of them twice, in any order of the files.
func TestALaterDeliveryCorrectsAPrice(t *testing.T) {
	const header = "sale_id,dwelling_id,sale_date,known_date,price\n"
	deliveries := []string{
		"s,d,2020-01-01,2020-02-01,3000000\n", "s,d,2020-01-01,2020-03-01,300000\n", "s,d,2020-01-01,2020-04-01,310000\n",
		"s,d,2020-01-01,2020-02-15,3000000\n",
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		var apart []Source
		together := header
		for _, i := range order {
			apart = append(apart, Source{Path: write(t, "sales.csv", header+deliveries[i])})
			together += deliveries[i]
		}
		for _, sources := range [][]Source{apart, {{Path: write(t, "all.csv", together)}}} {
			got, err := ReadAll(t.Context(), sources, Options{AsOf: delivery, Screening: DefaultScreening()})
			if err != nil {
				t.Fatal(err)
			}
			var sales []*gevel.Sale
			revisions, corrections, faults, rejects := gevel.Revisions{}, 0, 0, 0
			for _, file := range got {
				sales, corrections = append(sales, file.Sales...), corrections+file.Corrections
				maps.Copy(revisions, file.Revisions)
				faults, rejects = faults+file.Faults.Count(faultCorrected), rejects+file.Rejects.Count(ReasonDuplicateID)
			}
			if len(sales) != 1 || corrections != 2 || faults != 2 || rejects != 1 {
				t.Fatalf("order %v: sales %v, %d corrections, %d faults, %d rejects", order, sales, corrections, faults, rejects)
			}
			m := market.LaySales(t.Context(), gevel.Standard(), sales, revisions)
			for day, want := range map[gevel.Date]int64{
				gevel.NewDate(2020, 2, 2): 3_000_000, gevel.NewDate(2020, 3, 1): 3_000_000, gevel.NewDate(2020, 3, 2): 300_000,
				gevel.NewDate(2020, 4, 2): 310_000,
			} {
				if rows := m.EvidenceBefore(day); len(rows) != 1 || m.Price[rows[0]] != want || m.Paid(rows[0]) != 310_000 {
					t.Errorf("order %v: before %s rows %v are evidence of %v", order, day, rows, m.Price)
				}
			}
		}
	}
}

// TestACorrectionOfARejectedPriceIsASale corrects a price that no home has.
func TestACorrectionOfARejectedPriceIsASale(t *testing.T) {
	got := readText(t, `sale_id,dwelling_id,sale_date,known_date,price
s,d,2020-01-01,2020-02-01,3000
s,d,2020-01-01,2020-03-01,300000
s,d,2020-01-01,2020-04-01,30
`, Options{Screening: DefaultScreening()})
	if ids(got.Sales) != "s" || got.Sales[0].Price != 300_000 || got.Rejects.Count(ReasonPriceTooLow) != 2 || got.Corrections != 0 {
		t.Errorf("sales %v, rejects %v", got.Sales, got.Rejects.List())
	}
}

// TestACorrectionToTheSumOfADealIsRejected corrects two prices to that of both homes together.
func TestACorrectionToTheSumOfADealIsRejected(t *testing.T) {
	text := "sale_id,dwelling_id,postal_code,street,sale_date,known_date,price,use_surface\n"
	for i := range 60 {
		text += fmt.Sprintf("like%d,l%d,1234AB,Laan,2020-%02d-%02d,2020-06-01,%d,100\n", i, i, 1+i%5, 1+i%28, 240_000+i*300)
	}
	text += "b,b,1234AB,Laan,2020-06-05,2020-06-10,240000,100\nc,c,1234AB,Laan,2020-06-05,2020-06-10,250000,100\n" +
		"b,b,1234AB,Laan,2020-06-05,2020-07-10,490000,100\nc,c,1234AB,Laan,2020-06-05,2020-07-10,490000,100\n"
	got := readText(t, text, Options{Screening: DefaultScreening()})
	if got.Corrections != 0 || got.Rejects.Count(ReasonDealTotal) != 2 || len(got.Sales) != 62 {
		t.Errorf("%d corrections, %d sales, rejects %v", got.Corrections, len(got.Sales), got.Rejects.List())
	}
}

func knownBefore(sales []*gevel.Sale, day gevel.Date) []*gevel.Sale {
	return slices.DeleteFunc(slices.Clone(sales), func(s *gevel.Sale) bool { return s.KnownDate >= day })
}

func TestOrderOfRowsChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rows := drawRows(rt, drawnFrom)
		a := readText(t, drawnHeader+strings.Join(rows, "\n"), Options{Screening: DefaultScreening()})
		seed := rapid.Uint64().Draw(rt, "seed")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		b := readText(t, drawnHeader+strings.Join(rows, "\n"), Options{Screening: DefaultScreening()})
		if diff := cmp.Diff(a.Sales, b.Sales, cmpopts.EquateEmpty()); diff != "" {
			rt.Errorf("sales differ:\n%s", diff)
		}
		for _, reject := range a.Rejects.List() {
			if b.Rejects.Count(reject.Reason) != reject.Count {
				rt.Errorf("rejects differ: %v, %v", a.Rejects.List(), b.Rejects.List())
			}
		}
	})
}
