package score

// The file of sales.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/source/sales"
)

// Columns of sales.
const (
	saleID = flatfile.HouseNumberExt + 1 + iota
	saleDate
	salePrice
	saleType
	saleMunicipality
	saleCOROP
	saleLoan
	saleSurface
	saleYear
	saleKnown
)

var amounts = flatfile.Meaning{Possible: flatfile.Bounds{Low: 1, High: 1e13}, Likely: flatfile.Bounds{Low: 1000, High: 1e13}}

// loans may be of nothing.
var loans = flatfile.Bounds{Low: 0, High: amounts.Possible.High}

var saleSchema = flatfile.Schema{
	Names:    append(flatfile.HomeColumns(), "sale_id", "sale_date", "price", "build_type", "municipality", "corop", "loan_amount", "use_surface", "build_year", "known_date"),
	Days:     []int{saleDate}, // not known_date: an unclear day in it must not refuse the file
	Meanings: map[int]flatfile.Meaning{salePrice: amounts, saleLoan: amounts},
}

// sale is a sale to score values by.
type sale struct {
	id, area, municipality, corop, houseType string // but for the id, "" is not known
	homes                                    []string
	typeRank                                 int
	date                                     gevel.Date
	known                                    gevel.Opt[gevel.Date] // from which the sale could be known
	price, loan                              float64               // loan 0 is not known
	surface                                  gevel.Opt[int]        // m2
	built                                    gevel.Opt[int]        // year
	ownYears                                 float64               // since the home's last sale that was known; NaN without one
	line                                     int
}

// saleFile are the sales of a file.
type saleFile struct {
	file   File
	mapped []string
	sales  []sale
	byID   map[string]int
	byHome map[string][]int // by day
	left   leftOut
	parts  []part // of the market, as far as the file has columns for them
	resold bool   // a home is there with an earlier sale
}

// readSales reads the sales. A row without a day or a price, or with an id that can't be read or is there already, is
// rejected. What else can't be read is unknown, and a fault. Errors: the file can't be used, or none of its sales.
func readSales(ctx context.Context, m *Match) (*saleFile, error) {
	r, err := open(ctx, m.Sales, &saleSchema, m.Columns)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := r.Require(saleDate, salePrice); err != nil {
		return nil, err
	}
	f := &saleFile{file: fileOf(r, m.Sales), mapped: mappedOf(r, m.Columns), byID: map[string]int{}, byHome: map[string][]int{}, left: newLeftOut(), parts: partsOf(r)}
	if err := r.Each(ctx, func(row flatfile.Row) error {
		f.add(&row)
		return nil
	}); err != nil {
		return nil, err
	}
	if !m.EveryPrice {
		f.screen(r)
	}
	if len(f.sales) == 0 {
		return nil, refusalOfAll(&r.Rejects)
	}
	f.index()
	f.findOwnSales()
	f.file.Rows, f.file.Used = r.Rows, len(f.sales)
	f.file.set(r.Rejects, r.Faults)
	return f, nil
}

func (f *saleFile) add(row *flatfile.Row) {
	s := sale{id: row.Texts.Of(row.Text(saleID)), homes: homesOf(row), line: row.Line}
	if s.date = row.Day(saleDate, gevel.NoDate, gevel.NoDate); s.date == gevel.NoDate {
		row.Lack(saleDate)
	}
	if price := row.Number(salePrice, amounts.Possible); price.Known {
		s.price = price.V
	} else {
		row.Lack(salePrice)
	}
	if _, again := f.byID[s.id]; again && s.id != "" {
		row.Fail(ReasonTwice, "sale %s is there twice", s.id)
	}
	if row.Reason != "" {
		f.left.add(&s, row.Reason)
		row.Reject()
		return
	}
	row.Rows++
	s.readParts(row)
	row.Keep()
	if s.id != "" {
		f.byID[s.id] = len(f.sales)
	}
	f.sales = append(f.sales, s)
}

