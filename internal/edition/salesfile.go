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

// Prefixes of the columns of extra characteristics, as in the flat sales file.
const (
	numPrefix = "num_"
	catPrefix = "cat_"
)

// salesText holds the columns of the file that memory holds otherwise: street and
// city, as codes.
type salesText struct {
	streets, cities *market.Names
	street, city    []int32
}

func salesColumns(s *market.Sales, text *salesText) []column {
	columns := []column{
		listColumn("sale_id", &s.IDs),
		nameColumn("dwelling_id", s.DwellingNames, &s.Dwelling),
		sliceColumn("sale_date", dates, &s.Date),
		sliceColumn("known_date", dates, &s.Known),
		sliceColumn("price", prices, &s.Price),
		nameColumn("postal_code_area", s.Zips, &s.Zip),
		textColumn("street",
			func(row int) string { street, _ := streetAndCity(s, row); return street },
			func(v string) (int32, error) { return text.streets.Add(v), nil },
			func(row int, code int32) { text.street[row] = code }),
		textColumn("city",
			func(row int) string { _, city := streetAndCity(s, row); return city },
			func(v string) (int32, error) { return text.cities.Add(v), nil },
			func(row int, code int32) { text.city[row] = code }),
	}
	columns = slices.Concat(columns, pointColumns("", &s.At), pointColumns(placePrefix, &s.Place), characteristicColumns(&s.Columns))
	for k, name := range s.Schema.Num {
		columns = append(columns, sliceColumn(numPrefix+name, numbers, &s.Num[k]))
	}
	for k, name := range s.Schema.Cat {
		columns = append(columns, nameColumn(catPrefix+name, s.CatNames[k], &s.Cat[k]))
	}
	return columns
}

func streetAndCity(s *market.Sales, row int) (street, city string) {
	street, city, _ = strings.Cut(s.Streets.Name(s.Street[row]), "\n")
	return street, city
}

func writeSales(ctx context.Context, path string, s *market.Sales) error {
	return writeTable(ctx, path, s.Len(), salesColumns(s, nil))
}

func readSales(path string) (*market.Sales, error) {
	file, err := openTable(path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	s := market.MakeSales(extrasOf(file.columnNames()), file.rows())
	text := &salesText{
		streets: market.NewNames(), cities: market.NewNames(),
		street: make([]int32, file.rows()), city: make([]int32, file.rows()),
	}
	if err := file.read(salesColumns(s, text)); err != nil {
		return nil, err
	}
	addStreets(s, text)
	for row := range s.Len() {
		switch {
		case row > 0 && s.Compare(row-1, row) > 0:
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, row)
		case s.Known[row] < s.Date[row]:
			return nil, fmt.Errorf("%s: the sale in row %d is known before it is made", file.name, row)
		}
	}
	s.Index()
	return s, nil
}

// extrasOf returns the extra characteristics among the columns of a file.
func extrasOf(columns []string) (schema gevel.SaleSchema) {
	for _, name := range columns {
		if num, ok := strings.CutPrefix(name, numPrefix); ok {
			schema.Num = append(schema.Num, num)
		}
		if cat, ok := strings.CutPrefix(name, catPrefix); ok {
			schema.Cat = append(schema.Cat, cat)
		}
	}
	return schema
}

// addStreets makes one code of street and city.
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
