package sales

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

// hamlet is a register of a few homes and one shop.
type hamlet struct {
	addresses []gevel.Address
	broken    error
	facts     []gevel.Fact // of each home
}

const (
	home1  gevel.BAGID = "0518010000000001"
	home12 gevel.BAGID = "0518010000000012"
	home1A gevel.BAGID = "0518010000000013"
	shop   gevel.BAGID = "0518010000000014"
)

func newHamlet() *hamlet {
	at := func(id gevel.BAGID, number int, letter string, kind gevel.ObjectKind) gevel.Address {
		return gevel.Address{
			ObjectID: id, PostalCode: "2593VW", HouseNumber: number, HouseLetter: letter,
			Street: "Laan", City: "Den Haag", Kind: kind, Main: true, InUse: true,
		}
	}
	return &hamlet{addresses: []gevel.Address{
		at(home1, 1, "", gevel.Home),
		at(home12, 12, "A", gevel.Home),
		at(home1A, 12, "B", gevel.Home),
		at(shop, 14, "", gevel.OtherUse),
	}}
}

func (h *hamlet) dwelling(a gevel.Address) gevel.Dwelling {
	d := gevel.Dwelling{ID: a.ObjectID, At: gevel.Point{X: 80_000, Y: 455_000}, Place: gevel.Point{X: 80_050, Y: 455_000}}
	d.BuildType, d.BuildYear, d.UseSurface = gevel.Tussenwoning, gevel.Some(1931), gevel.Some(100)
	d.Facts = h.facts
	return d
}

func (h *hamlet) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	for _, a := range h.addresses {
		if a.ObjectID == id && a.Kind == gevel.Home {
			return h.dwelling(a), a, true
		}
	}
	return gevel.Dwelling{}, gevel.Address{}, false
}

func (h *hamlet) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	if h.broken != nil {
		return gevel.Dwelling{}, gevel.Address{}, h.broken
	}
	var candidates []gevel.Address
	for _, a := range h.addresses {
		if a.PostalCode == q.PostalCode && a.HouseNumber == q.HouseNumber {
			candidates = append(candidates, a)
		}
	}
	a, err := q.Match(candidates)
	if err == nil && a.Kind != gevel.Home {
		err = &gevel.Error{Code: gevel.NotResidential, Message: a.String() + " is no home"}
	}
	return h.dwelling(a), a, err
}

func TestSalesAreJoinedByIDOrAddress(t *testing.T) {
	const header = "sale_id,dwelling_id,postal_code,house_number,house_letter,house_number_ext,sale_date,price\n"
	for _, test := range []struct {
		row    string
		want   gevel.BAGID
		reason string
	}{
		{"0518010000000001,,,,", home1, ""},
		{"518010000000001,,,,", home1, ""},
		{",2593 vw,12,A,", home12, ""},
		{",2593VW,12,,a", home12, ""},
		{",2593VW,12-A,,", home12, ""},
		{",2593VW,12A,,", home12, ""},
		{"0518010000000001,2593VW,12,A,", "", "id_of_another_home"},
		{"0518010000999999,2593VW,12,A,", home12, ""},
		{"no id,2593VW,12,A,", home12, ""},
		{"12,2593VW,12,A,", "", "bad_dwelling_id"},
		{"12,,,,", "", "bad_dwelling_id"},
		{"0000000000012,,,,", "", "bad_dwelling_id"},
		{"518010000001,2593VW,12,A,", "", "bad_dwelling_id"}, // of 12 digits
		{"0518010000999999,,,,", "", "unknown_dwelling"},
		{",,,,", "", "unknown_dwelling"},
		{"0518010000000014,,,,", "", "unknown_dwelling"},
		{"no id,,,,", "", "bad_dwelling_id"},
		{",2593VW,13,,", "", "unknown_address"},
		{",2593VW,12,,", "", "ambiguous_address"},
		{",2593VW,14,,", "", "not_residential"},
		{",2593,12,,", "", "bad_postal_code"},
		{",2593VW,A,,", "", "bad_house_number"},
		{",2593VW,0,,", "", "bad_house_number"},
		{",2593VW,123456,,", "", "bad_house_number"},
	} {
		got := readText(t, header+"s,"+test.row+",2020-01-01,100000\n", Options{Register: newHamlet()})
		if test.reason != "" {
			if got.Rejects.Count(test.reason) != 1 {
				t.Errorf("row %q: rejects %v, want %s", test.row, got.Rejects.List(), test.reason)
			}
			continue
		}
		if len(got.Sales) != 1 || got.Sales[0].DwellingID != string(test.want) {
			t.Errorf("row %q: sales %v, rejects %v; want one of %s", test.row, got.Sales, got.Rejects.List(), test.want)
		}
	}
}

