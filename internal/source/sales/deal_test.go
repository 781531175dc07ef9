package sales

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

const dealHeader = "sale_id,dwelling_id,postal_code,street,sale_date,known_date,price,use_surface,build_type,build_year,x,y\n"

// dealRow is a sale of a deal; its fields are those of a usual home sold with others.
type dealRow struct {
	home, day, known, street, postalCode string
	price, surface, year, x              int
}

func (r dealRow) String() string {
	return fmt.Sprintf("deal%s,d%s,%s,%s,%s,%s,%d,%d,Tussenwoning,%d,%d,455000\n",
		r.home, r.home, r.postalCode, r.street, r.day, r.known, r.price, r.surface, r.year, r.x)
}

// together returns n homes of a street that are sold for a price.
func together(n, price int, change func(i int, r *dealRow)) string {
	var b strings.Builder
	for i := range n {
		r := dealRow{
			home: fmt.Sprintf("%03d", i), day: "2020-06-02", street: "Dreef", postalCode: "2593VA",
			price: price, surface: 100, year: 1960, x: 80_000 + 6*i,
		}
		if change != nil {
			change(i, &r)
		}
		b.WriteString(r.String())
	}
	return b.String()
}

// homesOnTheirOwn returns n sales of homes on their own, one a day from the second of January on, of 250 000 euros for
// 100 m2, a tenth more or less.
func homesOnTheirOwn(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "s%03d,h%03d,2593VW,Laan,%s,,%d,100,Tussenwoning,1960,%d,455200\n", i, i,
			gevel.NewDate(2020, 1, 2)+gevel.Date(i), 225_000+25_000*(i%3), 80_000+10*i)
	}
	return b.String()
}

func TestDealsAreTotalsOrOnePieceOfEvidence(t *testing.T) {
	const market = 60
	for _, test := range []struct {
		name            string
		rows            string
		totals, repeats int
	}{
		{"two for the price of both", together(2, 490_000, nil), 2, 0},
		{"two parts of one home, each with the price of both", strings.ReplaceAll(together(2, 440_000, func(i int, r *dealRow) {
			r.surface = 100 - 20*i
		}), ",d001,", ",d000,"), 2, 0},
		{"one home, delivered again without its surface", strings.NewReplacer(",d001,", ",d000,", ",440000,1,", ",440000,,").Replace(
			together(2, 440_000, func(i int, r *dealRow) { r.surface = 100 - 99*i })), 0, 0},
		{"three, each far below four times the area", together(3, 700_000, nil), 3, 0},
		{"four, at a discount", together(4, 850_000, nil), 4, 0},
		{"a street", together(24, 6_000_000, nil), 24, 0},
		{"a hundred flats", together(100, 24_000_000, nil), 100, 0},
		{"far too much for each, and too little for all", together(24, 480_000, nil), 24, 0},
		{"a total that the largest alone could fetch", together(3, 560_000, func(i int, r *dealRow) {
			r.surface = []int{200, 40, 30}[i]
		}), 3, 0},
		{"two new houses from a list", together(2, 300_000, func(_ int, r *dealRow) { r.year = 2020 }), 0, 1},
		{"a row of new houses from a list", together(24, 325_000, func(_ int, r *dealRow) { r.year = 2020 }), 0, 23},
		{"a row of dear new houses among old ones", together(24, 450_000, func(_ int, r *dealRow) { r.year = 2020 }), 0, 23},
		{"sizes that differ, at one price each", together(4, 260_000, func(i int, r *dealRow) { r.surface = 90 + 10*i }), 0, 3},
		{"one building with addresses in two streets", together(4, 1_000_000, func(i int, r *dealRow) {
			r.street, r.postalCode = []string{"Dreef", "Laan"}[i%2], []string{"2593VA", "2594XB"}[i%2]
		}), 4, 0},
		{"one postal code, without a street", together(4, 1_000_000, func(i int, r *dealRow) { r.street, r.x = "", 80_000+300*i }), 4, 0},
		{"one street, far apart", together(4, 1_000_000, func(i int, r *dealRow) {
			r.postalCode, r.x = fmt.Sprintf("2593V%c", 'A'+i), 80_000+300*i
		}), 4, 0},
		{"days one after the other", together(2, 490_000, func(i int, r *dealRow) { r.day = fmt.Sprintf("2020-06-%02d", 2+i) }), 0, 0},
		{"one home, delivered twice", together(2, 490_000, func(i int, r *dealRow) { r.home = "000" }), 0, 0},
		{"streets far apart", together(2, 490_000, func(i int, r *dealRow) {
			r.street, r.postalCode, r.x = fmt.Sprint("Dreef ", i), fmt.Sprintf("2593V%c", 'A'+i), 80_000+300*i
		}), 0, 0},
		{"before anything is known", together(4, 1_000_000, func(_ int, r *dealRow) { r.day = "2020-01-01" }), 0, 3},
	} {
		got := readText(t, dealHeader+homesOnTheirOwn(market)+test.rows, Options{Screening: Screening{DealHomes: 2}})
		repeats := 0
		for _, s := range got.Sales {
			if s.Deal != "" {
				repeats++
			}
			if s.Deal != "" && (s.Deal != "deal000" || s.ID == "deal000") {
				t.Errorf("%s: sale %s is of the deal of %q", test.name, s.ID, s.Deal)
			}
		}
		if n := got.Rejects.Count(ReasonDealTotal); n != test.totals || repeats != test.repeats {
			t.Errorf("%s: %d totals and %d repeated prices, want %d and %d", test.name, n, repeats, test.totals, test.repeats)
		}
		if named := len(got.Totals); named != min(1, test.totals) {
			t.Errorf("%s: the deals with a total are %q", test.name, got.Totals)
		}
	}
}

