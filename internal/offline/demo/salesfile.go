package demo

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// irregularity is a reason for which a row of the sales file is no evidence of value, or can't be read.
// Screening should find each.
type irregularity struct {
	factor  float64           // on a regular price
	columns map[string]string // texts instead of the regular ones
	long    bool              // the row has a value too many
}

var irregularities = []*irregularity{
	{factor: 1.9, columns: map[string]string{"package_deal": "J"}},
	{factor: 0.78, columns: map[string]string{"family_sale": "J"}},
	{factor: 0.7, columns: map[string]string{"rented_out": "J"}},
	{factor: 0.78, columns: map[string]string{"auction": "J"}},
	{factor: 0.5, columns: map[string]string{"ownership_share": "1/2"}},
	{factor: 1.06}, // a resale soon after
	{factor: 10},   // a zero too many
	{factor: 1, columns: map[string]string{"price": "1"}},
	{factor: 1, columns: map[string]string{"dwelling_id": "", "house_number": "9990"}},
	{factor: 1, columns: map[string]string{"sale_date": "2019-02-30"}},
	{factor: 1, columns: map[string]string{"price": "n.o.t.k."}},
	{factor: 1, columns: map[string]string{"build_type": "woonboot"}},
	{factor: 1, long: true},
}

// oneIrregularPer is the number of regular sales per row of each irregularity; a small town has irregularLeast of each.
const (
	oneIrregularPer = 220
	irregularLeast  = 2
)

// withIrregular returns the sales with rows of every irregularity, made from regular ones, by day.
func (t *town) withIrregular(sold []sale) []sale {
	d := newDice(t.Seed, "irregular")
	n := max(irregularLeast, len(sold)/oneIrregularPer)
	rows := slices.Clone(sold)
	for _, kind := range irregularities {
		for made := 0; made < n; {
			s := sold[d.IntN(len(sold))]
			s.irregular = kind
			s.day += gevel.Date(d.between(20, 150)) // within the six months of a resale
			s.known = max(s.known, s.day) + 1
			s.price = gevel.Euro(kind.factor * float64(s.price))
			if s.known < t.Date {
				rows = append(rows, s)
				made++
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b sale) int { return cmp.Compare(a.day, b.day) })
	return rows
}

// salesHead names the columns of the flat sales file, in the order of row.
var salesHead = head(`
	sale_id dwelling_id postal_code house_number house_letter house_number_ext sale_date known_date price
	build_type build_year use_surface parcel_surface volume rooms energy_label monument street
	num_maintenance package_deal family_sale rented_out auction ownership_share
`)

// saleRows returns the rows of a town's sales. The seed determines the gaps.
func (w *writer) saleRows(t *town) [][]string {
	d := newDice(t.Seed, "sales file")
	rows := make([][]string, 0, len(t.sold))
	for _, s := range t.sold {
		w.SalesRows++
		rows = append(rows, s.row(fmt.Sprintf("gvr-%06d", w.SalesRows), d))
	}
	return rows
}

// Gaps and spellings in the file of sales, as shares of its rows.
const (
	byAddressOnly = 0.1  // no id of the dwelling
	zerosLost     = 0.03 // an id that was read as a number
	unknownValue  = 0.1  // of rooms, volume, label, maintenance: each
)

// row returns a sale's values in the columns of the file.
func (s sale) row(id string, d dice) []string {
	o, h := s.home, s.home.home
	mostly := func(text string) string {
		if d.chance(unknownValue) {
			return ""
		}
		return text
	}
	parcel := strconv.Itoa(h.ParcelSurface.V)
	if h.BuildType.Group() == gevel.GroupApartment {
		parcel = ""
	}
	row := slices.Concat(
		[]string{id, s.dwellingID(d)}, o.Main.cells(),
		[]string{s.day.String(), s.known.String(), strconv.FormatInt(int64(s.price), 10)},
		[]string{h.BuildType.String(), strconv.Itoa(h.BuildYear.V), strconv.Itoa(o.surfaceOn(s.day)), parcel},
		[]string{mostly(strconv.Itoa(h.Volume.V)), mostly(strconv.Itoa(h.Rooms.V)), mostly(h.EnergyLabel.String())},
		[]string{strconv.FormatBool(h.Monument.V), o.Main.Street.Name, mostly(strconv.Itoa(h.maintenance))},
		[]string{"N", "N", "N", "N", "1/1"})
	if s.irregular == nil {
		return row
	}
	for column, text := range s.irregular.columns {
		row[slices.Index(salesHead[0], column)] = text
	}
	if s.irregular.long {
		row = append(row, "x")
	}
	return row
}

func (s sale) dwellingID(d dice) string {
	id := string(s.home.ID)
	switch p := d.Float64(); {
	case p < byAddressOnly && s.home.Main.PostalCode != "":
		return ""
	case p < byAddressOnly+zerosLost:
		return strings.TrimLeft(id, "0")
	}
	return id
}
