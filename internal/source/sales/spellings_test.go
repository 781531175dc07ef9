package sales

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/spellings"
)

// listener is a hamlet that hears which address is asked for, and finds a home at each.
type listener struct {
	*hamlet
	asked gevel.AddressQuery
}

func (l *listener) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	l.asked = q
	return l.dwelling(l.addresses[0]), l.addresses[0], nil
}

// oneSale reads a file of one sale, plain but for what columns are given.
func oneSale(t *testing.T, given map[string]string, register *listener) (gevel.Sale, error) {
	t.Helper()
	plain := map[string]string{"sale_id": "s", "sale_date": "2020-01-01", "price": "100000"}
	if given["house_number"] == "" && given["postal_code"] == "" {
		plain["dwelling_id"] = string(home1)
	}
	for column, text := range given {
		plain[column] = text
	}
	var header, row []string
	for column, text := range plain {
		header, row = append(header, column), append(row, text)
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll([][]string{header, row}); err != nil {
		t.Fatal(err)
	}
	got, err := Read(t.Context(), Source{Path: write(t, "sales.csv", b.String())}, Options{AsOf: delivery, Register: register})
	switch {
	case err != nil:
		return gevel.Sale{}, err
	case len(got.Sales) == 0:
		return gevel.Sale{}, errors.New(got.Rejects.List()[0].Samples[0])
	case got.Faults.Total() > got.Faults.Count("costs_included"):
		return *got.Sales[0], errors.New(got.Faults.List()[0].Samples[0])
	}
	return *got.Sales[0], nil
}

func TestSalesAreSpelledAsInAnyFile(t *testing.T) {
	register := &listener{hamlet: newHamlet()}
	in := func(column string, say func(gevel.Sale) string) func(string) (string, error) {
		return func(text string) (string, error) {
			s, err := oneSale(t, map[string]string{column: text}, register)
			return say(s), err
		}
	}
	address := func(column string, say func() string) func(string) (string, error) {
		return func(text string) (string, error) {
			given := map[string]string{"postal_code": "2594AN", "house_number": "15"}
			given[column] = text
			_, err := oneSale(t, given, register)
			return say(), err
		}
	}
	suffix := func() string { return gevel.JoinSuffix(register.asked.HouseLetter, register.asked.HouseNumberExt) }
	spellings.Files(t, "sales", spellings.PostalCode, address("postal_code", func() string { return string(register.asked.PostalCode) }))
	spellings.Files(t, "sales", spellings.HouseNumber, address("house_number", func() string {
		return strings.TrimSpace(fmt.Sprint(register.asked.HouseNumber, " ", suffix()))
	}))
	spellings.Files(t, "sales", spellings.Extension, address("house_number_ext", suffix))
	spellings.Files(t, "sales", spellings.ID, in("dwelling_id", func(s gevel.Sale) string { return s.DwellingID }))
	spellings.Files(t, "sales", spellings.Day, in("sale_date", func(s gevel.Sale) string { return s.Date.String() }))
	spellings.Files(t, "sales", spellings.Number, in("build_year", func(s gevel.Sale) string { return strconv.Itoa(s.BuildYear.V) }))
	surface := in("use_surface", func(s gevel.Sale) string {
		a := gevel.Standard()[gevel.AtUseSurface]
		return a.Text(a.Get(&s.Characteristics))
	})
	spellings.Files(t, "sales", spellings.Surface, surface)
	spellings.Files(t, "sales", spellings.Missing, func(text string) (string, error) {
		ext, err := address("house_number_ext", suffix)(text)
		rooms, more := in("rooms", func(s gevel.Sale) string { return strings.Repeat("x", s.Rooms.V) })(text)
		return spellings.OrNothing(ext, rooms), errors.Join(err, more)
	})
	spellings.Files(t, "sales", spellings.Price, in("price", func(s gevel.Sale) string { return strconv.Itoa(int(s.Price)) }))
	spellings.Files(t, "sales", spellings.YesNo, in("monument", func(s gevel.Sale) string {
		return map[bool]string{true: "yes", false: "no"}[s.Monument.V]
	}))
	spellings.Files(t, "sales", spellings.HouseType, in("build_type", func(s gevel.Sale) string { return s.BuildType.String() }))
}

func TestAPriceWithTheCostsOfBuyingIsCounted(t *testing.T) {
	got := readText(t, "sale_id,dwelling_id,sale_date,price\n"+
		"a,"+string(home1)+",2020-01-01,\"250.000,- v.o.n.\"\nb,"+string(home12)+",2020-01-01,250000 k.k.\n", Options{Register: newHamlet()})
	if len(got.Sales) != 2 || got.Sales[0].Price != 250_000 || got.Faults.Count(faultCostsIncluded) != 1 || got.Faults.Total() != 1 {
		t.Errorf("sales %+v, faults %v", ids(got.Sales), got.Faults.List())
	}
}

func TestTheOrderOfDayAndMonthIsThatOfTheFile(t *testing.T) {
	const header = "sale_id,dwelling_id,sale_date,price\n"
	row := func(id, day string) string { return fmt.Sprintf("%s,%s,%s,100000\n", id, home1, day) }
	read := func(text string, m Mapping) (string, error) {
		got, err := Read(t.Context(), Source{Path: write(t, "sales.csv", header+text), Mapping: m},
			Options{AsOf: delivery, Register: newHamlet()})
		if err != nil {
			return "", err
		}
		days := make([]string, len(got.Sales))
		for i, s := range got.Sales {
			days[i] = s.ID + " " + s.Date.String()
		}
		return strings.Join(days, ", "), nil
	}
	var monthFirst Mapping
	monthFirst.Date = "M/D/YYYY"
	for _, tt := range []struct {
		text string
		m    Mapping
		want string // of the days, or of the error
	}{
		{row("a", "3/1/2016") + row("b", "31/3/2016"), Mapping{}, "a 2016-01-03, b 2016-03-31"},
		{row("a", "3/1/2016") + row("b", "3/31/2016"), Mapping{}, "a 2016-03-01, b 2016-03-31"},
		{row("a", "03-01-2016") + row("b", "03-31-2016"), Mapping{}, "a 2016-03-01, b 2016-03-31"},
		{row("a", "3-1-2016") + row("b", "4-1-2016"), Mapping{}, "a 2016-01-03, b 2016-01-04"},
		{row("a", "3/1/2016") + row("b", "4/1/2016"), monthFirst, "a 2016-03-01, b 2016-04-01"},
		{row("a", "3/3/2016"), Mapping{}, "a 2016-03-03"},
		{row("a", "3/1/2016") + row("b", "4/1/2016"), Mapping{}, "line 2: sale_date: \"3/1/2016\" may be 2016-01-03 or 2016-03-01; " +
			"write the year first, or give date: DD/MM/YYYY or MM/DD/YYYY in the mapping of a build file, as no other day of the file shows which"},
		{row("a", "3/1/2016") + row("b", "4/31/2016") + row("c", "31/4/2016") + row("d", "5/31/2016") + row("e", "31/5/2016"), Mapping{}, "the file has both orders, in line 6 (\"31/5/2016\") and line 5 (\"5/31/2016\")"},
	} {
		got, err := read(tt.text, tt.m)
		if err != nil && !strings.Contains(err.Error(), tt.want) || err == nil && got != tt.want {
			t.Errorf("%q: %s, %v, want %s", tt.text, got, err, tt.want)
		}
	}
}