func TestZeroFindsNoDeals(t *testing.T) {
	got := readText(t, dealHeader+homesOnTheirOwn(60)+together(4, 1_000_000, nil), Options{})
	if n := got.Rejects.Total(); n != 0 || got.Sales[len(got.Sales)-1].Deal != "" {
		t.Errorf("rejects %v, last sale %+v", got.Rejects.List(), got.Sales[len(got.Sales)-1])
	}
}

// A deal is judged by what is known: four homes of a street at the price of four are a total when two of them are known,
// and when the others are. One that was known before any other was sold on its own as far as was known.
func TestADealIsJudgedByWhatIsKnown(t *testing.T) {
	for _, test := range []struct {
		name     string
		known    []string // of each home
		totals   int
		together string // kept
	}{
		{"half of it later", []string{"2020-06-02", "2020-06-02", "2020-09-01", "2020-09-01"}, 4, ""},
		{"one first", []string{"2020-06-02", "2020-09-01", "2020-09-01", "2020-10-01"}, 3, "deal000"},
		{"all late", []string{"2020-09-01", "2020-09-01", "2020-09-01", "2020-09-01"}, 4, ""},
	} {
		rows := together(len(test.known), 1_000_000, func(i int, r *dealRow) { r.known = test.known[i] })
		got := readText(t, dealHeader+homesOnTheirOwn(60)+rows, Options{Screening: Screening{DealHomes: 2}})
		var kept []string
		for _, s := range got.Sales {
			if strings.HasPrefix(s.ID, "deal") {
				kept = append(kept, s.ID)
			}
		}
		if n := got.Rejects.Count(ReasonDealTotal); n != test.totals || strings.Join(kept, " ") != test.together {
			t.Errorf("%s: %d totals, and %q kept; want %d and %q", test.name, n, kept, test.totals, test.together)
		}
	}
}

// Where days are months, like flats of a block are often sold on one day.
func TestWhereDaysAreMonthsTwoEqualPricesAreNoDeal(t *testing.T) {
	var b strings.Builder
	b.WriteString(dealHeader)
	for i := range 60 {
		fmt.Fprintf(&b, "s%03d,h%03d,2593VW,Laan,2020-%02d-01,,%d,100,Tussenwoning,1960,%d,455200\n", i, i, 1+i%6, 225_000+7*i, 80_000+10*i)
	}
	for n, repeats := range map[int]int{2: 0, 3: 0, 4: 3} {
		rows := together(n, 250_000, func(_ int, r *dealRow) { r.day = "2020-06-01" })
		got, of := readText(t, b.String()+rows, Options{Screening: Screening{DealHomes: 2}}), 0
		for _, s := range got.Sales {
			if s.Deal != "" {
				of++
			}
		}
		if of != repeats || got.Rejects.Total() != 0 {
			t.Errorf("%d of %d homes repeat a price, want %d; rejects %v", of, n, repeats, got.Rejects.List())
		}
	}
	rows := together(2, 490_000, func(_ int, r *dealRow) { r.day = "2020-06-01" })
	if got := readText(t, b.String()+rows, Options{Screening: Screening{DealHomes: 2}}); got.Rejects.Count(ReasonDealTotal) != 2 {
		t.Errorf("a total by the month is kept: %v", got.Rejects.List())
	}
}

// A delivery may know all of its sales on one day.
func TestDealsAreJudgedByWhatIsKnownWithThem(t *testing.T) {
	text := strings.ReplaceAll(dealHeader+homesOnTheirOwn(60), ",,", ",2020-12-01,")
	text += together(3, 700_000, func(_ int, r *dealRow) { r.known = "2020-12-01" })
	if got := readText(t, text, Options{Screening: Screening{DealHomes: 2}}); got.Rejects.Count(ReasonDealTotal) != 3 {
		t.Errorf("a total is kept: %v", got.Rejects.List())
	}
}

func TestTotalsAreNoReasonToRefuseAFile(t *testing.T) {
	market := write(t, "market.csv", dealHeader+homesOnTheirOwn(60))
	deal := write(t, "deal.csv", dealHeader+together(4, 1_000_000, nil))
	got, err := ReadAll(t.Context(), []Source{{Path: market}, {Path: deal}},
		Options{AsOf: delivery, Screening: DefaultScreening(), MaxRejectShare: gevel.Some(0.5)})
	if err != nil || got[1].Rejects.Count(ReasonDealTotal) != 4 {
		t.Errorf("a file that is one deal: %v, %v", got, err)
	}
}

func TestSalesWithinTheReachOfABuildingAreJoined(t *testing.T) {
	var sales []*entry
	for _, x := range []float64{0, 50, 100, 150.01, 400} { // each to the next, but the last two
		e := new(entry)
		e.At = gevel.Point{X: 80_000 + x, Y: 455_000}
		sales = append(sales, e)
	}
	group := joined(sales)
	for i, want := range []bool{true, true, false, false} {
		if got := group[i] == group[i+1]; got != want {
			t.Errorf("sales %d and %d are joined: %t", i, i+1, got)
		}
	}
}
