package cbs

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/source"
)

// KeyAddresses is the build file's key of the files with the neighbourhood of each address.
const KeyAddresses = "sources.cbs.neighbourhoods[].addresses"

// The reasons for rejecting rows of addresses, beside ReasonMalformedRow.
const (
	ReasonBadPostalCode  = "bad_postal_code"  // no postal code
	ReasonBadHouseNumber = "bad_house_number" // no house number
	ReasonBadArea        = "bad_area_code"    // no code of a neighbourhood, district or municipality
)

// AddressArea is the neighbourhood of a house number in a postal code, for all its letters and extensions.
type AddressArea struct {
	PostalCode  gevel.PostalCode
	HouseNumber int
	Area        Area // a neighbourhood, or the district or municipality where the file gives no smaller area
}

// Addresses counts the rows of a file of addresses: Rows = Used + Rejects.Total().
type Addresses struct {
	Year    int // of the division into neighbourhoods
	Rows    int
	Used    int
	Rejects gevel.Rejects
}

// ReadAddresses reads the neighbourhoods of all addresses, pc6hnr*_gwb as CSV, gzipped or in CBS's zip, and
// calls use with each row, in the file's order. Memory does not grow with the file.
//
// Errors name the file: it can't be read, is damaged, is of another kind, or gives no year (gevel.Invalid);
// or ctx ended.
func ReadAddresses(
	ctx context.Context, path string, progress func(done, total int64), use func(AddressArea),
) (_ *Addresses, err error) {
	defer source.NameFile(&err, KeyAddresses+" "+path)
	file := wantedOf(KeyAddresses, filekind.Neighbourhoods, func(names []string) bool {
		_, ok := addressColumnsOf(names)
		return ok
	})
	file.Prefer = "pc6hnr" // the other members hold names of neighbourhoods
	t, err := file.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	r := &addressReader{
		Addresses: &Addresses{Rejects: gevel.NewRejects(ctx)}, name: filepath.Base(path),
		areas: map[string]Area{}, use: use,
	}
	r.columns, _ = addressColumnsOf(t.Names())
	if r.Year = r.columns.year; r.Year == 0 {
		r.Year = YearIn(r.name)
	}
	if r.Year == 0 {
		return nil, gevel.Refusal("give the file as CBS publishes it",
			"neither a column such as Buurt2025 nor the file's name gives the year")
	}
	return r.Addresses, eachRow(ctx, t, r.name, &r.Rows, &r.Rejects, func(row table.Row) {
		if r.Rows++; r.Rows%reportEvery == 0 {
			progress(t.Progress())
		}
		r.add(row.Fields, row.Line)
	})
}

// reportEvery is the number of rows between reports of progress and checks of the context.
const reportEvery = 1 << 16

// addressColumns are the indexes of the columns; -1 is a missing one.
type addressColumns struct {
	postalCode, houseNumber int
	areas                   [3]int // neighbourhood, district, municipality
	year                    int    // in the names of the columns, 0 where there is none
}

var areaColumn = regexp.MustCompile(`^(buurt|wijk|gemeente)(code)?([0-9]{4})?$`)

var areaKinds = []string{"buurt", "wijk", "gemeente"}

func addressColumnsOf(names []string) (c addressColumns, ok bool) {
	c = addressColumns{find(names, []string{"pc6", "postcode"}), find(names, []string{"huisnummer"}), [3]int{-1, -1, -1}, 0}
	for i, name := range names {
		part := areaColumn.FindStringSubmatch(filekind.PlainColumn(name))
		if part == nil {
			continue
		}
		if kind := slices.Index(areaKinds, part[1]); c.areas[kind] < 0 {
			c.areas[kind] = i
		}
		if year, err := strconv.Atoi(part[3]); err == nil {
			c.year = year
		}
	}
	return c, c.postalCode >= 0 && c.houseNumber >= 0 && c.areas[0] >= 0
}

var fourDigits = regexp.MustCompile(`(19|20)[0-9]{2}`)

// YearIn returns the first year in a file's name, 0 for none.
func YearIn(name string) int {
	year, _ := strconv.Atoi(fourDigits.FindString(name))
	return year
}

// addressReader turns rows into neighbourhoods of addresses.
type addressReader struct {
	*Addresses
	name    string // of the file
	columns addressColumns
	areas   map[string]Area // by their spelling in the file
	last    gevel.PostalCode
	use     func(AddressArea)
}

func (r *addressReader) add(fields []string, line int) {
	at := func(column int) string { return strings.TrimSpace(fields[column]) }
	reject := func(reason string, column int) {
		r.Rejects.Addf(reason, "%s line %d: %s", r.name, line, spelling.Quote(fields[column]))
	}
	a := AddressArea{PostalCode: r.last}
	if code := at(r.columns.postalCode); code != string(r.last) {
		var err error
		if a.PostalCode, err = gevel.ParsePostalCode(code); err != nil {
			reject(ReasonBadPostalCode, r.columns.postalCode)
			return
		}
		r.last = a.PostalCode
	}
	n, err := strconv.Atoi(strings.TrimSuffix(at(r.columns.houseNumber), ".0"))
	if err != nil || n < 1 || n > gevel.MaxHouseNumber {
		reject(ReasonBadHouseNumber, r.columns.houseNumber)
		return
	}
	a.HouseNumber = n
	var ok bool
	if a.Area, ok = r.area(fields); !ok {
		reject(ReasonBadArea, r.columns.areas[0])
		return
	}
	r.Used++
	r.use(a)
}

// area returns the smallest area that a row gives.
func (r *addressReader) area(fields []string) (Area, bool) {
	for i, digits := range []int{neighbourhoodDigits, districtDigits, municipalityDigits} {
		column := r.columns.areas[i]
		if column < 0 || isUnknown(fields[column]) {
			continue
		}
		written := fields[column]
		if area, ok := r.areas[written]; ok && len(area) == digits {
			return area, true
		}
		plain := strings.Clone(strings.TrimSpace(written))
		for letters, of := range areaDigits {
			if of == digits {
				plain = strings.TrimPrefix(plain, letters)
			}
		}
		area, ok := paddedArea(plain, digits)
		if ok {
			r.areas[strings.Clone(written)] = area
		}
		return area, ok
	}
	return "", false
}
