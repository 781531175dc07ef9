// Package market holds sales and homes in memory, in plain columns: the training data of models
// and the evidence of valuations. It does not read files.
package market

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/list"
)

// Sales are the training sales and comparables: one row a sale, with the dwelling as it was then, in columns, and one
// more for each time that other characteristics of it became known. Rows are sorted by position and date, so that rows
// near each other in memory are near each other on the map.
type Sales struct {
	Date  []gevel.Date
	Known []gevel.Date // first day on which the sale could be known
	// Revised is the day on which a row became known that replaces an earlier one of the same sale, gevel.NoDate for
	// the first; Replaced is the day on which the next one did, gevel.Never for the last.
	Revised, Replaced []gevel.Date
	Price             []int64 // euros
	At                []gevel.Point
	Place             []gevel.Point // of the dwelling
	Zip               []int32       // code of the PC4
	Street            []int32       // code of the street within its city
	Zips              *gevel.Names
	Streets           *gevel.Names
	// Dwelling is the code of the dwelling, the same for all its sales; -1 when it is unknown.
	Dwelling []int32
	// Deal is the code of the id of the first known sale of a sale's deal; -1 for that sale and for one on its own.
	Deal  []int32
	Deals *gevel.Names
	// Evident is the day from which a sale is evidence: the day on which it became known, or gevel.Never for all sales of a
	// deal but its first.
	Evident []gevel.Date
	Grid    *geo.Grid // over Place
	// ByGroup are grids over Place of the sales of one house type group each; nil for
	// unknown, and Grid itself when all sales are of one group.
	ByGroup [gevel.BuildGroups]*geo.Grid

	Columns
	Roles         Roles             `image:"-"` // of the attributes
	count         int               // of sales: some have several rows
	buildType     []gevel.BuildType // as in the columns, but contiguous: it is read most
	IDs           TextList
	DwellingNames *gevel.Names
	byDwelling    postings // each list by date
	byZip         postings
	byStreet      postings
	byDeal        postings     // each list by date known; without the deal's first sale
	knownDays     []gevel.Date // on which sales became known; see LastKnownDay
	// Lacks marks the characteristics that no sale has, among those that comparables use: homes are
	// then compared without them.
	Lacks struct{ BuildType, BuildYear, UseSurface bool }
	keeps any `image:"-"` // see Keep
}

// Keep has what the sales lie in be in use as long as they are.
func (s *Sales) Keep(in any) { s.keeps = in }

// saleCells are the sides of the nested cells by which sales are sorted, in metres: sales near
// each other are read together, so they should lie together in memory.
var saleCells = [...]float64{1000, 125}

// NewSales makes the columns of sales with these attributes. Their order does not matter.
func NewSales(attributes gevel.Attributes, sales []gevel.Sale) *Sales {
	return LaySales(context.Background(), attributes, list.Refs(sales), nil)
}

// LaySales is NewSales with revisions, and reports its progress.
func LaySales(ctx context.Context, attributes gevel.Attributes, sales []*gevel.Sale, revisions gevel.Revisions) *Sales {
	sorting, compared, most := gevel.Span(ctx, "", 0, 0.5), 0, len(sales)*bits.Len(uint(len(sales)))
	order := OrderOf(sales, func(a, b **gevel.Sale) int {
		if compared++; compared%laidPerReport == 0 {
			gevel.Report(sorting, compared, most)
		}
		return compareSales(*a, *b)
	})
	filling := gevel.Span(ctx, "", 0.5, 0.8)
	rows := len(order)
	for i := range sales { // those that were rejected since have revisions too
		rows += len(revisions[sales[i].ID])
	}
	s := MakeSales(attributes.Canonical(), rows)
	fill := s.Filler(attributes)
	lay := func(i int, sale *gevel.Sale) {
		s.IDs.Add([]byte(sale.ID))
		s.Dwelling[i], s.Deal[i] = s.DwellingNames.Add(sale.DwellingID), s.Deals.Add(sale.Deal)
		s.Date[i], s.Price[i], s.At[i], s.Place[i] = sale.Date, int64(sale.Price), sale.At, PlaceOf(sale.Place, sale.At)
		// A sale is known on its own day at the earliest.
		s.Known[i] = max(sale.KnownDate, sale.Date)
		s.Zip[i] = s.Zips.Add(sale.PC4)
		s.Street[i] = s.Streets.Add(StreetKey(sale.Street, sale.City))
		fill(i, &sale.Characteristics)
	}
	i := 0
	for n, at := range order {
		if n%laidPerReport == 0 {
			gevel.Report(filling, n, len(order))
		}
		sale := sales[at]
		lay(i, sale)
		for _, r := range revisions[sale.ID] {
			i++
			revised := *sale
			revised.Price, revised.Characteristics = r.Price, r.Characteristics
			lay(i, &revised)
			s.Revised[i], s.Replaced[i-1] = r.Known, r.Known
		}
		i++
	}
	s.NumberNames()
	s.Index()
	return s
}