func TestTheRegisterFillsWhatTheFileLeavesEmpty(t *testing.T) {
	got := readText(t, "dwelling_id,sale_date,price,use_surface,build_year,lat,lon,street\n"+
		string(home12)+",2020-01-01,100000,90,,1,2,Elsewhere\n", Options{Register: newHamlet()})
	if len(got.Sales) != 1 {
		t.Fatalf("rejects %v", got.Rejects.List())
	}
	s := got.Sales[0]
	if s.UseSurface != gevel.Some(90) || s.BuildYear != gevel.Some(1931) || s.BuildType != gevel.Tussenwoning {
		t.Errorf("characteristics %+v, want the file's 90 m2, the register's year and type", s.Characteristics)
	}
	if s.At != (gevel.Point{X: 80_000, Y: 455_000}) || s.Place != (gevel.Point{X: 80_050, Y: 455_000}) ||
		s.PC4 != "2593" || s.Street != "Laan" || s.City != "Den Haag" {
		t.Errorf("place %v %v %q %q %q, want the register's", s.At, s.Place, s.PC4, s.Street, s.City)
	}
}

func TestARegisterNeedsAnIDOrAnAddress(t *testing.T) {
	for text, want := range map[string]string{
		"sale_date,price\n":             "there is no column dwelling_id",
		"sale_date,price,postal_code\n": "there is no column house_number",
	} {
		_, err := Read(t.Context(), Source{Path: write(t, "sales.csv", text)}, Options{AsOf: delivery, Register: newHamlet()})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("header %q: err = %v, want %q", text, err, want)
		}
	}
}

func TestABrokenRegisterIsAnErrorNotAReject(t *testing.T) {
	broken := errors.New("the register is closed")
	_, err := Read(t.Context(), Source{Path: write(t, "sales.csv",
		"postal_code,house_number,sale_date,price\n2593VW,1,2020-01-01,100000\n")},
		Options{AsOf: delivery, Register: &hamlet{broken: broken}})
	if !errors.Is(err, broken) {
		t.Errorf("err = %v, want %v", err, broken)
	}
}

func TestWithoutARegisterRowsStandOnTheirOwn(t *testing.T) {
	got := readText(t, `sale_id,dwelling_id,postal_code,house_number,house_letter,sale_date,price,street
a,any key,98034,,,2020-01-01,100000,
b,,2593 vw,12,a,2020-01-02,100000,Laan
c,,560406,,,2020-01-03,100000,ANG MO KIO
`, Options{})
	for i, want := range []gevel.Sale{
		{DwellingID: "any key", PC4: "98034"},
		{DwellingID: "2593VW 12 A", PC4: "2593", Street: "Laan"},
		{DwellingID: "", PC4: "560406", Street: "ANG MO KIO"},
	} {
		s := got.Sales[i]
		if s.DwellingID != want.DwellingID || s.PC4 != want.PC4 || s.Street != want.Street || s.At.Known() {
			t.Errorf("sale %s: dwelling %q, area %q, street %q at %v; want %+v", s.ID, s.DwellingID, s.PC4, s.Street, s.At, want)
		}
	}
}

// TestASaleIsRevisedAsTheRegisterLearns reads a sale of a home whose surface and year change after it. What its own file
// says stays.
func TestASaleIsRevisedAsTheRegisterLearns(t *testing.T) {
	day := func(month time.Month) gevel.Date { return gevel.NewDate(2020, month, 1) }
	fact := func(k int, v float64, known, since gevel.Date) gevel.Fact {
		return gevel.Fact{Attribute: k, Value: v, Provenance: gevel.Provenance{
			Source: gevel.FromBAG, Known: known, Since: gevel.Some(since), Until: gevel.NoDate,
		}}
	}
	register := newHamlet()
	register.facts = []gevel.Fact{
		fact(gevel.AtBuildYear, 1931, gevel.NoDate, gevel.Always), fact(gevel.AtBuildYear, 1990, day(6), gevel.Always),
		fact(gevel.AtUseSurface, 100, gevel.NoDate, gevel.Always),
		fact(gevel.AtUseSurface, 104, day(2), gevel.Always), // known before the sale is
		fact(gevel.AtUseSurface, 108, day(5), gevel.Always), // better measured
		fact(gevel.AtUseSurface, 130, day(6), day(4)),       // rebuilt
		fact(gevel.AtUseSurface, 90, day(8), day(1)),        // a correction that reaches back
	}
	for file, want := range map[string]string{
		"": "104 of 1931, 2020-05-01: 108 of 1931, 2020-06-01: 108 of 1990, 2020-08-01: 90 of 1990",
		// The file's own surface stays.
		"77": "77 of 1931, 2020-06-01: 77 of 1990",
	} {
		r := readText(t, "sale_id,dwelling_id,sale_date,known_date,price,use_surface\ns,"+string(home1)+
			",2020-01-15,2020-03-01,100000,"+file+"\n", Options{Register: register})
		says := func(c gevel.Characteristics) string { return fmt.Sprintf("%d of %d", c.UseSurface.V, c.BuildYear.V) }
		got := says(r.Sales[0].Characteristics)
		for _, revision := range r.Revisions["s"] {
			got += fmt.Sprintf(", %s: %s", revision.Known, says(revision.Characteristics))
		}
		if got != want {
			t.Errorf("with a surface of %q in the file the sale is of %s, want %s", file, got, want)
		}
	}
}
