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
	"github.com/gevel/gevel/internal/model/ratio"
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
)

var amounts = flatfile.Meaning{Possible: flatfile.Bounds{Low: 1, High: 1e13}, Likely: flatfile.Bounds{Low: 1000, High: 1e13}}

// daysPerYear is the mean.
const daysPerYear = 365.25

// surfaces are use surfaces, m2; above 0, since prices are divided by them.
var surfaces = flatfile.Bounds{Low: 1, High: 1e6}

var saleSchema = flatfile.Schema{
	Names:    append(flatfile.HomeColumns(), "sale_id", "sale_date", "price", "build_type", "municipality", "corop", "loan_amount", "use_surface", "build_year"),
	Days:     []int{saleDate},
	Meanings: map[int]flatfile.Meaning{salePrice: amounts, saleLoan: amounts},
}

// sale is a sale to score values by.
type sale struct {
	id, area, municipality, corop, houseType string
	homes                                    []string
	typeRank                                 int
	date                                     gevel.Date
	price, loan                              float64        // loan 0 is not known
	surface                                  gevel.Opt[int] // m2
	built                                    gevel.Opt[int] // year
	ownYears                                 float64        // since the home's last sale in the file; NaN without one
	line                                     int
}

// saleFile are the sales of a file.
type saleFile struct {
	file   File
	mapped []string
	sales  []sale
	byID   map[string]int
	byHome map[string][]int // by day
	resold bool             // a home is there with an earlier sale
}

// readSales reads the sales. Rows without a day or a price are rejected.
func readSales(ctx context.Context, m *Match) (*saleFile, error) {
	r, err := open(ctx, m.Sales, &saleSchema, m.Columns)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := r.Require(saleDate, salePrice); err != nil {
		return nil, err
	}
	f := &saleFile{file: fileOf(r, m.Sales), mapped: mappedOf(r, m.Columns), byID: map[string]int{}, byHome: map[string][]int{}}
	if err := r.Each(ctx, func(row flatfile.Row) error {
		f.add(&row)
		return nil
	}); err != nil {
		return nil, err
	}
	if !m.EveryPrice {
		f.screen(r)
	}
	f.index()
	f.findOwnSales()
	f.file.Rows, f.file.Used = r.Rows, len(f.sales)
	f.file.all, f.file.Rejects = r.Rejects.All(), r.Rejects.List()
	return f, nil
}

func (f *saleFile) add(row *flatfile.Row) {
	s := sale{id: row.Texts.Of(row.Text(saleID)), homes: homesOf(row)}
	if s.date = row.Day(saleDate, gevel.NoDate, gevel.NoDate); s.date == gevel.NoDate {
		row.Lack(saleDate)
	}
	if price := row.Number(salePrice, amounts.Possible); price.Known {
		s.price = price.V
	} else {
		row.Lack(salePrice)
	}
	if surface := row.Number(saleSurface, surfaces); surface.Known {
		s.surface = gevel.Some(int(math.Round(surface.V)))
	}
	s.built = builtIn(row, s.date)
	s.line = row.Line
	s.loan = row.Number(saleLoan, flatfile.Bounds{Low: 0, High: amounts.Possible.High}).V
	if _, again := f.byID[s.id]; again && s.id != "" {
		row.Fail(ReasonTwice, "sale %s is there twice", s.id)
	}
	if row.Reason != "" {
		row.Reject()
		return
	}
	row.Rows++
	s.area = row.Texts.Of(areaOf(row.Value(flatfile.PostalCode)))
	s.municipality, s.corop = row.Texts.Of(row.Value(saleMunicipality)), row.Texts.Of(row.Value(saleCOROP))
	s.houseType, s.typeRank = row.Texts.Of(row.Value(saleType)), gevel.BuildTypes+1
	if t, ok := spelling.HouseType(s.houseType); ok && t != 0 {
		s.houseType, s.typeRank = t.String(), int(t)
	}
	if s.id != "" {
		f.byID[s.id] = len(f.sales)
	}
	f.sales = append(f.sales, s)
}

// builtIn reads the build year of a home, by the rules of a build.
func builtIn(row *flatfile.Row, sold gevel.Date) (none gevel.Opt[int]) {
	a := &gevel.Standard()[gevel.AtBuildYear]
	year := row.Number(saleYear, flatfile.Bounds{Low: 0, High: a.Readable[1]})
	if !year.Known || a.IsFiller(year.V) || sold == gevel.NoDate {
		return none
	}
	built := math.Round(year.V)
	if least, most := a.Bounds(sold.Year()); built < float64(least) || built > float64(most) {
		row.Bad(saleYear, fmt.Errorf("%.0f lies outside %d to %d", built, least, most))
		return none
	}
	return gevel.Some(int(built))
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

// index notes which sales are of which id and home.
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

// findOwnSales orders the sales of each home by day, and notes how long before each the one before it was.
func (f *saleFile) findOwnSales() {
	for i := range f.sales {
		f.sales[i].ownYears = math.NaN()
	}
	for _, of := range f.byHome {
		slices.SortStableFunc(of, func(a, b int) int { return int(f.sales[a].date - f.sales[b].date) })
		before := 0 // the first of the day of the sale
		for i, at := range of {
			if f.sales[at].date > f.sales[of[before]].date {
				before = i
			}
			if before == 0 {
				continue
			}
			s := &f.sales[at]
			years := float64(s.date-f.sales[of[before-1]].date) / daysPerYear
			if !(s.ownYears <= years) { // by the id and the address the nearer one counts
				s.ownYears, f.resold = years, true
			}
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

// segments are the parts of the market to which the sale belongs, as far as the file says.
func (f *saleFile) segments(s *sale) (list []ratio.Segment) {
	for _, of := range []struct{ dimension, name string }{
		{"COROP area", s.corop}, {"municipality", s.municipality}, {"postal-code area", s.area},
	} {
		if of.name != "" {
			list = append(list, ratio.Segment{Dimension: of.dimension, Name: of.name})
		}
	}
	if s.houseType != "" {
		list = append(list, ratio.Segment{Dimension: ratio.DimensionType, Name: s.houseType, Rank: s.typeRank})
	}
	list = append(list, ratio.ByPeriod(s.built), ratio.ByAge(s.built, s.date))
	if f.resold {
		list = append(list, ratio.ByOwnSale(s.ownYears))
	}
	month := s.date.Month()
	return append(list, ratio.Segment{Dimension: "month of sale", Name: month.String(), Rank: int(month)})
}