// laidPerReport is how many steps are made between two reports of progress.
const laidPerReport = 1 << 14

// MakeSales makes n empty sales, to be filled in; see Index.
func MakeSales(attributes gevel.Attributes, n int) *Sales {
	return &Sales{
		Date: make([]gevel.Date, n), Known: make([]gevel.Date, n), Price: make([]int64, n),
		Revised: slices.Repeat([]gevel.Date{gevel.NoDate}, n), Replaced: slices.Repeat([]gevel.Date{gevel.Never}, n),
		At: make([]gevel.Point, n), Place: make([]gevel.Point, n),
		Zip: make([]int32, n), Street: make([]int32, n), Dwelling: make([]int32, n), Deal: slices.Repeat([]int32{-1}, n),
		Zips: gevel.NewNames(), Streets: gevel.NewNames(), DwellingNames: gevel.NewNames(), Deals: gevel.NewNames(),
		Columns: NewColumns(attributes, n), Roles: RolesOf(attributes),
	}
}

func compareSales(a, b *gevel.Sale) int {
	if order := compareCells(PlaceOf(a.Place, a.At), PlaceOf(b.Place, b.At)); order != 0 {
		return order
	}
	if order := cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID)); order != 0 {
		return order
	}
	return cmp.Or(cmp.Compare(a.DwellingID, b.DwellingID), cmp.Compare(a.Price, b.Price))
}

// PlaceOf returns the place of a home, or its position if it has no place.
func PlaceOf(place, at gevel.Point) gevel.Point {
	if place.Known() {
		return place
	}
	return at
}

// compareCells compares the cells in which two points lie, from south to north and within that from west to east.
func compareCells(a, b gevel.Point) int {
	for _, side := range saleCells {
		cell := func(x float64) float64 { return math.Floor(x / side) }
		if order := cmp.Or(cmp.Compare(cell(a.Y), cell(b.Y)), cmp.Compare(cell(a.X), cell(b.X))); order != 0 {
			return order
		}
	}
	return 0
}

// StreetKey names a street within its city; streets of one name in two cities are two streets.
func StreetKey(street, city string) string {
	if street == "" {
		return ""
	}
	return street + "\n" + city
}

// Index builds the look-ups over the rows, once all are filled in.
func (s *Sales) Index() {
	s.buildType, s.count = make([]gevel.BuildType, s.Len()), 0
	for row := range s.buildType {
		if s.IsFirst(row) {
			s.count++
		}
		s.buildType[row] = gevel.BuildType(max(s.Whole[gevel.AtBuildType].At(row), 0))
	}
	s.setLacks()
	s.byDwelling = s.datedPostings(s.DwellingNames.Len(), s.Dwelling)
	s.byZip = s.datedPostings(s.Zips.Len(), s.Zip)
	s.byStreet = s.datedPostings(s.Streets.Len(), s.Street)
	s.setEvident()
	s.knownDays = daysOf(s.Known)
	s.Grid = geo.NewGrid(s.Place)
	s.ByGroup = s.grids()
}

// setLacks sets Lacks.
func (s *Sales) setLacks() {
	s.Lacks.BuildType, s.Lacks.BuildYear, s.Lacks.UseSurface = true, true, true
	for row := range s.Len() {
		s.Lacks.BuildType = s.Lacks.BuildType && s.BuildType(row) == 0
		s.Lacks.BuildYear = s.Lacks.BuildYear && !s.BuildYear(row).Known
		s.Lacks.UseSurface = s.Lacks.UseSurface && !s.UseSurface(row).Known
	}
}

// grids makes a grid over the places of each house type group's sales.
func (s *Sales) grids() (grids [gevel.BuildGroups]*geo.Grid) {
	for group := gevel.BuildGroup(1); int(group) < gevel.BuildGroups; group++ {
		grid := geo.NewGridWhere(s.Place, func(row int) bool { return s.buildType[row].Group() == group })
		if grid.Len() == s.Grid.Len() {
			grid = s.Grid
		}
		grids[group] = grid
	}
	return grids
}

func (s *Sales) datedPostings(codes int, codeOf []int32) postings {
	p := newPostings(codes, codeOf)
	for c := range codes {
		slices.SortFunc(p.of(int32(c)), func(a, b int32) int {
			return cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(a, b))
		})
	}
	return p
}

