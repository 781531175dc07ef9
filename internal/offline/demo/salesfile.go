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
type irregularity uint8

const (
	regular irregularity = iota
	deal
	familySale
	rentedOut
	auction
	partialShare
	resale
	tenfold
	symbolic
	unknownAddress
	lateDate
	noPrice
	noType
	shortRow

	irregularities
)

// oneIrregularPer is the number of regular sales per row of each irregularity; a small town has
// irregularLeast of each.
const (
	oneIrregularPer = 220
	irregularLeast  = 2
)

// factors are the effects of irregularities on a regular price; others leave it unchanged.
var factors = map[irregularity]float64{
	deal: 1.9, familySale: 0.78, auction: 0.78, rentedOut: 0.7, partialShare: 0.5, resale: 1.06, tenfold: 10,
}

// withIrregular returns the sales with rows of every irregularity, made from regular ones, by day.
func (t *town) withIrregular(sold []sale) []sale {
	d := newDice(t.Seed, "irregular")
	n := max(irregularLeast, len(sold)/oneIrregularPer)
	rows := slices.Clone(sold)
	for kind := deal; kind < irregularities; kind++ {
		for made := 0; made < n; {
			s := sold[d.IntN(len(sold))]
			s.irregular = kind
			s.day += gevel.Date(d.between(20, 150)) // within the six months of a resale
			s.known = max(s.known, s.day) + 1
			if factor, ok := factors[kind]; ok {
				s.price = gevel.Euro(factor * float64(s.price))
			}
			if s.known < t.Date {
				rows = append(rows, s)
				made++
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b sale) int { return cmp.Compare(a.day, b.day) })
	return rows
}

// salesColumns are the columns of the flat sales file, in the order of row.
var salesColumns = strings.Fields(`
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
		row := s.row(fmt.Sprintf("gvr-%06d", w.SalesRows), d)
		if s.irregular == shortRow {
			row = row[:len(row)/2]
		}
		rows = append(rows, row)
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
	row := []string{
		id, s.dwellingID(d), string(o.main.postalCode), strconv.Itoa(o.main.number), o.main.letter, o.main.ext,
		s.day.String(), s.known.String(), strconv.FormatInt(int64(s.price), 10),
		h.BuildType.String(), strconv.Itoa(h.BuildYear.V), strconv.Itoa(o.surfaceOn(s.day)),
		parcel, mostly(strconv.Itoa(h.Volume.V)), mostly(strconv.Itoa(h.Rooms.V)),
		mostly(h.EnergyLabel.String()), strconv.FormatBool(h.Monument.V), o.main.street.name,
		mostly(strconv.Itoa(h.maintenance)), "N", "N", "N", "N", "1/1",
	}
	for column, text := range disturbed[s.irregular] {
		row[slices.Index(salesColumns, column)] = text
	}
	return row
}

// disturbed are the values of a row, by column, that irregularities change.
var disturbed = map[irregularity]map[string]string{
	deal:           {"package_deal": "J"},
	familySale:     {"family_sale": "J"},
	rentedOut:      {"rented_out": "J"},
	auction:        {"auction": "J"},
	partialShare:   {"ownership_share": "1/2"},
	symbolic:       {"price": "1"},
	unknownAddress: {"dwelling_id": "", "house_number": "9990"},
	lateDate:       {"sale_date": "2019-02-30"},
	noPrice:        {"price": "n.o.t.k."},
	noType:         {"build_type": "woonboot"},
}

func (s sale) dwellingID(d dice) string {
	id := string(s.home.id)
	switch p := d.Float64(); {
	case p < byAddressOnly && s.home.main.postalCode != "":
		return ""
	case p < byAddressOnly+zerosLost:
		return strings.TrimLeft(id, "0")
	}
	return id
}
