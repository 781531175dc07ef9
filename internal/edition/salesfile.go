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

// salesText holds the columns of the file that are not columns in memory: street and city, as codes in names.
type salesText struct {
	names [2]*gevel.Names
	codes [2][]int32
}

func salesColumns(s *market.Sales, text *salesText) []column {
	columns := []column{
		listColumn("sale_id", &s.IDs),
		nameColumn("dwelling_id", s.DwellingNames, market.Codes(s.Dwelling)),
		nameColumn("deal", s.Deals, market.Codes(s.Deal)),
		sliceColumn("sale_date", dates, &s.Date),
		sliceColumn("known_date", dates, &s.Known),
		sliceColumn("revised_date", perhapsDates, &s.Revised),
		sliceColumn("replaced_date", lastDates, &s.Replaced),
		sliceColumn("price", prices, &s.Price),
		nameColumn("postal_code_area", s.Zips, market.Codes(s.Zip)),
	}
	for k, name := range []string{"street", "city"} {
		columns = append(columns, textColumn(name,
			func(row int) string { return streetAndCity(s, row)[k] },
			func(v string) (int32, error) { return text.names[k].Add(v), nil },
			func(row int, code int32) { text.codes[k][row] = code }))
	}
	return slices.Concat(columns,
		pointColumns("", &s.At), pointColumns(placePrefix, &s.Place), attributeColumns(&s.Columns))
}

func streetAndCity(s *market.Sales, row int) [2]string {
	street, city, _ := strings.Cut(s.Streets.Name(s.Street[row]), "\n")
	return [2]string{street, city}
}

func (e *Edition) readSales(ctx context.Context, file *table) (*market.Sales, error) {
	s := market.MakeSales(e.manifest.attributes(), file.rows())
	text := new(salesText)
	for k := range text.names {
		text.names[k], text.codes[k] = gevel.NewNames(), make([]int32, file.rows())
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
	for row, street := range text.codes[0] {
		pair := [2]int32{street, text.codes[1][row]}
		code, ok := known[pair]
		if !ok {
			code = s.Streets.Add(market.StreetKey(text.names[0].Name(pair[0]), text.names[1].Name(pair[1])))
			known[pair] = code
		}
		s.Street[row] = code
	}
}