// Len returns the number of rows: a sale has one more for each time that its home became known otherwise.
func (s *Sales) Len() int { return len(s.Price) }

// Count returns the number of sales.
func (s *Sales) Count() int { return s.count }

// ID returns the id of a sale.
func (s *Sales) ID(row int) string { return s.IDs.At(row) }

// DwellingID returns the id of a sale's dwelling, "" when it is unknown.
func (s *Sales) DwellingID(row int) string { return s.DwellingNames.Name(s.Dwelling[row]) }

// DwellingCode returns the code of the dwelling with an id, -1 when none of its sales is here.
func (s *Sales) DwellingCode(id string) int32 { return s.DwellingNames.Code(id) }

// Characteristics returns the dwelling as it was at a sale, without Extra.
func (s *Sales) Characteristics(row int) (c gevel.Characteristics) {
	for k := range s.Attributes {
		if a := &s.Attributes[k]; !a.IsExtra() {
			a.Set(&c, s.Value(k, row))
		}
	}
	return c
}

// BuildType returns the house type at a sale.
func (s *Sales) BuildType(row int) gevel.BuildType { return s.buildType[row] }

// BuildYear returns the build year at a sale.
func (s *Sales) BuildYear(row int) gevel.Opt[int] { return optOf(s.Whole[gevel.AtBuildYear].At(row)) }

// UseSurface returns the use surface at a sale, m2.
func (s *Sales) UseSurface(row int) gevel.Opt[int] { return optOf(s.Whole[gevel.AtUseSurface].At(row)) }

// OfDwelling returns the rows of the sales of a dwelling, by date.
func (s *Sales) OfDwelling(code int32) []int32 { return s.byDwelling.of(code) }

// InZip returns the rows of the sales in a postal-code area, by date.
func (s *Sales) InZip(code int32) []int32 { return s.byZip.of(code) }

// InStreet returns the rows of the sales in a street, by date.
func (s *Sales) InStreet(code int32) []int32 { return s.byStreet.of(code) }

// KnownBefore reports whether a row is what was known of its sale before a day.
func (s *Sales) KnownBefore(row int32, day gevel.Date) bool {
	return s.seenFrom(row) < day && day <= s.Replaced[row]
}

// seenFrom returns the day on which a row became known.
func (s *Sales) seenFrom(row int32) gevel.Date { return max(s.Known[row], s.Revised[row]) }

// IsFirst reports whether a row became known with its sale. Each sale has one such row.
func (s *Sales) IsFirst(row int) bool { return s.Revised[row] == gevel.NoDate }

// Paid returns the price of the sale in a row as it is known last.
func (s *Sales) Paid(row int32) int64 {
	for int(row)+1 < s.Len() && !s.IsFirst(int(row)+1) {
		row++
	}
	return s.Price[row]
}

// LastKnown returns the row of the last sale of a dwelling that was known before a day.
func (s *Sales) LastKnown(code int32, before gevel.Date) (row int32, ok bool) {
	rows := s.OfDwelling(code)
	for i := len(rows) - 1; i >= 0; i-- {
		if s.KnownBefore(rows[i], before) {
			return rows[i], true
		}
	}
	return 0, false
}

// IsEvidence reports whether a row is evidence before a day: it was known, is not replaced yet, and is no sale of a deal
// after its first.
func (s *Sales) IsEvidence(row int32, before gevel.Date) bool {
	return s.Evident[row] < before && before <= s.Replaced[row]
}

// EvidenceBefore returns the rows of the sales that are evidence before a day: all that were known, without the sales
// of a deal after its first.
func (s *Sales) EvidenceBefore(day gevel.Date) []int32 {
	var rows []int32
	for row := range s.Evident {
		if s.IsEvidence(int32(row), day) {
			rows = append(rows, int32(row))
		}
	}
	return rows
}

// Compare orders two rows as the sales are sorted.
func (s *Sales) Compare(a, b int) int {
	if order := compareCells(s.Place[a], s.Place[b]); order != 0 {
		return order
	}
	if order := cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(s.ID(a), s.ID(b))); order != 0 {
		return order
	}
	return cmp.Or(cmp.Compare(s.DwellingID(a), s.DwellingID(b)), cmp.Compare(s.Revised[a], s.Revised[b]),
		cmp.Compare(s.Price[a], s.Price[b]))
}

func optOf(n int32) gevel.Opt[int] {
	if n == Unknown {
		return gevel.Opt[int]{}
	}
	return gevel.Some(int(n))
}
