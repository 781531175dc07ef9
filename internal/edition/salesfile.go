package edition

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// The sales table on disk.

// salesText holds the columns of the file that are not columns in memory: street and city, as codes.
type salesText struct {
	streets, cities *gevel.Names
	street, city    []int32
}

func salesColumns(s *market.Sales, text *salesText) []column {
	columns := []column{
		listColumn("sale_id", &s.IDs),
		nameColumn("dwelling_id", s.DwellingNames, market.Codes(s.Dwelling)),
		nameColumn("deal", s.Deals, market.Codes(s.Deal)),
		sliceColumn("sale_date", dates, &s.Date),
		sliceColumn("known_date", dates, &s.Known),
		sinceFormat22(sliceColumn("revised_date", perhapsDates, &s.Revised)),
		sinceFormat22(sliceColumn("replaced_date", lastDates, &s.Replaced)),
		sliceColumn("price", prices, &s.Price),
		nameColumn("postal_code_area", s.Zips, market.Codes(s.Zip)),
		textColumn("street",
			func(row int) string { street, _ := streetAndCity(s, row); return street },
			func(v string) (int32, error) { return text.streets.Add(v), nil },
			func(row int, code int32) { text.street[row] = code }),
		textColumn("city",
			func(row int) string { _, city := streetAndCity(s, row); return city },
			func(v string) (int32, error) { return text.cities.Add(v), nil },
			func(row int, code int32) { text.city[row] = code }),
	}
	columns = slices.Concat(columns,
		pointColumns("", &s.At), pointColumns(placePrefix, &s.Place), attributeColumns(&s.Columns))
	return columns
}

func streetAndCity(s *market.Sales, row int) (street, city string) {
	street, city, _ = strings.Cut(s.Streets.Name(s.Street[row]), "\n")
	return street, city
}

func writeSales(ctx context.Context, path string, s *market.Sales, d *describer) error {
	return writeTable(ctx, path, s.Len(), salesColumns(s, nil), d)
}

func readSales(ctx context.Context, path string, attributes gevel.Attributes) (*market.Sales, error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	s := market.MakeSales(attributes, file.rows())
	text := &salesText{
		streets: gevel.NewNames(), cities: gevel.NewNames(),
		street: make([]int32, file.rows()), city: make([]int32, file.rows()),
	}
	if err := file.read(ctx, salesColumns(s, text)); err != nil {
		return nil, err
	}
	addStreets(s, text)
	for row := range s.Len() {
		switch {
		case row > 0 && s.Compare(row-1, row) > 0:
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, row)
		case s.Known[row] < s.Date[row]:
			return nil, fmt.Errorf("%s: the sale in row %d is known before it is made", file.name, row)
		case s.Replaced[row] <= max(s.Known[row], s.Revised[row]):
			return nil, fmt.Errorf("%s: row %d is replaced before it is known", file.name, row)
		}
	}
	s.NumberNames()
	s.Index()
	return s, nil
}

// addStreets combines street and city into one code.
func addStreets(s *market.Sales, text *salesText) {
	known := map[[2]int32]int32{}
	for row, street := range text.street {
		pair := [2]int32{street, text.city[row]}
		code, ok := known[pair]
		if !ok {
			code = s.Streets.Add(market.StreetKey(text.streets.Name(pair[0]), text.cities.Name(pair[1])))
			known[pair] = code
		}
		s.Street[row] = code
	}
}
