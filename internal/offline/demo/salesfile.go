package demo

import (
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// salesColumns are the columns of the flat sales file, in the order of row.
var salesColumns = []string{
	"sale_id", "dwelling_id", "postal_code", "house_number", "house_letter", "house_number_ext",
	"sale_date", "known_date", "price", "build_type", "build_year", "use_surface", "parcel_surface",
	"volume", "rooms", "energy_label", "monument", "street", "num_maintenance",
	"package_deal", "family_sale", "rented_out", "auction", "ownership_share",
}

// writeSales writes the sales, regular and irregular, by day, as a gzipped flat
// sales file.
func writeSales(w io.Writer, t *town, sold []sale) error {
	rows := t.allSales(sold)
	f, err := newSalesFile(w)
	if err != nil {
		return err
	}
	if err := f.add(rows, t.Seed); err != nil {
		return err
	}
	return f.close()
}

// allSales returns the sales, regular and irregular, by day.
func (t *town) allSales(sold []sale) []sale {
	rows := append(slices.Clone(sold), t.irregular(sold)...)
	slices.SortStableFunc(rows, func(a, b sale) int { return cmp.Compare(a.day, b.day) })
	return rows
}

// salesFile is a gzipped flat sales file, being written.
type salesFile struct {
	zipped *gzip.Writer
	csv    *csv.Writer
	rows   int
}

func newSalesFile(w io.Writer) (*salesFile, error) {
	f := &salesFile{zipped: gzip.NewWriter(w)}
	f.csv = csv.NewWriter(f.zipped)
	return f, f.csv.Write(salesColumns)
}

// add adds the sales of a town; the seed determines the gaps.
func (f *salesFile) add(rows []sale, seed uint64) error {
	d := newDice(seed, "sales file")
	for _, s := range rows {
		f.rows++
		row := s.row(fmt.Sprintf("gvr-%06d", f.rows), d)
		if s.irregular == shortRow {
			row = row[:len(row)/2]
		}
		if err := f.csv.Write(row); err != nil {
			return err
		}
	}
	return nil
}

func (f *salesFile) close() error {
	f.csv.Flush()
	if err := f.csv.Error(); err != nil {
		return err
	}
	return f.zipped.Close()
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
	row := []string{
		id, s.dwellingID(d), string(o.main.postalCode), strconv.Itoa(o.main.number), o.main.letter, o.main.ext,
		s.day.String(), s.known.String(), strconv.FormatInt(int64(s.price), 10),
		h.BuildType.String(), strconv.Itoa(h.BuildYear.V), strconv.Itoa(o.surfaceOn(s.day)),
		parcel(h), mostly(strconv.Itoa(h.Volume.V)), mostly(strconv.Itoa(h.Rooms.V)),
		mostly(h.EnergyLabel.String()), strconv.FormatBool(h.Monument.V), o.main.street.name,
		mostly(strconv.Itoa(h.maintenance)),
		yes(s.irregular == deal), yes(s.irregular == familySale), yes(s.irregular == rentedOut),
		yes(s.irregular == auction), "1/1",
	}
	s.disturb(row)
	return row
}

// disturb applies the irregularity to the row.
func (s sale) disturb(row []string) {
	set := func(column, text string) { row[slices.Index(salesColumns, column)] = text }
	switch s.irregular {
	case partialShare:
		set("ownership_share", "1/2")
	case unknownAddress:
		set("dwelling_id", "")
		set("house_number", "9990")
	case lateDate:
		set("sale_date", "2019-02-30")
	case noPrice:
		set("price", "n.o.t.k.")
	case noType:
		set("build_type", "woonboot")
	}
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

// parcel returns a home's parcel surface: empty for a flat.
func parcel(h dwelling) string {
	if h.BuildType.Group() == gevel.GroupApartment {
		return ""
	}
	return strconv.Itoa(h.ParcelSurface.V)
}

func yes(b bool) string {
	if b {
		return "J"
	}
	return "N"
}