// readParts reads the columns that only assign a sale to a part of the market or to a loan. A cell that can't be read
// is a fault of the row, and unknown.
func (s *sale) readParts(row *flatfile.Row) {
	text := func(column int) string { return row.Texts.Of(row.TextOrFault(column)) }
	s.area = row.Texts.Of(areaOf(text(flatfile.PostalCode)))
	s.municipality, s.corop = text(saleMunicipality), text(saleCOROP)
	s.houseType, s.typeRank = text(saleType), gevel.BuildTypes+1
	if t, ok := spelling.HouseType(s.houseType); ok && t != 0 {
		s.houseType, s.typeRank = t.String(), int(t)
	} else if ok { // a word for unknown
		s.houseType = ""
	}
	s.known = row.DayOrFault(saleKnown, s.date, s.date)
	s.surface = characteristic(row, saleSurface, gevel.AtUseSurface)
	s.built = characteristic(row, saleYear, gevel.AtBuildYear)
	a := &gevel.Standard()[gevel.AtBuildYear]
	if least, most := a.Bounds(s.date.Year()); s.built.Known && (s.built.V < least || s.built.V > most) {
		row.Fault(saleYear, fmt.Errorf("%d lies outside %d to %d", s.built.V, least, most))
		s.built = gevel.Opt[int]{}
	}
	s.loan = row.NumberOrFault(saleLoan, loans).V
}

// characteristic reads a whole number of a home by the rules of a build: some numbers stand for unknown, and are no fault.
func characteristic(row *flatfile.Row, column, at int) (none gevel.Opt[int]) {
	a := &gevel.Standard()[at]
	v := row.NumberOrFault(column, flatfile.Bounds{Low: 0, High: a.Readable[1]})
	switch {
	case !v.Known || a.IsFiller(v.V):
		return none
	case v.V < a.Readable[0]:
		row.Fault(column, fmt.Errorf("%g lies below %g", v.V, a.Readable[0]))
		return none
	}
	return gevel.Some(int(math.Round(v.V)))
}

// screen leaves out sales whose price is no evidence, by the rules of price by which a build screens what gevel evaluate
// finds in its edition.
func (f *saleFile) screen(r *flatfile.Reader) {
	order := make([]int, len(f.sales))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.sales[a].date, f.sales[b].date) })
	prices, drop := sales.NewPrices(sales.DefaultScreening()), make([]bool, len(f.sales))
	for _, i := range order {
		s := &f.sales[i]
		known := gevel.Sale{Price: gevel.Euro(math.Round(s.price)), PC4: s.area, KnownDate: s.date}
		known.UseSurface = s.surface
		if reason, what := prices.Verdict(&known); reason != "" {
			drop[i] = true
			f.left.add(s, reason)
			r.Rejects.Addf(reason, "%s line %d: %s", r.Name, s.line, what)
		}
	}
	kept := f.sales[:0]
	for i := range f.sales {
		if !drop[i] {
			kept = append(kept, f.sales[i])
		}
	}
	f.sales = kept
}

// index notes the sales of each id and of each home.
func (f *saleFile) index() {
	clear(f.byID)
	for at := range f.sales {
		if id := f.sales[at].id; id != "" {
			f.byID[id] = at
		}
		for _, home := range f.sales[at].homes {
			f.byHome[home] = append(f.byHome[home], at)
		}
	}
}

// areaOf returns the postal-code area of a postal code: the digits of a Dutch one, and else the whole.
func areaOf(text string) string {
	if code, err := gevel.ParsePostalCode(text); err == nil {
		return code.PC4()
	}
	return text
}

// between returns the sales of days, until the last of them excluded.
func (f *saleFile) between(from, until gevel.Date) (list []int) {
	for i := range f.sales {
		if day := f.sales[i].date; from <= day && day < until {
			list = append(list, i)
		}
	}
	return list
}

// String names the sale.
func (s *sale) String() string {
	if s.id != "" {
		return "sale " + s.id
	}
	return fmt.Sprintf("the sale of %s on %s", strings.Join(s.homes, ", "), s.date)
}
